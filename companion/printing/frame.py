"""The frame of all sheets' pages: a title, a hint, a line to measure, places in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from math import ceil

from companion.core.text import Text, say
from companion.i18n import Translator
from companion.printing.letters import LINE_HEIGHT, wrapped
from companion.printing.sheet import FAINT, Sheet
from companion.printing.what import MARGIN, Paper

RULER = 50.0
FOOT = 7.0
GAP = 2.0
TITLE, LETTERS = 4.6, 2.6
BESIDE = 5.5
"""Width of the strip for title and ruler beside what fills a page."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A kind of page: its head, and where its contents begin and end."""

    sheet: Sheet
    paper: Paper
    translator: Translator
    title: Text
    hint: Text

    def begin_page(self) -> float:
        """Draw head and foot on the current page and return the height at which the room below the head begins."""
        self.ruler()
        width, y = self.paper.inside[0], MARGIN + TITLE
        self.sheet.words(MARGIN, y, self.translator.translate(self.title), TITLE, width=width, bold=True)
        self.sheet.paragraph(MARGIN, y + 2, self.translator.translate(self.hint), LETTERS, width=width)
        return self.top

    @property
    def top(self) -> float:
        """Return the height at which the room below the head begins."""
        return MARGIN + TITLE + 2 + self._lines(self.paper.inside[0]) * LETTERS * LINE_HEIGHT + 2

    def _lines(self, width: float) -> int:
        """Return how many lines the hint takes in this width."""
        return len(wrapped(self.translator.translate(self.hint), width, LETTERS))

    @property
    def bottom(self) -> float:
        """Return the height at which the foot begins."""
        return self.paper.size[1] - MARGIN - FOOT

    def ruler(self) -> None:
        """Draw a line that shows whether the printer kept the size."""
        with self.sheet.at(MARGIN, self.paper.size[1] - MARGIN - 1.5):
            self._ruler(self.paper.inside[0] - RULER - 4)

    def _ruler(self, room: float) -> None:
        self.sheet.line((0, 0), (RULER, 0), line=0.3)
        for x in (0, RULER):
            self.sheet.line((x, -1.5), (x, 1.5), line=0.3)
        text = self.translator.translate(say("50 mm: if this line is shorter or longer, print again in “actual size”."))
        self.sheet.words(RULER + 4, 0.9, text, LETTERS, width=room, ink=FAINT)

    def draw_beside(self) -> None:
        """Draw head and ruler along the right edge, from top to bottom, where rows need the height of the page."""
        length, half = self.paper.inside[1], self.paper.inside[1] / 2
        with self.sheet.at(self.paper.size[0] - MARGIN, MARGIN, angle=90):
            title, hint = (self.translator.translate(text) for text in (self.title, self.hint))
            self.sheet.words(0, 3.6, title, TITLE, width=half - 4, bold=True)
            self.sheet.paragraph(0, BESIDE - 0.5, hint, LETTERS, width=length)
            with self.sheet.at(half, 1.8):
                self._ruler(half - RULER - 5)

    def places(self, width: float, height: float, gap: float = GAP, count: int = 0) -> Iterator[tuple[float, float]]:
        """Return the upper left corners for things of this size, row by row, page after page, without end.

        ``count``: the number of things; head and ruler are drawn beside them where that saves a page.
        """
        return self.positions(repeat((width, height)), gap, count)

    def positions(
        self, sizes: Iterable[tuple[float, float]], gap: float = GAP, count: int = 0
    ) -> Iterator[tuple[float, float]]:
        """Yield the corners for things of several sizes: each size begins a row, and a page where there is no room."""
        inside, previous, column, columns = self.paper.inside[0], (0.0, 0.0), 0, 0
        bottom, left, y = 0.0, 0.0, 0.0
        for width, height in sizes:
            if (width, height) != previous or column == columns:
                y += previous[1] + gap
                if y + height > bottom:
                    if bottom:
                        self.sheet.next_page()
                    y, bottom = (
                        self._begin_full_page(width, height, gap, count) if count else (self.begin_page(), self.bottom)
                    )
                columns = int((inside + gap) // (width + gap))
                spare = inside - columns * (width + gap) + gap
                left = MARGIN + (0 if bottom > self.bottom else spare / 2)
                previous, column = (width, height), 0
            yield left + column * (width + gap), y
            column += 1

    def _begin_full_page(self, width: float, height: float, gap: float, count: int) -> tuple[float, float]:
        """Draw head and ruler of a page full of things of this size; return where the room for them begins and ends."""
        inside, tall = self.paper.inside
        columns, spare = divmod(inside + gap, width + gap)
        needed = BESIDE + self._lines(tall) * LETTERS * LINE_HEIGHT
        above, beside = (
            ceil(count / (columns * ((room + gap) // (height + gap)))) for room in (self.bottom - self.top, tall)
        )
        if spare >= needed and beside < above:
            self.draw_beside()
            return MARGIN, MARGIN + tall
        return self.begin_page(), self.bottom
