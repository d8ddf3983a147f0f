"""The rules' word on what was seen, frame after frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards.observation import Observation
from companion.boards.verdict import Umpire


@dataclass(frozen=True)
class Said:
    """A verdict as ``camera check`` writes it."""

    ruling: str
    moves: Sequence[Mapping[str, str]] = ()
    reason: str = ""


@dataclass
class Judge:
    """Follows one game by its frames."""

    umpire: Umpire

    def verdict(self, seen: Observation, frame: Mapping[str, Any]) -> Said:
        """Return what happened since the last frame."""
        try:
            plain = self.umpire.play(seen, frame["turn"], frame["seat"], frame["dice"]).plain()
        except (LookupError, ValueError, ArithmeticError, AttributeError, TypeError) as crash:
            return Said("crashed", reason=repr(crash))  # counted as not understood, and shown in the report
        return Said(plain["verdict"], plain["moves"], plain["reason"])

    def put_right(self, true: Observation) -> None:
        """Correct what was believed, as the table does."""
        self.umpire.start(true)
