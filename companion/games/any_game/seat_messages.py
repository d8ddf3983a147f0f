"""Events about players who come into a game that is going on, or leave it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Event, defined_in


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Arrival of a player after the start, with ``points`` to begin with, who takes part from ``row`` of a sheet on."""

    seat: str
    points: int = 0
    row: int = 1


EVENTS = defined_in(__name__, Event)
