"""Lincoln's visit at the end of a turn, and the tie that the lead marshal decides (rules §10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.core.errors import BadRequest, IllegalMove
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.table.table import Table
from companion.core.text import Text, Who, names_of, say
from companion.core.ui.choice import Choice, Weight
from companion.core.values import changed
from companion.games.western_town.changes import HomesChanged
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import RoundStage
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.lincoln import Visit, visit
from companion.games.western_town.state import Circle, State
from companion.games.western_town.words import lincoln_words, scores_words, visit_words


@dataclass(frozen=True, slots=True)
class ConfirmTown(Command):
    """Command to say that the own town is up to date: Lincoln may come."""

    NEVER_STALE: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HoldVisit(Command):
    """Command to call Lincoln, as lead marshal: the towns are compared as they stand."""


@dataclass(frozen=True, slots=True)
class ChooseWinner(Command):
    """Command to choose which of the tied players wins the Lincoln card, as lead marshal."""

    seat: str


@dataclass(frozen=True, slots=True)
class TownConfirmed(TownEvent):
    """The record of a player's word that the own town is up to date."""

    seat: str

    def on_circle(self, circle: Circle) -> Circle:
        return changed(circle, ready=tuple(dict.fromkeys((*circle.ready, self.seat))))

    def tell(self) -> Text:
        return say("%(who)s: the town is up to date", who=Who(self.seat))


@dataclass(frozen=True, slots=True)
class LincolnVisited(TownEvent):
    """The record of Lincoln's visit: compared towns; ``winner`` is "" until the lead marshal has chosen.

    With neither tie nor winner it is the turn without a visit, which this pair of a double duel has finished.
    """

    scores: Mapping[str, int]
    tied: tuple[str, ...] = ()
    winner: str = ""
    by: str = ""
    """the lead marshal, where he has chosen"""

    def subject(self) -> str:
        return next(iter(self.scores))

    def on_state(self, state: State) -> State:
        state = TownEvent.on_state(self, state)
        return HomesChanged(self.winner, markers=1).on_state(state) if self.winner else state

    def on_circle(self, circle: Circle) -> Circle:
        resting = changed(circle.resting, stage=RoundStage.VISIT, acting=(), laid={}) if circle.resting else None
        visit = Visit(self.scores, self.tied, self.winner) if self.winner else None
        tied = () if self.winner else self.tied
        return changed(circle, visited=not tied, tied=tied, resting=resting, came=visit)

    def tell(self) -> Text:
        if self.winner:
            return visit_words(self.scores, self.winner, self.by)
        if not self.tied:
            return say("The duel of %(who)s has finished its turn", who=Who(next(iter(self.scores))))
        return say("Lincoln cannot decide: the lead marshal chooses (%(scores)s)", scores=scores_words(self.scores))


@dataclass(frozen=True, slots=True)
class TurnEnded(TownEvent):
    """The record of a turn's end: the next one begins, or the final count."""

    turn: int

    def on_state(self, state: State) -> State:
        towns = {seat: changed(board, began=board.town) for seat, board in state.towns.items()}
        circles = tuple(each.at_new_turn() for each in state.circles)
        return changed(state, turn=self.turn + 1, card=None, circles=circles, towns=towns)

    def tell(self) -> Text:
        return say("Turn %(turn)s is over", turn=self.turn)


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
    return (TownConfirmed(now.seat),)


def visit_choices(now: Situation, weight: Weight = Weight.NORMAL) -> tuple[Choice, ...]:
    """Return the button with which the own town is said to be up to date, or the lead marshal's for the visit."""
    circle, ref = now.circle, rule("21.6")
    if now.seat != circle.lead:
        ready = Choice(kind_of(ConfirmTown), say("My town is up to date"), rule=ref, weight=weight)
        return () if now.seat in circle.ready else (ready,)
    if circle.unready:
        return ()
    over = [seat for seat in circle.seats if now.state.towns[seat].overflow]
    warned = tuple(say("%(who)s still has more than can be stored.", who=Who(seat)) for seat in over)
    label = say("Phase 5: Lincoln comes") if now.state.card else say("The turn is over")
    return (Choice(kind_of(HoldVisit), label, details=warned, rule=ref, weight=Weight.PRIMARY),)


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
    """Return Lincoln's visit to the players around this camp, or the end of the turn of his last card (10)."""
    card = now.state.card or ()
    if not card and len(now.state.circles) > 1:
        return (LincolnVisited(dict.fromkeys(now.circle.seats, 0)),)  # the other pair may not be so far
    if not card:
        return (TurnEnded(now.state.turn),)
    result = visit({seat: now.state.towns[seat].town for seat in now.circle.seats}, card)
    return (LincolnVisited(result.scores, result.tied, result.winner),)


def turn_end_events(table: Table[State]) -> tuple[Event, ...]:
    """Return the end of the turn of the last Lincoln card, which brings no visit: the towns are looked over then."""
    state = table.play
    for circle in state.circles:
        at_end = circle.round and circle.round.stage is RoundStage.VISIT and not circle.visited and state.card == ()
        if at_end and not any(state.towns[seat].overflow for seat in circle.seats):
            return visited(Situation(table, state, circle.seats[0]))
    return ()


def expected_words(now: Situation) -> Text:
    """Return what the Lincoln card of the turn expects, as a line."""
    card = now.state.card or ()
    expected = lincoln_words(card)
    return say("Lincoln expects: %(card)s.", card=expected) if card else say("Lincoln: %(card)s", card=expected)


class VisitPhase(Phase):
    """The phase at the end of a guided turn: Lincoln's visit, when all towns are up to date (10)."""

    question = say("Is your town up to date?")
    news = say("the towns are looked over, then Lincoln comes")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        here = now.round is not None and now.round.stage is RoundStage.VISIT and not now.state.counting
        return (*now.circle.unready, now.circle.lead) if here and not now.circle.visited else ()

    @handles(ConfirmTown)
    def confirm(self, now: Situation, command: ConfirmTown) -> tuple[Event, ...]:
        """Say that the own town is up to date."""
        return confirmed(now)

    @handles(HoldVisit)
    def call_lincoln(self, now: Situation, command: HoldVisit) -> tuple[Event, ...]:
        """Call Lincoln. Raise NotNow."""
        return called(now)

    def instruction(self, now: Situation) -> Text:
        if now.seat != now.circle.lead:
            return self.question
        unready = now.circle.unready
        return say("You call Lincoln when all towns are up to date") if unready else say("All towns are up to date")

    def waiting_text(self, now: Situation) -> Text:
        return all_ready(now, self.news)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (expected_words(now), *unready_words(now))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return visit_choices(now, Weight.PRIMARY)


class TiePhase(Phase):
    """The phase in which the lead marshal chooses among the tied towns (10.2)."""

    question = say("Who wins the Lincoln card?")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        if now.circle.lead in now.circle.tied:
            return (say("Their towns please Lincoln equally; the lead marshal chooses, even their own."),)
        return (say("Their towns please Lincoln equally; the lead marshal chooses among them."),)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.circle.lead,) if now.circle.tied else ()

    @handles(ChooseWinner)
    def choose_winner(self, now: Situation, command: ChooseWinner) -> tuple[Event, ...]:
        """Choose the winner among the tied. Raise IllegalMove for anybody else."""
        tied, card = now.circle.tied, now.state.card or ()
        if command.seat not in tied:
            raise IllegalMove(say("%(who)s is not among the tied.", who=Who(command.seat)), rule("10.2"))
        towns = {seat: now.state.towns[seat].town for seat in now.circle.seats}
        return (LincolnVisited(visit(towns, card).scores, tied, command.seat, now.seat),)

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s chooses who wins the Lincoln card", who=Who(now.circle.lead))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return tuple(
            Choice(kind_of(ChooseWinner), say("%(who)s", who=Who(seat)), {"seat": seat}, rule=rule("10.2"))
            for seat in now.circle.tied
        )
