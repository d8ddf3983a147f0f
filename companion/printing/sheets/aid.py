"""The player aid: a turn on one page, in our own words, with the sections of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.text import say
from companion.core.ui.printable import AidPart
from companion.i18n import Translator
from companion.printing.frame import Frame
from companion.printing.letters import LINE_HEIGHT, DoesNotFit, wrapped
from companion.printing.order import Order
from companion.printing.sheet import FAINT, Sheet
from companion.printing.what import MARGIN

SIZES = tuple(size / 20 for size in range(72, 47, -1))
"""Sizes of letters from 3.6 down to 2.4 millimetres (10 to 7 points); the largest that fits is used."""
GUTTER = 8.0
INDENT = 3.0


@dataclass(frozen=True, slots=True)
class Row:
    """A printed line: ``kind`` is "title", "first" (of a sentence) or "more"; ``above`` is the space before it."""

    kind: str
    words: str
    above: float


def aid(sheet: Sheet, order: Order) -> None:
    """Draw the aid on one page. Raise DoesNotFit where the texts of a language are too long."""
    title = say("%(game)s: a turn at a glance", game=order.title)
    hint = say(
        "%(edition)s. In our own words; the numbers are sections of the rules, see “Which rule?” on a phone.",
        edition=order.edition,
    )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    top = frame.begin_page() + 1
    width = (order.paper.inside[0] - GUTTER) / 2
    for size in SIZES:
        columns = _columns(order.printables.aid, order.translator, size, width, frame.bottom - top)
        if len(columns) <= 2:
            break
    else:
        raise DoesNotFit(order.translator.translate(title))
    for number, rows in enumerate(columns):
        _column(sheet, rows, MARGIN + number * (width + GUTTER), top, size, width)


def _column(sheet: Sheet, rows: Sequence[Row], x: float, y: float, size: float, width: float) -> None:
    for at, row in enumerate(rows):
        y += (row.above if at else 0) + size * LINE_HEIGHT
        if row.kind == "title":
            sheet.words(x, y, row.words, size, width=width, bold=True)
            sheet.line((x, y + size * 0.4), (x + width, y + size * 0.4), line=0.15, ink=FAINT)
            continue
        if row.kind == "first":
            sheet.disc(x + 1, y - size * 0.33, 0.5, fill=FAINT)
        sheet.words(x + INDENT, y, row.words, size, width=width - INDENT + 0.01)


def _columns(
    parts: Sequence[AidPart], translator: Translator, size: float, width: float, height: float
) -> list[list[Row]]:
    """Return the rows in columns of this height; a part is kept together."""
    columns: list[list[Row]] = [[]]
    used = 0.0
    for part in parts:
        rows = list(_rows(part, translator, size, width))
        needed = sum(row.above + size * LINE_HEIGHT for row in rows)
        if used + needed > height and columns[-1]:
            columns.append([])
            used = 0.0
        columns[-1] += rows
        used += needed
    return columns


def _rows(part: AidPart, translator: Translator, size: float, width: float) -> Iterator[Row]:
    yield Row("title", translator.translate(part.title), size * 0.9)
    for line in part.lines:
        text = translator.translate(line.text) + (f" §\u00a0{line.section}" if line.section else "")
        for at, row in enumerate(wrapped(text, width - INDENT, size)):
            yield Row("more" if at else "first", row, 0 if at else size * 0.35)
