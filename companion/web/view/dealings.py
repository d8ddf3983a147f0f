"""What waits between people and with the bank: proposals, loans, pots."""

from __future__ import annotations

import logging

from companion.app.loaded_table import LoadedTable
from companion.core.capabilities import WithLending
from companion.core.errors import RuleError
from companion.core.money.bank_messages import Loan, LoanState
from companion.core.referee.event_text import Sentences
from companion.core.table.table import Phase, Proposal
from companion.core.text import Text
from companion.core.ui.bank_page import loan_choices, loan_line
from companion.core.ui.choice import Weight
from companion.web.view.parts import LoanView, PotView, ProposalView

logger = logging.getLogger(__name__)


def motion_view(motion: Proposal, sentences: Sentences, seat: str | None, sealed: tuple[str, ...]) -> ProposalView:
    can_answer = seat is not None and seat in motion.asked and seat not in motion.agreed
    mine = seat is not None and motion.by == seat
    kind = motion.message.kind
    title = sentences.of(motion.title)
    owners = tuple(owner for owner in motion.owners if owner in sealed)  # until the vote is over
    return ProposalView(motion.id, kind, title, motion.by, motion.asked, motion.agreed, can_answer, mine, owners)


def loans_of(live: LoadedTable, seat: str | None) -> tuple[LoanView, ...]:
    table = live.table
    if seat is None or table.phase is not Phase.PLAYING:
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


def pots_of(live: LoadedTable) -> tuple[PotView, ...]:
    """What lies in the accounts that are nobody's."""
    declared = live.edition.accounts
    pots = live.table.pots
    return tuple(PotView(name, account.title, pots.get(name, 0)) for name, account in declared.items())
