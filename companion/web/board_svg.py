"""A drawn board: a ``Layout`` and the figures on it, ready for ``parts/board.svg``.

Where things stand is worked out in ``board_places``; words and colours belong to the template and the style sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup

from companion.boards.layout import OUTER_EDGE, Area, Cell, Layout, Point
from companion.core.identity import once
from companion.core.ui.board_page import BoardView, Figure
from companion.core.ui.page import PlayerRow
from companion.web import board_places
from companion.web.camera.sight_svg import DrawnArrow, cutting, drawn_arrows

HATCHES = (
    "M0 8L8 0M-1 1L1 -1M7 9L9 7",
    "M0 4H8",
    "M4 0V8",
    "M0 0L8 8M-1 7L1 9M7 -1L9 1",
    "M2 2h1.6M6 6h1.6",
    "M0 6L4 2L8 6",
)
"""One pattern per region, so that it can be told without its colour; 8 by 8 millimetres each."""


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """A cell's middle; ``mark`` is what is printed on it, "" for nothing that is drawn."""

    id: str
    x: float
    y: float
    mark: str


@dataclass(frozen=True, slots=True)
class DrawnRegion:
    """A region with its owner and his letter; its name stands at ``x``, ``y`` and begins, ends or is centred there."""

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
    """what is printed on them"""


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure at its place; ``mark`` is the letter of its owner, ``seat``."""

    kind: str
    at: str
    x: float
    y: float
    colour: str
    mark: str
    count: int
    seat: str | None


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
class Drawing:
    """A whole board. ``outline`` is one cell around (0, 0); ``town`` are the outlines the town covers."""

    view_box: str
    outline: str
    regions: tuple[DrawnRegion, ...]
    areas: tuple[DrawnArea, ...]
    town: tuple[str, ...]
    middle: Point
    """of the town"""
    scale: float
    """what figures and printed marks shrink by on smaller cells than those they were drawn for"""
    town_scale: float
    town_lit: bool
    figures: Markup
    """as they stand in the picture"""
    arrows: tuple[DrawnArrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """A part of a board with arrows: the outlines of its cells by the colour of their owner."""

    view_box: str
    cells: tuple[tuple[str, str], ...]
    town: tuple[str, ...]
    figures: Markup
    arrows: tuple[DrawnArrow, ...]


def drawing(
    layout: Layout,
    board: BoardView,
    players: Sequence[PlayerRow],
    brief: bool,
    places: Collection[str] | None = None,
) -> Drawing:
    """The board; ``brief``: without room for the names of those whose regions they are.

    Figures at places the layout does not have are left out: a table may use fewer areas than its game. Areas that are
    not among the ``places`` which the game names are left out, too: they belong to another edition.
    """
    if places is not None and any(area.name not in places for area in layout.areas):
        layout = with_areas(layout, tuple(places))
    return Drawing(
        view_box=board_places.view_box(layout, board_places.LABEL_GAP if brief else board_places.NAME_WIDTH),
        outline=board_places.outline(layout),
        regions=_regions(layout, board, players),
        areas=tuple(_area(area) for area in layout.areas),
        town=tuple(board_places.points(outline) for outline in layout.town_outlines()),
        middle=board_places.middle(layout),
        scale=board_places.scale(layout),
        town_scale=board_places.town_scale(layout),
        town_lit="town" in board.lit,
        figures=_pictures(layout, board.figures, players),
        arrows=drawn_arrows(layout, board.arrows),
    )


def sight(layout: Layout, board: BoardView, players: Sequence[PlayerRow]) -> Sight | None:
    """The part of the board where a camera saw something move; None where no arrow is drawn."""
    found = cutting(layout, board.arrows)
    if found is None:
        return None
    rows = {player.seat: player for player in players}
    colours = {letter: rows[seat].colour for letter, seat in board.regions.items() if seat in rows}
    here = {at: figures for at, figures in board.figures.items() if at in found.inside}
    return Sight(
        found.view_box,
        tuple((colours.get(letter, ""), outline) for letter, outline in found.cells),
        tuple(board_places.points(outline) for outline in layout.town_outlines()),
        _pictures(layout, here, players),
        drawn_arrows(layout, board.arrows),
    )


@lru_cache(maxsize=64)
def with_areas(layout: Layout, places: tuple[str, ...]) -> Layout:
    """The board with these areas alone."""
    return replace(layout, areas=tuple(area for area in layout.areas if area.name in places))


@once(most=32)
def _regions(layout: Layout, board: BoardView, players: Sequence[PlayerRow]) -> tuple[DrawnRegion, ...]:
    return tuple(_drawn_regions(layout, board, {player.seat: player for player in players}))


def _drawn_regions(layout: Layout, board: BoardView, rows: Mapping[str, PlayerRow]) -> Iterator[DrawnRegion]:
    for index, letter in enumerate(layout.regions):
        seat = board.regions.get(letter)
        owner = rows.get(seat or "")
        x, y = board_places.name_place(layout, letter)
        yield DrawnRegion(
            letter=letter,
            seat=seat,
            colour=owner.colour if owner else "",
            mark=owner.mark if owner else "",
            hatch=HATCHES[index % len(HATCHES)],
            x=x,
            y=y,
            anchor=board_places.anchor(layout, x),
            cells=_cells(layout, letter),
            uses=_uses(layout, letter, tuple(sorted(board.lit))),
            marks=_marks(layout, letter),
        )


@lru_cache(maxsize=64)
def _cells(layout: Layout, letter: str) -> tuple[DrawnCell, ...]:
    return tuple(_cell(layout, cell) for cell in layout.cells if cell.region == letter)


def _cell(layout: Layout, cell: Cell) -> DrawnCell:
    x, y = layout.centre(cell.id)
    mark = min(cell.flags - {OUTER_EDGE}, default="")
    return DrawnCell(cell.id, board_places.short(x), board_places.short(y), mark)


@lru_cache(maxsize=256)
def _uses(layout: Layout, letter: str, lit: tuple[str, ...]) -> Markup:
    pairs = _pairs(layout, letter)
    return Markup("\n    ".join(pair[cell in lit] for cell, pair in pairs.items()))


@lru_cache(maxsize=64)
def _marks(layout: Layout, letter: str) -> Markup:
    use = Markup('<use href="#m-{mark}" transform="translate({x} {y}) scale({scale})"/>')
    marked = (cell for cell in _cells(layout, letter) if cell.mark)
    return Markup("\n    ").join(
        use.format(mark=c.mark, x=c.x, y=c.y, scale=board_places.scale(layout)) for c in marked
    )


@lru_cache(maxsize=64)
def _pairs(layout: Layout, letter: str) -> Mapping[str, tuple[str, str]]:
    """Each cell as it stands in the picture: plain, and lit."""
    use = Markup('<use href="#cell" x="{x}" y="{y}" data-cell="{id}"{lit}/>')
    return {
        cell.id: (
            str(use.format(x=cell.x, y=cell.y, id=cell.id, lit="")),
            str(use.format(x=cell.x, y=cell.y, id=cell.id, lit=Markup(' class="lit"'))),
        )
        for cell in _cells(layout, letter)
    }


@once(most=32)
def _pictures(layout: Layout, figures: Mapping[str, Sequence[Figure]], players: Sequence[PlayerRow]) -> Markup:
    """All figures as they stand in the picture."""
    rows, scale = {player.seat: player for player in players}, board_places.scale(layout)
    return Markup("\n  ").join(_picture(each, scale) for each in _figures(layout, figures, rows))


def _figures(
    layout: Layout, figures: Mapping[str, Sequence[Figure]], rows: Mapping[str, PlayerRow]
) -> Iterator[DrawnFigure]:
    places = {*layout.nodes, *(area.name for area in layout.areas)}
    for at, here in figures.items():
        if at not in places:
            continue
        for figure, (x, y) in zip(here, board_places.crowd(layout.centre(at), len(here)), strict=True):
            owner = rows.get(figure.seat or "")
            yield DrawnFigure(
                kind=figure.kind,
                at=at,
                x=board_places.short(x),
                y=board_places.short(y),
                colour=owner.colour if owner else "",
                mark=owner.mark if owner else "",
                count=figure.count,
                seat=figure.seat,
            )


@lru_cache(maxsize=4_096)
def _picture(figure: DrawnFigure, scale: float) -> Markup:
    """One figure: between two moves hardly any of them is another one."""
    look = f"c-{figure.colour}" if figure.colour else "c-nobody"
    parts = [
        Markup('<g class="figure {} {}" transform="translate({} {}) scale({})" data-at="{}"').format(
            figure.kind, look, figure.x, figure.y, scale, figure.at
        ),
        Markup(' data-of="{}"><circle r="14" class="halo"/>').format(figure.seat) if figure.seat else Markup(">"),
        Markup('<use href="#f-{}"/>').format(figure.kind),
        Markup('<text y="9.5">{}</text>').format(figure.mark) if figure.mark else Markup(),
        Markup('<text y="22" class="count">×{}</text>').format(figure.count) if figure.count > 1 else Markup(),
        Markup("</g>"),
    ]
    return Markup().join(parts)


def _area(area: Area) -> DrawnArea:
    left, top = area.x - area.width / 2, area.y - area.height / 2
    return DrawnArea(area.name, left, top, area.width, area.height, area.x)
