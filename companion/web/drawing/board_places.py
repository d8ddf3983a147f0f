"""The places of everything on a drawn board, in the millimetres of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, radians, sin

from companion.boards.layout import Lattice, Layout, Point

MARGIN = 6.0
LABEL_GAP = 9.0
TURNS = tuple(sign * degrees for degrees in range(0, 65, 5) for sign in (1, -1))
"""degrees by which a name may go round the board, the nearest first"""
NAME_WIDTH = 115.0
"""Room for a name beside the board; phones show the owner's letter instead, to keep the cells large."""
MAX_LETTERS = 12
"""of a name beside the board; a longer one is cut short"""
LETTER_WIDTH = 8.5
REGION_WIDTH = 28.0
"""of a region's letter and of the point before its owner's name"""
DRAWN_FOR = 31.0
"""Figures, marks and rings fit cells whose middles are so far apart."""
TOWN_WIDTH = 93.0
"""And houses and name a town of this width."""
CROWD_STEP = 25.0
"""Figures that share the town or an area stand this far apart."""
NAME_AT = ((0.0, 23.0), (0.0, -17.0), (34.0, 4.5), (-34.0, 4.5))
"""Where the foot of a cell's name may stand from the middle of the cell, the best place first: below the figure on it,
above, beside it."""
LETTER_WIDTH, LETTER_HEIGHT = 9.3, 10.0
"""of such a name, with its rim"""
FIGURE_REACH = 13.0
"""from the middle of its cell"""
TOWN_DRAWN = ((-36.0, -42.0, 36.0, -9.0), (-30.0, 20.0, 30.0, 34.0))
"""its houses and its name, from its middle: left, top, right, foot"""

Box = tuple[float, float, float, float]
"""left, top, right, foot"""


def crowd(middle: Point, count: int) -> Iterator[Point]:
    """Yield places for ``count`` figures around a middle, in rows of three."""
    x, y = middle
    rows = -(-count // 3)
    for index in range(count):
        row, column = divmod(index, 3)
        width = min(3, count - 3 * row)
        yield x + (column - (width - 1) / 2) * CROWD_STEP, y + (row - (rows - 1) / 2) * CROWD_STEP


@lru_cache(maxsize=64)
def name_place(layout: Layout, letter: str) -> Point:
    """Return the place of a region's name.

    It is just outside the region, straight away from the middle of the board, or beside that where a long name would
    run over an area or a cell.
    """
    centres = [layout.centre(cell) for cell in layout.select(letter)]
    towards = atan2(sum(y for _, y in centres), sum(x for x, _ in centres))
    places = [_outside(centres, towards + radians(turn), layout.size + LABEL_GAP) for turn in TURNS]
    x, y = next((place for place in places if _is_free(layout, place)), places[0])
    return short(x), short(y)


def _outside(centres: Sequence[Point], angle: float, gap: float) -> Point:
    dx, dy = cos(angle), sin(angle)
    reach = max(x * dx + y * dy for x, y in centres) + gap
    return dx * reach, dy * reach


def _is_free(layout: Layout, place: Point) -> bool:
    x, y = place
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor(layout, x)] * NAME_WIDTH
    things = [(cx, cy, layout.size, layout.size) for cx, cy in (layout.centre(cell.id) for cell in layout.cells)]
    things += [(area.x, area.y, area.width / 2, area.height / 2 + LABEL_GAP) for area in layout.areas]
    return not any(
        left - half_width < thing_x < left + NAME_WIDTH + half_width and abs(y - thing_y) < half_height
        for thing_x, thing_y, half_width, half_height in things
    )


def anchor(layout: Layout, x: float) -> str:
    """Return how a name at ``x`` is aligned: it begins, ends or is centred there."""
    return "middle" if abs(x) < layout.size else "start" if x > 0 else "end"


@dataclass(frozen=True, slots=True)
class NamePlace:
    """A place for the name of a cell: its foot, its box, and its overlap with the town and with figures.

    ``figures``: square millimetres, by the cell of the figure.
    """

    foot: Point
    box: Box
    town: float
    figures: Mapping[str, float]


def cell_names(layout: Layout, cells: Sequence[str], taken: Iterable[str]) -> dict[str, Point]:
    """Return the place of each cell's name.

    It overlaps no other name and, where there is room, no figure of a cell that is ``taken``, nor the houses of the
    town.
    """
    occupied = frozenset(taken)
    found: dict[str, Point] = {}
    names: list[Box] = []

    def covers(place: NamePlace) -> tuple[float, float]:
        figures = sum(area for cell, area in place.figures.items() if cell in occupied)
        return sum(_covered(place.box, name) for name in names), place.town + figures

    for cell in cells:
        best = min(_name_places(layout, cell), key=covers)
        found[cell] = best.foot
        names.append(best.box)
    return found


@lru_cache(maxsize=1_024)
def _name_places(layout: Layout, cell: str) -> tuple[NamePlace, ...]:
    """Return the places for the name of a cell, the best first; cached, because every move looks through them."""
    size, (x, y) = scale(layout), layout.centre(cell)
    far = (max(abs(dx) for dx, _ in NAME_AT) + LETTER_WIDTH * len(cell) / 2 + 2 * FIGURE_REACH) * size
    figures = [(other, box) for other, box in _figures(layout) if abs(box[0] - x) < far > abs(box[1] - y)]
    found = []
    for dx, dy in NAME_AT:
        box = _name_box(cell, (x + dx * size, y + dy * size), size)
        covered = {other: area for other, one in figures if (area := _covered(box, one))}
        foot = short(x + dx * size), short(y + dy * size)
        found.append(NamePlace(foot, box, sum(_covered(box, one) for one in _town(layout)), covered))
    return tuple(found)


@lru_cache(maxsize=16)
def _figures(layout: Layout) -> tuple[tuple[str, Box], ...]:
    """Return the box of a figure on each cell."""
    reach = FIGURE_REACH * scale(layout)
    return tuple((cell.id, _box_around(layout.centre(cell.id), reach)) for cell in layout.cells)


@lru_cache(maxsize=16)
def _town(layout: Layout) -> tuple[Box, ...]:
    """Return the boxes of what is drawn of the town."""
    if not layout.hub:
        return ()
    (x, y), grown = middle(layout), town_scale(layout)
    return tuple((x + a * grown, y + b * grown, x + c * grown, y + d * grown) for a, b, c, d in TOWN_DRAWN)


def _box_around(place: Point, reach: float) -> Box:
    x, y = place
    return x - reach, y - reach, x + reach, y + reach


def _name_box(name: str, foot: Point, size: float) -> Box:
    x, y = foot
    half = LETTER_WIDTH * len(name) / 2 * size
    return x - half, y - LETTER_HEIGHT * size, x + half, y + 1.0 * size


def _covered(one: Box, other: Box) -> float:
    """Return the overlap of two boxes, in square millimetres."""
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0.0  # most boxes do not meet
    wide = min(one[2], other[2]) - max(one[0], other[0])
    return wide * (min(one[3], other[3]) - max(one[1], other[1]))


@lru_cache(maxsize=16)
def name_room(letters: int) -> float:
    """Return the room beside the board for names of so many letters: the rest belongs to the cells."""
    return min(NAME_WIDTH, REGION_WIDTH + LETTER_WIDTH * letters)


def view_box(layout: Layout, name_width: float) -> str:
    """Return the smallest box around cells, names and areas, with a margin; corner markers are for cameras only."""
    xs, ys = [0.0], [0.0]
    for cell in layout.cells:
        for x, y in layout.corners(cell.id):
            xs.append(x)
            ys.append(y)
    for letter in layout.regions:
        x, y = name_place(layout, letter)
        ys += [y - LABEL_GAP, y + LABEL_GAP]
        xs += [x - name_width, x + name_width] if abs(x) > layout.size else []
    for area in layout.areas:
        xs += [area.x - area.width / 2, area.x + area.width / 2]
        ys += [area.y - area.height / 2, area.y + area.height / 2]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    numbers = (left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top)
    return " ".join(str(short(number)) for number in numbers)


@lru_cache(maxsize=16)
def outline(layout: Layout) -> str:
    """Return the outline of one cell, moved to the origin: cells of a lattice are all alike."""
    first = layout.cells[0].id
    x, y = layout.centre(first)
    return points([(px - x, py - y) for px, py in layout.corners(first)])


@lru_cache(maxsize=16)
def town(layout: Layout) -> tuple[str, ...]:
    """Return the outlines of the places that the town is drawn over."""
    return tuple(points(outline) for outline in layout.hub_outlines())


@lru_cache(maxsize=16)
def town_rim(layout: Layout) -> str:
    """Return the rim of the town as a path."""
    return rim(layout.hub_outlines())


def rim(shapes: Iterable[Iterable[Point]]) -> str:
    """Return the rim of adjacent shapes as a path: the sides that only one of them has."""
    sides = [side for shape in shapes for side in _sides(shape)]
    shared = Counter(frozenset(side) for side in sides)
    onwards = {frm: to for frm, to in sides if shared[frozenset((frm, to))] == 1}
    loops = []
    while onwards:
        start, at = onwards.popitem()
        loop = [start]
        while at != start and at in onwards:
            loop.append(at)
            at = onwards.pop(at)
        loops.append("M" + "L".join(f"{x} {y}" for x, y in loop) + "Z")
    return "".join(loops)


def _sides(shape: Iterable[Point]) -> list[tuple[Point, Point]]:
    """Return the sides of a shape, one way round; rounded, so that those of neighbours are the same."""
    corners = [(short(x) + 0.0, short(y) + 0.0) for x, y in shape]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def middle(layout: Layout) -> Point:
    """Return the middle of the town."""
    x, y = layout.centre(layout.hub.name) if layout.hub else (0.0, 0.0)
    return short(x), short(y)


def scale(layout: Layout) -> float:
    """Return the factor for figures and printed marks on cells smaller than those they were drawn for."""
    spacing = layout.size * (3**0.5 if layout.lattice is Lattice.HEX else 1.0)
    return round(min(1.0, spacing / DRAWN_FOR), 3)


def transform(layout: Layout, x: float, y: float) -> str:
    """Return the SVG transform that puts a drawing of a figure or a mark here, no larger than the cells allow."""
    factor = scale(layout)
    return f"translate({short(x):g} {short(y):g})" + (f" scale({factor})" if factor != 1 else "")


def town_scale(layout: Layout) -> float:
    """Return the factor for the houses of the town."""
    xs = [x for outline in layout.hub_outlines() for x, _ in outline]
    return round(min(1.0, (max(xs) - min(xs)) / TOWN_WIDTH), 3) if xs else 1.0


def points(places: Sequence[Point]) -> str:
    """Return points in the syntax of SVG."""
    return " ".join(f"{short(x)},{short(y)}" for x, y in places)


def short(number: float) -> float:
    """Return the number rounded to a tenth: a tenth of a millimetre is precise enough."""
    return round(number, 1)
