"""Downloads: the names of their files, and cells that a spreadsheet must not run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flask import Response

from companion.core.table.table import Seat
from companion.core.text import unturning


def download(body: str | bytes | Iterator[str], file: str, mimetype: str) -> Response:
    """Return a response that a browser saves under this file name."""
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f"attachment; filename={file}"})


def plain_name(name: str, other: str = "") -> str:
    """Return a name as part of a file's name; ``other`` replaces each character but ASCII letters and digits."""
    return "".join(letter if letter.isascii() and letter.isalnum() else other for letter in name)


def seat_names(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the names of these seats for a file, without characters that turn the direction of writing."""
    return {seat.id: unturning(seat.name) for seat in seats}


def plain_cell(text: str) -> str:
    """Return the text, quoted where it begins like a formula, so that a spreadsheet does not run it."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
