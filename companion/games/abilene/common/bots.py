"""The simple legal players of every edition: their likes, loans and deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.boards.layout import Layout
from companion.core.messages import Command, Event, kind_of
from companion.core.money.bank_messages import ConfirmRepayment, DeclineLoan, LoanState
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardMoves
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common.board.movement import MoveKind, place
from companion.games.abilene.common.messages import EndStep, HerdsPlaced, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.common.phases import S, Situation
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.screens.boards import tapped

SOLD = 1_000.0
"""the worth of a move that sells a cow"""


@dataclass(frozen=True, slots=True)
class Spoken:
    """The sentences about moves to a person who plays alone, in the terms of an edition."""

    sells: Text
    """names in it: ``who``, in the words of the one who moves"""
    steals_yours: Text
    """names in it: ``who``, ``face``"""
    steals: Text
    """names in it: ``who``, ``other``, ``face``"""
    into_town: Text
    nearer: Text
    steal: Text
    """names in it: ``who``"""
    put: Text
    put_known: Text
    """sticker"""


Move = tuple[str, int, str, MoveKind]
"""From where, with which die, to where, and what happens there."""


def ring_of(layout: Layout, cell: str) -> int:
    """Return how far from the middle of the board a cell lies."""
    here = layout.by_id[cell]
    return max(abs(here.q), abs(here.r), abs(here.q + here.r))


def move(
    moves: BoardMoves | None, now: Situation[S], chance: random.Random, eager: Callable[[int], float] = float
) -> Command:
    """Return the best move that the board offers, by ``cattle_worth`` or ``ride_worth``; done when none is worth it."""
    step, found = now.state.turn.step, [each for each in tapped(moves) if each[3] is not MoveKind.STAY]
    if step is Step.CATTLE:
        worth = {each: cattle_worth(now.layout, each, eager) for each in found}
    else:
        worth = {each: ride_worth(now, each) for each in found}
    best = max(worth.values(), default=0.0)
    if best <= 0:
        return EndStep(step)
    frm, die, to, _ = chance.choice([each for each in found if worth[each] == best])
    return MoveCow(frm, to, die) if step is Step.CATTLE else MoveCowboy(frm, to, die)


def cattle_worth(layout: Layout, moved: Move, eager: Callable[[int], float]) -> float:
    """Return the worth of a cow's move: it is sold where it can be, else brought as near to the town as can be.

    See ``DrivePhase.eager``.
    """
    frm, _, to, _ = moved
    if to == TOWN:
        return SOLD
    nearer = ring_of(layout, frm) - ring_of(layout, to)
    return eager(nearer) if nearer > 0 else 0.0


def ride_worth(now: Situation[S], moved: Move) -> float:
    """Return the worth of a ride: one theft a turn, a duel at home, else what keeps out of trouble.

    The loser of a duel at home goes to jail.
    """
    _, _, to, what = moved
    home = now.state.ranches[now.state.turn.seat]
    match what:
        case MoveKind.THEFT:
            return 1.0 if has_stolen(now) else 40.0
        case MoveKind.DUEL:
            return 20.0 if now.layout.by_id[to].region == home else 0.5
        case MoveKind.TOWN:
            return 5.0
        case _:
            return 10.0


def has_stolen(now: Situation[S]) -> bool:
    """Return whether a cowboy that has moved in this turn stands on another player's ranch."""
    turn = now.state.turn
    home, ranches = now.state.ranches[turn.seat], set(now.state.ranches.values())
    regions = (now.layout.by_id[cell].region for cell in turn.moved if cell in now.layout.by_id)
    return any(region != home and region in ranches for region in regions)


def why(spoken: Spoken, now: Situation[S], seat: str, command: Command) -> Text | None:
    """Return what a simple player does, with its reason, said to the person who plays against it."""
    if isinstance(command, MoveCow) and command.to == TOWN:
        return Text(spoken.sells.message, {"who": Who(seat)})
    if not isinstance(command, MoveCowboy):
        return None
    what, victim = met(now, seat, command)
    face = now.state.turn.cowboy_dice[command.die]
    if what is MoveKind.THEFT and victim == now.table.alone:
        return Text(spoken.steals_yours.message, {"who": Who(seat), "face": face})
    if what is MoveKind.THEFT:
        return Text(spoken.steals.message, {"who": Who(seat), "other": Who(victim), "face": face})
    if what is MoveKind.DUEL:
        return _why_duel(now, seat, command, victim)
    return None


def _why_duel(now: Situation[S], seat: str, command: MoveCowboy, other: str) -> Text:
    at_home = now.layout.by_id[command.to].region == now.state.ranches[seat]
    if not at_home:
        return say("%(who)s duels with %(other)s: the die leads nowhere better.", who=Who(seat), other=Who(other))
    if other == now.table.alone:
        return say("%(who)s duels at home, because there your cowboy has the most to lose.", who=Who(seat))
    return say("%(who)s duels at home, because there %(other)s has the most to lose.", who=Who(seat), other=Who(other))


def suggestion(spoken: Spoken, now: Situation[S], seat: str, command: Command, under: Text | None) -> Choice | None:
    """Return what a newcomer may do with one tap: a move of the list, and what is good about it."""
    match command:
        case MoveCow(frm=frm, to=to, die=die):
            fixed: dict[str, object] = {"frm": frm, "to": to, "die": die}
            label = spoken.into_town if to == TOWN else spoken.nearer
        case MoveCowboy(frm=frm, to=to, die=die):
            fixed, label = {"frm": frm, "to": to, "die": die}, _ride_words(spoken, *met(now, seat, command))
        case PlaceCow(cell=cell):
            label = Text(spoken.put_known.message, {"sticker": under}) if under else spoken.put
            return Choice(kind_of(PlaceCow), label, {"cell": cell}, weight=Weight.PRIMARY)
        case EndStep(step=step):
            return Choice(kind_of(EndStep), say("Done with this: go on"), {"step": step.value}, weight=Weight.PRIMARY)
        case _:
            return None
    way = say("%(frm)s → %(to)s", frm=place(frm), to=place(to))
    return Choice(kind_of(command), label, fixed, details=(way,), weight=Weight.PRIMARY)


def _ride_words(spoken: Spoken, what: MoveKind, other: str) -> Text:
    match what:
        case MoveKind.THEFT:
            return Text(spoken.steal.message, {"who": Who(other)})
        case MoveKind.DUEL:
            return say("Duel with %(who)s", who=Who(other))
        case _:
            return say("Move a cowboy")


def met(now: Situation[S], seat: str, command: MoveCowboy) -> tuple[MoveKind, str]:
    """Return what stands where the cowboy rides to, and whose it is."""
    position, to = now.state.position, command.to
    if position is None or to not in now.layout.by_id:
        return MoveKind.TOWN, ""
    if to in position.cows:
        owners = {ranch: owner for owner, ranch in position.ranch_of.items()}
        return MoveKind.THEFT, owners.get(now.layout.by_id[to].region, "")
    owner = position.cowboys.get(to, "")
    return (MoveKind.DUEL if owner else MoveKind.MOVE), owner


def lend(table: Table, seat: str) -> Command | None:
    """Confirm what is repaid, refuse what is offered: a simple player deals with the bank only."""
    for loan in table.loans.values():
        if loan.lender == seat and loan.state is LoanState.REPAYING:
            return ConfirmRepayment(loan.id)
        if loan.borrower == seat and loan.state is LoanState.OFFERED:
            return DeclineLoan(loan.id)
    return None


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal of hidden things: ``deal`` names it, ``games`` were begun at the table so far; nothing hidden is stored."""

    deal: str = ""
    games: int = 0


def dealt(events: Sequence[Event], seed: str, before: Deal | None = None) -> Deal:
    """Return the deal of the game that these events lead into, from the table's secret seed."""
    games = (before.games if before else 0) + sum(isinstance(event, HerdsPlaced) for event in events)
    return Deal(f"{seed}/{games}", games)
