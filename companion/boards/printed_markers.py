"""The numbers of the printed markers of a table without a board, which are assigned here alone.

The markers are those of ArUco's dictionary ``DICTIONARY``. The corner and sticker markers of boards have another one,
so that neither is ever taken for the other. ``companion.printing.markers`` draws them.
A new kind of marker takes a range that is free here, but not 0 to 15 or 28 to 79, which are on older prints.
"""

from __future__ import annotations

DICTIONARY = "DICT_5X5_250"
"""OpenCV's name of it: 250 markers of 5 by 5 modules, of which two differ in 6 at least. One of 16 pixels is read."""

ROWS = range(16, 28)
"""The beginning of a row of cards: one a seat."""
CARDS = range(80, 250)
"""Markers of cards, which are laid in rows: one a card, copies included."""

ROW_SIDE = 24.0
"""Millimetres of a row's marker. It lies at the right-hand end of the row, as its owner sees it, and upright."""
CARD_SIDE = 18.0
"""Millimetres of a card's marker."""
