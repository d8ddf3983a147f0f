"""Markers for a camera above a table without a board: stickers for cards, and what lies at the beginning of a row."""

from __future__ import annotations

from itertools import groupby

from companion.core.text import say
from companion.core.ui.printable import PrintedMarker
from companion.printing.frame import Frame
from companion.printing.markers import table_marker
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, SMALLEST, SMALLEST_LETTERS, Sheet, broken, width_of

QUIET = 3.0
"""White around the black square; the camera needs both."""
LABEL = 6.0
LETTERS = 2.9
ARROW = 14.0
"""Beside the marker of a row: where the row runs."""


def markers(sheet: Sheet, order: Order) -> None:
    """First the beginnings of rows, then the stickers; every size begins a page."""
    title = say("%(game)s: markers for the camera", game=order.title)
    hint = say(
        "Cut at the lines. The large ones lie flat at the right-hand end of each row, upright for its owner; the row "
        "runs the way the arrow points. The small ones are stuck onto the cards, all at the same corner, where the "
        "next card does not cover them. Nothing may cover the black squares or the white around them."
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    for number, (row, some) in enumerate(groupby(order.printables.markers, key=lambda marker: marker.row)):
        if number:
            sheet.next_page()
        every = list(some)
        width, height = every[0].side + 2 * QUIET + (ARROW if row else 0), every[0].side + 2 * QUIET + LABEL
        for marker, (x, y) in zip(every, frame.places(width, height, 1), strict=False):
            with sheet.at(x, y):
                draw_marker(sheet, order, marker, width, height)


def draw_marker(sheet: Sheet, order: Order, marker: PrintedMarker, width: float, height: float) -> None:
    """One marker with the upper left corner of its paper where the sheet begins."""
    sheet.box(0, 0, width, height, stroke=FAINT, line=0.1)
    sheet.squares(width - QUIET - marker.side, QUIET, marker.side, table_marker(marker.number))
    if marker.row:
        middle = QUIET + marker.side / 2
        head, shaft = [(8.0, middle - 5), (2.5, middle), (8.0, middle + 5)], [(13.0, middle + 2), (13.0, middle - 2)]
        sheet.polygon((*head, (8.0, middle + 2), *shaft, (8.0, middle - 2)), fill=INK)
    label = order.translator.translate(marker.label)
    _named(sheet, f"{label} · {marker.number}" if marker.card else label, width, height)


def _named(sheet: Sheet, label: str, width: float, height: float) -> None:
    """What it is stuck onto, below it; a name too long for a line has smaller letters and as many lines as it needs."""
    if width_of(label, LETTERS, bold=True) * SMALLEST <= width - 2:
        sheet.words(width / 2, height - 2.2, label, LETTERS, width=width - 2, bold=True, align="middle")
        return
    for size in (2.2, 1.9, 1.7, SMALLEST_LETTERS):
        lines = broken(label, width - 1.5, size)
        if len(lines) * size * 1.25 <= LABEL:
            break
    for at, line in enumerate(lines):
        y = height - LABEL + size * (1 + at * 1.25)
        sheet.words(width / 2, y, line, size, width=width - 1.4, align="middle")
