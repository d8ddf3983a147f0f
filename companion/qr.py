"""QR codes: for pages, for a terminal, and as squares to be printed."""

from __future__ import annotations

import io
from functools import lru_cache

from companion.lean_imports import without

# qrcode loads Pillow wherever it is installed, for pictures of pixels that nobody here asks for: 6 MB.
with without("PIL"):
    import qrcode
    from qrcode.image.svg import SvgPathFillImage


@lru_cache(maxsize=64)
def draw_svg(text: str) -> bytes:
    """Return the code as an SVG picture; kept, because every screen of a table shows the same."""
    drawn: bytes = qrcode.make(text, image_factory=SvgPathFillImage, box_size=12, border=2).to_string()
    return drawn


def draw_letters(text: str) -> str:
    """Return the code as lines of a terminal that writes light on dark."""
    code = qrcode.QRCode(border=1)
    code.add_data(text)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    return drawn.getvalue()


@lru_cache(maxsize=64)
def find_squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of the smallest code that says this, True for dark, without its white margin.

    The error correction is the middling one (M).
    """
    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())
