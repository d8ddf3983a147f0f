"""The deal of a table to try alone: what it names, everything hidden at the table is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.messages import Event
from companion.games.abilene.common.messages import HerdsPlaced


@dataclass(frozen=True, slots=True)
class Deal:
    """``deal`` names it; nothing hidden is stored."""

    deal: str = ""


def dealt(events: Sequence[Event], seed: str) -> Deal:
    """The deal of the game that these events are in, from the table's secret seed."""
    return Deal(f"{seed}/{sum(isinstance(event, HerdsPlaced) for event in events)}")
