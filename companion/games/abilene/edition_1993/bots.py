"""A simple legal player: it rolls, moves, steals, votes, borrows. Never clever, never illegal.

It plays the other seats of a table to try alone, and makes load and recorded games. It sees no more
than its seat's page; what lies under the cows it guesses, and the world of the demo answers.
"""

from __future__ import annotations

import random

from companion.boards.layout import TOWN, Layout
from companion.core.messages import Command
from companion.core.money.bank import debts
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.table.table import Level, Table
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.bots import LIKING, lend, ring_of
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.common.screens.boards import tapped
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993 import moves
from companion.games.abilene.edition_1993.pending import Duty, waiting
from companion.games.abilene.edition_1993.sales import jail_bills, must_pay, possible_stickers
from companion.games.abilene.edition_1993.screens import money
from companion.games.abilene.edition_1993.screens.boards import board_view
from companion.games.abilene.edition_1993.state import State1993
from companion.games.abilene.edition_1993.stickers import Stickers

LARGEST_DEBT = 6_000
"""Beyond this a simple player gives up rather than borrow on."""


def choose(
    layout: Layout, table: Table, seat: str, chance: random.Random, hidden: Stickers | None = None
) -> Command | None:
    """What the player at this seat does now; None when nobody waits for it (votes are sealed elsewhere)."""
    state: State1993 = table.play
    now = waiting(table, state)
    if seat not in now.seats:
        return lend(table, seat)
    match now.duty:
        case Duty.DICE:
            return own.RollDice()
        case Duty.JAIL | Duty.SETTLE:
            return _pay(table, state, seat)
        case Duty.RELEASE if state.position:
            return own.PlaceReleased(chance.choice(movement.release_cells(layout, state.position, seat)))
        case Duty.CATTLE | Duty.COWBOYS:
            return _move(layout, table, state, seat, chance)
        case Duty.TABLE:
            return _tell(table, state, seat, chance)
        case Duty.THEFT:
            return m.PlaceCow(chance.choice(moves.theft_targets(layout, state)))
        case Duty.DUEL:
            return own.RollDuel()
        case Duty.LOSER:
            return own.PlaceLoser(chance.choice(moves.loser_targets(layout, state)))
        case Duty.STICKER:
            return _show(state, chance, hidden)
        case _:
            return None


def _show(state: State1993, chance: random.Random, hidden: Stickers | None) -> Command:
    """What really lies under the cow, where there are no real cows; a possible sticker otherwise."""
    left = possible_stickers(state)
    sticker = hidden.corral[0] if hidden and hidden.corral else None
    if sticker is None or sticker not in left:
        stickers = sorted(left, key=lambda one: (one.brand or "", one.value))
        sticker = chance.choices(stickers, [left[one] for one in stickers])[0]
    return own.ShowSticker(sticker.brand, sticker.value)


def _pay(table: Table, state: State1993, seat: str) -> Command:
    lack = must_pay(table, state, seat)
    if lack:
        owed = debts(table.loans, seat)
        return own.GoBankrupt() if owed > LARGEST_DEBT else BorrowFromBank(money.whole_hundreds(lack))
    bills = jail_bills(table, state, seat)
    affordable = [released for released, bill in bills.items() if bill <= table.accounts[seat] // 3]
    return own.PayJail(max(affordable, default=min(bills)))


def _move(layout: Layout, table: Table, state: State1993, seat: str, chance: random.Random) -> Command:
    found = tapped(board_view(layout, table, state, seat))
    if not found:
        return m.EndStep(state.turn.step)
    weights = [_liking(layout, move, state.turn.step) for move in found]
    frm, die, to, _ = chance.choices(found, weights)[0]
    return m.MoveCow(frm, to, die) if state.turn.step is Step.CATTLE else m.MoveCowboy(frm, to, die)


def _liking(layout: Layout, move: tuple[str, int, str, MoveKind], step: Step) -> float:
    frm, _, to, what = move
    if step is Step.CATTLE and what is MoveKind.MOVE and TOWN not in (frm, to):
        nearer = ring_of(layout, frm) - ring_of(layout, to)
        return float(1 + 8 * max(0, nearer))
    return float(LIKING[what])


def _tell(table: Table, state: State1993, seat: str, chance: random.Random) -> Command:
    """Level *bank*: mostly end the turn, sometimes a theft or a cow in town."""
    victims = [other for other in state.solvent if other != seat and state.herd.get(other)]
    lot = chance.random()
    if lot < 0.35 and state.herd.get(seat):
        return own.RecordTown()
    if lot < 0.55 and victims:
        return m.RecordTheft(chance.choice(victims))
    if lot < 0.62:
        jailable = [other for other in state.solvent if state.in_jail(other) < COWBOYS_EACH]
        return own.RecordJailed(chance.choice(jailable)) if jailable else m.EndStep(Step.TABLE)
    return m.EndStep(Step.TABLE if table.level is Level.BANK else state.turn.step)
