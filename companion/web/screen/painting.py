"""Shapes and text painted as a PNG: Pillow's canvas, twice as fine as the picture, for smooth edges.

Pillow is imported where something is painted: a box that paints nothing does not pay for it.
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from companion.core.text import unmarked
from companion.paths import folder

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FINE = 2
INK = "#2b2119"


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text in letters of ``size`` pixels; ``anchor``, in Pillow's terms, is its point at x and y."""

    x: int
    y: int
    words: str
    size: int
    bold: bool = False
    colour: str = INK
    anchor: str = "la"


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle, with an edge where one is asked for."""

    x: int
    y: int
    radius: int
    colour: str
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A filled rectangle from its upper left to its lower right corner; ``round``: the radius of its corners."""

    left: int
    top: int
    right: int
    bottom: int
    colour: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[int, int], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line from point to point."""

    points: tuple[tuple[int, int], ...]
    colour: str
    width: int


Mark = Words | Disc | Block | Polygon | Line


def width_of(words: str, size: int, bold: bool = False) -> float:
    """Return the width of the words."""
    return _font(size, bold).getlength(_composed(words))


@lru_cache(maxsize=8)
def png(width: int, height: int, paper: str, marks: tuple[Mark, ...]) -> bytes:
    """Return the marks as a PNG of this size, one over the other."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (FINE * width, FINE * height), paper)
    draw = ImageDraw.Draw(picture)
    for mark in marks:
        _paint(draw, mark)
    kept = io.BytesIO()
    picture.reduce(FINE).quantize(128).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _paint(draw: ImageDraw, mark: Mark) -> None:
    match mark:
        case Words(x, y, words, size, bold, colour, anchor):
            draw.text((FINE * x, FINE * y), _composed(words), colour, _font(FINE * size, bold), anchor)
        case Disc(x, y, radius, colour, edge):
            box = [FINE * (x - radius), FINE * (y - radius), FINE * (x + radius), FINE * (y + radius)]
            draw.ellipse(box, colour, edge or None, FINE * 2 if edge else 0)
        case Block(left, top, right, bottom, colour, corner):
            corners = [FINE * left, FINE * top, FINE * right, FINE * bottom]
            draw.rounded_rectangle(corners, FINE * corner, colour)
        case Polygon(points, colour):
            draw.polygon([(FINE * x, FINE * y) for x, y in points], colour)
        case Line(points, colour, width):
            draw.line([(FINE * x, FINE * y) for x, y in points], colour, FINE * width, "curve")


def _composed(words: str) -> str:
    """Return the words with each accent and its letter as one: the basic layout puts them side by side."""
    return unicodedata.normalize("NFC", unmarked(words))


@cache
def _font(size: int, bold: bool) -> FreeTypeFont:
    from PIL import ImageFont

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(folder("printables") / "fonts" / name), size, layout_engine=ImageFont.Layout.BASIC)
