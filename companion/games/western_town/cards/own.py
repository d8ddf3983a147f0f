"""A set of our own: what is known of the game (rules §14), completed with what we have invented for trying it.

Known are the buildings that are printed, the costs and points of bank and warehouse, the points of saloon, barber and
gunsmith, the effects of the blacksmith and the church, Marshal Bright, and the numbers of cards, tiles and cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.core.catalogue import Card as Entry
from companion.core.catalogue import card_of
from companion.games.western_town.cards.columns import CARD, CELL, DIE, LINCOLN, START, TILE, card_types
from companion.games.western_town.cards.own_cards import CARDS, Row

TILES: tuple[Row, ...] = (
    {"name": "homestead", "pile": "homestead", "pink": "1"},
    {"name": "carpenter", "cost": "2 wood", "homes_needed": "4", "black": "1", "points": "2", "room": "3 wood"},
    {"name": "saloon", "cost": "wood gold", "homes_needed": "4", "black": "2", "points": "4"},
    {"name": "general store", "cost": "wood", "homes_needed": "3", "black": "1", "points": "3"},
    {"name": "barber", "cost": "wood", "homes_needed": "3", "pink": "1", "points": "2"},
    {
        "name": "gunsmith",
        "cost": "wood wood/gold",
        "homes_needed": "4",
        "black": "1",
        "per": "cowboys",
        "each": "2",
        "per_points": "2",
    },
    {
        "name": "bank",
        "pile": "orange",
        "cost": "wood wood/gold",
        "homes_needed": "7",
        "black": "2",
        "points": "2",
        "per": "exported",
        "each": "2",
        "per_points": "2",
        "room": "4 gold",
    },
    {"name": "warehouse", "pile": "orange", "cost": "wood gold", "homes_needed": "5", "points": "6", "room": "2 wood"},
    {
        "name": "hotel",
        "pile": "orange",
        "cost": "2 wood gold",
        "homes_needed": "6",
        "pink": "2",
        "per": "gold",
        "each": "3",
        "per_points": "2",
    },
    {"name": "stage station", "pile": "orange", "cost": "wood gold", "homes_needed": "5", "points": "4", "black": "1"},
    {"name": "telegraph office", "pile": "orange", "cost": "2 wood/gold", "homes_needed": "5", "points": "5"},
    {
        "name": "stable",
        "pile": "orange",
        "cost": "2 wood",
        "homes_needed": "4",
        "points": "3",
        "room": "4 cowboys",
        "gains": "cowboys",
    },
    {"name": "sawmill", "pile": "orange", "cost": "wood gold", "homes_needed": "4", "points": "3", "room": "3 wood"},
    {"name": "newspaper", "pile": "orange", "cost": "wood wood/gold", "homes_needed": "6", "points": "5", "black": "1"},
    {
        "name": "blacksmith",
        "pile": "green",
        "cost": "wood gold",
        "homes_needed": "6",
        "points": "3",
        "pipes": "1",
        "guards": "2",
        "gains": "cowboys",
        "exchange": "wood gold",
        "exchange_for": "cowboys",
    },
    {
        "name": "church",
        "pile": "green",
        "cost": "2 wood",
        "homes_needed": "6",
        "points": "5",
        "pipes": "1",
        "gains": "lure",
    },
    {
        "name": "schoolhouse",
        "pile": "green",
        "cost": "2 wood gold",
        "homes_needed": "7",
        "pink": "2",
        "points": "4",
        "gains": "2 inhabitants",
    },
    {
        "name": "watchtower",
        "pile": "green",
        "cost": "wood wood/gold",
        "homes_needed": "6",
        "points": "4",
        "guards": "1",
        "room": "2 cowboys",
    },
)

STARTS: tuple[Row, ...] = (
    {"name": "Marshal Bright", "building": "homestead", "gains": "2 wood 2 gold 3 inhabitants"},
    {"name": "Digger Jane", "building": "saloon", "gains": "wood gold 2 inhabitants"},
    {"name": "Parson Reed", "building": "barber", "gains": "2 wood gold 2 inhabitants"},
    {"name": "Old Tom Harker", "building": "general store", "gains": "wood 2 gold inhabitants"},
)

EXPECTED = (
    "inhabitants",
    "lure",
    "exported",
    "inhabitants lure",
    "inhabitants exported",
    "lure exported",
    "inhabitants lure exported",
)
FACES = ("red", "red", "orange_again", "orange_again", "red_orange", "red_orange")
"""the three known sides, equally often"""
CELLS: tuple[tuple[str, str], ...] = (
    ("4", "none"),
    ("4", "none"),
    ("4", "gold"),
    ("5", "gold"),
    ("5", "none"),
    ("5", "die"),
    ("5", "swap"),
    ("6", "inhabitants"),
    ("6", "none"),
    ("6", "home"),
    ("6", "die"),
)
"""the number and the effect of each cell, c1 to c11"""


@lru_cache(maxsize=1)
def own_entries() -> tuple[Entry, ...]:
    """The set as a catalogue."""
    types = card_types()
    return tuple(card_of(types, kind, row) for kind, row in _rows())


def _rows() -> Iterator[tuple[str, Row]]:
    yield from ((TILE, row) for row in TILES)
    yield from ((CARD, row) for row in CARDS)
    yield from ((START, row) for row in STARTS)
    yield from ((LINCOLN, {"name": f"L{at}", "expects": expects}) for at, expects in enumerate(EXPECTED, 1))
    yield from ((DIE, {"name": str(at), "shows": shows}) for at, shows in enumerate(FACES, 1))
    for at, (number, effect) in enumerate(CELLS, 1):
        yield CELL, {"name": f"c{at}", "number": number, "effect": effect}
