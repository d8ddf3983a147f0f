"""Playing cards to cut out, of the size that sleeves are made for."""

from __future__ import annotations

from itertools import chain, repeat

from companion.core.text import say
from companion.core.ui.printable import PrintedCard
from companion.printing.frame import Frame
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, Sheet

WIDTH, HEIGHT = 63.0, 86.0
"""millimetres: a poker card, two less in height, so that nine lie on A4"""
EDGE = 4.0
CORNER = 15.0
ART = 34.0


def cards(sheet: Sheet, order: Order) -> None:
    """Every card as often as the game needs it."""
    title = say("%(game)s: cards", game=order.title)
    hint = say("63 by 86 mm, for sleeves of poker size. Cut at the lines; in sleeves, ordinary paper will do.")
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    every = chain.from_iterable(repeat(card, card.count) for card in order.printables.cards)
    for card, (x, y) in zip(every, frame.places(WIDTH, HEIGHT, 0), strict=False):
        draw_card(sheet, order, card, x, y)


def draw_card(sheet: Sheet, order: Order, card: PrintedCard, x: float, y: float) -> None:
    """One card with its upper left corner at (x, y)."""
    translate, inside = order.translator.translate, WIDTH - 2 * EDGE
    with sheet.at(x, y):
        sheet.box(0, 0, WIDTH, HEIGHT, stroke=FAINT, line=0.1)
        sheet.box(1.6, 1.6, WIDTH - 3.2, HEIGHT - 3.2, stroke=card.paint, line=0.7, radius=2.5)
        sheet.words(EDGE, 9.4, translate(card.title), 4.6, width=inside - CORNER, bold=True)
        sheet.words(EDGE, 13.4, translate(card.kind), 2.6, width=inside - CORNER, ink=FAINT)
        if card.corner:
            sheet.words(WIDTH - EDGE, 9.6, translate(card.corner), 4.2, width=CORNER - 1, align="right", ink=INK)
        below = 18.0
        if card.drawing:
            sheet.drawn(order.drawing(card.drawing), WIDTH / 2, 18 + ART / 2, ART, card.paint)
            below = 18 + ART + 3
        for line in card.lines:
            below = sheet.paragraph(EDGE, below, translate(line), 3.2, width=inside) + 1.2
        if card.value:
            sheet.words(
                WIDTH / 2, HEIGHT - 5, translate(card.value), 9, width=inside, bold=True, align="middle", ink=card.paint
            )
