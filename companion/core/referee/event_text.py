"""Sentences of a table, made when they are shown: the log lines of its events, and what its facts say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.core.catalogue import ChosenCatalogue
from companion.core.errors import BadRequest
from companion.core.messages import Event
from companion.core.money import bank_messages as bank
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.plugin import Game
from companion.core.referee.corrections import correction
from companion.core.referee.house_rules import chosen, house_rule
from companion.core.referee.lobby_page import level_words, pace_words
from companion.core.secrets import ballot
from companion.core.sentences import SENTENCES
from companion.core.table import events as table
from companion.core.text import (
    Action,
    Catalogue,
    Fact,
    Kept,
    Money,
    RuleChoice,
    Text,
    Who,
    addressed,
    plain_name,
    say,
    worded,
)


@dataclass(frozen=True)
class Sentences:
    """Words for what a table and its log keep; ``deed`` finds what the action with a number did first."""

    game: Game
    deed: Callable[[int], Event | None]

    def event(self, event: Event) -> Text | None:
        """Return the log line, in the past tense; None for what another one tells, and for each single sealed vote."""
        if isinstance(event, ballot.VoteSealed | ballot.VoterLeft | table.WentOn):
            return None
        if isinstance(event, self.game.events):
            return self.game.tell(event)
        return self.counted(event) or self._tell_kept(event) or _tell_fact(event) or say("Something happened.")

    def counted(self, event: Event) -> Text | None:
        """Return the outcome of a vote that the game counts; None for any other event."""
        if not isinstance(event, ballot.BallotRevealed | ballot.TallyTold):
            return None
        opened = self.deed(event.ballot)
        if not isinstance(opened, ballot.BallotOpened):
            return None
        if isinstance(event, ballot.TallyTold):
            return self.game.tell_votes(replace(opened.ballot, counts=event.counts))
        return self.game.tell_votes(replace(opened.ballot, votes=event.votes))

    def action(self, number: int) -> Text:
        """Return what the action did whose first event has this number."""
        deed = self.deed(number)
        return (deed and (self.event(deed) or self.game.quiet_name(deed))) or say("the last step")

    def of(self, kept: Kept) -> Text:
        """Return the sentence of a fact."""
        return worded(self._catalogue, kept, self._named)

    def said_to(self, kept: Kept, seat: str) -> Text:
        """Return the sentence of a fact as it is said to this seat, of whom it may tell."""
        return self.of(addressed(self._catalogue, kept, seat) if isinstance(kept, Fact) else kept)

    @cached_property
    def _catalogue(self) -> Catalogue:
        return {**SENTENCES, **self.game.sentences}

    def _tell_kept(self, event: Event) -> Text | None:
        """Return the line of an event that keeps facts."""
        match event:
            case table.SeatChanged(seat=seat, moved=True):
                place = self.game.seat_words(seat.picks)
                return say("%(name)s moves over, so that the game can start: %(place)s", name=seat.name, place=place)
            case table.GameEnded(ending=ending):
                return say("The game ended: %(reason)s", reason=self.of(ending.reason))
            case table.RuleChanged(name=name, value=value, words=words):
                rule = self._rule(name, value) or words or plain_name(RuleChoice(name, value))
                return say("House rule changed: %(rule)s", rule=rule)
            case table.RulesChanged(values=values):
                return say("The house rules were set up (changed: %(count)s)", count=len(values))
            case table.LevelChanged(level=level):
                return say("The box does from now on: %(level)s", level=level_words(self.game)[level])
            case table.RuleWaived(by=by, refusal=refusal):
                return say("The others allowed %(who)s: %(refusal)s", who=Who(by or ""), refusal=self.of(refusal))
            case table.Undone(title=title, by=by):
                return say("%(who)s undid: %(title)s", who=Who(by or ""), title=self.of(title))
            case ballot.BallotOpened(ballot=opened) if opened.numbers or opened.own:
                return self.of(opened.title)
            case ballot.BallotOpened(ballot=opened):
                return say("Vote: %(title)s", title=self.of(opened.title))
            case ballot.BallotRevealed(entered=True):
                return say("The cards were entered as they were on the table")
            case ballot.TallyTold():
                return say("The votes were counted")
            case ballot.BallotRevealed():
                return say("The cards were turned over")
            case ballot.BallotVoided():
                return say("The vote is held again")
            case _:
                return self._tell_proposal(event)

    def _tell_proposal(self, event: Event) -> Text | None:
        match event:
            case table.ProposalMade(motion=motion):
                return say("Asked: %(title)s", title=self.of(motion.title))
            case table.ProposalAgreed(motion=motion, seat=seat, asking=True):
                return say("The new phone of %(who)s agreed: %(title)s", who=Who(seat), title=self.of(motion.title))
            case table.ProposalAgreed(motion=motion, seat=seat):
                return say("%(who)s agreed: %(title)s", who=Who(seat), title=self.of(motion.title))
            case table.ProposalDropped(motion=motion, by=None, why=why):
                reason = self.of(why) if why else ""
                return say("No longer possible: %(title)s. %(why)s", title=self.of(motion.title), why=reason)
            case table.ProposalDropped(motion=motion, by=by) if by == motion.by:
                return say("%(who)s took it back: %(title)s", who=Who(by or ""), title=self.of(motion.title))
            case table.ProposalDropped(motion=motion, by=by):
                return say("%(who)s refused: %(title)s", who=Who(by or ""), title=self.of(motion.title))
            case _:
                return None

    def _named(self, value: Action | RuleChoice) -> Text:
        if isinstance(value, Action):
            return self.action(value.action)
        return self._rule(value.rule, value.value) or say("%(name)s", name=plain_name(value))

    def _rule(self, name: str, value: str | int | bool) -> Text | None:
        """Return the house rule with this value, as the lobby writes it; None for one that the game no longer has."""
        try:
            rule = house_rule(self.game, name)
        except BadRequest:
            return None
        option = chosen(rule, value)
        return say("%(rule)s – %(choice)s", rule=rule.sentence, choice=option.label) if option else None


def party(account: str) -> Who | Text:
    """Return a seat or the bank, as a sentence names it."""
    return say("the bank") if account == BANK else Who(account)


def _tell_fact(event: Event) -> Text | None:
    """Return the line of an event that says all of it itself."""
    told = (tell(event) for tell in (_tell_payment, _tell_loan, _tell_debt, _tell_seat, _tell_phone, _tell_set_up))
    return next((line for line in told if line), None)


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
    """Return the line of who sits where."""
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
    """Return the line of what the table plays, with what, and how."""
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
