"""Evenings of any game for the tests of whole evenings: from a shape that is chosen to the result."""

from __future__ import annotations

from typing import Any

from companion.core.table.commands import SetRules, StartGame
from companion.core.text import Text
from companion.games.any_game.messages.play import FinishGame
from companion.games.any_game.shapes import PRESETS
from tests.support.any_evening import ANN, AnyEvening


def evening(shape: str, players: int = 4, **rules: Any) -> AnyEvening:
    """Return a table that has chosen the shape, and changed these rules; Ann begins."""
    preset = next(each for each in PRESETS if str(each.title) == shape)
    values = {name: str(value) if isinstance(value, Text) else value for name, value in preset.rules.items()}
    found = AnyEvening(players, started=False)
    found.act(ANN, SetRules({"turns": True, **values, **rules}), StartGame(ANN))
    return found


def ended(night: AnyEvening) -> list[tuple[int, str, int]]:
    """Return the ranking, once the books are in order: rank, seat, score."""
    night.sound()
    assert night.table.ending
    return [(line.rank, line.seat, line.score) for line in night.table.ending.standings]


def finish(night: AnyEvening, seat: str = ANN) -> list[tuple[int, str, int]]:
    """Return the ranking, once this seat has asked for the end and all others have agreed."""
    night.act(seat, FinishGame())
    night.agree()
    return ended(night)
