"""The pen: reportlab's canvas in millimetres, x to the right, y downwards."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.boards.layout import Point
from companion.printing.drawing import Shape, drawing
from companion.printing.letters import (
    LINE_HEIGHT,
    SMALLEST,
    SMALLEST_LETTERS,
    DoesNotFit,
    font_of,
    in_font,
    register_fonts,
    width_of,
    wrapped,
)
from companion.printing.markers import Squares
from companion.printing.what import MARGIN
from companion.qr import dark_runs

MM = 72 / 25.4
INK = "#2b2119"
FAINT = "#8f7f6c"


class Sheet:
    """A PDF of pages of one size. Print dialogues are told not to scale it."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        from reportlab.pdfgen.canvas import Canvas

        register_fonts()
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
        for number, row in enumerate(modules):
            for start, length in dark_runs(row):
                path.rect(x + start * module, -y - (number + 1) * module, length * module, module)
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
        self._canvas.drawString(x, -y, in_font(words, font))

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
