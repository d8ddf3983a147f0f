"""The kinds of sheets, by the words of the command, and the papers."""

from __future__ import annotations

from enum import StrEnum

DEFAULT_ADDRESS = "http://companion.local:8000"
"""Where the codes on paper lead."""
MAX_PLACES = 200
"""numbered tables of one house"""


class What(StrEnum):
    """The kinds of sheets, in the order in which ``all`` prints them."""

    BOARD = "board"
    CORNERS = "corners"
    STICKERS = "stickers"
    SEATS = "seats"
    AID = "aid"
    STANDUPS = "standups"
    TOPPERS = "toppers"
    MATS = "mats"
    TILES = "tiles"
    CARDS = "cards"
    LIST = "list"
    SCORES = "scores"
    MARKERS = "markers"
    DICE = "dice"


def place_number(typed: str) -> int | None:
    """Return the place's number, from 1 to ``MAX_PLACES``; None for anything else."""
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
    return number if 1 <= number <= MAX_PLACES else None


MARGIN = 8.0
"""The white edge of home printers, and a little more."""


class Paper(StrEnum):
    """A paper by its name; sizes in millimetres, upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Return the size of the whole sheet."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)

    @property
    def inside(self) -> tuple[float, float]:
        """Return the size of the part that a printer surely reaches."""
        width, height = self.size
        return width - 2 * MARGIN, height - 2 * MARGIN
