"""What can be printed, by the word one asks for it with."""

from __future__ import annotations

from enum import StrEnum

DEFAULT_ADDRESS = "http://companion.local:8000"
"""Where the codes on paper lead."""


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
    SCORES = "scores"
