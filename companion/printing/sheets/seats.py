"""Cards with a code to scan, one a seat and one a numbered table; the sheet for scores."""

from __future__ import annotations

from companion.app.hosting.wifi import Wifi
from companion.core.text import say
from companion.i18n import Translator
from companion.printing.frame import Frame
from companion.printing.letters import LINE_HEIGHT, broken
from companion.printing.markers import Squares
from companion.printing.order import Order, checked_address
from companion.printing.sheet import FAINT, INK, Sheet
from companion.printing.what import MARGIN, Paper
from companion.qr import find_squares

WIDTH, HEIGHT = 88.0, 54.0
QR_SIDE = 34.0
SMALL = 36.0
"""room for each of two codes"""
TYPED = (2.6, 2.2, 1.9, 1.6)
"""Sizes of letters for texts to enter; the largest that fits. A text too long for all of them is left to its code."""


def join_link(order: Order) -> str:
    """Return the address in a seat card's code: its table's, or that of the page that asks for a code."""
    return f"{order.address}/j/{order.table}" if order.table else f"{order.address}/j"


def seats(sheet: Sheet, order: Order) -> None:
    """Draw one card for every player the game can have."""
    title = say("%(game)s: seat cards", game=order.title)
    hint = say("One beside every place at the table. Scan it with a phone to sit down.")
    frame, code = Frame(sheet, order.paper, order.translator, title, hint), find_squares(join_link(order))
    for number, (x, y) in zip(range(order.printables.seats), frame.places(WIDTH, HEIGHT, 4), strict=False):
        with sheet.at(x, y):
            sheet.box(0, 0, WIDTH, HEIGHT, stroke=FAINT, line=0.15, dash=(1, 1), radius=2)
            place = order.translator.translate(say("Place %(number)s", number=number + 1))
            if order.wifi:
                _two_codes(sheet, order, order.wifi, place, code)
            else:
                _one_code(sheet, order, place, code)


def _one_code(sheet: Sheet, order: Order, place: str, code: Squares) -> None:
    translate = order.translator.translate
    sheet.squares(WIDTH - QR_SIDE - 6, 6, QR_SIDE, code)
    sheet.words(6, 11.5, translate(order.title), 6, width=36, bold=True)
    sheet.words(6, 17, place, 3.6, width=36, ink=FAINT)
    for figure in order.printables.figures[:1]:
        sheet.drawn(order.drawing(figure.drawing), 14, 29, 15, INK)
    sheet.paragraph(23, 22, translate(say("Scan, choose a name, play.")), 3.2, width=20)
    sheet.words(6, 45, join_link(order), 3.2, width=WIDTH - 12)
    sheet.words(6, 50, translate(say("On the same Wi-Fi; no app, no account.")), 2.6, width=WIDTH - 12, ink=FAINT)


def _two_codes(sheet: Sheet, order: Order, wifi: Wifi, place: str, code: Squares) -> None:
    """Draw the code of the Wi-Fi, then that of the table; below them the text to enter without scanning."""
    translate, right = order.translator.translate, WIDTH / 2 + 2
    sheet.words(6, 7.4, translate(order.title), 4.4, width=right - 10, bold=True)
    sheet.words(WIDTH - 6, 7.4, place, 3.6, width=34, align="right", ink=FAINT)
    address_lines = order.address, join_link(order).removeprefix(order.address)
    wifi_lines = wifi.name, wifi.password or translate(say("No password"))
    columns = (
        (6, say("1: the Wi-Fi"), find_squares(wifi.code), wifi_lines),
        (right, say("2: the game"), code, address_lines),
    )
    for x, caption, squares, lines in columns:
        sheet.words(x, 12.4, translate(caption), 3.4, width=SMALL, bold=True)
        sheet.squares(x, 15.4, 27, squares)
        rows = [(size, [row for each in lines for row in broken(each, SMALL, size)]) for size in TYPED]
        rows.sort(key=lambda sized: len(sized[1]) > len(lines))  # smaller letters rather than broken words
        size, fitting = next((sized for sized in rows if sized[0] * len(sized[1]) < 6.6), (TYPED[-1], lines[:1]))
        for number, row in enumerate(fitting):
            sheet.words(x, 47 + number * size * LINE_HEIGHT, row, size, width=SMALL + 0.1)


PATH = "/p/"


def place_cards(count: int, paper: Paper, language: str, address: str) -> bytes:
    """Return a PDF with a card for each of the places 1 to ``count``. Raise BadRequest for an invalid address."""
    title, base, translator = say("Cards for numbered tables"), checked_address(address), Translator(language)
    translate = translator.translate
    sheet = Sheet(paper.size, translate(title))
    hint = say("One on every table, all year: the code leads to the game that is played there, or to a new one.")
    frame = Frame(sheet, paper, translator, title, hint)
    for number, (x, y) in zip(range(1, count + 1), frame.places(WIDTH, HEIGHT, 4), strict=False):
        link = f"{base}{PATH}{number}"
        with sheet.at(x, y):
            sheet.box(0, 0, WIDTH, HEIGHT, stroke=FAINT, line=0.15, dash=(1, 1), radius=2)
            sheet.squares(WIDTH - QR_SIDE - 6, 6, QR_SIDE, find_squares(link))
            sheet.words(6, 12, translate(say("Table %(number)s", number=number)), 7, width=38, bold=True)
            sheet.paragraph(6, 18, translate(say("Scan, choose a name, play.")), 3.2, width=37)
            sheet.words(6, 45, link, 3.2, width=WIDTH - 12)
            words = say("No app, no account.")
            sheet.words(6, 50, translate(words), 2.6, width=WIDTH - 12, ink=FAINT)
    return sheet.pdf()


WORDS = 34.0
"""room for the words of a row"""
ROW = 7.0
NAMES = 10.0
BETWEEN = 2.5


def scores(sheet: Sheet, order: Order) -> None:
    """Draw the score sheet on one page. Raise DoesNotFit where the words of its rows are too long."""
    score_sheet = order.printables.scores
    assert score_sheet
    title = say("%(game)s: results of an evening", game=order.title)
    hint = say("Write the names on top. A column for everyone, a block for every game.")
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    y, translate = frame.begin_page() + 1, order.translator.translate
    width = (order.paper.inside[0] - WORDS) / order.printables.seats
    columns = [MARGIN + WORDS + at * width for at in range(order.printables.seats)]
    for x in columns:
        sheet.box(x, y, width, NAMES, stroke=FAINT, line=0.3)
    y += NAMES + BETWEEN
    for number in range(1, score_sheet.games + 1):
        sheet.words(MARGIN, y + 4.6, translate(say("Game %(number)s", number=number)), 3.6, width=WORDS - 2, bold=True)
        y += ROW - 1
        for row in score_sheet.rows:
            if y + ROW > frame.bottom:
                return
            sheet.words(MARGIN, y + 4.8, translate(row), 3.2, width=WORDS - 2)
            for x in columns:
                sheet.box(x, y, width, ROW, stroke=FAINT, line=0.2)
            y += ROW
        y += BETWEEN
