"""What is printed on the cells of Abilene's boards: flags of a layout."""

from __future__ import annotations

from enum import StrEnum

from companion.boards import layout


class Mark(StrEnum):
    """The value is the flag, as board files have it."""

    COW_START = "cow_start"
    COWBOY_START = "cowboy_start"
    OUTER_EDGE = layout.OUTER_EDGE
