"""Cards with a code to scan: one beside every seat, one on every numbered table of a house."""

from __future__ import annotations

from companion.core.text import say
from companion.i18n import Translator
from companion.printing.frame import Frame
from companion.printing.markers import qr
from companion.printing.order import Order, checked_address
from companion.printing.sheet import FAINT, INK, Sheet
from companion.printing.what import Paper

WIDTH, HEIGHT = 88.0, 54.0
QR_SIDE = 34.0


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
            sheet.squares(WIDTH - QR_SIDE - 6, 6, QR_SIDE, code)
            sheet.words(6, 11.5, translate(order.title), 6, width=36, bold=True)
            sheet.words(6, 17, translate(say("Place %(number)s", number=number + 1)), 3.6, width=36, ink=FAINT)
            for figure in order.printables.figures[:1]:
                sheet.drawn(order.drawing(figure.drawing), 14, 29, 15, INK)
            sheet.paragraph(23, 22, translate(say("Scan, choose a name, play.")), 3.2, width=20)
            sheet.words(6, 45, join_link(order), 3.2, width=WIDTH - 12)
            sheet.words(
                6, 50, translate(say("On the same Wi-Fi; no app, no account.")), 2.6, width=WIDTH - 12, ink=FAINT
            )


PATH = "/p/"


def place_cards(count: int, paper: Paper, language: str, address: str) -> bytes:
    """A PDF with a card for each of the places 1 to ``count``; raises BadRequest for an address that cannot be one."""
    title, base, translator = say("Cards for numbered tables"), checked_address(address), Translator(language)
    translate = translator.translate
    sheet = Sheet(paper.size, translate(title))
    hint = say("One on every table, all year: the code leads to the game that is played there, or to a new one.")
    frame = Frame(sheet, paper, translator, title, hint)
    for number, (x, y) in zip(range(1, count + 1), frame.places(WIDTH, HEIGHT, 4), strict=False):
        link = f"{base}{PATH}{number}"
        with sheet.at(x, y):
            sheet.box(0, 0, WIDTH, HEIGHT, stroke=FAINT, line=0.15, dash=(1, 1), radius=2)
            sheet.squares(WIDTH - QR_SIDE - 6, 6, QR_SIDE, qr(link))
            sheet.words(6, 12, translate(say("Table %(number)s", number=number)), 7, width=38, bold=True)
            sheet.paragraph(6, 18, translate(say("Scan, choose a name, play.")), 3.2, width=37)
            sheet.words(6, 45, link, 3.2, width=WIDTH - 12)
            words = say("No app, no account.")
            sheet.words(6, 50, translate(words), 2.6, width=WIDTH - 12, ink=FAINT)
    return sheet.pdf()
