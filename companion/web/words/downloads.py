"""Files that somebody takes home: their names, and cells that a spreadsheet must not run."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response


def download(body: str | bytes | Iterator[str], file: str, mimetype: str) -> Response:
    """A file to be kept under this name."""
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f"attachment; filename={file}"})


def plain_name(name: str, other: str = "") -> str:
    """A name as part of a file's name, whatever it is; ``other`` stands for what cannot stand there."""
    return "".join(letter if letter.isascii() and letter.isalnum() else other for letter in name)


def plain_cell(text: str) -> str:
    """A name that begins like a formula must not become one in a spreadsheet."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
