"""The cards of a table as a list: the fields of each, and the number of the marker that is stuck onto it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.layout import Point
from companion.core.catalogue import Card, CardType, name_of
from companion.core.columns import NONE, Column, ColumnKind, cell
from companion.core.text import Text, say
from companion.i18n import Translator
from companion.printing.frame import Frame
from companion.printing.letters import LINE_HEIGHT, broken, width_of
from companion.printing.order import Order
from companion.printing.sheet import FAINT, INK, Sheet
from companion.printing.what import MARGIN

SIZES = (2.8, 2.5, 2.2)
"""millimetres of the letters; the largest with which no word has to be broken"""
TITLE = 3.6
HEAD = 2.3
GAP = 3.0
"""between columns"""
NARROWEST = 14.0
"""The least width of a column of words beside others."""
PADDING = 1.1
RED = "#a01818"


@dataclass(frozen=True, slots=True)
class ListCell:
    """The content of a row in a column."""

    words: str
    ink: str = INK
    right: bool = False


def card_list(sheet: Sheet, order: Order) -> None:
    """Draw a table for every type of cards, one below the other, on as many pages as it takes."""
    title = say("%(game)s: the cards", game=order.title)
    hint = say("Every card once, with what is on it.")
    numbers = numbers_of(order)
    if numbers:
        hint = say(
            "Every card once. Under “Marker” are the numbers of the printed markers of its copies. Print the "
            "sheet “Markers for the camera” of the same cards, and stick each onto the card that it names."
        )
    frame = Frame(sheet, order.paper, order.translator, title, hint)
    y = frame.begin_page() + 1
    for kind in order.types:
        cards = [card for card in order.cards if card.type == kind.name]
        if cards:
            heads, rows = _rows(order, kind, cards, numbers)
            if _fitting(heads, rows, frame.paper.inside[0]) is None:
                heads, rows = _in_words(order.translator, heads, rows)
            y = _table(frame, y, kind, heads, rows)


def numbers_of(order: Order) -> Mapping[tuple[str, str], str]:
    """Return the numbers of the markers on each card that has any, by its type and name."""
    if not order.numbered:
        return {}
    numbers_by_card: dict[tuple[str, str], list[int]] = defaultdict(list)
    for marker in order.printables.markers:
        if marker.card:
            numbers_by_card[marker.card].append(marker.number)
    return {card: spans(numbers) for card, numbers in numbers_by_card.items()}


def spans(numbers: Sequence[int]) -> str:
    """Return the numbers as text, consecutive ones as from–to."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _rows(
    order: Order, kind: CardType, cards: Sequence[Card], numbers: Mapping[tuple[str, str], str]
) -> tuple[list[str], list[list[ListCell]]]:
    """Return the words of the head, and a row for each card; empty columns are left out."""
    translate = order.translator.translate
    heads = [translate(column.label) for column in kind.columns]
    rows = [[_cell(column, card, order) for column in kind.columns] for card in cards]
    if any(name == kind.name for name, _ in numbers):
        heads.insert(1, translate(say("Marker")))
        for row, card in zip(rows, cards, strict=True):
            row.insert(1, ListCell(numbers.get((kind.name, name_of(order.types, card)), "–")))
    filled = [at for at in range(len(heads)) if any(row[at].words for row in rows)]
    return [heads[at] for at in filled], [[row[at] for at in filled] for row in rows]


def _cell(column: Column, card: Card, order: Order) -> ListCell:
    """Return the content of a cell; words of the game's own cards are translated, players' words stay as they are."""
    value, options, translator = card.values[column.name], column.options or {}, order.translator
    match value:
        case int():
            return ListCell(f"{value}".replace("-", "−"), RED if value < 0 else INK, right=True)
        case tuple() if column.kind is ColumnKind.SEVERAL:
            return ListCell(", ".join(translator.translate(options[word]) for word in value))
        case tuple():
            times = {word: value.count(word) for word in value}
            return ListCell(
                ", ".join(f"{count} {translator.translate(options[word])}" for word, count in times.items())
            )
        case _ if column.kind is ColumnKind.ONE:
            return ListCell("" if value == NONE else translator.translate(options[value]))
        case _ if order.typed or not value:
            return ListCell(cell(value))
        case _:
            return ListCell(translator.translate(Text(value)))


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table: their widths, their heads, and the size of the letters."""

    title: Text
    heads: Sequence[str]
    widths: Sequence[float]
    right: Sequence[bool]
    size: float

    @property
    def width(self) -> float:
        """Return the width of all together."""
        return sum(self.widths) + GAP * (len(self.widths) - 1)


def _table(frame: Frame, y: float, kind: CardType, heads: Sequence[str], rows: Sequence[Sequence[ListCell]]) -> float:
    """Draw a table and return where it ends."""
    size, widths = _fitting(heads, rows, frame.paper.inside[0]) or _squeezed(heads, rows, frame.paper.inside[0])
    columns = Columns(kind.title, heads, widths, [each.right for each in rows[0]], size)
    lines = [[broken(each.words, width, size) for each, width in zip(row, widths, strict=True)] for row in rows]
    heights = [max(map(len, row)) * size * LINE_HEIGHT + PADDING for row in lines]
    y = _head(frame, y, columns, heights[0])
    for row, words, height in zip(rows, lines, heights, strict=True):
        if y + height > frame.bottom:
            frame.sheet.next_page()
            y = _head(frame, frame.begin_page() + 1, columns, height)
        x = MARGIN
        for each, cell_lines, width in zip(row, words, widths, strict=True):
            _words(frame.sheet, (x, y), cell_lines, size, width, each.ink, each.right)
            x += width + GAP
        y += height
        under = y - PADDING / 2
        frame.sheet.line((MARGIN, under), (MARGIN + columns.width, under), line=0.08, ink=FAINT)
    return y + 3


def _words(sheet: Sheet, at: Point, lines: Sequence[str], size: float, width: float, ink: str, right: bool) -> None:
    """Draw the lines of a cell from its upper left corner down."""
    (x, y), align = at, "right" if right else "left"
    for line in lines:
        sheet.words(x + width if right else x, y + size, line, size, width=width + 0.1, align=align, ink=ink)
        y += size * LINE_HEIGHT


def _head(frame: Frame, y: float, columns: Columns, first: float) -> float:
    """Draw the title and the heads of the columns, on a new page where there is no room for the first row as well."""
    words = [broken(head, width, HEAD) for head, width in zip(columns.heads, columns.widths, strict=True)]
    height = max(map(len, words)) * HEAD * LINE_HEIGHT + PADDING
    if y + TITLE * 1.6 + height + first > frame.bottom:
        frame.sheet.next_page()
        y = frame.begin_page() + 1
    title = frame.translator.translate(columns.title)
    frame.sheet.words(MARGIN, y + TITLE, title, TITLE, width=frame.paper.inside[0], bold=True)
    x, y = MARGIN, y + TITLE * 1.6
    for lines, width, right in zip(words, columns.widths, columns.right, strict=True):
        _words(frame.sheet, (x, y), lines, HEAD, width, FAINT, right)
        x += width + GAP
    return y + height


def _fitting(
    heads: Sequence[str], rows: Sequence[Sequence[ListCell]], room: float
) -> tuple[float, Sequence[float]] | None:
    """Return the size of the letters and the widths of the columns; None where words would have to be broken.

    A column is as wide as its words where there is room; else columns of many words give way to the others, then
    letters become smaller.
    """
    room -= GAP * (len(heads) - 1)
    for size in SIZES:
        widest, least = _widths(heads, rows, size, width_of), _widths(heads, rows, size, _longest_word)
        limit, widths = max(widest), widest
        while sum(widths) > room and limit > NARROWEST:
            limit -= 1
            widths = [max(narrowest, min(width, limit)) for narrowest, width in zip(least, widest, strict=True)]
        if sum(widths) <= room:
            return size, widths
    return None


def _squeezed(heads: Sequence[str], rows: Sequence[Sequence[ListCell]], room: float) -> tuple[float, Sequence[float]]:
    """Return the size of the letters and the widths of the columns where words are broken to fit."""
    least = _widths(heads, rows, SIZES[-1], _longest_word)
    share = (room - GAP * (len(heads) - 1)) / sum(least)
    return SIZES[-1], [width * share for width in least]


def _in_words(
    translator: Translator, heads: Sequence[str], rows: Sequence[Sequence[ListCell]]
) -> tuple[list[str], list[list[ListCell]]]:
    """Return the table with two columns, where it has too many: the name, and all other values in one text."""
    texts = [
        "; ".join(
            translator.translate(say("%(label)s: %(value)s", label=head, value=each.words))
            for head, each in zip(heads[1:], row[1:], strict=True)
            if each.words not in ("", "0")
        )
        for row in rows
    ]
    return [heads[0], ""], [[row[0], ListCell(words)] for row, words in zip(rows, texts, strict=True)]


def _widths(
    heads: Sequence[str], rows: Sequence[Sequence[ListCell]], size: float, measure: Callable[[str, float], float]
) -> list[float]:
    """Return the widths of the columns, their cells by ``measure``; heads may have several lines."""
    return [
        max(*(measure(row[at].words, size) + 0.2 for row in rows), _longest_word(head, HEAD) + 0.2)
        for at, head in enumerate(heads)
    ]


def _longest_word(words: str, size: float) -> float:
    return max(width_of(word, size) for word in words.split(" "))
