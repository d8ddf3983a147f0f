"""All sheets that can be printed: the function that draws each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.printing.letters import DoesNotFit
from companion.printing.offered import chosen
from companion.printing.order import Order
from companion.printing.sheet import Sheet
from companion.printing.sheets.aid import aid
from companion.printing.sheets.board import poster
from companion.printing.sheets.card_list import card_list
from companion.printing.sheets.cards import cards
from companion.printing.sheets.figures import standups, stickers, toppers
from companion.printing.sheets.markers import corners, dice_tray, markers
from companion.printing.sheets.mats import mats
from companion.printing.sheets.seats import scores, seats
from companion.printing.sheets.tiles import tiles
from companion.printing.what import What

Drawer = Callable[[Sheet, Order], None]
"""A function that draws one kind of sheet, from the current page to the last of that kind."""

DRAWERS: Mapping[What, Drawer] = {
    What.BOARD: poster,
    What.CORNERS: corners,
    What.STICKERS: stickers,
    What.SEATS: seats,
    What.AID: aid,
    What.STANDUPS: standups,
    What.TOPPERS: toppers,
    What.MATS: mats,
    What.TILES: tiles,
    What.CARDS: cards,
    What.LIST: card_list,
    What.SCORES: scores,
    What.MARKERS: markers,
    What.DICE: dice_tray,
}


def printed(order: Order, *what: What) -> bytes:
    """Return a PDF with these sheets, all of them when none is named.

    Raise BadRequest for one that the game does not have, and when something does not fit.
    """
    kinds = chosen(order, what)
    title = f"{order.translator.translate(order.title)} {order.translator.translate(order.edition)}"
    sheet = Sheet(order.paper.size, title)
    for number, kind in enumerate(kinds):
        if number:
            sheet.next_page()
        try:
            DRAWERS[kind](sheet, order)
        except DoesNotFit as words:
            raise BadRequest(say("This does not fit on the sheet: %(words)s", words=str(words)[:100])) from words
    return sheet.pdf()
