"""Figures of paper for people without the game, and stickers for figures: tents to fold, discs, codes."""

from __future__ import annotations

from companion.core.text import say
from companion.core.ui.printable import PrintedFigure, PrintedSticker
from companion.printing.frame import Frame
from companion.printing.letters import DoesNotFit
from companion.printing.markers import Squares, marker
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, Sheet
from companion.qr import find_squares

WIDTH, HEIGHT = 29.0, 25.0
PANEL = 26.0
FLAP = 6.0
STRIP = FLAP + 2 * PANEL + HEIGHT
DISC = 24.0


def every_figure(order: Order) -> list[PrintedFigure]:
    """Return as many of each figure as the game has."""
    return [figure for figure in order.printables.figures for _ in range(figure.count)]


def standups(sheet: Sheet, order: Order) -> None:
    """Draw a strip for each figure: flap, back, front and base; folded with the print outside it stands on its base."""
    title = say("%(game)s: figures to fold", game=order.title)
    hint = say(
        "Cut out the strips, fold at the thin lines away from the print, and glue the grey flap to the inside of the "
        "base. Where there is a sticker, it is the base, face down on the board."
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    figures = every_figure(order)
    for figure, (x, y) in zip(figures, frame.places(WIDTH, STRIP, count=len(figures)), strict=False):
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
    """Draw a disc for each figure."""
    title = say("%(game)s: discs", game=order.title)
    hint = say("Cut out and glue onto coins, corks or counters: from above they look like the figures.")
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    half, figures = DISC / 2, every_figure(order)
    for figure, (x, y) in zip(figures, frame.places(DISC, DISC, count=len(figures)), strict=False):
        with sheet.at(x + half, y + half):
            sheet.disc(0, 0, half, fill=figure.paint, stroke=FAINT)
            sheet.disc(0, 0, half - 2, fill="#ffffff")
            if figure.label:
                sheet.drawn(order.drawing(figure.drawing), 0, -1.4, 13, figure.paint)
                text = order.translator.translate(figure.label)
                sheet.words(0, 7.9, text, 2.4, width=12, bold=True, align="middle")
            else:
                sheet.drawn(order.drawing(figure.drawing), 0, 0, 16, figure.paint)


"""Stands of this size never touch on hexagons of 18 mm: neighbours are 31 mm apart sideways, 27 mm upwards."""
MARKER = 12.6
CODE = 11.4
EDGE = 1.5
SMALLEST_MODULE = 0.35
"""Finer QR codes are lost on ordinary printers."""


def link(order: Order, sticker: PrintedSticker) -> str:
    """Return the address in a sticker's QR code: ``HTTP://BOX/K/A1000``, in capitals, which makes a smaller code."""
    return f"{order.address}/k/{sticker.code}".upper()


def readable_code(text: str) -> Squares:
    """Return the QR code. Raise DoesNotFit when the address is too long for the room."""
    code = find_squares(text)
    if CODE / len(code) < SMALLEST_MODULE:
        raise DoesNotFit(text)
    return code


def stickers(sheet: Sheet, order: Order) -> None:
    """Draw one sticker for every figure that bears one."""
    title = say("%(game)s: stickers", game=order.title)
    hint = say(
        "For the undersides of the figures. Print on sticker paper or glue them on; cut at the lines. %(when)s",
        when=order.printables.sticker_hint,
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    every = [sticker for sticker in order.printables.stickers for _ in range(sticker.count)]
    for sticker, (x, y) in zip(every, frame.places(WIDTH, HEIGHT, count=len(every)), strict=False):
        draw_sticker(sheet, order, sticker, x, y)


def draw_sticker(sheet: Sheet, order: Order, sticker: PrintedSticker, x: float, y: float) -> None:
    """Draw one sticker with its upper left corner at (x, y): marker, QR code, value and label."""
    sheet.box(x, y, WIDTH, HEIGHT, fill="#ffffff", stroke=FAINT, line=0.1)
    with sheet.at(x, y):
        sheet.squares(EDGE, EDGE, MARKER, marker(sticker.marker))
        sheet.squares(WIDTH - EDGE - CODE, EDGE, CODE, readable_code(link(order, sticker)))
        sheet.disc(6.2, 19.6, 4.3, stroke=INK)
        if sticker.mark:
            sheet.words(6.2, 21.8, sticker.mark, 6, width=7, bold=True, align="middle")
        translate = order.translator.translate
        sheet.words(WIDTH - EDGE, 20, translate(sticker.value), 5.2, width=15.5, bold=True, align="right")
        if sticker.label:
            sheet.words(WIDTH - EDGE, 23.4, translate(sticker.label), 2.4, width=15.5, align="right")
