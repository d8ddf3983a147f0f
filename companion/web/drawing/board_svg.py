"""A drawn board, ready for ``parts/board.svg``: all of a ``Layout`` that stays the same during a game.

``board_places`` computes the places, ``figures_svg`` the figures and marks on the board; words and colours belong to
the template and the style sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup

from companion.boards.layout import OUTER_EDGE, Area, Cell, Layout, Point
from companion.web.drawing import board_places
from companion.web.view.parts import BadgeView

HATCHES = (
    "M0 8L8 0M-1 1L1 -1M7 9L9 7",
    "M0 4H8",
    "M4 0V8",
    "M0 0L8 8M-1 7L1 9M7 -1L9 1",
    "M2 2h1.6M6 6h1.6",
    "M0 6L4 2L8 6",
)
"""a pattern for each region, so that it can be told without its colour; 8 by 8 millimetres each"""


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """A cell's middle; ``mark`` is the printed mark on it, "" for nothing that is drawn."""

    id: str
    x: float
    y: float
    mark: str


@dataclass(frozen=True, slots=True)
class DrawnRegion:
    """A region with its owner and letter; its name at ``x``, ``y`` begins, ends or is centred there."""

    letter: str
    seat: str | None
    colour: str
    mark: str
    hatch: str
    x: float
    y: float
    anchor: str
    cells: tuple[DrawnCell, ...]
    uses: Markup
    """the cells as they stand in the picture: most of a page, and the same on every one"""
    marks: Markup
    """the printed marks on them"""


@dataclass(frozen=True, slots=True)
class DrawnArea:
    """A place beside the cells: upper left corner and sides."""

    name: str
    x: float
    y: float
    width: float
    height: float
    middle: float


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A whole board. ``outline`` is one cell around (0, 0); ``town`` are the outlines the town covers."""

    view_box: str
    outline: str
    regions: tuple[DrawnRegion, ...]
    areas: tuple[DrawnArea, ...]
    town: tuple[str, ...]
    middle: Point
    """of the town"""
    scale: float
    """factor for figures and printed marks on smaller cells than those they were drawn for"""
    town_scale: float


def drawing(
    layout: Layout,
    regions: Mapping[str, str],
    badges: Mapping[str, BadgeView],
    brief: bool,
    places: Collection[str] | None = None,
    letters: int = board_places.MAX_LETTERS,
) -> DrawnBoard:
    """Return the board with the owners of its regions, whose names have up to so many letters.

    Without room for names it is ``brief``.
    Areas that are not among the ``places`` which the game names are left out: they belong to another edition.
    """
    if places is not None and any(area.name not in places for area in layout.areas):
        layout = with_areas(layout, tuple(places))
    owners = ((letter, badges.get(regions.get(letter, ""))) for letter in layout.regions)
    return _drawing(layout, tuple(owners), board_places.LABEL_GAP if brief else board_places.name_room(letters))


@lru_cache(maxsize=64)
def _drawing(layout: Layout, owners: tuple[tuple[str, BadgeView | None], ...], room: float) -> DrawnBoard:
    return DrawnBoard(
        view_box=board_places.view_box(layout, room),
        outline=board_places.outline(layout),
        regions=tuple(_region(layout, at, letter, owner) for at, (letter, owner) in enumerate(owners)),
        areas=tuple(_area(area) for area in layout.areas),
        town=board_places.town(layout),
        middle=board_places.middle(layout),
        scale=board_places.scale(layout),
        town_scale=board_places.town_scale(layout),
    )


@lru_cache(maxsize=64)
def with_areas(layout: Layout, places: tuple[str, ...]) -> Layout:
    """Return the board with these areas alone."""
    return replace(layout, areas=tuple(area for area in layout.areas if area.name in places))


def _region(layout: Layout, at: int, letter: str, owner: BadgeView | None) -> DrawnRegion:
    x, y = board_places.name_place(layout, letter)
    return DrawnRegion(
        letter=letter,
        seat=owner.seat if owner else None,
        colour=owner.colour if owner else "",
        mark=owner.mark if owner else "",
        hatch=HATCHES[at % len(HATCHES)],
        x=x,
        y=y,
        anchor=board_places.anchor(layout, x),
        cells=_cells(layout, letter),
        uses=_uses(layout, letter),
        marks=_marks(layout, letter),
    )


@lru_cache(maxsize=64)
def _cells(layout: Layout, letter: str) -> tuple[DrawnCell, ...]:
    return tuple(_cell(layout, cell) for cell in layout.cells if cell.region == letter)


def _cell(layout: Layout, cell: Cell) -> DrawnCell:
    x, y = layout.centre(cell.id)
    mark = min(cell.flags - {OUTER_EDGE}, default="")
    return DrawnCell(cell.id, board_places.short(x), board_places.short(y), mark)


def _uses(layout: Layout, letter: str) -> Markup:
    use = Markup('<use href="#cell" x="{x}" y="{y}" data-cell="{id}"/>')
    return Markup("\n    ").join(use.format(x=cell.x, y=cell.y, id=cell.id) for cell in _cells(layout, letter))


def _marks(layout: Layout, letter: str) -> Markup:
    use = Markup('<use href="#m-{mark}" transform="{where}"/>')
    marked = (cell for cell in _cells(layout, letter) if cell.mark)
    return Markup("\n    ").join(
        use.format(mark=c.mark, where=board_places.transform(layout, c.x, c.y)) for c in marked
    )


def _area(area: Area) -> DrawnArea:
    left, top = area.x - area.width / 2, area.y - area.height / 2
    return DrawnArea(area.name, left, top, area.width, area.height, area.x)
