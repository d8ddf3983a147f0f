"""Cards for the numbered tables of a house: scan, and be at the game that is played there."""

from __future__ import annotations

from companion.core.text import say
from companion.i18n import Translator
from companion.printing.frame import Frame
from companion.printing.markers import qr
from companion.printing.order import checked_address
from companion.printing.paper import Paper
from companion.printing.sheet import FAINT, Sheet

WIDTH, HEIGHT = 88.0, 54.0
CODE = 34.0
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
            sheet.squares(WIDTH - CODE - 6, 6, CODE, qr(link))
            sheet.words(6, 12, translate(say("Table %(number)s", number=number)), 7, width=38, bold=True)
            sheet.paragraph(6, 18, translate(say("Scan, choose a name, play.")), 3.2, width=37)
            sheet.words(6, 45, link, 3.2, width=WIDTH - 12)
            words = say("No app, no account.")
            sheet.words(6, 50, translate(words), 2.6, width=WIDTH - 12, ink=FAINT)
    return sheet.pdf()
