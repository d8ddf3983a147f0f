"""The turn itself: cards played on the table, the Indian die, the visit (rules §6-§10)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, names_of, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.phases.attack import began
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.camp import added
from companion.games.western_town.rulebook.lincoln import visit
from companion.games.western_town.rulebook.rounds import right_of
from companion.games.western_town.state import RoundStage, State
from companion.games.western_town.words import SIDES, lincoln_words, order_words


def thrown(now: Situation, side: c.Side, by_box: bool) -> tuple[Event, ...]:
    """A throw of the Indian die, and the attack that it may set off (11.1)."""
    face, circle = c.FACES[side], now.circle
    camp, by = added(circle.camp, face.add)
    came = camp.red + camp.orange - circle.camp.red - circle.camp.orange
    event = e.IndiansAdded(now.seat, side, face.add[:came], face.again and by is None, by_box)
    return (event, *(began(now.state, replace(circle, camp=camp), now.seat, by) if by else ()))


def die_choices(label: Text) -> tuple[Choice, ...]:
    """To say what the die shows, or to let the box throw it."""
    sides = tuple(Option(side, SIDES[side]) for side in c.Side)
    shown = Field("side", say("What does the Indian die show?"), FieldKind.PICK, sides, die=c.DIE)
    return (
        Choice("throw_die", label, {}, (shown,), (), rule("11.1"), title=label, at_once=True),
        Choice("throw_die", say("Let the box throw the Indian die"), rule=rule("11.1")),
    )


def called(now: Situation) -> tuple[Event, ...]:
    """Return Lincoln's visit as the lead marshal calls it, once all have said that their towns are up to date.

    Raise IllegalMove for anyone else, or too early (21.6).
    """
    circle = now.circle
    if now.waived:
        return visited(now)
    if now.seat != circle.lead:
        raise IllegalMove(say("The lead marshal ends the turn: ask %(who)s.", who=Who(circle.lead)), rule("21.6"))
    if circle.unready:
        missing = say(
            "These have not said yet that their towns are up to date: %(names)s.", names=names_of(circle.unready)
        )
        raise IllegalMove(missing, rule("21.6"))
    return visited(now)


def confirmed(now: Situation) -> tuple[Event, ...]:
    """Return a player's word that his town is up to date. Raise BadRequest where he has given it."""
    if now.seat in now.circle.ready:
        raise BadRequest(say("You have said so already."), rule("21.6"))
    return (e.TownConfirmed(now.seat),)


def visit_choices(now: Situation, weight: Weight = Weight.NORMAL) -> tuple[Choice, ...]:
    """Return the button with which the own town is said to be up to date, or the lead marshal's for the visit."""
    circle, ref = now.circle, rule("21.6")
    if now.seat != circle.lead:
        ready = Choice("confirm_town", say("My town is up to date"), rule=ref, weight=weight)
        return () if now.seat in circle.ready else (ready,)
    if circle.unready:
        return ()
    over = [seat for seat in circle.seats if now.state.towns[seat].overflow]
    warned = tuple(say("%(who)s still has more than can be stored.", who=Who(seat)) for seat in over)
    label = say("Phase 5: Lincoln comes") if now.state.card else say("The turn is over")
    return (Choice("hold_visit", label, details=warned, rule=ref, weight=Weight.PRIMARY),)


def all_ready(now: Situation, otherwise: Text) -> Text:
    """Return that the lead marshal ends the turn now, once all have said that their towns are up to date."""
    circle = now.circle
    if circle.unready:
        return otherwise
    who = Who(circle.lead)
    return say("%(who)s calls Lincoln", who=who) if now.state.card else say("%(who)s ends the turn", who=who)


def unready_words(now: Situation) -> tuple[Text, ...]:
    """Return the line that names whose towns are not up to date yet, once somebody has said that his is."""
    circle = now.circle
    if not circle.ready or not circle.unready:
        return ()
    return (say("Towns not up to date yet: %(names)s", names=names_of(circle.unready)),)


def visited(now: Situation) -> tuple[Event, ...]:
    """Lincoln comes to the players around this camp, or the turn of his last card is over (10)."""
    card = now.state.card or ()
    if not card and len(now.state.circles) > 1:
        return (e.LincolnVisited(dict.fromkeys(now.circle.seats, 0)),)  # the other pair may not be so far
    if not card:
        return (e.TurnEnded(now.state.turn),)
    came = visit({seat: now.state.towns[seat].town for seat in now.circle.seats}, card)
    return (e.LincolnVisited(came.scores, came.tied, came.winner),)


def ended(table: Table[State]) -> tuple[Event, ...]:
    """The turn of the last Lincoln card, which brings no visit, is over by itself: the towns are looked over then."""
    state = table.play
    for circle in state.circles:
        at_end = circle.round and circle.round.stage is RoundStage.VISIT and not circle.visited and state.card == ()
        if at_end and not any(state.towns[seat].overflow for seat in circle.seats):
            return visited(Situation(table, state, circle.seats[0]))
    return ()


def _expected(now: Situation) -> Text:
    card = now.state.card or ()
    told = lincoln_words(card)
    return say("Lincoln expects: %(card)s.", card=told) if card else say("Lincoln: %(card)s", card=told)


class VisitPhase(Phase):
    """A guided turn has come to its end: Lincoln's visit, when all towns are up to date (10)."""

    commands = (c.ConfirmTown, c.HoldVisit)
    question = say("Is your town up to date?")
    news = say("the towns are looked over, then Lincoln comes")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        here = now.round is not None and now.round.stage is RoundStage.VISIT and not now.state.counting
        return (*now.circle.unready, now.circle.lead) if here and not now.circle.visited else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        return confirmed(now) if isinstance(command, c.ConfirmTown) else called(now)

    def asked(self, now: Situation) -> Text:
        if now.seat != now.circle.lead:
            return self.question
        unready = now.circle.unready
        return say("You call Lincoln when all towns are up to date") if unready else say("All towns are up to date")

    def told(self, now: Situation) -> Text:
        return all_ready(now, self.news)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (_expected(now), *unready_words(now))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return visit_choices(now, Weight.PRIMARY)


class ThrowAgainPhase(Phase):
    """The die is to be thrown: once more, as it has shown, or because of a card or a cell (1.6, 11.1)."""

    commands = (c.ThrowDie,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        circle = now.circle
        return (circle.throwing,) if circle.throwing and not circle.attack else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if isinstance(command, c.ThrowDie) and command.side:
            return thrown(now, command.side, command.by_box)
        return super().decide(now, command)

    def asked(self, now: Situation) -> Text:
        return say("Throw the Indian die again") if now.circle.shown else say("Throw the Indian die")

    def told(self, now: Situation) -> Text:
        who = Who(now.circle.throwing)
        if now.circle.shown:
            return say("%(who)s throws the Indian die again", who=who)
        return say("%(who)s throws the Indian die", who=who)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        shown = now.circle.shown
        return (say("It has shown: %(side)s.", side=SIDES[shown]),) if shown else ()

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return die_choices(say("That is what it shows"))

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (c.ThrowDie(),)


class PlayPhase(Phase):
    """Cards are played on the table; the phones keep the towns, until Lincoln comes."""

    commands = (c.ThrowDie, c.PassFirst, c.ConfirmTown, c.HoldVisit)
    question = say("Play your cards, and keep your town up to date")
    news = say("cards are played, and the phones keep the towns")

    def town_first(self, now: Situation) -> bool:
        return now.seat != now.circle.lead or bool(now.circle.unready)

    def asked(self, now: Situation) -> Text:
        if now.seat != now.circle.lead:
            return all_ready(now, self.question)
        return self.question if now.circle.unready else say("All towns are up to date")

    def told(self, now: Situation) -> Text:
        return all_ready(now, self.news)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        over = now.state.counting or now.circle.visited or now.round is not None
        return () if over else now.circle.seats

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        circle = now.circle
        match command:
            case c.ThrowDie(side=c.Side() as side, by_box=by_box):
                return thrown(now, side, by_box)
            case c.PassFirst() if circle.passed:
                lead = Who(circle.lead)
                raise NotNow(say("Somebody has passed first in this turn: %(who)s.", who=lead), rule("8.5"))
            case c.PassFirst():
                return (e.MarshalNamed(now.seat, right_of(circle.seats, now.seat)),)
            case c.ConfirmTown():
                return confirmed(now)
            case c.HoldVisit():
                return called(now)
        return super().decide(now, command)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        circle = now.circle
        lead, manitou = circle.lead, circle.manitou
        order = say("Phase 2, card by card: %(order)s.", order=order_words(circle.seats, lead))
        return (
            _expected(now),
            say("Lead marshal: %(lead)s. Grand manitou: %(manitou)s.", lead=Who(lead), manitou=Who(manitou)),
            *(() if circle.passed else (order,)),  # whoever passes first is the new lead marshal, in phase 3 (8.5)
            *unready_words(now),
        )

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        circle = now.circle
        first = Choice("pass_first", say("I am the first to pass"), rule=rule("8.5"))
        dice = die_choices(say("Indians come to the camp"))
        return (*dice, *(() if circle.passed else (first,)), *visit_choices(now))

    def legal(self, now: Situation) -> tuple[Command, ...]:
        """Return the end of the turn alone: a player of the box has no cards on the table."""
        ends = {"confirm_town": c.ConfirmTown(), "hold_visit": c.HoldVisit()}
        return tuple(ends[each.kind] for each in visit_choices(now))


class WaitPhase(Phase):
    """The other pair of a double duel is not so far yet (13.2)."""

    question = news = say("the other duel finishes its turn")

    def town_first(self, now: Situation) -> bool:
        return True

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return () if now.state.counting else now.state.seats
