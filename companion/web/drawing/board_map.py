"""A small map of the board with the owner of each part, for choosing a place and before the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.app.loaded_table import LoadedTable
from companion.boards.layout import Layout, Point
from companion.boards.lookups import board_of
from companion.core.table.table import Table
from companion.core.ui.page import PlayerRow
from companion.web.drawing.board_places import rim, town_rim

MARGIN = 0.02
"""around the board, as a part of its width"""


@dataclass(frozen=True, slots=True)
class MapRegion:
    """A part of the board with its letter; ``owner`` is None where the seat is free."""

    letter: str
    path: str
    x: float
    y: float
    owner: PlayerRow | None


@dataclass(frozen=True, slots=True)
class BoardMap:
    """Outlines alone, in millimetres; ``letter`` is the height of a letter that can be read on a phone."""

    view_box: str
    letter: float
    field: str
    """the field of the form by which a part is chosen"""
    regions: tuple[MapRegion, ...]
    town: str


def board_map(live: LoadedTable) -> BoardMap | None:
    """Return the board of a table with the owner of each part; None where players do not choose one."""
    game, table = live.game, live.table
    layout = board_of(game, table)
    fields = game.seat_fields(table, table.ids[0] if table.ids else None)
    name = next((field.name for field in fields if field.on_board), None)
    if layout is None or name is None:
        return None
    owners = _owners(table, name, game.players(table, None))
    regions = tuple(
        MapRegion(letter, path, x, y, owners.get(letter)) for letter, (path, (x, y)) in _regions(layout).items()
    )
    view_box, letter = _size(layout)
    return BoardMap(view_box, letter, name, regions, town_rim(layout))


def _owners(table: Table, name: str, rows: Iterable[PlayerRow]) -> dict[str, PlayerRow]:
    found = {row.seat: row for row in rows}
    return {seat.picks[name]: found[seat.id] for seat in table.seats if name in seat.picks}


@lru_cache(maxsize=16)
def _regions(layout: Layout) -> Mapping[str, tuple[str, Point]]:
    """Return, by its letter, the outline and the middle of each region."""
    found = {}
    for letter in layout.regions:
        cells = layout.select(letter)
        middles = [layout.centre(cell) for cell in cells]
        middle = tuple(round(sum(numbers) / len(cells), 1) for numbers in zip(*middles, strict=True))
        found[letter] = (rim(layout.corners(cell) for cell in cells), (middle[0], middle[1]))
    return found


@lru_cache(maxsize=16)
def _size(layout: Layout) -> tuple[str, float]:
    corners = [corner for cell in layout.cells for corner in layout.corners(cell.id)]
    xs, ys = ([corner[axis] for corner in corners] for axis in (0, 1))
    gap = (max(xs) - min(xs)) * MARGIN
    numbers = (min(xs) - gap, min(ys) - gap, max(xs) - min(xs) + 2 * gap, max(ys) - min(ys) + 2 * gap)
    return " ".join(str(round(number, 1)) for number in numbers), round(numbers[2] / 12, 1)
