"""What simple legal players of every edition have in common: what they like, whom they lend to, their deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards.layout import Layout
from companion.core.messages import Command, Event
from companion.core.money.bank_messages import ConfirmRepayment, DeclineLoan, LoanState
from companion.core.table.table import Table
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.messages import HerdsPlaced

LIKING = {MoveKind.THEFT: 40, MoveKind.SALE: 60, MoveKind.DUEL: 6, MoveKind.TOWN: 1, MoveKind.MOVE: 3, MoveKind.STAY: 0}


def ring_of(layout: Layout, cell: str) -> int:
    """How far from the middle of the board a cell lies."""
    here = layout.by_id[cell]
    return max(abs(here.q), abs(here.r), abs(here.q + here.r))


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
