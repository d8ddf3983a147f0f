"""The length of a run of a bench."""

from __future__ import annotations

from enum import Enum, auto
from typing import TypeVar

T = TypeVar("T")


class Length(Enum):
    """All of it, fewer rounds for a first look, or a round each to see that everything starts."""

    FULL = auto()
    QUICK = auto()
    ONCE = auto()

    def of(self, full: T, quick: T, once: T) -> T:
        """Return the one of these that belongs to this length."""
        match self:
            case Length.FULL:
                return full
            case Length.QUICK:
                return quick
            case Length.ONCE:
                return once
