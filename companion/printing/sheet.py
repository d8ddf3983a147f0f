"""The pen: reportlab's canvas in millimetres, x to the right, y downwards, with words that fit or raise an error."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.boards.layout import Point
from companion.core.text import unmarked
from companion.paths import folder
from companion.printing.drawing import Shape, drawing
from companion.printing.markers import Squares
from companion.printing.what import MARGIN

MM = 72 / 25.4
INK = "#2b2119"
FAINT = "#8f7f6c"
REGULAR, BOLD, DISPLAY = "DejaVuSans", "DejaVuSans-Bold", "TableDisplay"
LARGE = 2.5
"""Bold letters from this size on, in millimetres, are of the face that pages have; below it is too narrow for paper."""
LINE_HEIGHT = 1.32
SMALLEST = 0.6
"""Words may shrink to this part of the size asked for; letters of less than 1.5 mm are refused in any case."""
SMALLEST_LETTERS = 1.5


class DoesNotFit(ValueError):
    """An error: these words do not fit in their place, even in small letters."""


@cache
def _fonts() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for name in (REGULAR, BOLD, DISPLAY):
        registerFont(TTFont(name, str(folder("printables") / "fonts" / f"{name}.ttf")))


def font_of(words: str, size: float, bold: bool) -> str:
    """Return the font of these words; what the display face has no letters for (Greek, Ł) is in plain bold ones."""
    from reportlab.pdfbase.pdfmetrics import getFont

    _fonts()
    if not bold:
        return REGULAR
    known = getFont(DISPLAY).face.charToGlyph
    return DISPLAY if size >= LARGE and all(ord(letter) in known for letter in _spaced(unmarked(words))) else BOLD


def _spaced(words: str) -> str:
    """Return the words with the one space of no break that every font has."""
    return words.replace("\u202f", "\u00a0")


def width_of(words: str, size: float, bold: bool = False) -> float:
    """Return the width of the words in letters of ``size`` millimetres."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = font_of(words, size, bold)
    return float(stringWidth(_inked(words, font), font, 1000)) * size / 1000


def _inked(words: str, font: str) -> str:
    return _spaced(unmarked(words)) if font == DISPLAY else unmarked(words)


def wrapped(words: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Return the words as lines of at most this width; only an ordinary space breaks a line.

    Raise DoesNotFit when a single word is wider.
    """
    lines: list[str] = []
    for word in words.split(" "):
        if width_of(word, size, bold) > width:
            raise DoesNotFit(word)
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def broken(words: str, width: float, size: float) -> list[str]:
    """Return the words as lines of at most this width; a word that is longer is broken between letters."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(longer, size) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and width_of(lines[-1] + letter, size) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def letters_for(words: str, width: float, size: float, bold: bool = False) -> float:
    """Return ``size``, or as much less as the widest of the words needs. Raise DoesNotFit for illegible letters."""
    widest = max((width_of(word, size, bold) for word in words.split(" ")), default=0)
    fitting = min(size, size * width / max(widest, 0.001)) * 0.999
    if fitting < min(size, SMALLEST_LETTERS):
        raise DoesNotFit(words)
    return fitting


class Sheet:
    """A PDF of pages of one size. Print dialogues are told not to scale it."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        from reportlab.pdfgen.canvas import Canvas

        _fonts()
        self.width, self.height = size
        self._file = io.BytesIO()
        points = (self.width * MM, self.height * MM)
        # invariant: the same sheet is the same file, without a date in it
        self._canvas: Any = Canvas(self._file, pagesize=points, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._begin()

    def _begin(self) -> None:
        self._canvas.translate(0, self.height * MM)
        self._canvas.scale(MM, MM)

    def next_page(self) -> None:
        """End this page and begin the next one."""
        self._canvas.showPage()
        self._begin()

    def pdf(self) -> bytes:
        """Return the finished file, the page begun last included."""
        self._canvas.save()
        return self._file.getvalue()

    @contextmanager
    def at(self, x: float, y: float, angle: float = 0, scale: float = 1) -> Iterator[None]:
        """Draw everything inside from this point, turned clockwise by ``angle`` degrees."""
        self._canvas.saveState()
        self._canvas.translate(x, -y)
        self._canvas.rotate(-angle)
        self._canvas.scale(scale, scale)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Clip everything inside to this rectangle."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(x, -y - height, width, height)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    @contextmanager
    def kept(self, name: str) -> Iterator[None]:
        """Store everything drawn inside under a name without showing it; ``again`` shows it, on any page."""
        self._canvas.beginForm(name, -10_000, -10_000, 10_000, 10_000)
        yield
        self._canvas.endForm()

    def again(self, name: str) -> None:
        """Show the drawing stored by ``kept`` under this name."""
        self._canvas.doForm(name)

    def _pen(self, fill: str | None, stroke: str | None, line: float, dash: Sequence[float]) -> dict[str, int]:
        canvas = self._canvas
        if fill:
            canvas.setFillColor(fill)
        if stroke:
            canvas.setStrokeColor(stroke)
            canvas.setLineWidth(line)
            canvas.setDash(list(dash))
            canvas.setLineJoin(1)
        return {"fill": int(bool(fill)), "stroke": int(bool(stroke))}

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.2,
        dash: Sequence[float] = (),
        radius: float = 0,
    ) -> None:
        """Draw a rectangle; with ``radius`` its corners are round."""
        pen = self._pen(fill, stroke, line, dash)
        self._canvas.roundRect(x, -y - height, width, height, radius, **pen)

    def disc(self, x: float, y: float, radius: float, *, fill: str | None = None, stroke: str | None = None) -> None:
        """Draw a circle round (x, y)."""
        self._canvas.circle(x, -y, radius, **self._pen(fill, stroke, 0.2, ()))

    def line(self, *points: Point, line: float = 0.2, ink: str = INK, dash: Sequence[float] = ()) -> None:
        """Draw a line through all these points."""
        self._pen(None, ink, line, dash)
        for (x1, y1), (x2, y2) in pairwise(points):
            self._canvas.line(x1, -y1, x2, -y2)

    def polygon(
        self, points: Sequence[Point], *, fill: str | None = None, stroke: str | None = None, line: float = 0.2
    ) -> None:
        """Draw a closed shape."""
        steps = (("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))
        self._path(Shape(steps, fill or "none", stroke or "none", line), INK)

    def squares(self, x: float, y: float, side: float, modules: Squares) -> None:
        """Draw a marker or a QR code: its black modules as one shape, so that no hairlines part them."""
        path, module = self._canvas.beginPath(), side / len(modules)
        for row, cells in enumerate(modules):
            start = None
            for column, black in enumerate((*cells, False)):
                if black and start is None:
                    start = column
                elif not black and start is not None:
                    path.rect(x + start * module, -y - (row + 1) * module, (column - start) * module, module)
                    start = None
        self._canvas.setFillColor("#000000")
        self._canvas.drawPath(path, fill=1, stroke=0)

    def drawn(self, file: Path, x: float, y: float, height: float, paint: str = INK) -> None:
        """Draw the drawing in this file, its middle at the point."""
        found = drawing(file)
        left, top, width, units = found.box
        with self.at(x, y, scale=height / units), self.at(-left - width / 2, -top - units / 2):
            for shape in found.shapes:
                self._path(shape, paint)

    def _path(self, shape: Shape, paint: str) -> None:
        colours = {"none": None, "currentColor": paint}
        fill, stroke = (colours.get(colour, colour) for colour in (shape.fill, shape.stroke))
        path = self._canvas.beginPath()
        for letter, values in shape.steps:
            downwards = [value if at % 2 == 0 else -value for at, value in enumerate(values)]
            match letter:
                case "M":
                    path.moveTo(*downwards)
                case "L":
                    path.lineTo(*downwards)
                case "C":
                    path.curveTo(*downwards)
                case "O":
                    path.circle(*downwards)
                case _:
                    path.close()
        self._canvas.drawPath(path, **self._pen(fill, stroke, shape.width, ()))

    def words(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        width: float,
        bold: bool = False,
        align: str = "left",
        ink: str = INK,
    ) -> None:
        """Draw one line on the baseline ``y``, made smaller when it would be wider than ``width``.

        Raise DoesNotFit rather than print illegible words.
        """
        full = width_of(words, size, bold)
        fitting = min(size, size * width / max(full, 0.001))
        if fitting < max(SMALLEST * size, min(size, SMALLEST_LETTERS)):
            raise DoesNotFit(words)
        if align != "left":
            x -= full * fitting / size / (2 if align == "middle" else 1)
        self._canvas.setFillColor(ink)
        font = font_of(words, size, bold)
        self._canvas.setFont(font, fitting)
        self._canvas.drawString(x, -y, _inked(words, font))

    def paragraph(self, x: float, y: float, words: str, size: float, *, width: float, bold: bool = False) -> float:
        """Draw lines of words from the upper edge ``y`` down; return where they end."""
        for row in wrapped(words, width, size, bold):
            self.words(x, y + size, row, size, width=width + 0.01, bold=bold)
            y += size * LINE_HEIGHT
        return y

    def cut_marks(self, x: float, y: float, width: float, height: float) -> None:
        """Draw short lines outside the corners of a rectangle, along which it is cut."""
        for corner, way in ((x, -1), (x + width, 1)):
            for edge, up in ((y, -1), (y + height, 1)):
                self.line((corner + way, edge), (corner + way * MARGIN / 2, edge), line=0.15)
                self.line((corner, edge + up), (corner, edge + up * MARGIN / 2), line=0.15)
