"""The turn where towns are only counted: cards are played on the table, and the phones keep the towns."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import NotNow
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.core.values import changed
from companion.games.western_town.camp.die import ThrowDie, die_choices, throw_events
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import NOTHING, OnTable, Round, RoundStage
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
from companion.games.western_town.rulebook.rounds import Go, advance, first_go, right_of
from companion.games.western_town.state import Circle
from companion.games.western_town.words import order_words


@dataclass(frozen=True, slots=True)
class PassFirst(Command):
    """Command to be the first to pass in phase 3, and become lead marshal."""


@dataclass(frozen=True, slots=True)
class MarshalNamed(TownEvent):
    """The record of the first player to pass, who leads from now on; the manitou sits to the right."""

    seat: str
    manitou: str

    def on_circle(self, circle: Circle) -> Circle:
        resting = _passed_first(circle, circle.resting, self.seat) if circle.resting else None
        return changed(circle, lead=self.seat, passed=True, resting=resting)

    def tell(self) -> Text:
        return say(
            "%(who)s passes first and is lead marshal; grand manitou: %(manitou)s",
            who=Who(self.seat),
            manitou=Who(self.manitou),
        )


def _passed_first(circle: Circle, turn: Round, seat: str) -> Round:
    """Return the turn after the first pass while towns are only counted: phase 3 has come, and this seat is out."""
    if turn.stage not in (RoundStage.PREPARE, RoundStage.PLAY, RoundStage.EXPLOIT):
        return turn
    exploiting = turn.exploiting or first_go(circle.seats, circle.lead)
    exploiting = changed(exploiting, turn=seat, third=tuple(dict.fromkeys((*exploiting.third, seat))))
    for other, card in turn.laid.items():
        turn = turn if card == NOTHING else turn.with_card(other, OnTable(card))
    return changed(turn, stage=RoundStage.EXPLOIT, laid={}, exploiting=advance(exploiting, Go.PASS))


class PlayPhase(Phase):
    """The phase in which cards are played on the table and the phones keep the towns, until Lincoln comes."""

    question = say("Play your cards, and keep your town up to date")
    news = say("cards are played, and the phones keep the towns")

    def town_first(self, now: Situation) -> bool:
        return now.seat != now.circle.lead or bool(now.circle.unready)

    def instruction(self, now: Situation) -> Text:
        if now.seat != now.circle.lead:
            return all_ready(now, self.question)
        return self.question if now.circle.unready else say("All towns are up to date")

    def waiting_text(self, now: Situation) -> Text:
        return all_ready(now, self.news)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        over = now.state.counting or now.circle.visited or now.round is not None
        return () if over else now.circle.seats

    @handles(ThrowDie)
    def throw(self, now: Situation, command: ThrowDie) -> tuple[Event, ...]:
        """Throw the Indian die."""
        return throw_events(now, command)

    @handles(PassFirst)
    def pass_first(self, now: Situation, command: PassFirst) -> tuple[Event, ...]:
        """Pass first and lead from now on. Raise NotNow when somebody has."""
        circle = now.circle
        if circle.passed:
            lead = Who(circle.lead)
            raise NotNow(say("Someone has passed first in this turn: %(who)s.", who=lead), rule("8.5"))
        return (MarshalNamed(now.seat, right_of(circle.seats, now.seat)),)

    @handles(ConfirmTown)
    def confirm(self, now: Situation, command: ConfirmTown) -> tuple[Event, ...]:
        """Say that the own town is up to date."""
        return confirmed(now)

    @handles(HoldVisit)
    def call_lincoln(self, now: Situation, command: HoldVisit) -> tuple[Event, ...]:
        """Call Lincoln. Raise NotNow."""
        return called(now)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        circle = now.circle
        lead, manitou = circle.lead, circle.manitou
        order = say("Phase 2, card by card: %(order)s.", order=order_words(circle.seats, lead))
        return (
            expected_words(now),
            say("Lead marshal: %(lead)s. Grand manitou: %(manitou)s.", lead=Who(lead), manitou=Who(manitou)),
            *(() if circle.passed else (order,)),  # the first to pass is the new lead marshal, in phase 3 (8.5)
            *unready_words(now),
        )

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        circle = now.circle
        first = Choice(kind_of(PassFirst), say("I am the first to pass"), rule=rule("8.5"))
        dice = die_choices(say("Indians come to the camp"))
        return (*dice, *(() if circle.passed else (first,)), *visit_choices(now))

    def legal(self, now: Situation) -> tuple[Command, ...]:
        """Return the end of the turn alone: a player of the box has no cards on the table."""
        ends = {kind_of(ConfirmTown): ConfirmTown(), kind_of(HoldVisit): HoldVisit()}
        return tuple(ends[each.kind] for each in visit_choices(now))


class WaitPhase(Phase):
    """The phase in which one pair of a double duel waits for the other (13.2)."""

    question = news = say("the other duel finishes its turn")

    def town_first(self, now: Situation) -> bool:
        return True

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return () if now.state.counting else now.state.seats
