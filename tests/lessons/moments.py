"""The occasions of lessons in recorded games: at which event, and on whose screen, each matters first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.core.lessons import Lesson, Occasion, due
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.table.table import Table, TablePhase
from companion.testing.replay import RecordedGame, played
from companion.web.view import news
from tests.support.recordings import RECORDED


@dataclass(frozen=True, slots=True)
class Moment:
    """A lesson at the first event after which it matters to these seats (None: the television)."""

    lesson: Lesson
    number: int
    """of the last event of that action, counted from 0"""
    event: str
    seats: tuple[str | None, ...]


@cache
def games() -> dict[tuple[str, str], list[RecordedGame]]:
    """Return the newest recorded games by name and edition."""
    found: dict[tuple[str, str], list[RecordedGame]] = {}
    for path in RECORDED:
        game = recorded(path)
        found.setdefault((game.head["game"], game.head["edition"]), []).append(game)
    return found


@cache
def recorded(path: Path) -> RecordedGame:
    return played(path)


def shown(game: Game, table: Table, records: tuple[StoredEvent, ...], seat: str | None) -> Iterator[Lesson]:
    """Yield what matters on this screen now."""
    if table.play is not None and table.phase is not TablePhase.LOBBY:
        events = tuple(record.event for record in news.recent(records, table.seq))
        yield from (each for each in due(game.lessons, Occasion(table, events, seat)) if seat or each.public)


def actions(game: RecordedGame) -> Iterator[tuple[int, Table]]:
    """Yield the table after every action, with the number of the last event."""
    last = {record.action: at for at, (record, _) in enumerate(game.tables)}
    yield from ((at, game.tables[at][1]) for at in last.values())


def moments(game: RecordedGame) -> dict[str, Moment]:
    """Return the first moment of each lesson in a recorded game."""
    found: dict[str, Moment] = {}
    before = 0
    for at, table in actions(game):
        records = tuple(record for record, _ in game.tables[max(0, at - news.NOTICED_EVENTS) : at + 1])
        by_name: dict[str, list[str | None]] = {}
        lessons: dict[str, Lesson] = {}
        for seat in (*table.ids, None):
            for lesson in shown(game.referee.game, table, records, seat):
                by_name.setdefault(lesson.id, []).append(seat)
                lessons[lesson.id] = lesson
        kinds = " ".join(type(record.event).__name__ for record, _ in game.tables[before : at + 1])
        for name, seats in by_name.items():
            found.setdefault(name, Moment(lessons[name], at, kinds, tuple(seats)))
        before = at + 1
    return found
