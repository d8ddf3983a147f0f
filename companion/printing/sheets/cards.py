"""Playing cards to cut out, of the size that sleeves are made for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from companion.boards.printed_markers import CARD_SIDE
from companion.core.text import say
from companion.core.ui.printable import PrintedCard
from companion.printing.frame import Frame
from companion.printing.letters import LINE_HEIGHT, DoesNotFit, wrapped
from companion.printing.markers import table_marker
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, Sheet

WIDTH, HEIGHT = 63.0, 86.0
"""Millimetres: a poker card, two less in height, so that nine fit on A4."""
EDGE = 4.0
CORNER = 15.0
TOP = 18.0
"""where title and kind end"""
VALUE = 10.0
"""room for the value at the foot"""
QUIET = 3.0
"""white around a marker, which the camera needs"""
CORNER_OF_MARKER = CARD_SIDE + 5.2
"""from the lower right corner of the card to the upper left one of its marker"""
ART, MIN_ART, BELOW_ART = 34.0, 12.0, 3.0
"""A drawing shrinks to make room for words, and is left out rather than smaller than MIN_ART."""
SIZES = (3.2, 2.9, 2.6)
"""letters of the lines; the largest that fits"""
BETWEEN = 1.2


def cards(sheet: Sheet, order: Order) -> None:
    """Draw all copies of every card."""
    title = say("%(game)s: cards", game=order.title)
    hint = say("63 by 86 mm, for sleeves of poker size. Cut at the lines; in sleeves, ordinary paper will do.")
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    cards = [*_copies(order.printables.cards)]
    for (card, marker), (x, y) in zip(cards, frame.places(WIDTH, HEIGHT, 0, count=len(cards)), strict=False):
        draw_card(sheet, order, card, x, y, marker)


def _copies(cards: Sequence[PrintedCard]) -> Iterator[tuple[PrintedCard, int | None]]:
    """Yield every copy of every card, with its own marker if the card has any."""
    for card in cards:
        yield from zip(repeat(card, card.count), card.markers or repeat(None), strict=False)


def fitting(lines: Sequence[str], width: float, room: float, drawing: bool) -> tuple[float, float]:
    """Return the sizes of letters and drawing, 0 where there is no room for a drawing. Raise DoesNotFit."""
    for size in SIZES:
        needed = sum(len(wrapped(line, width, size)) * size * LINE_HEIGHT + BETWEEN for line in lines)
        art = min(ART, room - needed - BELOW_ART)
        if drawing and art >= MIN_ART:
            return size, art
        if needed <= room and (not drawing or size == SIZES[-1]):
            return size, 0
    raise DoesNotFit(lines[0])


def draw_card(sheet: Sheet, order: Order, card: PrintedCard, x: float, y: float, marker: int | None = None) -> None:
    """Draw one card with its upper left corner at (x, y); its marker in the lower right corner."""
    translate, width = order.translator.translate, WIDTH - 2 * EDGE
    with sheet.at(x, y):
        sheet.box(0, 0, WIDTH, HEIGHT, stroke=FAINT, line=0.1)
        sheet.box(1.6, 1.6, WIDTH - 3.2, HEIGHT - 3.2, stroke=card.paint, line=0.7, radius=2.5)
        sheet.words(EDGE, 9.4, translate(card.title), 4.6, width=width - CORNER, bold=True)
        sheet.words(EDGE, 13.4, translate(card.kind), 2.6, width=width - CORNER, ink=FAINT)
        if card.corner:
            sheet.words(WIDTH - EDGE, 9.6, translate(card.corner), 4.2, width=CORNER - 1, align="right", ink=INK)
        lines = [translate(line) for line in card.lines]
        foot = CARD_SIDE + QUIET if marker is not None else VALUE if card.value else 0
        size, art = fitting(lines, width, HEIGHT - TOP - EDGE - foot, bool(card.drawing))
        below = TOP
        if art:
            sheet.drawn(order.drawing(card.drawing), WIDTH / 2, TOP + art / 2, art, card.paint)
            below += art + BELOW_ART
        for line in lines:
            below = sheet.paragraph(EDGE, below, line, size, width=width) + BETWEEN
        if marker is not None:
            sheet.squares(WIDTH - CORNER_OF_MARKER, HEIGHT - CORNER_OF_MARKER, CARD_SIDE, table_marker(marker))
            width -= CARD_SIDE + QUIET
        if card.value:
            value, at = translate(card.value), EDGE + width / 2
            sheet.words(at, HEIGHT - 5, value, 9, width=width, bold=True, align="middle", ink=card.paint)
