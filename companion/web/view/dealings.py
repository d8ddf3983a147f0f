"""What waits between people and with the bank: loans, pots."""

from __future__ import annotations

import logging

from companion.app.loaded_table import LoadedTable
from companion.core.capabilities import WithLending
from companion.core.errors import RuleError
from companion.core.money.bank_messages import Loan, LoanState
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.core.ui.bank_page import loan_choices, loan_line
from companion.core.ui.choice import Weight
from companion.web.view.parts import LoanView, PotView

logger = logging.getLogger(__name__)


def loans_of(live: LoadedTable, seat: str | None) -> tuple[LoanView, ...]:
    table = live.table
    if seat is None or table.phase is not TablePhase.PLAYING:
        return ()
    mine = [loan for loan in table.loans.values() if seat in (loan.lender, loan.borrower)]
    if not mine:
        return ()
    mine.sort(key=lambda loan: (loan.state is LoanState.OPEN, loan.id))
    not_yet: Text | None = None
    try:
        if isinstance(live.game, WithLending):
            live.game.repay(table, seat, waived=False)
    except RuleError as refused:
        logger.debug("table %s: %s cannot repay now", table.code, seat, exc_info=True)
        not_yet = refused.text
    return tuple(_loan(live, loan, seat, not_yet) for loan in mine)


def _loan(live: LoadedTable, loan: Loan, seat: str, not_yet: Text | None) -> LoanView:
    choices = loan_choices(live.table, loan, seat, not_yet, live.edition.currency.step)
    urgent = any(choice.weight is Weight.PRIMARY for choice in choices)
    return LoanView(loan.id, loan_line(loan, seat), loan.terms, choices, urgent)


def no_loan(live: LoadedTable, seat: str) -> Text | None:
    """Why the bank does not lend to this seat now; None where it does, or there is nothing to pay with."""
    game, edition = live.game, live.edition
    try:
        if isinstance(game, WithLending) and edition.pays and live.table.phase is TablePhase.PLAYING:
            game.borrow(live.table, seat, 1_000 * edition.currency.step, waived=False)
    except RuleError as refused:
        logger.debug("table %s: %s cannot borrow now", live.table.code, seat, exc_info=True)
        return refused.text
    return None


def pots_of(live: LoadedTable) -> tuple[PotView, ...]:
    """What lies in the accounts that are nobody's."""
    declared = live.edition.accounts
    pots = live.table.pots
    return tuple(PotView(name, account.title, pots.get(name, 0)) for name, account in declared.items())
