"""From what somebody painted over a photograph of a board to a board that can be played on.

The page sends places, regions and marks; names of cells, gates of the town, the outer edge and the camera's markers
are worked out here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.boards.board_file import check_sizes, not_a_board
from companion.boards.layout import OUTER_EDGE, Area, Cell, Coordinate, Lattice, Layout, Marker, gates_around
from companion.core.errors import BadRequest
from companion.core.text import say

MARKER_SIDE, MARKER_MARGIN = 30.0, 6.0
INSET = MARKER_SIDE / 2 + MARKER_MARGIN + 1
"""From the corner of the sheet to the middle of a marker."""
CLEAR = 2 * INSET
"""A marker's card and a little room."""
MOST_PLACES = 1_000


def traced(sketch: Mapping[str, Any]) -> Layout:
    """The board of a sketch; raises BadRequest with a sentence for whatever is missing.

    ``sketch``: name, lattice, size (mm), sheet and origin (pairs in mm), cells as {q, r, region, flags},
    town as [[q, r], ...], areas as {name, x, y, width, height}.
    """
    try:
        drawn = _drawn(sketch)
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise not_a_board(wrong) from wrong
    if not drawn.cells:
        raise BadRequest(say("There are no cells yet: choose a part of the board and paint it."))
    check_sizes(drawn)
    return with_markers(_edged(drawn))


def _drawn(sketch: Mapping[str, Any]) -> Layout:
    if len(sketch["cells"]) > MOST_PLACES or len(sketch["town"]) > MOST_PLACES:
        raise ValueError("too many places")
    town = tuple(sorted((int(q), int(r)) for q, r in sketch["town"]))
    lattice, cells = Lattice(sketch["lattice"]), tuple(_cells(sketch["cells"]))
    (width, height), (x, y) = sketch["sheet"], sketch["origin"]
    return Layout(
        name=" ".join(str(sketch["name"]).split()),
        lattice=lattice,
        size=float(sketch["size"]),
        cells=cells,
        town=town,
        gates=gates_around(lattice, town, {(cell.q, cell.r): cell.id for cell in cells}),
        areas=tuple(_area(area) for area in sketch["areas"]),
        sheet=(float(width), float(height)),
        origin=(float(x), float(y)),
        marker_side=MARKER_SIDE,
        marker_margin=MARKER_MARGIN,
    )


def _area(area: Mapping[str, Any]) -> Area:
    x, y, width, height = (float(area[side]) for side in ("x", "y", "width", "height"))
    return Area(str(area["name"]), x, y, width, height)


def _cells(places: Any) -> Iterator[Cell]:
    """Named after their region and numbered as one reads: row by row, from the left."""
    counts: dict[str, int] = {}
    for place in sorted(places, key=lambda each: (int(each["r"]), int(each["q"]))):
        region = str(place["region"])
        counts[region] = counts.get(region, 0) + 1
        flags = frozenset(str(flag) for flag in place["flags"])
        yield Cell(f"{region}{counts[region]}", int(place["q"]), int(place["r"]), region, flags)


def _edged(layout: Layout) -> Layout:
    """Where nobody painted the outer edge, it is every cell with nothing beside it on some side."""
    if layout.select(flag=OUTER_EDGE):
        return layout
    there: set[Coordinate] = {*layout.town, *((cell.q, cell.r) for cell in layout.cells)}
    steps = layout.lattice.steps

    def edge(cell: Cell) -> bool:
        return any((cell.q + dq, cell.r + dr) not in there for dq, dr in steps)

    marked = (replace(cell, flags=cell.flags | {OUTER_EDGE}) if edge(cell) else cell for cell in layout.cells)
    return replace(layout, cells=tuple(marked))


def with_markers(layout: Layout) -> Layout:
    """The camera's markers in the corners of the sheet, which grows where cells or areas are in their way."""
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
