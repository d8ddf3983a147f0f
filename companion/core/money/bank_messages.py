"""Commands to the bank of a table, and events of its loans."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.messages import Command, Event, defined_in


class LoanState(StrEnum):
    """The state of a loan."""

    OFFERED = "offered"
    OPEN = "open"
    REPAYING = "repaying"
    """the borrower says he repays; the lender has not confirmed yet"""


@dataclass(frozen=True, slots=True)
class Loan:
    """A loan: ``lender`` is a seat or the bank; ``repay`` is what is still due, ``terms`` in the players' words.

    ``part``: what the borrower repays now, while the lender has not confirmed; 0: all of it.
    """

    id: int
    lender: str
    borrower: str
    amount: int
    repay: int
    terms: str = ""
    state: LoanState = LoanState.OPEN
    part: int = 0


@dataclass(frozen=True, slots=True)
class Pay(Command):
    """Command to pay another player, the bank, into an account that takes payments, or everybody the same, freely."""

    to: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class BorrowFromBank(Command):
    """Command to borrow this amount from the bank; the game says what it costs."""

    amount: int


@dataclass(frozen=True, slots=True)
class OfferLoan(Command):
    """Command to offer a loan: the borrower gets ``amount`` and owes ``amount + interest``."""

    borrower: str
    amount: int
    interest: int = 0
    terms: str = ""


@dataclass(frozen=True, slots=True)
class AcceptLoan(Command):
    """Command of the borrower to take the loan that was offered."""

    loan: int


@dataclass(frozen=True, slots=True)
class DeclineLoan(Command):
    """Command to refuse an offered loan, or to withdraw one's own offer."""

    loan: int


@dataclass(frozen=True, slots=True)
class RepayLoan(Command):
    """Command to repay a loan: the bank at once and in whole, a player after the lender has confirmed, also in parts.

    ``amount``: how much of what is due; 0: all of it.
    """

    loan: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class ConfirmRepayment(Command):
    """Command of the lender to confirm the repayment: now the money moves."""

    loan: int


@dataclass(frozen=True, slots=True)
class ForgiveLoan(Command):
    """Command of the lender to let the debt go (a condition in words was met, or out of kindness)."""

    loan: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Payment of ``amount`` to another player, the bank, an account of nobody, or to everybody else each."""

    frm: str
    to: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class BankLoanTaken(Event):
    """Loan by the bank."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanOffered(Event):
    """Offer of a loan by a player; no money has moved."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanAccepted(Event):
    """Acceptance of a loan: the borrower has the money."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanDeclined(Event):
    """Refusal of an offered loan, or withdrawal of the offer."""

    loan: Loan
    by: str


@dataclass(frozen=True, slots=True)
class RepaymentOffered(Event):
    """Offer of the borrower to repay; the lender has to confirm."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanRepaid(Event):
    """Repayment of a loan in whole."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanPartlyRepaid(Event):
    """Repayment of a part to another player; ``loan`` is what is left of it."""

    loan: Loan
    amount: int


@dataclass(frozen=True, slots=True)
class LoanForgiven(Event):
    """Release of the borrower from the debt by the lender."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanLapsed(Event):
    """End of a loan that nobody owes any more: one of the two went bankrupt."""

    loan: Loan


COMMANDS = (Pay, BorrowFromBank, OfferLoan, AcceptLoan, DeclineLoan, RepayLoan, ConfirmRepayment, ForgiveLoan)
EVENTS = defined_in(__name__, Event)

BankCommand = Pay | BorrowFromBank | OfferLoan | AcceptLoan | DeclineLoan | RepayLoan | ConfirmRepayment | ForgiveLoan
