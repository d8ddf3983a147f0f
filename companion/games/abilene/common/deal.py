"""The deal of a table to try alone: what it names, everything hidden at the table is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.messages import Event
from companion.games.abilene.common.messages import HerdsPlaced


@dataclass(frozen=True, slots=True)
class Deal:
    """``deal`` names it, ``games`` were begun at the table so far; nothing hidden is stored."""

    deal: str = ""
    games: int = 0


def dealt(events: Sequence[Event], seed: str, before: Deal | None = None) -> Deal:
    """The deal of the game that these events lead into, from the table's secret seed."""
    games = (before.games if before else 0) + sum(isinstance(event, HerdsPlaced) for event in events)
    return Deal(f"{seed}/{games}", games)
