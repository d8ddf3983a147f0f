"""Lessons: what a game explains, each idea once on a phone, the first time that it matters there.

A game lists its lessons (``Game.lessons``): the occasion of each, whom it concerns, what it is about and its sentences.
The shared pages show them. Nothing of it is in a log: which lessons a phone has had, that phone keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.messages import Event
from companion.core.table.table import Level, Table
from companion.core.text import Param, Text


class Anchor(StrEnum):
    """The thing on a phone's page that a lesson stands beside.

    A game may name a thing of its own templates instead: the element with that name as ``data-anchor``.
    """

    HEADLINE = "headline"
    DICE = "dice"
    BOARD = "board"
    PRIVATE = "private"
    """what only this seat may see"""
    QUESTION = "question"
    """the form of what is asked of this seat"""
    VOTE = "vote"
    """the cards of a secret vote"""
    TOLD = "told"
    """what others have done to this seat"""
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
    when: Callable[[Occasion], Params | None]
    kind: LessonKind = LessonKind.QUESTION
    public: bool = False
    """it concerns everyone: the television tells it"""
    on_board: bool = False
    """it matters only where the box follows the board, not at the level *bank*"""


NO_PARAMS: Params = {}


def if_so(true: bool) -> Params | None:
    """Return the answer of ``Lesson.when`` for a text without parameters."""
    return NO_PARAMS if true else None


def due(lessons: Iterable[Lesson], now: Occasion) -> Iterator[Lesson]:
    """Yield the lessons that matter to the reader now, with their parameters filled in."""
    for lesson in lessons:
        if lesson.on_board and now.table.level is Level.BANK:
            continue
        params = lesson.when(now)
        if params is not None:
            yield replace(lesson, text=Text(lesson.text.message, params)) if params else lesson
