"""Boards that lie on one sheet, at their true size: places for tiles, cubes and markers."""

from __future__ import annotations

from companion.core.text import say
from companion.core.ui.printable import PrintedMat, PrintedPlace
from companion.printing.frame import Frame
from companion.printing.letters import DoesNotFit, letters_for
from companion.printing.order import Order
from companion.printing.sheet import FAINT, Sheet
from companion.printing.what import MARGIN

EDGE = 1.6
TITLE, CORNER = 3.0, 6.5
"""sizes of letters, in millimetres"""
CORNER_ROOM = 8.0
ART = 12.0


def mats(sheet: Sheet, order: Order) -> None:
    """Draw a page for each mat. Raise DoesNotFit where one is larger than the paper."""
    for number, mat in enumerate(order.printables.mats):
        if number:
            sheet.next_page()
        title = say("%(game)s: %(mat)s", game=order.title, mat=mat.title)
        frame = Frame(sheet, order.paper, order.translator, title, mat.hint)
        top, room = frame.begin_page(), order.paper.inside[0]
        if mat.width > room or top + mat.height > frame.bottom:
            raise DoesNotFit(order.translator.translate(mat.title))
        with sheet.at(MARGIN + (room - mat.width) / 2, top):
            draw_mat(sheet, order, mat)


def draw_mat(sheet: Sheet, order: Order, mat: PrintedMat) -> None:
    """Draw the mat with its upper left corner at the origin."""
    sheet.box(0, 0, mat.width, mat.height, fill="#fbf6ea", stroke=FAINT, line=0.4, radius=2)
    for place in mat.places:
        with sheet.at(place.x, place.y):
            _place(sheet, order, place)


def _place(sheet: Sheet, order: Order, place: PrintedPlace) -> None:
    width, height, translate = place.width, place.height, order.translator.translate
    dash = (1.2, 1.2) if place.dashed else ()
    if place.round:
        sheet.disc(width / 2, height / 2, width / 2, fill=place.ground, stroke=place.paint)
    else:
        sheet.box(0, 0, width, height, fill=place.ground, stroke=place.paint, line=0.35, dash=dash, radius=1.5)
    inside = width - 2 * EDGE
    if place.corner:
        words = translate(place.corner)
        sheet.words(width - EDGE, EDGE + 5, words, CORNER, width=CORNER_ROOM, bold=True, align="right", ink=FAINT)
    below = EDGE
    if place.title:
        room = inside - (CORNER_ROOM if place.corner else 0)
        title = translate(place.title)
        size = letters_for(title, room, TITLE, bold=True)
        below = sheet.paragraph(EDGE, below, title, size, width=room, bold=True) + 0.4
    if place.corner:
        below = max(below, EDGE + CORNER)
    if place.drawing:
        sheet.drawn(order.drawing(place.drawing), width / 2, below + ART / 2, ART, place.paint)
        below += ART + 0.6
    for line in place.lines:
        below = sheet.paragraph(EDGE, below, translate(line), place.letters, width=inside) + place.letters * 0.3
    if below > height + 0.5:
        raise DoesNotFit(translate(place.title) if place.title else "")
