"""Reading of a catalogue: entries become tiles, cards, a die and cells.

A section that a catalogue leaves out is our own; cards of tiles that nobody has typed do nothing by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.core.catalogue import Card as Entry
from companion.core.catalogue import ChosenCatalogue, read_cards
from companion.core.columns import NONE
from companion.games.western_town.printed.builtin import builtin_entries
from companion.games.western_town.printed.columns import (
    BOARD,
    CARD,
    CELL,
    DIE,
    EITHER,
    LINCOLN,
    START,
    TILE,
    card_types,
)
from companion.games.western_town.printed.deck import CardData, Deck, LincolnCard, Pile, StartCard, Strip, TileData
from companion.games.western_town.rulebook.buildings import (
    KNOWN,
    PRINTED,
    BuildingCell,
    CellEffect,
    Exchange,
    Per,
    Tile,
)
from companion.games.western_town.rulebook.camp import Side
from companion.games.western_town.rulebook.effects import Effect
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Amounts, Resource


def deck_of(chosen: ChosenCatalogue | None) -> Deck:
    """Return what a table plays with. Raise BadRequest for a file that cannot be read."""
    return _read(chosen.file) if chosen else builtin_deck()


def known(chosen: ChosenCatalogue | None) -> Mapping[str, Tile]:
    """Return the tiles, by name, of which a table knows what is printed on them: those of its catalogue, or KNOWN."""
    return {name: each.tile for name, each in deck_of(chosen).tiles.items()} if chosen else KNOWN


@lru_cache(maxsize=16)
def _read(file: str) -> Deck:
    """Return the same, kept because every page of a table asks for it."""
    return from_entries(read_cards(card_types(), file))


@lru_cache(maxsize=1)
def builtin_deck() -> Deck:
    """Return the set that comes with the box."""
    return _made(builtin_entries())


def from_entries(entries: Sequence[Entry]) -> Deck:
    """Return what a catalogue says, completed with our own where it leaves a section out."""
    typed, builtin = _made(entries), builtin_deck()
    tiles = typed.tiles or builtin.tiles
    cards = typed.cards or (builtin.cards if tiles == builtin.tiles else _plain(builtin, tiles))
    starts = typed.starts or tuple(each for each in builtin.starts if each.building in {*tiles, *PRINTED})
    pink = builtin.pink if typed.pink is None else typed.pink
    lincoln, faces, cells = typed.lincoln or builtin.lincoln, typed.faces or builtin.faces, typed.cells or builtin.cells
    return Deck(tiles, cards, starts, lincoln, faces, cells, pink)


def _plain(builtin: Deck, tiles: Mapping[str, TileData]) -> Mapping[str, CardData]:
    """Return our cards of what is printed on every board, and a card that says nothing for every other tile."""
    printed = {name: card for name, card in builtin.cards.items() if card.pile in (Pile.CACTUS, Pile.HOMESTEAD)}
    typed = {name: CardData(f"{name} card", name, each.pile) for name, each in tiles.items()}
    return printed | {card.id: card for card in typed.values() if card.pile is not Pile.HOMESTEAD}


def _made(entries: Sequence[Entry]) -> Deck:
    typed: dict[str, list[Mapping[str, Any]]] = {
        section: [] for section in (TILE, CARD, START, LINCOLN, DIE, CELL, BOARD)
    }
    for entry in entries:
        typed[entry.type].append(entry.values)
    return Deck(
        {tile.tile.name: tile for tile in map(tile_of, typed[TILE])},
        {card.id: card for card in map(card_of, typed[CARD])},
        tuple(StartCard(each["name"], each["building"].casefold(), amounts(each["gains"])) for each in typed[START]),
        tuple(LincolnCard(each["name"], tuple(map(Expectation, each["expects"]))) for each in typed[LINCOLN]),
        tuple(Side(each["shows"]) for each in typed[DIE]),
        tuple(
            BuildingCell(each["name"], each["number"], None if each["effect"] == NONE else CellEffect(each["effect"]))
            for each in typed[CELL]
        ),
        next((each["pink"] for each in typed[BOARD]), None),
    )


def tile_of(typed: Mapping[str, Any]) -> TileData:
    """Return the tile that was typed."""
    per, given, to = typed["per"], tuple(map(Resource, typed["exchange"])), typed["exchange_for"]
    tile = Tile(
        typed["name"].casefold(),
        cost=tuple(tuple(map(Resource, symbol.split("/"))) for symbol in typed["cost"]),
        homes_needed=typed["homes_needed"],
        homes=typed["pink"] + typed["black"],
        points=typed["points"],
        per=None if per == NONE else Per(Resource(per), typed["each"], typed["per_points"]),
        storage=amounts(typed["room"]),
        constant_pipes=typed["pipes"],
        attack_cowboys=typed["guards"],
        gains=amounts(typed["gains"]),
        exchange=Exchange(given, Resource(to)) if given and to != NONE else None,
    )
    return TileData(tile, typed["pink"], typed["black"], Pile(typed["pile"]))


def card_of(typed: Mapping[str, Any]) -> CardData:
    """Return the card that was typed."""
    gain = Counter(typed["gain"])
    either = gain.pop(EITHER, 0)
    return CardData(
        typed["name"],
        (typed["building"] or typed["name"]).casefold(),
        Pile(typed["pile"]),
        Strip(typed["strip"]),
        amounts(gain.elements()),
        (Resource.WOOD, Resource.GOLD) if either else (),
        Effect(
            gains=amounts(typed["play"]),
            needs=Counter(typed["play_needs"]),
            dice=typed["play_dice"],
            back=typed["play_back"],
            text=typed["play_text"],
        ),
        Effect(
            gains=amounts(typed["exploit"]),
            needs=Counter(typed["exploit_needs"]),
            pays=amounts(typed["exploit_pays"]),
            back=typed["exploit_back"],
            text=typed["exploit_text"],
        ),
    )


def amounts(words: Any) -> Amounts:
    """Return so many of each resource as it stands there."""
    return {Resource(what): number for what, number in Counter(words).items()}
