"""The construct assistant: what can be built and how it is paid, and building it in one go (rules §4.7, §19.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from companion.core.errors import BadRequest, IllegalMove
from companion.core.messages import Command, Event
from companion.core.text import Text, fact, say
from companion.games.western_town.camp.die import DieDue
from companion.games.western_town.changes import TileLaid
from companion.games.western_town.hands import can_play, source
from companion.games.western_town.phase import Situation
from companion.games.western_town.printed.deck import Deck, TileData, occupied
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import HOMESTEAD, BuildingCell, CellEffect
from companion.games.western_town.rulebook.construction import (
    Built,
    Decisions,
    Site,
    Source,
    Unbuildable,
    built,
    cell_gives,
    payments,
    priced,
    unbuildable,
)
from companion.games.western_town.rulebook.effects import merged, prices
from companion.games.western_town.rulebook.setup import supply
from companion.games.western_town.rulebook.towns import Amounts, Resource, Town, paid
from companion.games.western_town.state import Board
from companion.games.western_town.words import amounts_words, cost_words, kept, words


@dataclass(frozen=True, slots=True)
class BuildTile(Command):
    """Command to construct a tile by the rules: it is paid, laid on this cell, and cell and tile take effect.

    ``pay``: resources for its cost; ``swap``: 2 Inhabitants for 1 Wood, where the cell allows it; ``exchange``: what is
    given for what the tile takes in exchange.
    """

    NEVER_STALE: ClassVar[bool] = True

    tile: str
    cell: str
    pay: Mapping[Resource, int] = field(default_factory=dict)
    swap: bool = False
    exchange: Mapping[Resource, int] = field(default_factory=dict)


def site_of(board: Board, cells: tuple[BuildingCell, ...]) -> Site:
    """Return the town as the rules of construction see it. Its Homes are those that its owner has counted."""
    here = occupied(cells, [(each.cell, each.number, each.name) for each in board.buildings if each.number])
    # what buildings and occupied cells bring is among the Homes already
    bare = tuple(replace(each, effect=None) if each.tile else each for each in here)
    return Site(board.town, (), bare, board.homes, board.laid.count(HOMESTEAD))


def seat_site(now: Situation) -> Site:
    """Return the town of this seat."""
    return site_of(now.board, now.deck.cells)


def to_build(board: Board, deck: Deck) -> tuple[TileData, ...]:
    """Return the tiles that do not lie in this town yet; homesteads are many."""
    return tuple(each for name, each in deck.tiles.items() if name == HOMESTEAD or name not in board.laid)


def source_of(tile: TileData) -> Source:
    """Return where a tile is taken from."""
    return Source.HOMESTEADS if tile.tile.name == HOMESTEAD else Source.CONSTRUCTIBLE


def objection(site: Site, tile: TileData, cell: BuildingCell, pay: Amounts | None, source: Source) -> Text | None:
    """Return why this tile cannot be built there, or paid so; None: it can. ``pay`` None: any payment will do."""
    name, needed = words(tile.tile.name), tile.tile.homes_needed
    match unbuildable(site, tile.tile, source, cell, pay):
        case Unbuildable.RESERVE:
            return say("%(name)s is in the reserve: it cannot be built yet.", name=name)
        case Unbuildable.HOMES:
            return say(
                "%(name)s needs Homes: %(needed)s. This town has %(count)s.", name=name, needed=needed, count=site.homes
            )
        case Unbuildable.COST if pay is None or not payments(tile.tile, site.town):
            return say("This town cannot pay for %(name)s: %(cost)s.", name=name, cost=cost_words(tile.tile))
        case Unbuildable.COST:
            return say("That is not what %(name)s costs: %(cost)s.", name=name, cost=cost_words(tile.tile))
        case Unbuildable.CELL:
            return say("That space is taken already: %(name)s.", name=words(cell.tile))
        case None:
            return None


def offered(now: Situation) -> tuple[TileData, ...]:
    """Return the tiles that this town may get: in a guided game those above its board and on its homestead stack."""
    ready = (Source.CONSTRUCTIBLE, Source.HOMESTEADS)
    return tuple(tile for tile in to_build(now.board, now.deck) if _source(now, tile) in ready)


def named_cell(now: Situation, number: int, named: str = "", does: CellEffect | None = None) -> BuildingCell:
    """Return the empty cell of this number that was named; one that is not is taken only where all do the same (21.5).

    ``does``: what the cell does, if that was said instead. Raise BadRequest or IllegalMove.
    """
    free = [cell for cell in free_cells(now) if cell.number == number]
    if named:
        if found := next((cell for cell in free if cell.id == named), None):
            return found
        raise BadRequest(
            say("That is not an empty space with a %(number)s: %(cell)s.", number=number, cell=named[:40]), rule("21.5")
        )
    free = [cell for cell in free if cell.effect is does] or free if does else free
    if not free:
        raise IllegalMove(say("All spaces of this town with a %(number)s are occupied.", number=number), rule("21.5"))
    if len({cell.effect for cell in free}) > 1:
        raise BadRequest(
            say("The empty spaces with a %(number)s are not alike: say which one.", number=number), rule("21.5")
        )
    return free[0]


def homesteads_left(now: Situation) -> int:
    """Return how many tiles are left on the homestead stack: 2, 4, 6 in turns 1, 2, 3, less those laid (21.5)."""
    state = now.state
    stack = supply(now.rules.variant, min(state.turn, state.turns)).homesteads
    return max(0, stack - now.board.laid.count(HOMESTEAD))


def repeatable(now: Situation) -> tuple[str, ...]:
    """Return the cards of the own table that the card being carried out can play again (21.3, 21.4)."""
    card, turn, deck = now.acting_card, now.round, now.deck
    if card is None or turn is None:
        return ()
    busy = {each.card for each in turn.acting if each.seat == now.seat}
    lying = (each.card for each in turn.table(now.seat) if each.face_up and each.card not in busy)
    alike = (each for each in lying if deck.card(each).strip in card.again)
    return tuple(each for each in alike if can_play(each, now.board, deck, now.rules.green_playable))


def may_build(now: Situation) -> bool:
    """Return whether a card lets this seat build now.

    It does so itself, by playing another one again that does, or perhaps by words that the box cannot read; where towns
    are only counted, always (4.7).
    """
    if now.round is None:
        return True
    card, deck = now.acting_card, now.deck
    if card is None:
        return False
    again = any(deck.play(each).builds for each in repeatable(now))
    unread = card.unread and not now.round.acting[0].built
    return card.builds or unread or again


def card_prices(now: Situation) -> tuple[Amounts, ...]:
    """Return every way in which this seat can pay the card that lets it build, before it builds (20.2)."""
    card = now.acting_card
    return prices(now.board.town, card) if card else ({},)


def free_cells(now: Situation) -> tuple[BuildingCell, ...]:
    """Return the cells of the own town on which nothing lies."""
    return tuple(cell for cell in seat_site(now).cells if not cell.tile)


def buildings(now: Situation, town: Town | None = None) -> tuple[BuildTile, ...]:
    """Return everything that this seat could construct now, each paid in the first way that there is, its card with it.

    ``town``: the town after a card has been paid.
    """
    current, empty = seat_site(now), free_cells(now)
    if not empty:
        return ()
    known = (({}, replace(current, town=town)),) if town else priced(current, card_prices(now))
    return tuple(
        BuildTile(tile.tile.name, cell.id, merged(price, payments(tile.tile, site.town)[0]))
        for price, site in known
        for tile in offered(now)
        if not objection(site, tile, empty[0], None, source_of(tile))
        for cell in empty
    )


def _source(now: Situation, tile: TileData) -> Source | None:
    if now.round is None:
        return None if tile.tile.name == HOMESTEAD and not homesteads_left(now) else source_of(tile)
    return source(now.circle, now.board, now.deck, now.rules.variant, tile.tile.name)


def construct(now: Situation, command: BuildTile) -> tuple[Event, ...]:
    """Build the tile: it is paid and laid, and what cell and tile bring comes. Raise RuleError."""
    tile = now.deck.tiles.get(" ".join(command.tile.split()).casefold())
    if tile is None:
        raise BadRequest(say("The catalogue has no tile called %(name)s.", name=command.tile[:40]))
    if tile not in to_build(now.board, now.deck):
        raise IllegalMove(say("That tile is in this town already."), rule("2.4"))
    cell = next((each for each in seat_site(now).cells if each.id == command.cell), None)
    if cell is None:
        raise BadRequest(say("There is no space %(cell)s on the board.", cell=command.cell[:40]))
    price, site = _paid_for(now, tile, cell, command.pay, _checked_source(now, tile))
    pay = _without(command.pay, price)
    if min(command.exchange.values(), default=0) < 0:
        raise BadRequest(say("The number cannot be below zero."))
    done = built(site, tile.tile, source_of(tile), cell, pay, Decisions(command.swap, command.exchange))
    die = (DieDue(now.seat),) if done.roll else ()
    card = now.town_change(site.town, fact("because_exploit"))
    return (*card, *_events(now, site.town, tile, cell, pay, command.swap, done), *die)


def _checked_source(now: Situation, tile: TileData) -> Source:
    """Return where the tile is taken from, if a card lets this seat build now, and it is in the game.

    Raise IllegalMove.
    """
    if now.waived:
        return source_of(tile)
    if not may_build(now):
        raise IllegalMove(say("No card lets you construct a building now."), rule("4.7"))
    source = _source(now, tile)
    if source is None:
        raise IllegalMove(say("%(name)s is not in the game, or none is left.", name=words(tile.tile.name)), rule("3.5"))
    return source


def _paid_for(now: Situation, tile: TileData, cell: BuildingCell, pay: Amounts, source: Source) -> tuple[Amounts, Site]:
    """Return what of ``pay`` is for the card, and the town after that. Raise IllegalMove (20.2)."""
    known = priced(seat_site(now), card_prices(now))
    if not known:
        raise IllegalMove(say("Your town cannot give what that costs."), rule("20.2"))
    wrong: list[Text] = []
    for price, site in known:
        why_not = objection(site, tile, cell, _without(pay, price), source)
        if why_not is None:
            return price, site
        costs = amounts_words(price)
        wrong.append(
            say("%(why_not)s Its card is paid before: %(costs)s.", why_not=why_not, costs=costs) if price else why_not
        )
    raise IllegalMove(wrong[0], rule("4.7"))


def _without(pay: Amounts, price: Amounts) -> Amounts:
    return merged(pay, {what: -number for what, number in price.items()})


def _events(
    now: Situation, town: Town, tile: TileData, cell: BuildingCell, pay: Amounts, swap: bool, done: Built
) -> Iterator[Event]:
    name, bought = kept(tile.tile.name), paid(town, pay)
    on_cell = cell_gives(bought, cell, swap)
    yield from now.town_change(bought, fact("cost_of", name=name), town)
    laid = now.board.next_building(tile.tile, cell.number, cell.id)
    readers = now.other_seats if now.acting_card and now.acting_card.unread else ()
    yield TileLaid(now.seat, laid, tile.pink, tile.black + (cell.effect is CellEffect.HOME), done.card, readers)
    yield from now.town_change(on_cell, fact("cell_gives", name=name), bought)
    yield from now.town_change(done.town, fact("tile_gives", name=name), on_cell)
