"""What the pages of all sheets share: a title, a hint, a line to measure, places in rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.text import Text, say
from companion.i18n import Translator
from companion.printing.sheet import FAINT, Sheet
from companion.printing.what import MARGIN, Paper

RULER = 50.0
FOOT = 7.0
GAP = 2.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A kind of page: what stands at its head, and where its contents begin and end."""

    sheet: Sheet
    paper: Paper
    translator: Translator
    title: Text
    hint: Text

    def opened(self) -> float:
        """Draws head and foot on the present page and returns where the room below the head begins."""
        self.ruler()
        width = self.paper.inside[0]
        self.sheet.words(MARGIN, MARGIN + 4.6, self.translator.translate(self.title), 4.6, width=width, bold=True)
        return self.sheet.paragraph(MARGIN, MARGIN + 6.6, self.translator.translate(self.hint), 2.6, width=width) + 2

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return self.paper.size[1] - MARGIN - FOOT

    def ruler(self) -> None:
        """A line that shows whether the printer kept the size."""
        sheet, y = self.sheet, self.paper.size[1] - MARGIN - 1.5
        sheet.line((MARGIN, y), (MARGIN + RULER, y), line=0.3)
        for x in (MARGIN, MARGIN + RULER):
            sheet.line((x, y - 1.5), (x, y + 1.5), line=0.3)
        text = self.translator.translate(say("50 mm: if this line is shorter or longer, print again in “actual size”."))
        room = self.paper.inside[0] - RULER - 4
        sheet.words(MARGIN + RULER + 4, y + 0.9, text, 2.6, width=room, ink=FAINT)

    def places(self, width: float, height: float, gap: float = GAP) -> Iterator[tuple[float, float]]:
        """Upper left corners for things of this size, row by row, page after page, as many as are asked for."""
        inside = self.paper.inside[0]
        columns = int((inside + gap) // (width + gap))
        left = MARGIN + (inside - columns * (width + gap) + gap) / 2
        first = True
        while True:
            if not first:
                self.sheet.next_page()
            first, y = False, self.opened()
            while y + height <= self.bottom:
                for column in range(columns):
                    yield left + column * (width + gap), y
                y += height + gap
