"""Tiles and the buildings that they become: Homes, storage, and which cards can be used (rules §2, §4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.games.western_town.rulebook.towns import ROOM, STORED, Amounts, Resource

GOLD_MINE, MARSHAL, CARPENTER, HOMESTEAD = "gold mine", "marshal", "carpenter", "homestead"
PRINTED = (GOLD_MINE, MARSHAL, CARPENTER, HOMESTEAD)
CIVIC_PRIDE = "civic pride"
"""the card without a building, which can always be used"""
CENTRE = 4
"""the number printed on the cells of zone 4, the middle of the town"""
CENTRE_CELLS = 3
"""how many cells bear a 4 (2.2)"""
NUMBERS = (4, 5, 6)
"""the numbers printed on the cells: the hand size while one of them is empty"""
ON_BOARD = 0
"""the cell number of a building that is printed on the board"""


class CellEffect(StrEnum):
    """The effect of a cell when a tile is laid on it (2.3)."""

    GOLD = "gold"
    INHABITANTS = "inhabitants"
    SWAP = "swap"
    DIE = "die"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class BuildingCell:
    """A cell for a tile; ``tile`` is the name of the one on it, "" while it is empty."""

    id: str
    number: int
    effect: CellEffect | None = None
    tile: str = ""


@dataclass(frozen=True, slots=True)
class Per:
    """Points for every full ``each`` of a resource."""

    resource: Resource
    each: int
    points: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange when the tile is laid: each unit of the ``given`` resources becomes one of ``to``."""

    given: tuple[Resource, ...]
    to: Resource


@dataclass(frozen=True, slots=True)
class Tile:
    """The print on a tile. Each element of ``cost`` is paid with any one of its resources."""

    name: str
    cost: tuple[tuple[Resource, ...], ...] = ()
    homes_needed: int = 0
    homes: int = 0
    points: int = 0
    per: Per | None = None
    storage: Amounts = field(default_factory=dict)
    constant_pipes: int = 0
    attack_cowboys: int = 0
    gains: Amounts = field(default_factory=dict)
    exchange: Exchange | None = None


@dataclass(frozen=True, slots=True)
class Building:
    """A building of a town: a tile that was laid, or one that is printed on the board.

    ``number`` is printed on its cell, ``cell`` is the id of that cell, "" where only the number is known.
    """

    id: str
    tile: Tile
    number: int = ON_BOARD
    destroyed: bool = False
    cell: str = ""

    @property
    def name(self) -> str:
        """Return the name of its tile."""
        return self.tile.name

    @property
    def in_zone_4(self) -> bool:
        """Return whether the building is in zone 4, where half the Cowboys defend it (2.2, 19.10)."""
        return self.number == CENTRE or (self.number == ON_BOARD and self.name != GOLD_MINE)


KNOWN: Mapping[str, Tile] = {
    tile.name: tile
    for tile in (
        Tile(HOMESTEAD),
        Tile(CARPENTER, storage={Resource.WOOD: 3}),
        Tile("bank", points=2, per=Per(Resource.EXPORTED, 2, 2), storage={Resource.GOLD: 4}),
        Tile("barber", points=2),
        Tile("blacksmith", constant_pipes=1, attack_cowboys=2),
        Tile("church", constant_pipes=1),
        Tile("general store"),
        Tile("gunsmith", per=Per(Resource.COWBOYS, 2, 2)),
        Tile("saloon", points=4),
        Tile("warehouse", points=6),
    )
}
"""name -> points, storage and constant effects of the known tiles (14). Homes are counted with the town; a tile that
neither this table nor a catalogue has is typed in when it is laid."""


def usable(name: str, buildings: Iterable[Building]) -> bool:
    """Return whether a card of this name can be played or exploited: its building stands, undestroyed (4.10)."""
    return name == CIVIC_PRIDE or any(each.name == name and not each.destroyed for each in buildings)


def homes(buildings: Iterable[Building], extra: int = 0) -> int:
    """Return the Homes of a town, at least 0; ``extra`` come from cells and from won markers (4.4, 19.4)."""
    return max(0, extra + sum(each.tile.homes - each.destroyed for each in buildings))


def constant_pipes(buildings: Iterable[Building]) -> int:
    """Return the Peace pipes of green buildings that are not destroyed (4.3)."""
    return sum(each.tile.constant_pipes for each in buildings if not each.destroyed)


def hand_size(cells: Iterable[BuildingCell]) -> int:
    """Return how many cards a player keeps: the smallest number printed on an empty cell (6.2)."""
    return min((cell.number for cell in cells if not cell.tile), default=NUMBERS[-1])


def limits(buildings: Sequence[Building]) -> Amounts:
    """Return the storage limit of each good; destroyed buildings still count (9.2, 4.9)."""
    return {what: ROOM[what] + sum(each.tile.storage.get(what, 0) for each in buildings) for what in STORED}
