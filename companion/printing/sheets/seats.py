"""Seat cards: scan, sit down, play."""

from __future__ import annotations

from companion.core.text import say
from companion.printing.frame import Frame
from companion.printing.markers import qr
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, Sheet

WIDTH, HEIGHT = 88.0, 54.0
CODE = 34.0


def join_link(order: Order) -> str:
    """Where a seat card leads: to its table, or to the page that asks for a code."""
    return f"{order.address}/j/{order.table}" if order.table else f"{order.address}/j"


def seats(sheet: Sheet, order: Order) -> None:
    """One card for every player the game can have."""
    title = say("%(game)s: seat cards", game=order.title)
    hint = say("One beside every place at the table. Whoever scans it with a phone can sit down.")
    frame, code = Frame(sheet, order.paper, order.translator, title, hint), qr(join_link(order))
    translate = order.translator.translate
    for number, (x, y) in zip(range(order.printables.seats), frame.places(WIDTH, HEIGHT, 4), strict=False):
        with sheet.at(x, y):
            sheet.box(0, 0, WIDTH, HEIGHT, stroke=FAINT, line=0.15, dash=(1, 1), radius=2)
            sheet.squares(WIDTH - CODE - 6, 6, CODE, code)
            sheet.words(6, 11.5, translate(order.title), 6, width=36, bold=True)
            sheet.words(6, 17, translate(say("Place %(number)s", number=number + 1)), 3.6, width=36, ink=FAINT)
            for figure in order.printables.figures[:1]:
                sheet.drawn(order.drawing(figure.drawing), 14, 29, 15, INK)
            sheet.paragraph(23, 22, translate(say("Scan, choose a name, play.")), 3.2, width=20)
            sheet.words(6, 45, join_link(order), 3.2, width=WIDTH - 12)
            sheet.words(
                6, 50, translate(say("On the same Wi-Fi; no app, no account.")), 2.6, width=WIDTH - 12, ink=FAINT
            )
