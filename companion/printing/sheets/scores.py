"""A score sheet: names across, the rows of each game down, to be written by hand."""

from __future__ import annotations

from companion.core.text import say
from companion.printing.frame import Frame
from companion.printing.order import Order
from companion.printing.sheet import FAINT, Sheet
from companion.printing.what import MARGIN

WORDS = 34.0
"""room for the words of a row"""
ROW = 7.0
NAMES = 10.0
BETWEEN = 2.5


def scores(sheet: Sheet, order: Order) -> None:
    """One page; raises DoesNotFit where the rows are too long for it."""
    wanted = order.printables.scores
    assert wanted
    title = say("%(game)s: results of an evening", game=order.title)
    hint = say("Write the names on top. A column for everybody, a block for every game.")
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    y, translate = frame.opened() + 1, order.translator.translate
    width = (order.paper.inside[0] - WORDS) / order.printables.seats
    columns = [MARGIN + WORDS + at * width for at in range(order.printables.seats)]
    for x in columns:
        sheet.box(x, y, width, NAMES, stroke=FAINT, line=0.3)
    y += NAMES + BETWEEN
    for number in range(1, wanted.games + 1):
        sheet.words(MARGIN, y + 4.6, translate(say("Game %(number)s", number=number)), 3.6, width=WORDS - 2, bold=True)
        y += ROW - 1
        for row in wanted.rows:
            if y + ROW > frame.bottom:
                return
            sheet.words(MARGIN, y + 4.8, translate(row), 3.2, width=WORDS - 2)
            for x in columns:
                sheet.box(x, y, width, ROW, stroke=FAINT, line=0.2)
            y += ROW
        y += BETWEEN
