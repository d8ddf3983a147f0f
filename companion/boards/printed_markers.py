"""Which number every printed marker of a table without a board has: the only place where numbers are given away.

The markers are those of ArUco's dictionary ``DICTIONARY``: more than the corner and sticker markers of boards have,
which are another dictionary, so that none is ever taken for the other. ``companion.printing.markers`` draws them.
A new kind of marker takes a range that is free here.
"""

from __future__ import annotations

DICTIONARY = "DICT_5X5_250"
"""OpenCV's name of it: 250 markers of 5 by 5 modules, of which two differ in 6 at least. One of 16 pixels is read."""

SHEET_CORNERS = range(16)
"""The corners of a printed sheet that a player has before him: four a seat (``corners_of``)."""
ROWS = range(16, 28)
"""The beginning of a row of cards: one a seat."""
TILES = range(28, 80)
"""What is laid on the cells of a sheet."""
CARDS = range(80, 250)
"""What is laid in rows: one a card, copies included."""

ROW_SIDE = 24.0
"""Millimetres of a row's marker. It lies where its owner has the right-hand end of his row, upright for him: the row
runs to the left."""
CARD_SIDE = 18.0
"""Millimetres of a card's marker."""


def corners_of(place: int) -> tuple[int, int, int, int]:
    """The corner markers of the sheet of this place (0 for the first seat), from the top left clockwise.

    Raises IndexError for a place that has none.
    """
    a, b, c, d = (SHEET_CORNERS[4 * place + corner] for corner in range(4))
    return a, b, c, d
