"""Corner markers to tape beside any board, so that the camera finds it."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.printing.frame import Frame
from companion.printing.markers import marker
from companion.printing.order import Order
from companion.printing.sheet import Sheet

SIDE, WHITE = 30.0, 6.0
"""The black square and the white around it; the camera needs both."""
CARD = SIDE + 2 * WHITE
FOLD = 14.0


def corners(sheet: Sheet, order: Order) -> None:
    """Four cards, each with its number and its corner; the strip below is for tape."""
    title = say("Corner markers for the camera")
    hint = say(
        "Cut out the four cards and tape each beside its corner of the board by the grey strip, flat, this way up as "
        "seen from one side of the table. Nothing may cover the black squares or the white around them."
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    cards = zip(_corners(), frame.places(CARD + 20, CARD + FOLD, 10), strict=False)
    for (number, place), (left, y) in cards:
        x = left + 10
        sheet.box(x, y, CARD, CARD + FOLD, stroke="#8f7f6c", line=0.15, dash=(1, 1))
        sheet.squares(x + WHITE, y + WHITE, SIDE, marker(number))
        sheet.box(x + 0.3, y + CARD, CARD - 0.6, FOLD - 0.3, fill="#e8e2d8")
        text = order.translator.translate(place)
        sheet.words(x + CARD / 2, y + CARD + 6, text, 4, width=CARD - 4, bold=True, align="middle")
        sheet.words(x + CARD / 2, y + CARD + 11, f"ArUco 4×4 · {number}", 2.8, width=CARD - 4, align="middle")


def _corners() -> tuple[tuple[int, Text], ...]:
    """Marker and place, in the order in which they lie on the page."""
    return ((0, say("Top left")), (1, say("Top right")), (3, say("Bottom left")), (2, say("Bottom right")))
