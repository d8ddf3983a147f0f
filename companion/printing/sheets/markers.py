"""Markers for a camera: corners of a board and of the dice tray, rows of a table without one, stickers for cards."""

from __future__ import annotations

from companion.boards.dice import TRAY, TRAY_GROUND, TRAY_HEIGHT, TRAY_WIDTH
from companion.core.text import Text, say
from companion.core.ui.printable import PrintedMarker
from companion.printing.frame import Frame
from companion.printing.letters import SMALLEST, SMALLEST_LETTERS, broken, width_of
from companion.printing.markers import marker, table_marker
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, Sheet
from companion.printing.what import MARGIN

QUIET = 3.0
"""White around the black square; the camera needs both."""
LABEL = 6.0
LETTERS = 2.9
ARROW = 14.0
"""Room beside the marker of a row, for an arrow in the direction of the row."""


def markers(sheet: Sheet, order: Order) -> None:
    """Draw the beginnings of rows, then the stickers; every size begins a row."""
    title = say("%(game)s: markers for the camera", game=order.title)
    hint = say(
        "Cut at the lines. The large ones lie flat at the right-hand end of each row, upright for its owner; the row "
        "runs the way the arrow points. The small ones are stuck onto the cards, all at the same corner, where the "
        "next card does not cover them. Nothing may cover the black squares or the white around them."
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    printed = order.printables.markers
    sizes = [(each.side + 2 * QUIET + (ARROW if each.row else 0), each.side + 2 * QUIET + LABEL) for each in printed]
    for each, size, (x, y) in zip(printed, sizes, frame.positions(sizes, 1), strict=True):
        with sheet.at(x, y):
            draw_marker(sheet, order, each, *size)


def draw_marker(sheet: Sheet, order: Order, marker: PrintedMarker, width: float, height: float) -> None:
    """Draw one marker with the upper left corner of its paper at the origin."""
    sheet.box(0, 0, width, height, stroke=FAINT, line=0.1)
    sheet.squares(width - QUIET - marker.side, QUIET, marker.side, table_marker(marker.number))
    if marker.row:
        middle = QUIET + marker.side / 2
        head, shaft = [(8.0, middle - 5), (2.5, middle), (8.0, middle + 5)], [(13.0, middle + 2), (13.0, middle - 2)]
        sheet.polygon((*head, (8.0, middle + 2), *shaft, (8.0, middle - 2)), fill=INK)
    label = order.translator.translate(marker.label)
    _draw_label(sheet, f"{label} · {marker.number}" if marker.card else label, width, height)


def _draw_label(sheet: Sheet, label: str, width: float, height: float) -> None:
    """Draw the label below the marker; one too long for a line has smaller letters and as many lines as it needs."""
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


SIDE, WHITE = 30.0, 6.0
"""The black square and the white around it; the camera needs both."""
CARD = SIDE + 2 * WHITE
FOLD = 14.0


def corners(sheet: Sheet, order: Order) -> None:
    """Draw four cards, each with its number and its corner; the strip below is for tape."""
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
    """Return marker and place of each card, in their order on the page."""
    return ((0, say("Top left")), (1, say("Top right")), (3, say("Bottom left")), (2, say("Bottom right")))


def dice_tray(sheet: Sheet, order: Order) -> None:
    """Draw the tray on one page, at its true size."""
    title = say("The dice tray")
    hint = say(
        "Roll the dice on the coloured ground, flat and apart. A camera or a photo reads them best here; nothing may "
        "cover the four markers or the white around them. Put it into the lid of a box, and no die rolls away."
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    top = frame.begin_page()
    with sheet.at(MARGIN + (order.paper.inside[0] - TRAY_WIDTH) / 2, top):
        sheet.box(0, 0, TRAY_WIDTH, TRAY_HEIGHT, fill=TRAY_GROUND)
        for each in TRAY.markers:
            x, y = each.x + TRAY_WIDTH / 2, each.y + TRAY_HEIGHT / 2
            side, white = TRAY.marker_side, TRAY.marker_side + 2 * TRAY.marker_margin
            sheet.box(x - white / 2, y - white / 2, white, white, fill="#ffffff")
            sheet.squares(x - side / 2, y - side / 2, side, marker(each.id))
