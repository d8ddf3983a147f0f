"""The camera's reading of a move: arrows on the board, and a small picture of that part of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from companion.boards.layout import Layout, Point
from companion.core.ui.board_page import Arrow

CLEAR = 11.0
"""An arrow begins and ends so far from the middle of its cells, in millimetres: the figures stay in sight."""
HEAD = 9.0
CROSS = 6.0
ROOM = 38.0
"""The width of the board around the arrows that is in the picture, in millimetres."""


@dataclass(frozen=True, slots=True)
class DrawnArrow:
    """An arrow as a path; a ``wrong`` one is crossed out."""

    path: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class CutOut:
    """A part of the board: its box, and the outlines of the cells in it by the letter of their region."""

    view_box: str
    cells: tuple[tuple[str, str], ...]
    inside: frozenset[str]


def drawn_arrows(layout: Layout, arrows: Sequence[Arrow]) -> tuple[DrawnArrow, ...]:
    """Return the arrows between places that this layout has."""
    found = ((layout.centre(each.frm), layout.centre(each.to), each.wrong) for each in _known(layout, arrows))
    return tuple(DrawnArrow(_path(frm, to, wrong), wrong) for frm, to, wrong in found)


def cutting(layout: Layout, arrows: Sequence[Arrow]) -> CutOut | None:
    """Return the part of the board around the arrows; None where there are none."""
    ends = tuple(end for each in _known(layout, arrows) for end in (each.frm, each.to))
    return _cutting(layout, ends) if ends else None


@lru_cache(maxsize=64)
def _cutting(layout: Layout, ends: tuple[str, ...]) -> CutOut:
    points = [layout.centre(end) for end in ends]
    left, right = min(x for x, _ in points) - ROOM, max(x for x, _ in points) + ROOM
    top, bottom = min(y for _, y in points) - ROOM, max(y for _, y in points) + ROOM
    near = {cell.id: cell.region for cell in layout.cells if _within(layout.centre(cell.id), left, top, right, bottom)}
    box = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    return CutOut(box, _by_region(layout, near), frozenset((*near, *ends)))


@lru_cache(maxsize=16)
def whole(layout: Layout, view_box: str) -> CutOut:
    """Return all of the board as one part of it."""
    cells = {cell.id: cell.region for cell in layout.cells}
    return CutOut(view_box, _by_region(layout, cells), frozenset(cells))


def _by_region(layout: Layout, cells: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (region, "".join(_outline(layout, cell) for cell, letter in cells.items() if letter == region))
        for region in dict.fromkeys(cells.values())
    )


def _within(point: Point, left: float, top: float, right: float, bottom: float) -> bool:
    return left - 20 < point[0] < right + 20 and top - 20 < point[1] < bottom + 20


def outlined(layout: Layout, cells: Iterable[str]) -> str:
    """Return the outlines of those cells that the layout has."""
    return "".join(_outline(layout, cell) for cell in cells if cell in layout.by_id)


def _outline(layout: Layout, cell: str) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in layout.corners(cell)) + "Z"


def _known(layout: Layout, arrows: Sequence[Arrow]) -> Iterator[Arrow]:
    places = {*layout.nodes, *(area.name for area in layout.areas)}
    return (each for each in arrows if each.frm in places and each.to in places and each.frm != each.to)


def _path(frm: Point, to: Point, crossed: bool) -> str:
    length = hypot(to[0] - frm[0], to[1] - frm[1])
    dx, dy = (to[0] - frm[0]) / length, (to[1] - frm[1]) / length
    clear = min(CLEAR, length / 4)
    x1, y1, x2, y2 = frm[0] + clear * dx, frm[1] + clear * dy, to[0] - clear * dx, to[1] - clear * dy
    left = (x2 - HEAD * (dx + 0.6 * dy), y2 - HEAD * (dy - 0.6 * dx))
    right = (x2 - HEAD * (dx - 0.6 * dy), y2 - HEAD * (dy + 0.6 * dx))
    lines = [((x1, y1), (x2, y2)), (left, (x2, y2)), (right, (x2, y2))]
    if crossed:
        x, y, c = (x1 + x2) / 2, (y1 + y2) / 2, CROSS
        lines += [((x - c, y - c), (x + c, y + c)), ((x - c, y + c), (x + c, y - c))]
    return "".join(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for (a, b), (c, d) in lines)
