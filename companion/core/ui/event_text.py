"""The log lines: of any event, and in particular of those that are no game's own."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.money import bank_messages as bank
from companion.core.money.ledger import BANK
from companion.core.plugin import Game
from companion.core.secrets import ballot
from companion.core.table import table_messages as table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.lobby_page import level_words


def tell(event: Event) -> Text:
    """One line for the log, in the past tense."""
    return _tell_money(event) or _tell_people(event) or _tell_consent(event) or say("Something happened.")


def describe(game: Game, event: Event) -> Text | None:
    """The log line of any event; None for a sealed vote, too: a line for each voter would push the others out."""
    if isinstance(event, ballot.VoteSealed):
        return None
    return game.tell(event) if isinstance(event, game.events) else tell(event)


def party(account: str) -> Who | Text:
    """A seat or the bank, in a sentence."""
    return say("the bank") if account == BANK else Who(account)


def _tell_money(event: Event) -> Text | None:
    match event:
        case bank.Paid(frm=frm, to=to, amount=amount, words=words):
            line = say("%(who)s paid %(to)s %(amount)s", who=Who(frm), to=Who(to), amount=Money(amount))
            return say("%(line)s: %(words)s", line=line, words=words) if words else line
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
        case bank.RepaymentOffered(loan=loan):
            return say(
                "%(who)s wants to repay %(amount)s to %(lender)s",
                who=Who(loan.borrower),
                amount=Money(loan.repay),
                lender=Who(loan.lender),
            )
        case bank.LoanRepaid(loan=loan):
            return say(
                "%(who)s repaid %(amount)s to %(lender)s",
                who=Who(loan.borrower),
                amount=Money(loan.repay),
                lender=party(loan.lender),
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
        case table.BooksCorrected(frm=frm, to=to, amount=amount, words=words, by=by):
            return say(
                "%(by)s corrected the books: %(amount)s from %(frm)s to %(to)s (%(words)s)",
                by=Who(by),
                amount=Money(amount),
                frm=party(frm),
                to=party(to),
                words=words or "-",
            )
        case _:
            return None


def _tell_people(event: Event) -> Text | None:
    match event:
        case table.SeatTaken(seat=seat):
            return say("%(name)s sat down", name=seat.name)
        case table.SeatChanged(seat=seat):
            return say("%(name)s changed the seat's settings", name=seat.name)
        case table.SeatLeft(seat=seat):
            return say("%(name)s got up", name=seat.name)
        case table.PhoneAdmitted(seat=seat, serving=True):
            return say("Another screen now also acts for %(who)s (with the PIN)", who=Who(seat))
        case table.PhoneAdmitted(seat=seat, how="pin"):
            return say("%(who)s moved to another phone (with the PIN)", who=Who(seat))
        case table.PhoneAdmitted(seat=seat):
            return say("%(who)s moved to another phone (the table agreed)", who=Who(seat))
        case table.TableCleared(by=by):
            return say("%(who)s wants another game", who=Who(by))
        case table.GameStarted(order=order, drawn=drawn):
            if drawn:
                return say("The game began; %(who)s was drawn to go first", who=Who(order[0]))
            return say("The game began; %(who)s goes first", who=Who(order[0]))
        case table.GameEnded(ending=ending):
            return say("The game ended: %(reason)s", reason=ending.reason)
        case table.RuleChanged(words=words):
            return say("House rule changed: %(rule)s", rule=words)
        case table.BoardChosen(name=""):
            return say("The table plays on the game's own board")
        case table.BoardChosen(name=name):
            return say("The table plays on the board %(name)s", name=name)
        case table.LevelChanged(level=level):
            return say("The box does from now on: %(level)s", level=level_words()[level])
        case _:
            return None


def _tell_consent(event: Event) -> Text | None:
    match event:
        case table.ProposalMade(motion=motion):
            return say("Asked: %(title)s", title=motion.title)
        case table.ProposalAgreed(motion=motion, seat=seat):
            return say("%(who)s agreed: %(title)s", who=Who(seat), title=motion.title)
        case table.ProposalDropped(motion=motion, by=None, why=why):
            return say("No longer possible: %(title)s. %(why)s", title=motion.title, why=why or "")
        case table.ProposalDropped(motion=motion, by=by) if by == motion.by:
            return say("%(who)s took it back: %(title)s", who=Who(by or ""), title=motion.title)
        case table.ProposalDropped(motion=motion, by=by):
            return say("%(who)s refused: %(title)s", who=Who(by or ""), title=motion.title)
        case table.RuleWaived(by=by, refusal=refusal):
            return say("The table allowed %(who)s: %(refusal)s", who=Who(by or ""), refusal=refusal)
        case table.Undone(title=title, by=by):
            return say("%(who)s undid: %(title)s", who=Who(by or ""), title=title)
        case ballot.BallotOpened(ballot=opened):
            return say("Vote: %(title)s", title=opened.title)
        case ballot.BallotRevealed():
            return say("The votes were revealed")
        case ballot.BallotVoided():
            return say("The vote is held again")
        case _:
            return None
