"""The lessons of a game on one screen: what matters there now for the first time, and where it stands.

The television shows the public lessons, once. Without one, the phone of the player whose turn it is shows it, to be
read out. Only a phone itself knows which lessons it has had: it is sent all that matter now.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.identity import identity_cache
from companion.core.lessons import Lesson, LessonKind, Occasion, due
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.table.table import Table, TablePhase
from companion.core.text import Text
from companion.web.view import news
from companion.web.view.moment import Moment
from companion.web.view.reader import Reader


@dataclass(frozen=True, slots=True)
class LessonView:
    """A lesson that matters now. ``elsewhere``: the television tells it; ``aloud``: for everyone, so it is read out."""

    id: str
    anchor: str
    kind: LessonKind
    text: Text
    elsewhere: bool = False
    aloud: bool = False


@dataclass(frozen=True, slots=True)
class Lessons:
    """The lessons that matter on a screen now."""

    lessons: tuple[LessonView, ...] = ()


def lessons(moment: Moment, reader: Reader) -> Lessons:
    """Return the lessons that matter to a seat now, in order of urgency; none before the game begins."""
    found = _due(moment.live.game, moment.live.table, moment.live.records, reader.seat)
    television = moment.surroundings.learning.television and not moment.demo
    teller, aloud = _teller(moment, reader.seat or ""), len(moment.live.table.people()) > 1
    return Lessons(
        tuple(
            LessonView(each.id, each.anchor, each.kind, each.text, each.public and television, each.public and aloud)
            for each in found
            if not each.public or television or reader.seat == teller
        )
    )


def public_lessons(moment: Moment) -> Lessons:
    """Return the lessons for everyone, while a phone at the table is still learning the game."""
    if not moment.surroundings.learning.seats or moment.demo:
        return Lessons()
    found = _due(moment.live.game, moment.live.table, moment.live.records, None)
    return Lessons(tuple(LessonView(each.id, each.anchor, each.kind, each.text) for each in found if each.public))


def _teller(moment: Moment, reader: str) -> str:
    """Return the learning seat that tells what is for everyone: the one whose turn it is, otherwise the first.

    The reader is learning, or would not be sent any lesson.
    """
    active = [row.seat for row in moment.players if row.active]
    learning = moment.surroundings.learning.seats | {reader}
    return next((seat for seat in (*active, *moment.live.table.ids) if seat in learning), "")


@identity_cache(most=64)
def _due(game: Game, table: Table, records: tuple[StoredEvent, ...], seat: str | None) -> tuple[Lesson, ...]:
    if not game.lessons or table.phase is TablePhase.LOBBY or table.play is None:
        return ()
    events = tuple(record.event for record in news.recent(records, table.seq))
    rank = {kind: at for at, kind in enumerate(LessonKind)}
    return tuple(sorted(due(game.lessons, Occasion(table, events, seat)), key=lambda each: rank[each.kind]))
