"""Where everything lies on our printed town board, in millimetres (rules §2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.western_town.rulebook.buildings import CARPENTER, CENTRE, GOLD_MINE, HOMESTEAD, MARSHAL, Cell
from companion.games.western_town.rulebook.towns import Resource

EDGE, GAP = 3.0, 2.0
CELL_WIDTH, CELL_HEIGHT = 44.0, 40.0
"""a cell is wider than a tile, so that it lies there loosely"""
STEP_X, STEP_Y = CELL_WIDTH + GAP, CELL_HEIGHT + GAP
COLUMNS = ROWS = 4
WIDTH = 2 * EDGE + COLUMNS * STEP_X - GAP
NAME_HEIGHT = 10.0
"""the line at the top for the town's name"""
GRID = EDGE + NAME_HEIGHT + GAP
STORES = GRID + ROWS * STEP_Y
STORE_HEIGHT = 36.0
HEIGHT = STORES + STORE_HEIGHT + EDGE
STORE_GAP = 1.5
SHARES: Mapping[Resource, float] = {
    Resource.GOLD: 24,
    Resource.WOOD: 21,
    Resource.INHABITANTS: 30,
    Resource.COWBOYS: 28,
    Resource.PIPES: 27,
    Resource.LURE: 21,
    Resource.EXPORTED: 24,
}
"""how wide the boxes are, in parts of the room that there is"""
PRINTED_AT = {MARSHAL: (1, 0), CARPENTER: (1, 1), HOMESTEAD: (1, 2), GOLD_MINE: (1, 3)}
"""column and row of what is printed; zone 4 are the six places in the middle of the first three rows (2.2)"""
FOURS = ((2, 0), (2, 1), (2, 2))
OTHERS = ((0, 0), (3, 0), (0, 1), (3, 1), (0, 2), (3, 2), (0, 3), (3, 3))
STACK_AT = (2, 3)


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


FIELD = Place(0.8, STORES - 0.6, WIDTH - 1.6, STORE_HEIGHT + 2.0)
"""the blue ground of all boxes, a little larger: cubes may lie over the lines"""


def at(place: tuple[int, int]) -> Place:
    """The rectangle of a column and a row."""
    column, row = place
    return Place(EDGE + column * STEP_X, GRID + row * STEP_Y, CELL_WIDTH, CELL_HEIGHT)


def spots(cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, tuple[int, int]]]:
    """The 4-cells in the middle, the others around, by column and row."""
    fours = [cell for cell in cells if cell.number == CENTRE]
    around = [cell for cell in cells if cell.number != CENTRE]
    yield from zip(fours, FOURS, strict=False)
    yield from zip(around, OTHERS, strict=False)


def cells_at(cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, Place]]:
    """The same by their rectangles."""
    for cell, place in spots(cells):
        yield cell, at(place)


def stores_at() -> Iterator[tuple[Resource, Place]]:
    """The boxes for cubes, names included."""
    room = WIDTH - 2 * EDGE - (len(SHARES) - 1) * STORE_GAP
    x, whole = EDGE, sum(SHARES.values())
    for what, share in SHARES.items():
        width = room * share / whole
        yield what, Place(x, STORES, width, STORE_HEIGHT)
        x += width + STORE_GAP
