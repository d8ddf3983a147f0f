"""QR codes: for pages, for a terminal, and as squares to be printed."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from companion.lean_imports import without

# qrcode loads Pillow wherever it is installed, for pictures of pixels that nobody here asks for: 6 MB.
with without("PIL"):
    import qrcode

MARGIN = 2
"""squares that stay white around a picture"""


@lru_cache(maxsize=64)
def draw_svg(text: str) -> bytes:
    """Return the code as an SVG picture; kept, because every screen of a table shows the same.

    qrcode's own picture draws each square by itself, which makes it three times as long, and loads a library for XML.
    """
    rows = find_squares(text)
    side = len(rows) + 2 * MARGIN
    runs = ((y, start, length) for y, row in enumerate(rows) for start, length in dark_runs(row))
    dark = "".join(f"M{MARGIN + start} {MARGIN + y}h{length}v1h-{length}z" for y, start, length in runs)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}mm" height="{side}mm" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>'
    ).encode()


def dark_runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the place of the first and the number of dark squares that lie side by side."""
    start = 0
    for dark, squares in groupby(row):
        length = len([*squares])
        if dark:
            yield start, length
        start += length


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
