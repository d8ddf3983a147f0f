"""The board at its true size, as a poster of several pages with cut marks and overlap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.boards.layout import Area, Cell, Hub, Layout, Marker, Point
from companion.core.text import Text, say
from companion.printing.frame import Frame
from companion.printing.markers import marker
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, Sheet
from companion.printing.what import MARGIN, Paper

OVERLAP = 10.0
TOWN_WIDTH = 93.0
"""millimetres, of the town that the houses and the name were drawn for"""
GROUNDS = ("#f5e6c8", "#e6eed6", "#dde9ef", "#f4ddd4", "#e8e1f0", "#eee8da")
"""Pale, because the camera looks for figures on them."""
PRINT = "#b59f80"


@dataclass(frozen=True, slots=True)
class PageOfBoard:
    """A page of the poster: its place among the tiles, and its part of the board's sheet.

    Millimetres from the sheet's upper left corner.
    """

    row: int
    column: int
    x: float
    y: float
    width: float
    height: float

    @property
    def name(self) -> str:
        """Return the name printed on it: the row's letter and the column's number."""
        return f"{'ABCDEFGH'[self.row]}{self.column + 1}"


def tiles(layout: Layout, paper: Paper) -> tuple[PageOfBoard, ...]:
    """Return the fewest upright pages that cover the board's sheet; neighbours share a strip of OVERLAP."""
    (width, height), (inside, down) = layout.sheet, paper.inside
    columns = ceil((width - OVERLAP) / (inside - OVERLAP))
    rows = ceil((height - OVERLAP) / (down - OVERLAP))
    # Spare room is distributed, so that all tiles have one size.
    across, along = (width - OVERLAP) / columns, (height - OVERLAP) / rows
    return tuple(
        PageOfBoard(row, column, column * across, row * along, across + OVERLAP, along + OVERLAP)
        for row in range(rows)
        for column in range(columns)
    )


def poster(sheet: Sheet, order: Order) -> None:
    """Draw a plan of how to put it together, then the tiles."""
    layout = order.layout
    if layout is None:
        raise ValueError("this edition has no board")
    with sheet.kept("board"):
        drawn_board(sheet, layout, order)
    found = tiles(layout, order.paper)
    plan(sheet, order, layout, found)
    for tile in found:
        sheet.next_page()
        with sheet.within(MARGIN, MARGIN, tile.width, tile.height), sheet.at(MARGIN - tile.x, MARGIN - tile.y):
            sheet.again("board")
        sheet.cut_marks(MARGIN, MARGIN, tile.width, tile.height)
        _seams(sheet, tile, found)
        text = order.translator.translate(say("%(tile)s: cut at the marks, glue onto the overlap.", tile=tile.name))
        sheet.words(MARGIN + 12, MARGIN - 1.8, text, 2.4, width=tile.width - 24, ink=FAINT)


def _seams(sheet: Sheet, tile: PageOfBoard, found: tuple[PageOfBoard, ...]) -> None:
    """Draw thin ticks in the margin at the edge of the next tile."""
    right, low = MARGIN + tile.width, MARGIN + tile.height
    if any((other.row, other.column) == (tile.row, tile.column + 1) for other in found):
        x = right - OVERLAP
        for y, way in ((MARGIN, -1), (low, 1)):
            sheet.line((x, y + way), (x, y + way * MARGIN / 2), line=0.1, ink=FAINT, dash=(0.5, 0.5))
    if any((other.row, other.column) == (tile.row + 1, tile.column) for other in found):
        y = low - OVERLAP
        for x, way in ((MARGIN, -1), (right, 1)):
            sheet.line((x + way, y), (x + way * MARGIN / 2, y), line=0.1, ink=FAINT, dash=(0.5, 0.5))


def plan(sheet: Sheet, order: Order, layout: Layout, found: tuple[PageOfBoard, ...]) -> None:
    """Draw the whole board in small with the tiles on it, and the instructions."""
    width, height = layout.sheet
    title = say(
        "%(game)s: the board, %(width)s × %(height)s mm", game=order.title, width=int(width), height=int(height)
    )
    frame = Frame(sheet, order.paper, order.translator, title, _steps())
    top, scale = frame.begin_page() + 4, order.paper.inside[0] / width
    with sheet.at(MARGIN, top, scale=scale):
        sheet.again("board")
        sheet.box(0, 0, width, height, stroke=INK, line=0.6)
        for tile in found:
            sheet.box(tile.x, tile.y, tile.width, tile.height, stroke="#0b57c2", line=1.2, dash=(5, 3))
            x, y = tile.x + tile.width / 2, tile.y + tile.height / 2
            sheet.disc(x, y, 16, fill="#ffffff", stroke="#0b57c2")
            sheet.words(x, y + 7, tile.name, 20, width=30, bold=True, align="middle", ink="#0b57c2")


def _steps() -> Text:
    return say(
        "Print the pages in “actual size” on heavy paper. Cut each tile at its marks, exactly on the left and at the "
        "top. Lay A1 down, glue A2 onto its overlap so that A2's left edge meets the ticks, and so on; then row B. "
        "The four black corner squares are for the camera: keep them flat and uncovered."
    )


def drawn_board(sheet: Sheet, layout: Layout, order: Order) -> None:
    """Draw the board; its sheet's upper left corner is at the present origin."""
    width, height = layout.sheet
    sheet.box(0, 0, width, height, fill="#fffdf8")
    with sheet.at(width / 2, height / 2):
        for area in layout.areas:
            if area.name in (order.terms.places or [area.name]):  # others belong to another edition
                _area(sheet, area, order)
        for cell in layout.cells:
            _cell(sheet, layout, cell, order)
        for border in _borders(layout):
            sheet.line(*border, line=1.1, ink="#6a4d2e")
        for outline in layout.hub_outlines():
            sheet.polygon(outline, fill="#efd9b0", stroke="#efd9b0", line=0.3)
        if layout.hub:
            _town(sheet, layout, layout.hub, order)
        for letter in layout.regions:
            x, y = _outside(layout, letter)
            sheet.words(x, y + 4, letter, 12, width=14, bold=True, align="middle", ink=FAINT)
        for corner in layout.markers:
            _corner(sheet, layout, corner)


def _town(sheet: Sheet, layout: Layout, hub: Hub, order: Order) -> None:
    """Draw houses and name, smaller in a small town."""
    x, y = layout.centre(hub.name)
    across = [px for outline in layout.hub_outlines() for px, _ in outline]
    scale = min(1.0, (max(across) - min(across)) / TOWN_WIDTH)
    if (houses := order.drawing(hub.name)).is_file():
        sheet.drawn(houses, x, y - 6 * scale, 26 * scale)
    sheet.words(x, y + 22 * scale, order.terms.town, 11 * scale, width=52 * scale, bold=True, align="middle")


def _cell(sheet: Sheet, layout: Layout, cell: Cell, order: Order) -> None:
    x, y = layout.centre(cell.id)
    ground = GROUNDS[layout.regions.index(cell.region) % len(GROUNDS)]
    sheet.polygon(layout.corners(cell.id), fill=ground, stroke="#a08a6a", line=0.35)
    for mark in order.terms.marks:
        if mark in cell.flags:
            sheet.drawn(order.drawing(mark), x, y, layout.size * 0.6, PRINT)
    sheet.words(x, y + layout.size * 0.72, cell.id, 2.8, width=layout.size, align="middle", ink=FAINT)


def _borders(layout: Layout) -> Iterator[tuple[Point, Point]]:
    """Yield the sides that two regions share, the board's rim, and the town's wall."""
    sides: dict[frozenset[tuple[int, int]], tuple[Point, Point]] = {}
    regions: dict[frozenset[tuple[int, int]], list[str]] = {}
    for cell in layout.cells:
        corners = layout.corners(cell.id)
        for one, two in zip(corners, (*corners[1:], corners[0]), strict=True):
            side = frozenset((round(x * 100), round(y * 100)) for x, y in (one, two))
            sides[side] = (one, two)
            regions.setdefault(side, []).append(cell.region)
    yield from (sides[side] for side, here in regions.items() if len(here) == 1 or len(set(here)) > 1)


def _outside(layout: Layout, letter: str) -> Point:
    """Return a point just outside the region, straight away from the middle."""
    centres = [layout.centre(cell) for cell in layout.select(letter)]
    x, y = sum(p[0] for p in centres) / len(centres), sum(p[1] for p in centres) / len(centres)
    length = (x * x + y * y) ** 0.5 or 1.0
    reach = max((px * x + py * y) / length for px, py in centres) + layout.size + 9
    return x / length * reach, y / length * reach


def _area(sheet: Sheet, area: Area, order: Order) -> None:
    names = order.terms.places
    left, top = area.x - area.width / 2, area.y - area.height / 2
    sheet.box(left, top, area.width, area.height, fill="#f3ece0", stroke="#6a4d2e", line=0.8, radius=3)
    text = order.translator.translate(names[area.name]) if area.name in names else area.name
    sheet.words(area.x, top + 8, text, 6, width=area.width - 6, bold=True, align="middle")


def _corner(sheet: Sheet, layout: Layout, corner: Marker) -> None:
    half = layout.marker_side / 2
    quiet = half + layout.marker_margin
    sheet.box(corner.x - quiet, corner.y - quiet, 2 * quiet, 2 * quiet, fill="#ffffff")
    sheet.squares(corner.x - half, corner.y - half, layout.marker_side, marker(corner.id))
