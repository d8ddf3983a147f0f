"""What simple legal players of every edition have in common: what they like, whom they lend to, their deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.boards.layout import Layout
from companion.core.messages import Command, Event
from companion.core.money.bank_messages import ConfirmRepayment, DeclineLoan, LoanState
from companion.core.table.table import Table
from companion.core.ui.board_page import BoardMoves
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.messages import EndStep, HerdsPlaced, MoveCow, MoveCowboy, Step
from companion.games.abilene.common.phases import S, Situation
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.screens.boards import tapped

LIKING = {MoveKind.THEFT: 40, MoveKind.SALE: 60, MoveKind.DUEL: 6, MoveKind.TOWN: 1, MoveKind.MOVE: 3, MoveKind.STAY: 0}


def ring_of(layout: Layout, cell: str) -> int:
    """How far from the middle of the board a cell lies."""
    here = layout.by_id[cell]
    return max(abs(here.q), abs(here.r), abs(here.q + here.r))


def move(
    moves: BoardMoves | None, now: Situation[S], chance: random.Random, eager: Callable[[int], float] = float
) -> Command:
    """One of the moves that the board offers; done when there is none. See ``DrivePhase.eager``."""
    step, found = now.state.turn.step, [each for each in tapped(moves) if each[3] is not MoveKind.STAY]
    if not found:
        return EndStep(step)
    weights = [
        eager(ring_of(now.layout, frm) - ring_of(now.layout, to))
        if step is Step.CATTLE and TOWN not in (frm, to)
        else float(LIKING[what])
        for frm, _, to, what in found
    ]
    frm, die, to, _ = chance.choices(found, weights)[0]
    return MoveCow(frm, to, die) if step is Step.CATTLE else MoveCowboy(frm, to, die)


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
    """``deal`` names it, ``games`` were begun at the table so far; nothing hidden is stored."""

    deal: str = ""
    games: int = 0


def dealt(events: Sequence[Event], seed: str, before: Deal | None = None) -> Deal:
    """The deal of the game that these events lead into, from the table's secret seed."""
    games = (before.games if before else 0) + sum(isinstance(event, HerdsPlaced) for event in events)
    return Deal(f"{seed}/{games}", games)
