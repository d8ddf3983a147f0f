"""Downloads: the names of their files, and cells that a spreadsheet must not run."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response


def download(body: str | bytes | Iterator[str], file: str, mimetype: str) -> Response:
    """Return a response that a browser saves under this file name."""
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f"attachment; filename={file}"})


def plain_name(name: str, other: str = "") -> str:
    """Return a name as part of a file's name; ``other`` replaces each character but ASCII letters and digits."""
    return "".join(letter if letter.isascii() and letter.isalnum() else other for letter in name)


def plain_cell(text: str) -> str:
    """Return the text, quoted where it begins like a formula, so that a spreadsheet does not run it."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
