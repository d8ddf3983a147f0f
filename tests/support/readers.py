"""The content of one screen, as values."""

from __future__ import annotations

from companion.app.tables import Tables
from companion.web.view.moment import moment_of
from companion.web.view.parts import ResultView
from companion.web.view.reader import Reader
from companion.web.view.results import result_of


def reader_of(tables: Tables, code: str, seat: str | None = None) -> Reader:
    """Return the screen of this seat now, or the table screen."""
    return Reader(moment_of(tables, code), seat)


def result_at(tables: Tables, code: str) -> ResultView | None:
    """Return how the game at this table ended."""
    return result_of(tables, tables.live(code))
