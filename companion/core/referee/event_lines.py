"""Log lines of the table's own events that can be told from the event alone."""

from __future__ import annotations

from companion.core.catalogue import ChosenCatalogue
from companion.core.messages import Event
from companion.core.money import bank_messages as bank
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.referee.corrections import correction
from companion.core.referee.lobby_page import pace_words
from companion.core.sentences import SENTENCES
from companion.core.table import events as table
from companion.core.text import Money, Text, Who, say, worded


def party(account: str) -> Who | Text:
    """Return the owner of an account for a sentence: a seat, or the bank."""
    return say("the bank") if account == BANK else Who(account)


def tell(event: Event) -> Text | None:
    """Return the line of an event; None for one that this module does not tell."""
    lines = (each(event) for each in (_tell_payment, _tell_loan, _tell_debt, _tell_seat, _tell_phone, _tell_set_up))
    return next((line for line in lines if line), None)


def _tell_payment(event: Event) -> Text | None:
    """Return the line of a payment, or of one that was corrected."""
    match event:
        case bank.Paid(frm=frm, to=to, amount=amount, words=words):
            line = _paid(frm, to, amount)
            return say("%(line)s: %(words)s", line=line, words=words) if words else line
        case table.BooksCorrected():
            return worded(SENTENCES, correction(event))
        case _:
            return None


def _paid(frm: str, to: str, amount: int) -> Text:
    if to == EVERYBODY:
        return say("%(who)s paid everyone %(amount)s", who=Who(frm), amount=Money(amount))
    if to == BANK:
        return say("%(who)s paid the bank %(amount)s", who=Who(frm), amount=Money(amount))
    return say("%(who)s paid %(to)s %(amount)s", who=Who(frm), to=Who(to), amount=Money(amount))


def _tell_loan(event: Event) -> Text | None:
    """Return the line of a loan that is offered, taken or turned down."""
    match event:
        case bank.BankLoanTaken(loan=loan):
            return say(
                "%(who)s borrowed %(amount)s from the bank and will repay %(repay)s",
                who=Who(loan.borrower),
                amount=Money(loan.amount),
                repay=Money(loan.repay),
            )
        case bank.LoanOffered(loan=loan):
            return say(
                "%(who)s offered %(to)s a loan of %(amount)s, to be repaid with %(repay)s",
                who=Who(loan.lender),
                to=Who(loan.borrower),
                amount=Money(loan.amount),
                repay=Money(loan.repay),
            )
        case bank.LoanAccepted(loan=loan):
            return say(
                "%(who)s took the loan of %(amount)s from %(lender)s and owes %(repay)s",
                who=Who(loan.borrower),
                lender=Who(loan.lender),
                amount=Money(loan.amount),
                repay=Money(loan.repay),
            )
        case bank.LoanDeclined(loan=loan, by=by):
            return say("%(who)s turned the loan of %(amount)s down", who=Who(by), amount=Money(loan.amount))
        case _:
            return None


def _tell_debt(event: Event) -> Text | None:
    """Return the line of a loan that is repaid, or need not be."""
    match event:
        case bank.RepaymentOffered(loan=loan):
            return say(
                "%(who)s wants to repay %(amount)s to %(lender)s",
                who=Who(loan.borrower),
                amount=Money(loan.part or loan.repay),
                lender=Who(loan.lender),
            )
        case bank.LoanRepaid(loan=loan):
            return say(
                "%(who)s repaid %(amount)s to %(lender)s",
                who=Who(loan.borrower),
                amount=Money(loan.repay),
                lender=party(loan.lender),
            )
        case bank.LoanPartlyRepaid(loan=loan, amount=amount):
            return say(
                "%(who)s repaid %(amount)s to %(lender)s and still owes %(due)s",
                who=Who(loan.borrower),
                amount=Money(amount),
                lender=party(loan.lender),
                due=Money(loan.repay),
            )
        case bank.LoanForgiven(loan=loan):
            return say(
                "%(who)s let %(borrower)s off the loan of %(amount)s",
                who=Who(loan.lender),
                borrower=Who(loan.borrower),
                amount=Money(loan.amount),
            )
        case bank.LoanLapsed(loan=loan):
            return say("The debt of %(who)s (%(amount)s) lapsed", who=Who(loan.borrower), amount=Money(loan.repay))
        case _:
            return None


def _tell_seat(event: Event) -> Text | None:
    """Return the line of a seat that is taken, changed or left."""
    match event:
        case table.SeatTaken(seat=seat):
            return say("%(name)s sat down", name=seat.name)
        case table.SeatChanged(seat=seat, moved=False):
            return say("%(name)s changed the seat's settings", name=seat.name)
        case table.SeatLeft(seat=seat):
            return say("%(name)s got up", name=seat.name)
        case table.SeatsArranged():
            return say("The seating order was set")
        case _:
            return None


def _tell_phone(event: Event) -> Text | None:
    """Return the line of a seat's phone or PIN."""
    match event:
        case table.PhonePermitted(seat=seat):
            return say("The new phone may take the seat of %(who)s within two minutes", who=Who(seat))
        case table.PhoneAdmitted(seat=seat, serving=True):
            return say("Another screen now also acts for %(who)s (with the PIN)", who=Who(seat))
        case table.PhoneAdmitted(seat=seat, how="pin"):
            return say("%(who)s moved to another phone (with the PIN)", who=Who(seat))
        case table.PhoneAdmitted(seat=seat, how="askers"):
            return say("%(who)s moved to another phone (the new phones agreed to one another)", who=Who(seat))
        case table.PhoneAdmitted(seat=seat):
            return say("%(who)s moved to another phone (the others agreed)", who=Who(seat))
        case table.PinReplaced(seat=seat, by_host=True):
            return say("The host gave %(who)s a new PIN", who=Who(seat))
        case table.PinReplaced(seat=seat):
            return say("Too many wrong PINs for the seat of %(who)s: it has a new one, on its own phone", who=Who(seat))
        case _:
            return None


def _tell_set_up(event: Event) -> Text | None:
    """Return the line of a table's set-up: the start, the board, the cards, the pace, remembering."""
    match event:
        case table.TableCleared(by=""):
            return say("You play once more")
        case table.TableCleared(by=by):
            return say("%(who)s wants another game", who=Who(by))
        case table.GameStarted(order=order, drawn=drawn):
            if drawn:
                return say("The game began; %(who)s was drawn to go first", who=Who(order[0]))
            return say("The game began; %(who)s goes first", who=Who(order[0]))
        case table.BoardChosen(name=""):
            return say("You play on the game's own board")
        case table.BoardChosen(name=name):
            return say("You play on the board %(name)s", name=name)
        case table.CatalogueChosen(catalogue=None):
            return say("You play with the printed cards of this program")
        case table.CatalogueChosen(catalogue=ChosenCatalogue(name="", file="")):
            return say("You play with your own copy of the game: cards are entered when they are played")
        case table.CatalogueChosen(catalogue=ChosenCatalogue(name=name)):
            return say("You play with these cards: %(name)s", name=name)
        case table.PaceChanged(pace=pace):
            return say("The box's own players play from now on: %(pace)s", pace=pace_words()[pace])
        case table.RememberingChanged(remembered=True):
            return say("The box remembers how games end at this table, and who played")
        case table.RememberingChanged():
            return say("The box does not remember who plays at this table")
        case _:
            return None
