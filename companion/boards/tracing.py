"""Boards that are traced: from cells that were painted over a photograph to a board that can be played on.

The page sends places, regions and marks; names of cells, gates of the town, the outer edge and the camera's markers
are worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, Field

from companion.boards.board_file import (
    HUB,
    MAX_AREAS,
    MAX_CELLS,
    MAX_TOWN_PLACES,
    check_sizes,
    from_text,
    not_a_board,
    to_text,
)
from companion.boards.data_file import Word, at_most, read
from companion.boards.layout import (
    MAX_ID_LENGTH,
    OUTER_EDGE,
    Area,
    Cell,
    Coordinate,
    Flags,
    Lattice,
    Layout,
    Length,
    Marker,
    Position,
    Step,
    hub_among,
)
from companion.core.errors import BadRequest
from companion.core.text import say

MARKER_SIDE, MARKER_MARGIN = 30.0, 6.0
INSET = MARKER_SIDE / 2 + MARKER_MARGIN + 1
"""From the corner of the sheet to the middle of a marker."""
CLEAR = 2 * INSET
"""A marker's card and a little room."""
LARGEST_NAME = 1_000
"""Letters, before spaces are taken out."""


class Painted(BaseModel):
    """A painted cell of a sketch; its name is made from its region and a number."""

    q: Step
    r: Step
    region: Annotated[Word, at_most(MAX_ID_LENGTH - len(str(MAX_CELLS)))]
    flags: Flags


class Sketch(BaseModel):
    """The sketch that the page sends: lengths in millimetres, places in steps of the lattice."""

    name: Annotated[str, Field(strict=True), at_most(LARGEST_NAME)]
    lattice: Lattice
    size: Length
    sheet: tuple[Length, Length]
    origin: tuple[Position, Position]
    cells: Annotated[tuple[Painted, ...], at_most(MAX_CELLS)]
    town: Annotated[tuple[Coordinate, ...], at_most(MAX_TOWN_PLACES)]
    areas: Annotated[tuple[Area, ...], at_most(MAX_AREAS)]


def traced(sketch: Mapping[str, Any]) -> Layout:
    """Return the board of a sketch. Raise BadRequest with a sentence for what is missing.

    The board is checked again wherever it is read.

    ``sketch``: name, lattice, size (mm), sheet and origin (pairs in mm), cells as {q, r, region, flags},
    town as [[q, r], ...], areas as {name, x, y, width, height}.
    """
    drawn = _drawn(read(Sketch, sketch, not_a_board))
    if not drawn.cells:
        raise BadRequest(say("There are no spaces yet: choose a part of the board and paint it."))
    check_sizes(drawn)
    return from_text(to_text(with_markers(_edged(drawn))))


def _drawn(sketch: Sketch) -> Layout:
    town, cells = tuple(sorted(sketch.town)), tuple(_cells(sketch.cells))
    return Layout(
        name=" ".join(sketch.name.split()),
        lattice=sketch.lattice,
        size=sketch.size,
        cells=cells,
        hub=hub_among(sketch.lattice, HUB, town, cells) if town else None,
        areas=sketch.areas,
        sheet=sketch.sheet,
        origin=sketch.origin,
        marker_side=MARKER_SIDE,
        marker_margin=MARKER_MARGIN,
    )


def _cells(painted: Iterable[Painted]) -> Iterator[Cell]:
    """Yield the cells, named after their region and numbered as one reads: row by row, from the left."""
    counts: dict[str, int] = {}
    for place in sorted(painted, key=lambda each: (each.r, each.q)):
        counts[place.region] = counts.get(place.region, 0) + 1
        yield Cell(f"{place.region}{counts[place.region]}", place.q, place.r, place.region, place.flags)


def _edged(layout: Layout) -> Layout:
    """Return the cells with an outer edge: where nobody painted it, every cell with nothing beside it on some side."""
    if layout.select(flag=OUTER_EDGE):
        return layout
    there: set[Coordinate] = {*(layout.hub.places if layout.hub else ()), *((cell.q, cell.r) for cell in layout.cells)}
    steps = layout.lattice.steps

    def edge(cell: Cell) -> bool:
        return any((cell.q + dq, cell.r + dr) not in there for dq, dr in steps)

    marked = (replace(cell, flags=cell.flags | {OUTER_EDGE}) if edge(cell) else cell for cell in layout.cells)
    return replace(layout, cells=tuple(marked))


def with_markers(layout: Layout) -> Layout:
    """Add the camera's markers in the corners of the sheet, which grows where cells or areas are in their way."""
    width, height = layout.sheet
    if any(abs(x) > width / 2 - CLEAR and abs(y) > height / 2 - CLEAR for x, y in _occupied(layout)):
        width, height = width + 2 * CLEAR, height + 2 * CLEAR
    x, y = width / 2 - INSET, height / 2 - INSET
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    markers = tuple(Marker(number, *corner) for number, corner in enumerate(corners))
    return replace(layout, sheet=(width, height), markers=markers)


def _occupied(layout: Layout) -> Iterator[tuple[float, float]]:
    for cell in layout.cells:
        yield from layout.corners(cell.id)
    for area in layout.areas:
        for side in (-1, 1):
            for end in (-1, 1):
                yield area.x + side * area.width / 2, area.y + end * area.height / 2
