"""All tables at a glance, for their host: who plays where, and since when nothing has happened."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.app.hosting.places import places
from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.table.table import TablePhase
from companion.core.text import Text

MAX_LINES = 400
LIVELY_SECONDS = 3600.0
"""a table where nothing has happened for longer is listed without being read"""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table as the host's page lists it. ``title`` and ``edition`` are None for a game that is no longer installed.

    ``phase`` is None, and ``players`` empty, of a table that is asleep; ``trouble`` says why one cannot be read.
    ``quiet`` is how many seconds ago something happened there, or it was opened; ``place``, the number of the place
    in the house where it was opened, empty for none.
    """

    code: str
    title: Text | None
    edition: Text | None
    phase: TablePhase | None
    players: tuple[str, ...]
    events: int
    quiet: float
    closed: bool
    trouble: Text | None = None
    place: str = ""


def overview(tables: Tables, now: float) -> Iterator[TableLine]:
    """Yield the newest tables, those that were closed too."""
    opened_at = places(tables.log)
    for row, closed, events, at in tables.log.activity(MAX_LINES):
        game = tables.games.get(row.game, {}).get(row.edition)
        title, edition = (game.title, game.edition.title) if game else (None, None)
        quiet, place = max(0.0, now - at), opened_at.get(row.code, "")
        asleep = TableLine(row.code, title, edition, None, (), events, quiet, closed, place=place)
        yield asleep if quiet > LIVELY_SECONDS else _lively(tables, asleep)


def _lively(tables: Tables, line: TableLine) -> TableLine:
    """Return the line with its players, or why they cannot be read."""
    try:
        table = tables.table(line.code)
    except RuleError as error:
        logger.debug("table %s cannot be read for the host", line.code, exc_info=True)
        return replace(line, trouble=error.text)
    return replace(line, phase=table.phase, players=tuple(seat.name for seat in table.seats))
