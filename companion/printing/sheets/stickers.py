"""Stickers for under the figures: mark and value for people, a marker for the camera, a QR code for phones."""

from __future__ import annotations

from itertools import chain, repeat

from companion.core.text import say
from companion.core.ui.printable import PrintedSticker
from companion.printing.frame import Frame
from companion.printing.markers import Squares, marker, qr
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, DoesNotFit, Sheet

WIDTH, HEIGHT = 29.0, 25.0
"""Stands of this size never touch on hexagons of 18 mm: neighbours are 31 mm apart sideways, 27 mm upwards."""
MARKER = 12.6
CODE = 11.4
EDGE = 1.5
SMALLEST_MODULE = 0.35
"""Finer QR codes are lost on ordinary printers."""


def link(order: Order, sticker: PrintedSticker) -> str:
    """What a sticker's QR code says: ``HTTP://BOX/K/A1000``, in capitals, which makes a smaller code."""
    return f"{order.address}/k/{sticker.code}".upper()


def readable_code(text: str) -> Squares:
    """The QR code; raises DoesNotFit when the address is too long for the room."""
    code = qr(text)
    if CODE / len(code) < SMALLEST_MODULE:
        raise DoesNotFit(text)
    return code


def stickers(sheet: Sheet, order: Order) -> None:
    """One for every figure that bears one."""
    title = say("%(game)s: stickers", game=order.title)
    hint = say(
        "For the undersides of the figures. Print on sticker paper or glue them on; cut at the lines. %(when)s",
        when=order.printables.sticker_hint,
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    every = chain.from_iterable(repeat(sticker, sticker.count) for sticker in order.printables.stickers)
    for sticker, (x, y) in zip(every, frame.places(WIDTH, HEIGHT), strict=False):
        draw_sticker(sheet, order, sticker, x, y)


def draw_sticker(sheet: Sheet, order: Order, sticker: PrintedSticker, x: float, y: float) -> None:
    """One sticker with its upper left corner at (x, y): marker, QR code, value and label."""
    sheet.box(x, y, WIDTH, HEIGHT, fill="#ffffff", stroke=FAINT, line=0.1)
    with sheet.at(x, y):
        sheet.squares(EDGE, EDGE, MARKER, marker(sticker.marker))
        sheet.squares(WIDTH - EDGE - CODE, EDGE, CODE, readable_code(link(order, sticker)))
        sheet.disc(6.2, 19.6, 4.3, stroke=INK)
        if sticker.mark:
            sheet.words(6.2, 21.8, sticker.mark, 6, width=7, bold=True, align="middle")
        translate = order.translator.translate
        sheet.words(WIDTH - EDGE, 20, translate(sticker.value), 5.2, width=15.5, bold=True, align="right")
        sheet.words(WIDTH - EDGE, 23.4, translate(sticker.label), 2.4, width=15.5, align="right")
