"""What can change in a town: cubes, Homes, tiles, their points and their markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.messages import Deed, Event
from companion.core.text import Fact
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.towns import Resource


@dataclass(frozen=True, slots=True)
class TownChanged(Event):
    """The one way in which anything comes to a town or leaves it."""

    seat: str
    changes: Mapping[Resource, int]
    reason: Fact
    told: tuple[str, ...] = ()
    """on whose phones it stands, because no card brought it that the box knows of (20.6)"""


@dataclass(frozen=True, slots=True)
class CountLeft(Event):
    """In older logs: a camera counted ``seen`` of this, and the owner of the town left what the box has."""

    seat: str
    what: Resource
    seen: int


@dataclass(frozen=True, slots=True)
class BuildingLeft(Event):
    """In older logs: a camera saw something else on this place, and the owner of the town left what the box has."""

    seat: str
    place: str
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HomesChanged(Event):
    """So many Homes more, or fewer."""

    seat: str
    pink: int = 0
    black: int = 0
    markers: int = 0
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TileLaid(Deed):
    """A building stands in a town. ``card``: its card came into the hand; None: nobody said so."""

    seat: str
    building: Building
    pink: int = 0
    black: int = 0
    card: bool | None = None
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsSet(Event):
    """What a building counts at the end has been typed."""

    seat: str
    building: str
    points: int
    name: Fact | str = ""
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildingMarked(Deed):
    """A building has been destroyed, or repaired."""

    seat: str
    building: str
    destroyed: bool
    name: Fact | str = ""
    told: tuple[str, ...] = ()
