"""A set of our own: what is known of the game (rules §14), completed with what we have invented for trying it.

Known are the buildings that are printed, the costs and points of bank and warehouse, the points of saloon, barber and
gunsmith, the effects of the blacksmith and the church, Marshal Bright, and the numbers of cards, tiles and cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.core.catalogue import Card as Entry
from companion.core.catalogue import card_of
from companion.games.western_town.printed.card_texts import TEXTS
from companion.games.western_town.printed.columns import BOARD, CARD, CELL, DIE, LINCOLN, START, TILE, card_types

TILES = """
homestead | pile=homestead | pink=1
carpenter | cost=2 wood | homes_needed=4 | black=1 | points=2 | room=3 wood
saloon | cost=wood gold | homes_needed=4 | black=2 | points=4
general store | cost=wood | homes_needed=3 | black=1 | points=3
barber | cost=wood | homes_needed=3 | pink=1 | points=2
gunsmith | cost=wood wood/gold | homes_needed=4 | black=1 | per=cowboys | each=2 | per_points=2
bank | pile=orange | cost=wood wood/gold | homes_needed=7 | black=2 | points=2 | per=exported | each=2 | per_points=2
  | room=4 gold
warehouse | pile=orange | cost=wood gold | homes_needed=5 | points=6 | room=2 wood
hotel | pile=orange | cost=2 wood gold | homes_needed=6 | pink=2 | per=gold | each=3 | per_points=2
stage station | pile=orange | cost=wood gold | homes_needed=5 | points=4 | black=1
telegraph office | pile=orange | cost=2 wood/gold | homes_needed=5 | points=5
stable | pile=orange | cost=2 wood | homes_needed=4 | points=3 | room=4 cowboys | gains=cowboys
sawmill | pile=orange | cost=wood gold | homes_needed=4 | points=3 | room=3 wood
newspaper | pile=orange | cost=wood wood/gold | homes_needed=6 | points=5 | black=1
blacksmith | pile=green | cost=wood gold | homes_needed=6 | points=3 | pipes=1 | guards=2 | gains=cowboys
  | exchange=wood gold | exchange_for=cowboys
church | pile=green | cost=2 wood | homes_needed=6 | points=5 | pipes=1 | gains=lure
schoolhouse | pile=green | cost=2 wood gold | homes_needed=7 | pink=2 | points=4 | gains=2 inhabitants
watchtower | pile=green | cost=wood wood/gold | homes_needed=6 | points=4 | guards=1 | room=2 cowboys
"""
CARDS = """
gold mine | pile=cactus | strip=brown | gain=lure gold | play=gold | play_text=sale | exploit=gold
marshal | pile=cactus | gain=gold | play_text=marshal | exploit_needs=2 gold | exploit_text=export
carpenter | pile=cactus | strip=purple | gain=wood | play_text=carpenter | exploit_needs=inhabitants | exploit_text=crew
homestead | pile=cactus | strip=brown | gain=lure inhabitants | play_text=families
  | exploit_needs=3 pink_homes | exploit=2 inhabitants
civic pride 1 | building=civic pride | pile=cactus | gain=lure | play_text=pride for wood | exploit_text=exchange
civic pride 2 | building=civic pride | pile=cactus | gain=lure | play_text=pride for cowboys | exploit_text=site
homestead 2 | building=homestead | pile=homestead | strip=brown | gain=lure inhabitants | play_text=families
  | exploit_needs=3 pink_homes | exploit=2 inhabitants
carpenter 2 | building=carpenter | strip=purple | gain=wood | play_text=carpenter
  | exploit_needs=inhabitants | exploit_text=crew
saloon | strip=brown | gain=lure gold | play=lure inhabitants | play_text=guest | exploit=inhabitants
general store | strip=purple | gain=gold | play=gold | play_text=customers | exploit=gold
barber | strip=brown | gain=lure wood/gold | play=2 lure | exploit=lure
gunsmith | strip=brown | gain=cowboys | play=cowboys | play_text=arms | exploit_text=theft
bank | pile=orange | strip=purple | gain=gold | play=2 gold | exploit_needs=gold | exploit_text=bank
warehouse | pile=orange | strip=purple | gain=wood | play=wood gold | exploit=wood
hotel | pile=orange | strip=brown | gain=inhabitants gold | play_needs=6 inhabitants | play_text=two back
  | exploit_text=guest back
stage station | pile=orange | strip=brown | gain=inhabitants | play=3 inhabitants | exploit=inhabitants
telegraph office | pile=orange | strip=purple | gain=lure | play=lure | play_text=one back | exploit=lure
stable | pile=orange | strip=brown | gain=cowboys | play=2 cowboys | exploit=cowboys
sawmill | pile=orange | strip=purple | gain=wood | play=2 wood | exploit=wood
newspaper | pile=orange | strip=brown | gain=lure inhabitants | play=2 lure | exploit_needs=lure | exploit=inhabitants
blacksmith | pile=green | strip=green | gain=cowboys
church | pile=green | strip=green | gain=2 lure
schoolhouse | pile=green | strip=green | gain=2 inhabitants
watchtower | pile=green | strip=green | gain=lure cowboys
"""
STARTS = """
Marshal Bright | building=homestead | gains=2 wood 2 gold 3 inhabitants
Digger Jane | building=saloon | gains=wood gold 2 inhabitants
Parson Reed | building=barber | gains=2 wood gold 2 inhabitants
Old Tom Harker | building=general store | gains=wood 2 gold inhabitants
"""
EXPECTED = """
L1 | expects=inhabitants
L2 | expects=2 lure
L3 | expects=exported
L4 | expects=inhabitants lure
L5 | expects=inhabitants exported
L6 | expects=lure exported
L7 | expects=inhabitants lure exported
"""
FACES = ("red", "red", "orange_again", "orange_again", "red_orange", "red_orange")
"""the three known sides, equally often"""
CELLS = """
c1 | number=4
c2 | number=4
c3 | number=4 | effect=gold
c4 | number=5 | effect=gold
c5 | number=5
c6 | number=5 | effect=die
c7 | number=5 | effect=swap
c8 | number=6 | effect=inhabitants
c9 | number=6
c10 | number=6 | effect=home
c11 | number=6 | effect=die
"""
PRINTED_HOMES = "town board | pink=3"
"""how many pink Homes are printed on it is in no public source (2.1)"""
SECTIONS = {
    TILE: TILES,
    CARD: CARDS,
    START: STARTS,
    LINCOLN: EXPECTED,
    DIE: "\n".join(f"{at} | shows={side}" for at, side in enumerate(FACES, 1)),
    CELL: CELLS,
    BOARD: PRINTED_HOMES,
}


@lru_cache(maxsize=1)
def builtin_entries() -> tuple[Entry, ...]:
    """Return the set as a catalogue."""
    types = card_types()
    return tuple(card_of(types, section, row) for section, table in SECTIONS.items() for row in _rows(table))


def _rows(table: str) -> Iterator[Mapping[str, str]]:
    """Yield what is typed of each, by column; words on cards by the names that we have for them."""
    for line in table.replace("\n  |", " |").strip().splitlines():
        name, *cells = line.split(" | ")
        row = {"name": name, **dict(cell.split("=") for cell in cells)}
        yield row | {column: str(TEXTS[row[column]][0]) for column in row if column.endswith("_text")}
