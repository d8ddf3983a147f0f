"""The construct assistant on the owner's phone: every tile that can be built, where, its prices, and its gains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.core.catalogue import ChosenCatalogue
from companion.core.text import Text, say
from companion.games.western_town.printed.card_words import tile_facts
from companion.games.western_town.printed.deck import TileData
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.printing.mats import COLUMNS, PRINTED_AT, ROWS, spots
from companion.games.western_town.rulebook.buildings import HOMESTEAD, BuildingCell, CellEffect
from companion.games.western_town.rulebook.construction import SWAPPED, Site, Source, payments, priced
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.rulebook.towns import NAMES, Amounts, Resource
from companion.games.western_town.state import Board
from companion.games.western_town.town.construct import objection, site_of, source_of, to_build
from companion.games.western_town.words import CELL_EFFECTS, amounts_words, cost_words, words


@dataclass(frozen=True, slots=True)
class CellOffer:
    """An empty cell: its id, its number, and what it does."""

    id: str
    number: int
    does: Text | None
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the drawn board: a cell on which something can be laid, or what stands there, or neither."""

    cell: CellOffer | None = None
    building: Text | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way to pay."""

    pay: Mapping[str, int]
    words: Text


@dataclass(frozen=True, slots=True)
class Given:
    """The goods that may be given in exchange, and how much of them there can be."""

    what: str
    words: Text
    most: int


@dataclass(frozen=True, slots=True)
class TileOffer:
    """A tile that is not built yet. ``wrong``: why it cannot be now; without it there is a way to pay."""

    name: str
    words: Text
    facts: tuple[Text, ...]
    cost: tuple[tuple[Resource, ...], ...]
    """symbol by symbol"""
    wrong: Text | None
    ways: tuple[Way, ...]
    exchange: tuple[Given, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """The content of the part. ``invented``: no catalogue was chosen: costs and Homes are built-in ones."""

    invented: bool
    homes: int
    cells: tuple[CellOffer, ...]
    swap: bool
    tiles: tuple[TileOffer, ...]
    board: tuple[Spot, ...] = ()
    """row by row"""


def build(
    board: Board,
    chosen: ChosenCatalogue | None,
    tiles: Sequence[TileData] | None = None,
    prices: Sequence[Amounts] = ({},),
) -> Build:
    """Return these tiles, those that can be built first; None: all that are not in this town.

    ``prices``: with one of these the card is paid.
    """
    deck = deck_of(chosen)
    listed = to_build(board, deck) if tiles is None else tiles
    paying = tuple(tuple(price.items()) for price in prices)
    return _planned(site_of(board, deck.cells), chosen, tuple(each.tile.name for each in listed), paying)


@lru_cache(maxsize=64)
def _planned(
    site: Site,
    chosen: ChosenCatalogue | None,
    listed: tuple[str, ...],
    paying: tuple[tuple[tuple[Resource, int], ...], ...],
) -> Build:
    """Return the content of the part; it is cached, because a town seldom changes between two pages."""
    deck, here = deck_of(chosen), tuple(site.cells)
    known = priced(site, [dict(price) for price in paying])
    empty = tuple(cell for cell in here if not cell.tile)
    offers = [_offer(known, empty, deck.tiles[name]) for name in listed] if empty and known else []
    return Build(
        chosen is None,
        site.homes,
        tuple(_offered(cell) for cell in empty),
        any(cell.effect is CellEffect.SWAP for cell in empty),
        tuple(sorted(offers, key=lambda each: each.wrong is not None)),
        tuple(_board(here)),
    )


def drawn_board(board: Board, chosen: ChosenCatalogue | None) -> tuple[Spot, ...]:
    """Return the own board as it is drawn, row by row."""
    return tuple(_board(tuple(site_of(board, deck_of(chosen).cells).cells)))


def _offered(cell: BuildingCell) -> CellOffer:
    return CellOffer(cell.id, cell.number, CELL_EFFECTS[cell.effect] if cell.effect else None, cell.effect or "")


def _board(cells: tuple[BuildingCell, ...]) -> Iterator[Spot]:
    """Return the town as it is drawn, also on our printed boards: what is printed and the 4-cells in the middle."""
    found = {at: Spot(building=words(name)) for name, at in PRINTED_AT.items()}
    found |= {at: Spot(building=words(cell.tile)) if cell.tile else Spot(_offered(cell)) for cell, at in spots(cells)}
    return (found.get((column, row), Spot()) for row in range(ROWS) for column in range(COLUMNS))


def _offer(known: Sequence[tuple[Amounts, Site]], empty: tuple[BuildingCell, ...], data: TileData) -> TileOffer:
    tile, source = data.tile, source_of(data)
    wrong = [objection(site, data, empty[0], None, source) for _, site in known]
    able = [each for each, why_not in zip(known, wrong, strict=True) if why_not is None]
    ways = {
        tuple(sorted(way.pay.items())): way for price, site in able for way in _ways(price, payments(tile, site.town))
    }
    _, site = (able or known)[0]
    given = tile.exchange.given if tile.exchange else ()
    return TileOffer(
        tile.name,
        words(tile.name),
        tuple(_facts(site, data, source)),
        tile.cost,
        None if able else wrong[0],
        tuple(ways.values()),
        tuple(_given(site, given)),
    )


def _ways(price: Amounts, pays: Sequence[Amounts]) -> Iterator[Way]:
    """Yield the ways to pay, each with the part that is for the card."""
    for pay in pays:
        total = merged(price, pay)
        words_of_payment = amounts_words(total)
        if price:
            words_of_payment = say(
                "%(total)s; of that for the card: %(price)s", total=words_of_payment, price=amounts_words(price)
            )
        yield Way({what.value: number for what, number in total.items()}, words_of_payment)


def _facts(site: Site, data: TileData, source: Source) -> Iterator[Text]:
    yield say("Cost: %(cost)s", cost=cost_words(data.tile))
    if data.tile.homes_needed:
        yield say("Homes needed: %(needed)s, counted: %(count)s", needed=data.tile.homes_needed, count=site.homes)
    yield from tile_facts(data)
    if source is Source.CONSTRUCTIBLE or not site.homesteads_built:
        yield say("Then take its card into your hand.")
    elif data.tile.name == HOMESTEAD:
        yield say("A further homestead brings no card.")


def _given(site: Site, given: tuple[Resource, ...]) -> Iterator[Given]:
    """Yield what is in town, and what cell and tile may still bring."""
    for what in given:
        yield Given(what.value, NAMES[what], site.town.count(what) + SWAPPED)
