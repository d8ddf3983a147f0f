"""A table without a board for a camera: its printed markers, the pieces found by them, and their names in reports.

``MarkedTable`` goes to the camera with the orders and comes from the game (``Game.markers``).
The camera answers with an ``Observation``, as for a board:

- Rows: the cell ``A-1`` is the first place of the row ``A``, counted from its marker, and bears the kind of the piece
  that lies there. A piece that was there and is hidden now keeps its place: that cell is unknown, and its kind stands
  among the doubts. A row whose marker has not been seen yet is unknown as a whole, under its own name.
- Pieces that are seen and lie in nobody's row are in the area ``LOOSE``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Self

from pydantic import AfterValidator

from companion.boards.data_file import CameraMessage
from companion.boards.observation import Observation

LOOSE = "loose"
"""The area of pieces that lie in no row."""
MAX_MARKERS = 1000


@dataclass(frozen=True, slots=True)
class MarkedTable(CameraMessage):
    """The printed markers of a table without a board.

    ``rows``: name of a row -> number of the marker at its beginning. ``pieces``: number -> kind of the piece that bears
    it, as observations say it; pieces of which nothing is told apart may be of one kind.
    """

    rows: Mapping[str, int] = field(default_factory=dict)
    pieces: Mapping[int, str] = field(default_factory=dict)

    @property
    def numbers(self) -> frozenset[int]:
        """Return the numbers of all markers of this table."""
        return frozenset((*self.rows.values(), *self.pieces))

    def checked(self) -> Self:
        """Return the table if no marker means two things. Raise ValueError otherwise."""
        if len(self.numbers) != len(self.rows) + len(self.pieces) or len(self.numbers) > MAX_MARKERS:
            raise ValueError("a marker means two things")
        return self


Marked = Annotated[MarkedTable, AfterValidator(MarkedTable.checked)]
"""a table as a part of a message"""


def place_in_row(row: str, at: int) -> str:
    """Return the cell of a place in a row, 1 for the one at its marker."""
    return f"{row}-{at}"


def row_of(observation: Observation, row: str) -> tuple[tuple[str, bool], ...]:
    """Return the pieces of this row in their order: each with its kind, and whether it is seen or only remembered."""
    pieces = {cell: (kind, True) for cell, kind in observation.cells.items()}
    pieces |= {cell: (kinds[0], False) for cell, kinds in observation.doubts.items() if kinds}
    places = ((cell.rpartition("-"), piece) for cell, piece in pieces.items())
    by_place = {int(at): piece for (name, _, at), piece in places if name == row and at.isdecimal()}
    return tuple(by_place[at] for at in sorted(by_place))
