"""The letters of printed sheets: fonts, widths in millimetres, and lines that fit or raise an error."""

from __future__ import annotations

from functools import cache

from companion.core.text import unmarked
from companion.paths import folder

REGULAR, BOLD, DISPLAY = "DejaVuSans", "DejaVuSans-Bold", "TableDisplay"
LARGE = 2.5
"""Millimetres from which bold letters have the display face of the pages; smaller ones would be too narrow on paper."""
LINE_HEIGHT = 1.32
SMALLEST = 0.6
"""The part of the requested size to which words may shrink, but never below SMALLEST_LETTERS."""
SMALLEST_LETTERS = 1.5


class DoesNotFit(ValueError):
    """Refusal of words that do not fit in their place, even in small letters."""


@cache
def register_fonts() -> None:
    """Make the fonts known to reportlab, once."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for name in (REGULAR, BOLD, DISPLAY):
        registerFont(TTFont(name, str(folder("printables") / "fonts" / f"{name}.ttf")))


def font_of(words: str, size: float, bold: bool) -> str:
    """Return the font of these words; letters that the display face lacks (Greek, Ł) are plain bold ones."""
    from reportlab.pdfbase.pdfmetrics import getFont

    register_fonts()
    if not bold:
        return REGULAR
    known = getFont(DISPLAY).face.charToGlyph
    return DISPLAY if size >= LARGE and all(ord(letter) in known for letter in _spaced(unmarked(words))) else BOLD


def _spaced(words: str) -> str:
    """Return the words with the no-break space that every font has."""
    return words.replace("\u202f", "\u00a0")


def width_of(words: str, size: float, bold: bool = False) -> float:
    """Return the width of the words in letters of ``size`` millimetres."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = font_of(words, size, bold)
    return float(stringWidth(in_font(words, font), font, 1000)) * size / 1000


def in_font(words: str, font: str) -> str:
    """Return the words as they can be drawn in this font, without marks for isolated names."""
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
    """Return ``size``, reduced until the widest word fits. Raise DoesNotFit if that is illegible."""
    widest = max((width_of(word, size, bold) for word in words.split(" ")), default=0)
    fitting = min(size, size * width / max(widest, 0.001)) * 0.999
    if fitting < min(size, SMALLEST_LETTERS):
        raise DoesNotFit(words)
    return fitting
