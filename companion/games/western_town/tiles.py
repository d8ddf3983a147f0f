"""The tiles whose facts are known (rules §14), and what buildings are called.

What is printed on a tile stands in the catalogue that a table has chosen; what neither says is typed where it is laid.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.text import Catalogue, Fact, Text, fact, listed, say, worded, wording
from companion.games.western_town.rulebook.buildings import (
    CARPENTER,
    CIVIC_PRIDE,
    GOLD_MINE,
    HOMESTEAD,
    MARSHAL,
    PRINTED,
    Building,
    Per,
    Tile,
)
from companion.games.western_town.rulebook.towns import Amounts, Resource, name_of

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
"""What is known of points, room and constant effects; Homes are counted with the town."""

NAMES: Catalogue = {
    GOLD_MINE: wording("gold mine"),
    MARSHAL: wording("marshal's office"),
    CARPENTER: wording("carpenter's"),
    HOMESTEAD: wording("homestead"),
    "bank": wording("bank"),
    "barber": wording("barber's"),
    "blacksmith": wording("blacksmith's"),
    "church": wording("church"),
    "general store": wording("general store"),
    "gunsmith": wording("gunsmith's"),
    "saloon": wording("saloon"),
    "warehouse": wording("warehouse"),
    "hotel": wording("hotel"),
    "stage station": wording("stage station"),
    "telegraph office": wording("telegraph office"),
    "stable": wording("stable"),
    "sawmill": wording("sawmill"),
    "newspaper": wording("newspaper"),
    "schoolhouse": wording("schoolhouse"),
    "watchtower": wording("watchtower"),
    CIVIC_PRIDE: wording("civic pride"),
}


def kept(name: str) -> Fact | str:
    """The name of a building as logs keep it: by its code where we know it, as it was typed where not."""
    return fact(name) if name in NAMES else name


def words(name: str) -> Text:
    """The name of a building as it is read."""
    return worded(NAMES, fact(name)) if name in NAMES else say("%(name)s", name=name)


def place_words(place: str) -> Text:
    """A place of the town board as it is read: a printed building, or a cell by what stands on it."""
    return words(place) if place in PRINTED else say("cell %(cell)s", cell=place)


def printed() -> tuple[Building, ...]:
    """The buildings that every board begins with (2.1)."""
    return tuple(Building(name, Tile(name)) for name in PRINTED)


def amounts_words(changes: Amounts) -> Text:
    """What came and went: +1 Gold, -2 Wood."""
    each = (say("%(by)s %(what)s", by=f"{by:+d}".replace("-", "−"), what=name_of(what)) for what, by in changes.items())
    return listed(each) if changes else say("nothing")
