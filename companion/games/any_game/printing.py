"""The printables of any game: a score sheet to be written by hand."""

from __future__ import annotations

from companion.core.text import say
from companion.core.ui.printable import Printables, ScoreSheet

ROUNDS = 12
SHEETS = 2
COLUMNS = 6


def printables() -> Printables:
    """Return a sheet with rounds as rows, twice on a page."""
    rows = tuple(say("Round %(number)s", number=number) for number in range(1, ROUNDS + 1))
    return Printables((), (), (), COLUMNS, scores=ScoreSheet((*rows, say("Total")), SHEETS))
