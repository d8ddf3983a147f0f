"""The rules' word on what was seen, frame after frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.board import Layout
from companion.core.sighting import Sighting
from companion.games.abilene.frames import Frames


@dataclass(frozen=True)
class Said:
    """A verdict as ``camera check`` writes it."""

    ruling: str
    moves: Sequence[Mapping[str, str]] = ()
    reason: str = ""


@dataclass
class Judge:
    """Follows one game by its frames."""

    frames: Frames

    @staticmethod
    def of(layout: Layout, letters: Sequence[str]) -> Judge:
        """Somebody who knows the rules of this board."""
        return Judge(Frames(layout, letters))

    def verdict(self, seen: Sighting, frame: Mapping[str, Any]) -> Said:
        """What happened since the last frame."""
        try:
            plain = self.frames.play(seen, frame["turn"], frame["seat"], frame["dice"]).plain()
        except (LookupError, ValueError, ArithmeticError, AttributeError, TypeError) as crash:
            return Said("crashed", reason=repr(crash))  # counted as not understood, and shown in the report
        return Said(plain["verdict"], plain["moves"], plain["reason"])

    def put_right(self, true: Sighting) -> None:
        """The table has corrected what was believed."""
        self.frames.start(true)
