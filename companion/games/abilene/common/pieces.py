"""The contents of the box of Abilene (rules 1993 §1; 1983 has as many figures): pieces, dice, prints on cells."""

from __future__ import annotations

from enum import StrEnum

from companion.boards import layout

TOWN = "town"
"""the hub of its boards, as board files call it"""
COWS_EACH = 9
COWBOYS_EACH = 5
COW_DICE, COWBOY_DICE = 2, 3
COW_DIE, COWBOY_DIE = "cow", "cowboy"
"""the names of the two kinds of dice on pages: the light ones and the dark ones"""
COW_FACES = (0, 1, 2, 3, 4, 5)
COWBOY_FACES = (1, 1, 2, 2, 3, 4)


class Mark(StrEnum):
    """Mark of a cell; the value is the flag, as board files have it."""

    COW_START = "cow_start"
    COWBOY_START = "cowboy_start"
    OUTER_EDGE = layout.OUTER_EDGE
