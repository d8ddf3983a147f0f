"""Phases of a turn as objects: commands, who is waited for, what he may choose, what is said, what is decided.

An edition lists its phases. The first that waits for somebody, or holds everything else up, is the one the table is
in; a command goes to the phase that takes it, which refuses it at another time. A further phase is a further object.
"""

from __future__ import annotations

import random
from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from companion.boards.layout import Layout
from companion.core import phases
from companion.core.errors import BadRequest, RuleError
from companion.core.messages import Command, Event, kind_of
from companion.core.plugin import AutoEnd, Consent
from companion.core.table.table import Table
from companion.core.text import Catalogue, Text, say
from companion.core.ui.board_page import BoardMoves, BoardTargets
from companion.core.ui.choice import Choice
from companion.games.abilene.common.board.movement import Perspective, perspective
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import EndStep, Step
from companion.games.abilene.common.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Situation(Generic[S]):
    """The table as one seat finds it, and the board that it plays on."""

    layout: Layout
    table: Table
    state: S
    seat: str = ""
    """the one that acts; "": nobody"""
    waived: bool = False
    """the table has allowed what the rules would refuse"""

    def perspective(self, seat: str, position: Position) -> Perspective:
        """Return the board as this seat sees it by the rules of the table."""
        return perspective(self.layout, position, seat, self.table.rules.movement, self.table.rules.facts)


class Phase(phases.Phase[Situation[S]], ABC, Generic[S]):
    """A phase of a turn of Abilene: its words, its choices, and what can be tapped on the board."""

    step: ClassVar[Step | None] = None
    """the step of the turn whose end is asked for in it"""

    def takes(self, command: Command) -> bool:
        """Return whether this phase decides the command, now or at another time."""
        if isinstance(command, EndStep):
            return self.step is command.step
        return isinstance(command, self.commands)

    def refuses(self, now: Situation[S], command: Command) -> RuleError | None:
        """Return why a command, of whatever phase, has to wait for this one; None where it need not."""
        return None

    def follow(self, now: Situation[S]) -> tuple[Event, ...]:
        """Return what happens by itself now."""
        return ()

    def auto_end(self, now: Situation[S]) -> AutoEnd | None:
        """Return how it ends by itself, where the player who is waited for has nothing left to move."""
        return None

    def consent(self, now: Situation[S], seat: str, command: Command) -> Consent | None:
        """Return whose agreement a command needs, if any. Raise RuleError for what cannot be done."""
        return None

    # --- what is said -------------------------------------------------------------------------

    instruction: ClassVar[Text] = say("Your turn")
    """the instruction to the player who acts"""
    news: ClassVar[Text | None] = None
    """the same of ``who`` is waited for first, said to everybody else; None where the prompt says it"""
    going_on: ClassVar[Text | None] = None
    """the headline for the player whose turn it is while only others can act"""
    how: ClassVar[Text | None] = None
    """how it is done, where one line for the player who has to do it is enough"""

    def called(self) -> str:
        """Return what is to be done, as phones tell it from something else; "" where they know it otherwise."""
        return kind_of(self.commands[0]) if self.commands else ""

    def question(self, now: Situation[S], sentences: Catalogue) -> Text:
        """Return the headline of a seat that is waited for."""
        return self.instruction

    def announced(self, now: Situation[S]) -> Text | None:
        """Return the headline of everyone else, where something matters more than whose turn it is."""
        return None

    def prompt(self, now: Situation[S], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        """Return further lines for a seat (None: the table screen), which can go on if ``waited_for``."""
        return (self.how,) if waited_for and self.how else ()

    # --- what can be chosen -------------------------------------------------------------------

    def choices(self, now: Situation[S], seat: str) -> tuple[Choice, ...]:
        """Return what a seat that is waited for can do."""
        return ()

    def choices_out_of_turn(self, now: Situation[S], seat: str) -> tuple[Choice, ...]:
        """Return what a seat that is not waited for can do."""
        return ()

    def moves(self, now: Situation[S], seat: str) -> BoardMoves | None:
        """Return the moves that a seat that is waited for can tap on the board."""
        return None

    def targets(self, now: Situation[S], seat: str) -> BoardTargets | None:
        """Return the cells that a seat that is waited for can tap on the board."""
        return None

    def bot(self, now: Situation[S], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return what a simple legal player does here who is waited for; None: nothing."""
        return None

    def shown_by_box(self, now: Situation[S], seat: str, secrets: Any) -> Command | None:
        """Return the box's command for a person who is waited for, as it alone knows what is hidden; None: none."""
        return None

    def bot_out_of_turn(self, now: Situation[S], seat: str, secrets: Any) -> Command | None:
        """Return what one does who is not waited for; None: nothing that belongs to the phase."""
        return None


def decide(phases: Sequence[Phase[S]], now: Situation[S], command: Command) -> tuple[Event, ...]:
    """Return what the command does, decided by the phase that takes it. Raise RuleError."""
    for phase in phases:
        if refused := phase.refuses(now, command):
            raise refused
    for phase in phases:
        if phase.takes(command):
            return phase.decide(now, command)
    raise BadRequest(say("The box does not know what you mean."))


def follow(phases: Sequence[Phase[S]], now: Situation[S]) -> tuple[Event, ...]:
    """Return what happens by itself now: what the first phase says that has something to say."""
    for phase in phases:
        if events := phase.follow(now):
            return events
    return ()


def consent(phases: Sequence[Phase[S]], now: Situation[S], seat: str, command: Command) -> Consent | None:
    """Return whose agreement the command needs, if any."""
    return next((phase.consent(now, seat, command) for phase in phases if phase.takes(command)), None)
