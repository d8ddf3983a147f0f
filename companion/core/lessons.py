"""Lessons: what a game explains, each idea once on a phone, the first time that it matters there.

A game lists its lessons (``Game.lessons``): the occasion of each, whom it concerns, what it is about and its sentences.
The shared pages show them. Nothing of it is in a log: which lessons a phone has had, that phone keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from companion.core.messages import Event
from companion.core.money.ledger import nets
from companion.core.table.table import Level, Table, TablePhase
from companion.core.text import Money, Param, Text, say


class Anchor(StrEnum):
    """The thing on a phone's page that a lesson stands beside.

    A game may name a thing of its own templates instead: the element with that name as ``data-anchor``.
    """

    HEADLINE = "headline"
    DICE = "dice"
    BOARD = "board"
    PRIVATE = "private"
    """the private parts of the page"""
    QUESTION = "question"
    """the form of what is asked of this seat"""
    VOTE = "vote"
    """the cards of a secret vote"""
    ACTIONS_OF_OTHERS = "told"
    """actions of others against this seat"""
    NEWS = "news"
    """the news of the own money"""
    PAYEES = "payees"
    RANKING = "ranking"


class LessonKind(StrEnum):
    """The urgency of a lesson: results come before questions, questions before news."""

    RESULT = "result"
    """it stays until it is tapped"""
    QUESTION = "question"
    """an answer to the question closes it, too"""
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class Occasion:
    """The state of a table for one reader. ``events``: the latest, oldest first; ``seat`` None: the television."""

    table: Table
    events: tuple[Event, ...]
    seat: str | None


Params = Mapping[str, Param]


@dataclass(frozen=True, slots=True)
class Lesson:
    """An idea in at most two sentences. ``id``: phones keep it, so it stays.

    ``when``: returns the parameters of ``text`` where the idea matters to the reader now, otherwise None.
    """

    id: str
    anchor: str
    text: Text
    when: When
    kind: LessonKind = LessonKind.QUESTION
    public: bool = False
    """it concerns everyone: the television tells it"""
    on_board: bool = False
    """it matters only where the box follows the board, not at the level *bank*"""


NO_PARAMS: Params = {}
When = Callable[[Occasion], Params | None]
E = TypeVar("E", bound=Event)


def due(lessons: Iterable[Lesson], now: Occasion) -> Iterator[Lesson]:
    """Yield the lessons that matter to the reader now, with their parameters filled in."""
    for lesson in lessons:
        if lesson.on_board and now.table.level is Level.BANK:
            continue
        params = lesson.when(now)
        if params is not None:
            yield replace(lesson, text=Text(lesson.text.message, params)) if params else lesson


# --- what occasions are made of -----------------------------------------------------------------


def if_so(true: bool) -> Params | None:
    """Return the answer of ``Lesson.when`` for a text without parameters."""
    return NO_PARAMS if true else None


def playing(now: Occasion) -> bool:
    """Return whether the game is on."""
    return now.table.phase is TablePhase.PLAYING


def is_over(now: Occasion) -> Params | None:
    """Return the occasion of the end of the game."""
    return if_so(now.table.phase is TablePhase.OVER)


def latest(now: Occasion, kind: type[E], fits: Callable[[E], bool] = lambda event: True) -> E | None:
    """Return the latest event of this kind that fits, as long as it is news."""
    return next((event for event in reversed(now.events) if isinstance(event, kind) and fits(event)), None)


def gain_of(event: Event, seat: str | None) -> Text:
    """Return what the event brought the seat, with its sign."""
    return signed(nets(event.postings).get(seat or "", 0))


def signed(amount: int) -> Text:
    """Return a gain or a loss with its sign."""
    if amount < 0:
        return say("−%(amount)s", amount=Money(-amount))
    return say("+%(amount)s", amount=Money(amount)) if amount else say("%(amount)s", amount=Money(0))
