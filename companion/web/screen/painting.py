"""Shapes and text painted as a PNG: Pillow's canvas, twice as fine as the picture, for smooth edges.

Pillow is imported where something is painted: a box that paints nothing does not pay for it.
"""

from __future__ import annotations

import io
import logging
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from companion.core.text import unmarked
from companion.paths import PACKAGE, folder

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FINE = 2
INK = "#2b2119"
FACE = PACKAGE / "static" / "look" / "fonts" / "display-latin.woff2"
"""of the pages' headings, names and sums: bold words are painted with it, too"""
IN_FACE = re.compile("[ -~\xa0-\xd6\xd8-\xff\u0152\u0153\u0178\u2009-\u206f\u20ac\u2192\u2212]*")
"""words whose every letter it has"""


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
    words = _composed(words)
    return _font(size, bold, bool(IN_FACE.fullmatch(words))).getlength(words)


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
            words = _composed(words)
            font = _font(FINE * size, bold, bool(IN_FACE.fullmatch(words)))
            draw.text((FINE * x, FINE * y), words, colour, font, anchor)
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
def _font(size: int, bold: bool, in_face: bool) -> FreeTypeFont:
    """Return the font of these words; a FreeType that reads no WOFF2 has the face's letters from DejaVu, too."""
    from PIL import ImageFont

    layout = ImageFont.Layout.BASIC
    if bold and in_face:
        try:
            return ImageFont.truetype(str(FACE), size, layout_engine=layout)
        except OSError:
            logger.debug("the display face cannot be read", exc_info=True)
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(folder("printables") / "fonts" / name), size, layout_engine=layout)
