"""The end of a game of the 1983 edition (rules §10)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Posting
from companion.core.money.bank import open_loans
from companion.core.money.bank_messages import Loan
from companion.core.table.table import Ending, Standing, Table
from companion.core.table.table_messages import GameEnded
from companion.core.text import Fact, fact
from companion.games.abilene.common.rules.ranking import ranked
from companion.games.abilene.edition_1983.state import State1983

LAST_STEERS = 6
SIX_LEFT = "six_left"


def six_left(table: Table, state: State1983) -> GameEnded | None:
    """Over at once when only six steers are left in play (§10.1)."""
    if state.unsold > LAST_STEERS:
        return None
    return end(table, SIX_LEFT, state)


def end(table: Table, code: str, state: State1983, reason: Fact | None = None) -> GameEnded:
    """Every loan is repaid with its interest, below zero if need be; most cash wins (§10.2)."""
    loans = open_loans(table.loans, state.solvent)
    scores = {seat: table.accounts[seat] for seat in state.solvent}
    for loan in loans:
        for seat, change in ((loan.borrower, -loan.repay), (loan.lender, loan.repay)):
            if seat in scores:
                scores[seat] += change
    owed = {seat: sum(loan.repay for loan in loans if loan.borrower == seat) for seat in table.ids}
    standings = tuple(
        Standing(rank, seat, score + owed[seat], owed[seat], score) for rank, seat, score in ranked(scores).ranking
    )
    settled = tuple(Posting(one, to, amount, fact("debts_settled")) for one, to, amount in _due(loans) if amount > 0)
    return GameEnded(Ending(code, reason or fact(SIX_LEFT, count=state.unsold), standings), postings=settled)


def _due(loans: Sequence[Loan]) -> list[tuple[str, str, int]]:
    """(borrower, lender, amount) of what is settled, loan by loan; of a borrower one of whose loans costs nothing or
    less, all that is owed together. Lines of interest that fell made such loans before they were refused."""
    odd = {loan.borrower for loan in loans if loan.repay <= 0}
    due = [(loan.borrower, loan.lender, loan.repay) for loan in loans if loan.borrower not in odd]
    for one, to in dict.fromkeys((loan.borrower, loan.lender) for loan in loans if loan.borrower in odd):
        due.append((one, to, sum(loan.repay for loan in loans if (loan.borrower, loan.lender) == (one, to))))
    return due
