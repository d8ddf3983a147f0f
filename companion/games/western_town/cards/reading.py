"""What a catalogue says: entries become tiles, cards, a die and cells.

A section that a catalogue leaves out is our own; cards of tiles that nobody has typed do nothing by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from companion.core.catalogue import Card as Entry
from companion.core.catalogue import ChosenCatalogue, read_cards
from companion.core.columns import NONE
from companion.games.western_town.cards.columns import (
    CARD,
    CELL,
    DIE,
    EITHER,
    LINCOLN,
    START,
    TILE,
    Pile,
    Strip,
    card_types,
)
from companion.games.western_town.cards.contents import CardData, Contents, LincolnCard, StartCard, TileData
from companion.games.western_town.commands import Side
from companion.games.western_town.rulebook.buildings import PRINTED, Cell, Effect, Exchange, Per, Tile
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Amounts, Resource
from companion.games.western_town.tiles import KNOWN


def contents_of(chosen: ChosenCatalogue | None) -> Contents:
    """What a table plays with; raises BadRequest for a file that cannot be read."""
    return _read(chosen.file) if chosen else own_contents()


def known(chosen: ChosenCatalogue | None) -> Mapping[str, Tile]:
    """The tiles, by name, of which a table knows what is printed on them: those of its catalogue, or KNOWN."""
    return {name: each.tile for name, each in contents_of(chosen).tiles.items()} if chosen else KNOWN


@lru_cache(maxsize=16)
def _read(file: str) -> Contents:
    """Kept, because every page of a table asks for it."""
    return from_entries(read_cards(card_types(), file))


@lru_cache(maxsize=1)
def own_contents() -> Contents:
    """The set that comes with the box."""
    from companion.games.western_town.cards.own import own_entries  # it is made of these values

    return _made(own_entries())


def from_entries(entries: Sequence[Entry]) -> Contents:
    """What a catalogue says, completed with our own where it leaves a section out."""
    typed, own = _made(entries), own_contents()
    tiles = typed.tiles or own.tiles
    cards = typed.cards or (own.cards if tiles == own.tiles else _plain(own, tiles))
    standing = {*tiles, *PRINTED}
    starts = typed.starts or tuple(each for each in own.starts if each.building in standing)
    return Contents(
        tiles, cards, starts, typed.lincoln or own.lincoln, typed.faces or own.faces, typed.cells or own.cells
    )


def _plain(own: Contents, tiles: Mapping[str, TileData]) -> Mapping[str, CardData]:
    """Our cards of what is printed on every board, and a card that says nothing for every other tile."""
    printed = {name: card for name, card in own.cards.items() if card.pile in (Pile.CACTUS, Pile.HOMESTEAD)}
    typed = {name: CardData(f"{name} card", name, each.pile) for name, each in tiles.items()}
    return printed | {card.id: card for card in typed.values() if card.pile is not Pile.HOMESTEAD}


def _made(entries: Sequence[Entry]) -> Contents:
    return Contents(
        {_word(each, "name").casefold(): tile_of(each) for each in _section(entries, TILE)},
        {_word(each, "name"): card_of(each) for each in _section(entries, CARD)},
        tuple(start_of(each) for each in _section(entries, START)),
        tuple(lincoln_of(each) for each in _section(entries, LINCOLN)),
        tuple(Side(_word(each, "shows")) for each in _section(entries, DIE)),
        tuple(_cell(each) for each in _section(entries, CELL)),
    )


def _section(entries: Iterable[Entry], kind: str) -> list[Entry]:
    return [each for each in entries if each.type == kind]


def tile_of(entry: Entry) -> TileData:
    """The tile that was typed."""
    per, given, to = _word(entry, "per"), _words(entry, "exchange"), _word(entry, "exchange_for")
    pink, black = _number(entry, "pink"), _number(entry, "black")
    tile = Tile(
        _word(entry, "name").casefold(),
        cost=tuple(_symbol(each) for each in _words(entry, "cost")),
        homes_needed=_number(entry, "homes_needed"),
        homes=pink + black,
        points=_number(entry, "points"),
        per=None if per == NONE else Per(Resource(per), _number(entry, "each"), _number(entry, "per_points")),
        storage=_amounts(entry, "room"),
        constant_pipes=_number(entry, "pipes"),
        attack_cowboys=_number(entry, "guards"),
        gains=_amounts(entry, "gains"),
        exchange=Exchange(tuple(Resource(each) for each in given), Resource(to)) if given and to != NONE else None,
    )
    return TileData(tile, pink, black, Pile(_word(entry, "pile")))


def card_of(entry: Entry) -> CardData:
    """The card that was typed."""
    gain = Counter(_words(entry, "gain"))
    either = gain.pop(EITHER, 0)
    name = _word(entry, "name")
    return CardData(
        name,
        (_word(entry, "building") or name).casefold(),
        Pile(_word(entry, "pile")),
        Strip(_word(entry, "strip")),
        {Resource(what): number for what, number in gain.items()},
        (Resource.WOOD, Resource.GOLD) if either else (),
        Counter(_words(entry, "play_needs")),
        _amounts(entry, "play"),
        _word(entry, "play_text"),
        Counter(_words(entry, "exploit_needs")),
        _amounts(entry, "exploit"),
        _word(entry, "exploit_text"),
        _number(entry, "play_dice"),
        _number(entry, "play_back"),
        _amounts(entry, "exploit_pays"),
        _number(entry, "exploit_back"),
    )


def start_of(entry: Entry) -> StartCard:
    """The start card that was typed."""
    return StartCard(_word(entry, "name"), _word(entry, "building").casefold(), _amounts(entry, "gains"))


def lincoln_of(entry: Entry) -> LincolnCard:
    """The Lincoln card that was typed."""
    return LincolnCard(_word(entry, "name"), tuple(Expectation(each) for each in _words(entry, "expects")))


def _cell(entry: Entry) -> Cell:
    effect = _word(entry, "effect")
    return Cell(_word(entry, "name"), _number(entry, "number"), None if effect == NONE else Effect(effect))


def _symbol(word: str) -> tuple[Resource, ...]:
    return tuple(Resource(each) for each in word.split("/"))


def _word(entry: Entry, name: str) -> str:
    return str(entry.values[name])


def _number(entry: Entry, name: str) -> int:
    value = entry.values[name]
    assert isinstance(value, int)
    return value


def _words(entry: Entry, name: str) -> tuple[str, ...]:
    value = entry.values[name]
    assert isinstance(value, tuple)
    return value


def _amounts(entry: Entry, name: str) -> Amounts:
    return {Resource(what): number for what, number in Counter(_words(entry, name)).items()}
