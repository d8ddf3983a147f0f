"""Tiles and markers to cut out, at their true size: those of one size lie together."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import repeat

from companion.core.text import say
from companion.core.ui.printable import PrintedTile
from companion.printing.frame import Frame
from companion.printing.letters import LINE_HEIGHT, DoesNotFit, letters_for, wrapped
from companion.printing.order import Order
from companion.printing.sheet import FAINT, Sheet

EDGE = 1.8
CORNER_ROOM = 7.0
TITLE, CORNER, FOOT, MARK = 3.2, 5.0, 2.6, 2.2
SIZES = (2.4, 2.2, 2.0, 1.8)
"""of letters, in millimetres; of the lines the largest that fits"""
BETWEEN = 0.2
ART, MIN_ART = 13.0, 7.0
"""A drawing fills the room that words leave, if that is at least MIN_ART."""
SMALL = 30.0
"""Millimetres; a smaller tile has room for a drawing and a word only."""


def tiles(sheet: Sheet, order: Order) -> None:
    """Draw all copies of each tile; every size begins a row."""
    title = say("%(game)s: tiles and markers", game=order.title)
    hint = say("Cut at the lines; glued onto cardboard they are easier to lift.")
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    copies = [each for tile in order.printables.tiles for each in repeat(tile, tile.count)]
    for tile, (x, y) in zip(copies, frame.positions(((each.side, each.side) for each in copies), 0), strict=True):
        with sheet.at(x, y):
            draw_tile(sheet, order, tile)


def draw_tile(sheet: Sheet, order: Order, tile: PrintedTile) -> None:
    """Draw one tile with its upper left corner at the origin."""
    side, translate = tile.side, order.translator.translate
    sheet.box(0, 0, side, side, stroke=FAINT, line=0.1)
    if tile.round:
        sheet.disc(side / 2, side / 2, side / 2 - 0.6, fill="#ffffff", stroke=tile.paint)
    else:
        sheet.box(0.8, 0.8, side - 1.6, side - 1.6, stroke=tile.paint, line=0.6, radius=1.5)
    if side < SMALL:
        _small(sheet, order, tile)
        return
    inside = side - 2 * EDGE
    if tile.corner:
        corner = translate(tile.corner)
        sheet.words(side - EDGE, EDGE + 4, corner, CORNER, width=CORNER_ROOM, bold=True, align="right", ink=tile.paint)
    room = inside - (CORNER_ROOM if tile.corner else 0)
    title = translate(tile.title)
    letters = letters_for(title, room, TITLE, bold=True)
    below = sheet.paragraph(EDGE, EDGE + 0.2, title, letters, width=room, bold=True) + 0.6
    end = side - EDGE - (FOOT * LINE_HEIGHT if tile.foot else 0)
    lines = [translate(line) for line in tile.lines]
    size = _fitting(lines, inside, (below, end))
    for line in lines:
        below = sheet.paragraph(EDGE, below, line, size, width=inside) + BETWEEN
    if tile.drawing and end - below >= MIN_ART:
        art = min(ART, end - below - 0.6)
        sheet.drawn(order.drawing(tile.drawing), side / 2, (below + end) / 2, art, tile.paint)
    if tile.foot:
        foot = translate(tile.foot)
        sheet.words(side / 2, side - EDGE - 0.4, foot, FOOT, width=inside, bold=True, align="middle", ink=tile.paint)


def _fitting(lines: Sequence[str], width: float, room: tuple[float, float]) -> float:
    """Return the largest letters in which the lines fit between two heights. Raise DoesNotFit."""
    for size in SIZES:
        with suppress(DoesNotFit):
            rows = sum(len(wrapped(line, width, size)) for line in lines)
            if room[0] + rows * size * LINE_HEIGHT + (len(lines) - 1) * BETWEEN <= room[1]:
                return size
    raise DoesNotFit(lines[0])


def _small(sheet: Sheet, order: Order, tile: PrintedTile) -> None:
    side, title = tile.side, order.translator.translate(tile.title)
    if tile.drawing:
        sheet.drawn(order.drawing(tile.drawing), side / 2, side * 0.36, side * 0.46, tile.paint)
    width = side * 0.74
    size = letters_for(title, width, MARK, bold=True)
    y = side * 0.6
    for row in wrapped(title, width, size, bold=True):
        y += size * LINE_HEIGHT
        sheet.words(side / 2, y, row, size, width=width + 0.01, bold=True, align="middle", ink=tile.paint)
