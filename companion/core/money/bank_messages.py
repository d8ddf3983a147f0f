"""What the bank of a table can be asked, and what can happen to its loans."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.messages import Command, Event, defined_in


class LoanState(StrEnum):
    """How far a loan has come."""

    OFFERED = "offered"
    OPEN = "open"
    REPAYING = "repaying"
    """the borrower says he repays; the lender has not confirmed yet"""


@dataclass(frozen=True, slots=True)
class Loan:
    """``lender`` is a seat or the bank; ``repay`` is what is still due, ``terms`` in the players' words.

    ``part``: what the borrower says he repays now, while the lender has not confirmed; 0: all of it.
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
    """Pay another player, the bank, into an account that takes payments, or everybody the same, freely."""

    to: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class BorrowFromBank(Command):
    """Borrow this amount from the bank; the game says what it costs."""

    amount: int


@dataclass(frozen=True, slots=True)
class OfferLoan(Command):
    """Offer to lend: the borrower gets ``amount`` and owes ``amount + interest``."""

    borrower: str
    amount: int
    interest: int = 0
    terms: str = ""


@dataclass(frozen=True, slots=True)
class AcceptLoan(Command):
    """The borrower takes the loan that was offered."""

    loan: int


@dataclass(frozen=True, slots=True)
class DeclineLoan(Command):
    """Refuse an offer, or take one's own back."""

    loan: int


@dataclass(frozen=True, slots=True)
class RepayLoan(Command):
    """Repay: the bank at once and in whole, a player after he has confirmed, and in parts if one likes.

    ``amount``: how much of what is due; 0: all of it.
    """

    loan: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class ConfirmRepayment(Command):
    """The lender confirms: now the money moves."""

    loan: int


@dataclass(frozen=True, slots=True)
class ForgiveLoan(Command):
    """The lender lets the debt go (a condition in words was met, or out of kindness)."""

    loan: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """A player paid another, the bank, into an account of nobody, or everybody else ``amount`` each."""

    frm: str
    to: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class BankLoanTaken(Event):
    """The bank has lent."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanOffered(Event):
    """A player would lend; no money has moved."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanAccepted(Event):
    """The borrower has the money."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanDeclined(Event):
    """Refused, or taken back by whoever offered it."""

    loan: Loan
    by: str


@dataclass(frozen=True, slots=True)
class RepaymentOffered(Event):
    """The borrower says that he repays; the lender has to confirm."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanRepaid(Event):
    """It is repaid in whole."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanPartlyRepaid(Event):
    """So much is repaid to another player; ``loan`` is what is left of it."""

    loan: Loan
    amount: int


@dataclass(frozen=True, slots=True)
class LoanForgiven(Event):
    """The lender has let the debt go."""

    loan: Loan


@dataclass(frozen=True, slots=True)
class LoanLapsed(Event):
    """Nobody owes it any more: one of the two went bankrupt."""

    loan: Loan


COMMANDS = (Pay, BorrowFromBank, OfferLoan, AcceptLoan, DeclineLoan, RepayLoan, ConfirmRepayment, ForgiveLoan)
EVENTS = defined_in(__name__, Event)

BankCommand = Pay | BorrowFromBank | OfferLoan | AcceptLoan | DeclineLoan | RepayLoan | ConfirmRepayment | ForgiveLoan
