"""The turn where towns are only counted: cards are played on the table, and the phones keep the towns."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import NotNow
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.games.western_town.camp.die import ThrowDie, die_choices, thrown
from companion.games.western_town.lincoln.visit import (
    ConfirmTown,
    HoldVisit,
    all_ready,
    called,
    confirmed,
    expected_words,
    unready_words,
    visit_choices,
)
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.camp import Side
from companion.games.western_town.rulebook.rounds import right_of
from companion.games.western_town.words import order_words


@dataclass(frozen=True, slots=True)
class PassFirst(Command):
    """Whoever is the first to pass in phase 3 becomes lead marshal."""


@dataclass(frozen=True, slots=True)
class MarshalNamed(Event):
    """The first one has passed and leads from now on; the manitou sits to his right."""

    seat: str
    manitou: str


class PlayPhase(Phase):
    """Cards are played on the table; the phones keep the towns, until Lincoln comes."""

    commands = (ThrowDie, PassFirst, ConfirmTown, HoldVisit)
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
            case ThrowDie(side=Side() as side, by_box=by_box):
                return thrown(now, side, by_box)
            case PassFirst() if circle.passed:
                lead = Who(circle.lead)
                raise NotNow(say("Somebody has passed first in this turn: %(who)s.", who=lead), rule("8.5"))
            case PassFirst():
                return (MarshalNamed(now.seat, right_of(circle.seats, now.seat)),)
            case ConfirmTown():
                return confirmed(now)
            case HoldVisit():
                return called(now)
        return super().decide(now, command)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        circle = now.circle
        lead, manitou = circle.lead, circle.manitou
        order = say("Phase 2, card by card: %(order)s.", order=order_words(circle.seats, lead))
        return (
            expected_words(now),
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
        ends = {"confirm_town": ConfirmTown(), "hold_visit": HoldVisit()}
        return tuple(ends[each.kind] for each in visit_choices(now))


class WaitPhase(Phase):
    """The other pair of a double duel is not so far yet (13.2)."""

    question = news = say("the other duel finishes its turn")

    def town_first(self, now: Situation) -> bool:
        return True

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return () if now.state.counting else now.state.seats
