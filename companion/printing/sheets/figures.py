"""Figures of paper for people without the game: little tents to fold, and discs for on top of anything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

from companion.core.text import say
from companion.core.ui.printable import PrintedFigure
from companion.printing.frame import Frame
from companion.printing.order import Order
from companion.printing.sheet import FAINT, Sheet
from companion.printing.sheets.stickers import HEIGHT, WIDTH, draw_sticker

PANEL = 26.0
FLAP = 6.0
STRIP = FLAP + 2 * PANEL + HEIGHT
DISC = 24.0


def every_figure(order: Order) -> Iterator[PrintedFigure]:
    """As many of each figure as the game has."""
    return chain.from_iterable(repeat(figure, figure.count) for figure in order.printables.figures)


def standups(sheet: Sheet, order: Order) -> None:
    """A strip each: flap, back, front and base; folded away from the print it stands, the base underneath."""
    title = say("%(game)s: figures to fold", game=order.title)
    hint = say(
        "Cut out the strips, fold at the thin lines away from the print, and glue the grey flap to the inside of the "
        "base. Where there is a sticker, it is the base, face down on the board."
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    for figure, (x, y) in zip(every_figure(order), frame.places(WIDTH, STRIP), strict=False):
        with sheet.at(x, y):
            _strip(sheet, order, figure)


def _strip(sheet: Sheet, order: Order, figure: PrintedFigure) -> None:
    sheet.box(0, 0, WIDTH, FLAP, fill="#e8e2d8")
    with sheet.at(WIDTH, FLAP + PANEL, angle=180):
        _panel(sheet, order, figure)
    with sheet.at(0, FLAP + PANEL):
        _panel(sheet, order, figure)
    base = FLAP + 2 * PANEL
    if figure.sticker:
        draw_sticker(sheet, order, figure.sticker, 0, base)
    for fold in (FLAP, FLAP + PANEL, base):
        sheet.line((0, fold), (WIDTH, fold), line=0.1, ink=FAINT, dash=(1, 1))
    sheet.box(0, 0, WIDTH, STRIP, stroke=FAINT, line=0.15)


def _panel(sheet: Sheet, order: Order, figure: PrintedFigure) -> None:
    sheet.drawn(order.drawing(figure.drawing), WIDTH / 2, 11.5, 19, figure.paint)
    sheet.box(0, PANEL - 3.6, WIDTH, 3.6, fill=figure.paint)
    if figure.label:
        sheet.box(5, PANEL - 3.3, WIDTH - 10, 3, fill="#ffffff", radius=1)
        text = order.translator.translate(figure.label)
        sheet.words(WIDTH / 2, PANEL - 1, text, 2.6, width=WIDTH - 12, bold=True, align="middle")


def toppers(sheet: Sheet, order: Order) -> None:
    """A disc each."""
    title = say("%(game)s: discs", game=order.title)
    hint = say("Cut out and glue onto coins, corks or counters: from above they look like the figures.")
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    half = DISC / 2
    for figure, (x, y) in zip(every_figure(order), frame.places(DISC, DISC), strict=False):
        with sheet.at(x + half, y + half):
            sheet.disc(0, 0, half, fill=figure.paint, stroke=FAINT)
            sheet.disc(0, 0, half - 2, fill="#ffffff")
            if figure.label:
                sheet.drawn(order.drawing(figure.drawing), 0, -1.4, 13, figure.paint)
                text = order.translator.translate(figure.label)
                sheet.words(0, 7.9, text, 2.4, width=12, bold=True, align="middle")
            else:
                sheet.drawn(order.drawing(figure.drawing), 0, 0, 16, figure.paint)
