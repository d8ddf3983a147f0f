"""The ante, and how a turn starts (rules §4.3, §5.1, §17.11)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

STARTING_MONEY = 5_000
ANTE = 500


class Part(StrEnum):
    """What the game is in."""

    PLAY = "play"
    SUDDEN_DEATH = "sudden_death"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TurnStart:
    """``turn_up``: a city is turned up; ``ante``: everybody pays the ante again."""

    part: Part
    turn_up: bool = False
    ante: bool = False


def start_of_turn(city_up: bool, cities_left: int, pot: int, reante: bool) -> TurnStart:
    """What happens before anybody draws cards."""
    if not city_up and not cities_left:
        return TurnStart(Part.SUDDEN_DEATH if pot else Part.OVER)
    return TurnStart(Part.PLAY, turn_up=not city_up, ante=reante and not pot)
