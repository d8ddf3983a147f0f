"""What simple legal players of every edition have in common: what they like, and whom they lend to."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.messages import Command
from companion.core.money.bank_messages import ConfirmRepayment, DeclineLoan, LoanState
from companion.core.table.table import Table
from companion.games.abilene.common.board.movement import MoveKind

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
