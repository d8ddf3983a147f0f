"""The common base of Western Town's phases: the situation they are asked about, their words and their choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core import phases
from companion.core.messages import Command, kind_of
from companion.core.table.table import Table
from companion.core.text import Fact, Text, names_of, say
from companion.core.ui.choice import Choice
from companion.games.western_town.changes import TownChanged
from companion.games.western_town.guided_turn import Acting, Round, RoundStage
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.printed.deck import Deck
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.rulebook.effects import Effect
from companion.games.western_town.rulebook.towns import Town, change
from companion.games.western_town.state import Board, Circle, State


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as one seat finds it: the players around its camp, and its own town."""

    table: Table[State, HouseRules]
    state: State
    seat: str
    waived: bool = False
    """the table has allowed what the rules would refuse"""

    @property
    def rules(self) -> HouseRules:
        """Return the options that the table has chosen."""
        rules: HouseRules = self.table.rules
        return rules

    @property
    def circle(self) -> Circle:
        """Return those with whom this seat plays."""
        return self.state.circle(self.seat)

    @property
    def round(self) -> Round | None:
        """Return how far the guided turn has come; None at the level at which towns are only counted."""
        return self.circle.round

    @property
    def acting(self) -> Acting | None:
        """Return who carries out a card now, and which."""
        return next(iter(self.round.acting), None) if self.round else None

    @property
    def acting_card(self) -> Effect | None:
        """Return what the card of this seat does that is being carried out, or what is left of it."""
        acting = self.acting
        return self.deck.effect(acting) if acting and acting.seat == self.seat else None

    @property
    def deck(self) -> Deck:
        """Return the cards that the table plays with."""
        return deck_of(self.table.catalogue)

    @property
    def other_seats(self) -> tuple[str, ...]:
        """Return everybody else at the table."""
        return tuple(seat for seat in self.state.seats if seat != self.seat)

    @property
    def board(self) -> Board:
        """Return what lies in front of this seat."""
        return self.state.towns[self.seat]

    def town_change(self, after: Town, reason: Fact, before: Town | None = None) -> tuple[TownChanged, ...]:
        """Return the event that turns the seat's town into ``after``, if anything is different.

        ``before``: the town in the meantime, where that is not the one on the board.
        """
        changes = change(before or self.board.town, after)
        return (TownChanged(self.seat, changes, reason),) if changes else ()


class Phase(phases.Phase[Situation]):
    """A phase of Western Town: how it is told, and what can be tapped in it."""

    question: ClassVar[Text] = say("Your turn")
    news: ClassVar[Text] = say("The game goes on")
    lines: ClassVar[tuple[Text, ...]] = ()

    def instruction(self, now: Situation) -> Text:
        """Return what is to be done, for those who have to do it."""
        return self.question

    def waiting_text(self, now: Situation) -> Text:
        return self.news

    def town_first(self, now: Situation) -> bool:
        """Return whether the own town stands above the question, not in a fold below it, for a seat that can go on."""
        return False

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        """Return further lines, for everybody."""
        return self.lines

    def shown_to(self, now: Situation, reader: str | None) -> tuple[Text, ...]:
        """Return the further lines as this seat reads them, or the table screen."""
        return self.prompt(now)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        """Return what a seat that is waited for can do."""
        return ()

    def legal(self, now: Situation) -> tuple[Command, ...]:
        """Return commands that a simple player would give here, all of them legal: those that need only a tap."""
        kinds: Mapping[str, Any] = {kind_of(command): command for command in self.commands}
        return tuple(kinds[each.kind](**each.fixed) for each in self.choices(now) if not each.fields)


class TogetherPhase(Phase):
    """A phase in which all around the camp go on at once, and those who are done read who is not."""

    def shown_to(self, now: Situation, reader: str | None) -> tuple[Text, ...]:
        missing = self.waited_for(now)
        if reader in missing:
            return self.prompt(now)
        return (say("Still to answer: %(names)s", names=names_of(missing)),)


def preparing(now: Situation) -> bool:
    """Return whether the circle of this seat is in phase 1 of a guided turn."""
    return now.round is not None and now.round.stage is RoundStage.PREPARE and not now.state.counting


LOTS = 1 << 30
