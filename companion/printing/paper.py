"""The two papers of the world."""

from __future__ import annotations

from enum import StrEnum

MARGIN = 8.0
"""What home printers leave white, and a little more."""


class Paper(StrEnum):
    """A paper by its name; sizes in millimetres, upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """The whole sheet."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)

    @property
    def inside(self) -> tuple[float, float]:
        """The part a printer surely reaches."""
        width, height = self.size
        return width - 2 * MARGIN, height - 2 * MARGIN
