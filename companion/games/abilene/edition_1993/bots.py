"""What a simple legal player pays and moves. Never clever, never illegal; what else he does, each phase says.

It sees no more than its seat's page; what lies under the cows it guesses, and the world of the demo answers.
"""

from __future__ import annotations

import random

from companion.boards.layout import Layout
from companion.core.messages import Command
from companion.core.money.bank import debts
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.ui.board_page import BoardMoves
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.bots import LIKING, ring_of
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.screens.boards import tapped
from companion.games.abilene.edition_1993.messages import GoBankrupt, PayJail
from companion.games.abilene.edition_1993.rules.sales import jail_bills, must_pay
from companion.games.abilene.edition_1993.screens import money
from companion.games.abilene.edition_1993.state import State1993

LARGEST_DEBT = 6_000
"""Beyond this a simple player gives up rather than borrow on."""


def pay(now: Situation[State1993], seat: str) -> Command:
    """What is due, with a loan if need be; bankruptcy at the end of it."""
    table = now.table
    lack = must_pay(table, now.state, seat)
    if lack:
        owed = debts(table.loans, seat)
        return GoBankrupt() if owed > LARGEST_DEBT else BorrowFromBank(money.whole_hundreds(lack))
    bills = jail_bills(now.layout, table, now.state, seat)
    affordable = [released for released, bill in bills.items() if bill <= table.accounts[seat] // 3]
    return PayJail(max(affordable, default=min(bills)))


def move(moves: BoardMoves | None, now: Situation[State1993], chance: random.Random) -> Command:
    """One of the moves that the board offers; done when there is none."""
    step, found = now.state.turn.step, tapped(moves)
    if not found:
        return EndStep(step)
    weights = [_liking(now.layout, each, step) for each in found]
    frm, die, to, _ = chance.choices(found, weights)[0]
    return MoveCow(frm, to, die) if step is Step.CATTLE else MoveCowboy(frm, to, die)


def _liking(layout: Layout, move: tuple[str, int, str, MoveKind], step: Step) -> float:
    frm, _, to, what = move
    if step is Step.CATTLE and what is MoveKind.MOVE and TOWN not in (frm, to):
        nearer = ring_of(layout, frm) - ring_of(layout, to)
        return float(1 + 8 * max(0, nearer))
    return float(LIKING[what])
