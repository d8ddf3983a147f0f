"""The rules' word on what was seen, frame after frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.core.board import Layout
from companion.core.sighting import Sighting

FRAMES = "companion.games.abilene.frames"


@dataclass(frozen=True)
class Said:
    """A verdict as ``camera check`` writes it."""

    ruling: str
    moves: Sequence[Mapping[str, str]] = ()
    reason: str = ""


@dataclass
class Judge:
    """Follows one game by its frames."""

    frames: Any

    @staticmethod
    def of(layout: Layout, letters: Sequence[str]) -> Judge | None:
        """Somebody who knows the rules; None before there is one."""
        return Judge(import_module(FRAMES).Frames(layout, letters)) if find_spec(FRAMES) else None

    def verdict(self, seen: Sighting, frame: Mapping[str, Any]) -> Said:
        """What happened since the last frame."""
        plain = self.frames.play(seen, frame["turn"], frame["seat"], frame["dice"]).plain()
        return Said(plain["verdict"], plain["moves"], plain["reason"])

    def put_right(self, true: Sighting) -> None:
        """The table has corrected what was believed."""
        self.frames.start(true)
