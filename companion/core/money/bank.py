"""The bank of any table: payments between players, loans from the bank and from each other.

The price of a loan, and when the bank lends or takes it back, is the game's business (``Game.borrow``, ``Game.repay``);
the ledger sees to it that money only moves between accounts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.core.errors import BadRequest, CannotAfford, NotNow
from companion.core.messages import Event, Posting
from companion.core.money import bank_messages
from companion.core.money.ledger import BANK, EVERYBODY, USUAL_PAYEES, Accounts, Payee, amount_of, transfer
from companion.core.text import Fact, Money, Who, fact, say

MAX_WORDS_LENGTH = 200

Loans = Mapping[int, bank_messages.Loan]
"""Number of a loan -> the loan, offers included."""


def rounded_up(amount: int, step: int) -> int:
    """Return the amount, rounded up to what is lent in whole steps."""
    return -(-amount // step) * step


def decide(
    accounts: Accounts,
    pots: Accounts,
    loans: Loans,
    seat: str,
    command: bank_messages.BankCommand,
    number: int,
    payees: Collection[Payee] = USUAL_PAYEES,
) -> tuple[Event, ...]:
    """Return the events of the command of ``seat``; ``number`` is free as the id of a new loan.

    ``accounts`` are the bank's and the players', ``pots`` those of nobody into which a player may pay; ``payees`` say
    whom else the seat may pay. Bank loans are granted by the game (``lend``). Raise CannotAfford, BadRequest, NotNow.
    """
    if not payees:
        raise NotNow(say("This game is not played for money."))
    match command:
        case bank_messages.Pay(to=to, amount=amount):
            words = short(command.words)
            reason = fact("payment_for", who=Who(seat), words=words) if words else fact("payment")
            posted = _paid(accounts, pots, payees, seat, to, amount_of(amount), reason)
            return (bank_messages.Paid(seat, to, amount, words, postings=posted),)
        case bank_messages.OfferLoan(borrower=borrower, amount=amount, interest=interest, terms=terms):
            return (_offer(accounts, seat, borrower, amount, interest, terms, number),)
        case bank_messages.AcceptLoan(loan=wanted):
            loan = loan_in_state(loans, wanted, borrower=seat, state=bank_messages.LoanState.OFFERED)
            reason = fact("loan_from", who=Who(loan.lender))
            posted = transfer(accounts, loan.lender, seat, loan.amount, reason)
            return (bank_messages.LoanAccepted(replace(loan, state=bank_messages.LoanState.OPEN), postings=posted),)
        case bank_messages.DeclineLoan(loan=wanted):
            loan = loan_in_state(loans, wanted, either=seat, state=bank_messages.LoanState.OFFERED)
            return (bank_messages.LoanDeclined(loan, seat),)
        case bank_messages.RepayLoan(loan=wanted, amount=amount):
            return (
                _repay(
                    accounts, loan_in_state(loans, wanted, borrower=seat, state=bank_messages.LoanState.OPEN), amount
                ),
            )
        case bank_messages.ConfirmRepayment(loan=wanted):
            return (
                _taken_back(
                    accounts, loan_in_state(loans, wanted, lender=seat, state=bank_messages.LoanState.REPAYING)
                ),
            )
        case bank_messages.ForgiveLoan(loan=wanted):
            return (
                bank_messages.LoanForgiven(
                    loan_in_state(loans, wanted, lender=seat, but=bank_messages.LoanState.OFFERED)
                ),
            )
        case bank_messages.BorrowFromBank():
            raise NotNow(say("The bank does not lend in this game."))


def _paid(
    accounts: Accounts, pots: Accounts, payees: Collection[Payee], seat: str, to: str, amount: int, reason: Fact
) -> tuple[Posting, ...]:
    """Return the postings by which ``seat`` pays somebody, the bank, a pot, or everybody else the same."""
    if seat not in accounts:
        raise BadRequest(say("There is no such account in this game."))
    if to == EVERYBODY and Payee.EVERYBODY in payees:
        recipients = [each for each in accounts if each not in (BANK, seat)]
        if accounts[seat] < amount * len(recipients):
            raise CannotAfford(seat, accounts[seat], amount * len(recipients))
        return tuple(posting for each in recipients for posting in transfer(accounts, seat, each, amount, reason))
    if to == BANK and Payee.BANK not in payees:
        raise BadRequest(say("There is no bank in this game."))
    payee = to if to == BANK or to in pots else player(accounts, to)
    return transfer({**accounts, **pots}, seat, payee, amount, reason)


def owed_to_bank(loans: Loans, seat: str, command: bank_messages.BankCommand) -> bool:
    """Return whether the command repays the seat's own bank loan: when that is possible is the game's business."""
    loan = loans.get(command.loan) if isinstance(command, bank_messages.RepayLoan) else None
    return loan is not None and (loan.lender, loan.borrower) == (BANK, seat)


def giver(loans: Loans, seat: str, command: bank_messages.BankCommand) -> str:
    """Return the player whose money the command of ``seat`` gives away or offers to give; "" where there is none."""
    match command:
        case bank_messages.Pay() | bank_messages.OfferLoan() | bank_messages.RepayLoan():
            return seat
        case bank_messages.AcceptLoan(loan=number) if number in loans:
            return loans[number].lender
        case bank_messages.ConfirmRepayment(loan=number) if number in loans:
            return loans[number].borrower
        case _:
            return ""


def lend(seat: str, amount: int, repay: int, number: int) -> bank_messages.BankLoanTaken:
    """Return the event of a loan from the bank, which is never short of money."""
    loan = bank_messages.Loan(number, BANK, seat, amount_of(amount), repay)
    return bank_messages.BankLoanTaken(
        loan, postings=transfer({BANK: 0, seat: 0}, BANK, seat, amount, fact("bank_loan"))
    )


def apply(loans: Loans, event: Event) -> Loans:
    """Return the loans after the event."""
    match event:
        case (
            bank_messages.BankLoanTaken(loan=loan)
            | bank_messages.LoanOffered(loan=loan)
            | bank_messages.LoanAccepted(loan=loan)
            | bank_messages.LoanPartlyRepaid(loan=loan)
        ):
            return {**loans, loan.id: loan}
        case bank_messages.RepaymentOffered(loan=loan):
            return {**loans, loan.id: replace(loan, state=bank_messages.LoanState.REPAYING)}
        case (
            bank_messages.LoanDeclined(loan=loan)
            | bank_messages.LoanRepaid(loan=loan)
            | bank_messages.LoanForgiven(loan=loan)
            | bank_messages.LoanLapsed(loan=loan)
        ):
            return {number: other for number, other in loans.items() if number != loan.id}
        case _:
            return loans


def debts(loans: Loans, seat: str) -> int:
    """Return what the seat owes, interest included."""
    return sum(
        loan.repay for loan in loans.values() if loan.borrower == seat and loan.state != bank_messages.LoanState.OFFERED
    )


def claims(loans: Loans, seat: str) -> int:
    """Return what the seat is owed, interest included."""
    return sum(
        loan.repay for loan in loans.values() if loan.lender == seat and loan.state != bank_messages.LoanState.OFFERED
    )


def player(accounts: Accounts, seat: str) -> str:
    """Return ``seat`` if somebody sits there. Raise BadRequest otherwise."""
    if seat == BANK or seat not in accounts:
        raise BadRequest(say("Nobody has that seat."))
    return seat


def short(words: str) -> str:
    """Return the players' own words on one line. Raise BadRequest when they are too many."""
    if len(words) > MAX_WORDS_LENGTH:
        raise BadRequest(say("Please say it in at most %(count)s letters.", count=MAX_WORDS_LENGTH))
    return " ".join(words.split())


def loan_in_state(
    loans: Loans,
    number: int,
    *,
    lender: str = "",
    borrower: str = "",
    either: str = "",
    state: bank_messages.LoanState | None = None,
    but: bank_messages.LoanState | None = None,
) -> bank_messages.Loan:
    """Return the loan. Raise NotNow if the seat may not act on it in its present state."""
    loan = loans.get(number)
    fits = (
        loan is not None
        and (not lender or loan.lender == lender)
        and (not borrower or loan.borrower == borrower)
        and (not either or either in (loan.lender, loan.borrower))
        and (state is None or loan.state == state)
        and loan.state != but
    )
    if loan is None or not fits:
        raise NotNow(say("That loan is not waiting for you: it was answered, repaid, or is someone else's."))
    return loan


def _offer(
    accounts: Accounts, seat: str, borrower: str, amount: int, interest: int, terms: str, number: int
) -> bank_messages.LoanOffered:
    if player(accounts, borrower) == seat:
        raise BadRequest(say("You cannot lend to yourself."))
    amount_of(amount)
    if interest:
        amount_of(interest)
    transfer(accounts, seat, borrower, amount, fact("loan"))  # an offer must be good when it is made
    return bank_messages.LoanOffered(
        bank_messages.Loan(
            number, seat, borrower, amount, amount + interest, short(terms), bank_messages.LoanState.OFFERED
        )
    )


def _repay(accounts: Accounts, loan: bank_messages.Loan, amount: int) -> Event:
    """Return the event of repaying ``amount`` of the loan (0: all), or offering to. Raise BadRequest, CannotAfford."""
    if amount:
        amount_of(amount)
    if amount > loan.repay:
        raise BadRequest(say("Only %(due)s is due, not %(amount)s.", due=Money(loan.repay), amount=Money(amount)))
    if amount == loan.repay:
        amount = 0
    if amount and loan.lender == BANK:
        raise BadRequest(say("Repay a bank loan in full: %(due)s.", due=Money(loan.repay)))
    posted = _back(accounts, loan, amount or loan.repay)
    return (
        bank_messages.LoanRepaid(loan, postings=posted)
        if loan.lender == BANK
        else bank_messages.RepaymentOffered(replace(loan, part=amount))
    )


def _taken_back(accounts: Accounts, loan: bank_messages.Loan) -> Event:
    """Return the event by which the lender confirms what the borrower repays."""
    posted = _back(accounts, loan, loan.part or loan.repay)
    if not loan.part:
        return bank_messages.LoanRepaid(loan, postings=posted)
    left = replace(loan, repay=loan.repay - loan.part, part=0, state=bank_messages.LoanState.OPEN)
    return bank_messages.LoanPartlyRepaid(left, loan.part, postings=posted)


def _back(accounts: Accounts, loan: bank_messages.Loan, amount: int) -> tuple[Posting, ...]:
    reason = fact("loan_repaid", amount=Money(loan.amount))
    if amount < loan.repay:
        reason = fact("loan_partly_repaid", amount=Money(loan.amount))
    return transfer(accounts, loan.borrower, loan.lender, amount, reason)


def open_loans(loans: Loans, seats: Sequence[str]) -> tuple[bank_messages.Loan, ...]:
    """Return every loan that is owed, between the bank and these seats, oldest first."""
    owed = (loan for loan in loans.values() if loan.state != bank_messages.LoanState.OFFERED)
    return tuple(sorted((loan for loan in owed if loan.borrower in seats), key=lambda loan: loan.id))
