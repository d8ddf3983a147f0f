"""The construct assistant: what can be built and how it is paid, and building it in one go (rules §4.7, §19.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Event
from companion.core.text import Fact, Text, fact, say
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.cards.contents import Contents, TileData, occupied
from companion.games.western_town.cards.reading import contents_of
from companion.games.western_town.cards.words import amounts_words, cost_words
from companion.games.western_town.guided import events as ge
from companion.games.western_town.guided.supply import source
from companion.games.western_town.phases.phase import Situation
from companion.games.western_town.rulebook.buildings import HOMESTEAD, PRINTED, Building, Cell, Effect
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
from companion.games.western_town.rulebook.effects import Effect as CardEffect
from companion.games.western_town.rulebook.effects import merged, prices
from companion.games.western_town.rulebook.towns import Amounts, Town, change, paid
from companion.games.western_town.state import Board
from companion.games.western_town.tiles import kept, words

RULE = RuleRef("2012", "4.7")


@dataclass(frozen=True, slots=True)
class Plot:
    """What matters of a town for what is to be built there; ``laid`` are (cell, number, name) of its tiles."""

    town: Town
    homes: int
    laid: tuple[tuple[str, int, str], ...]


def plot_of(board: Board) -> Plot:
    """The plot of a town. Its Homes are those that its owner has counted."""
    laid = tuple((each.cell, each.number, each.name) for each in board.buildings if each.number)
    return Plot(board.town, board.homes, laid)


def site_of(plot: Plot, cells: tuple[Cell, ...]) -> Site:
    """The town as the rules of construction see it."""
    here = occupied(cells, plot.laid)
    # what buildings and occupied cells bring is among the Homes already
    bare = tuple(replace(each, effect=None) if each.tile else each for each in here)
    homesteads = sum(name == HOMESTEAD for _, _, name in plot.laid)
    return Site(plot.town, (), bare, plot.homes, homesteads)


def to_build(board: Board, contents: Contents) -> tuple[TileData, ...]:
    """The tiles that do not lie in this town yet; homesteads are many."""
    laid = {each.name for each in board.buildings if each.number}
    return tuple(each for name, each in contents.tiles.items() if name == HOMESTEAD or name not in laid)


def source_of(tile: TileData) -> Source:
    """Where a tile is taken from."""
    return Source.HOMESTEADS if tile.tile.name == HOMESTEAD else Source.CONSTRUCTIBLE


def objection(site: Site, tile: TileData, cell: Cell, pay: Amounts | None, source: Source) -> Text | None:
    """Why this tile cannot be built there, or paid so; None: it can. ``pay`` None: any payment will do."""
    name = words(tile.tile.name)
    match unbuildable(site, tile.tile, source, cell, pay):
        case Unbuildable.RESERVE:
            return say("%(name)s lies in the reserve: it cannot be built yet.", name=name)
        case Unbuildable.HOMES:
            needed = tile.tile.homes_needed
            return say(
                "%(name)s needs Homes: %(needed)s. This town has %(count)s.",
                name=name,
                needed=needed,
                count=site.homes,
            )
        case Unbuildable.COST if pay is None or not payments(tile.tile, site.town):
            return say("This town cannot pay for %(name)s: %(cost)s.", name=name, cost=cost_words(tile.tile))
        case Unbuildable.COST:
            return say("That is not what %(name)s costs: %(cost)s.", name=name, cost=cost_words(tile.tile))
        case Unbuildable.CELL:
            return say("On that cell stands something already: %(name)s.", name=words(cell.tile))
        case None:
            return None


def offered(now: Situation) -> tuple[TileData, ...]:
    """The tiles that this town may get: in a guided game those above its board and on its homestead stack."""
    tiles = to_build(now.board, contents_of(now.table.catalogue))
    ready = (Source.CONSTRUCTIBLE, Source.HOMESTEADS)
    return tuple(tile for tile in tiles if now.round is None or _source(now, tile) in ready)


def acting_card(now: Situation) -> CardEffect | None:
    """What the card of this seat does that is being carried out, or what is left of it."""
    mine = [each for each in now.round.acting[:1] if each.seat == now.seat] if now.round else []
    return now.deck.effect(mine[0]) if mine else None


def may_build(now: Situation) -> bool:
    """Whether a card lets this seat build now: by itself, by playing another one again that does, or perhaps by words
    that the box cannot read; where towns are only counted, always (4.7)."""
    if now.round is None:
        return True
    card, deck = acting_card(now), now.deck
    if card is None:
        return False
    lying = [each.card for each in now.round.table(now.seat) if each.face_up]
    again = any(deck.play(each).builds for each in lying if deck.strip(each) in card.again)
    return card.builds or card.unread or again


def card_prices(now: Situation) -> tuple[Amounts, ...]:
    """Every way in which this seat can pay the card that lets it build; that comes before the building (20.2)."""
    card = acting_card(now)
    return prices(now.board.town, card) if card else ({},)


def sites(plot: Plot, cells: tuple[Cell, ...], prices: Sequence[Amounts]) -> tuple[tuple[Amounts, Site], ...]:
    """The town as it is judged once its card has been paid, for every way to pay that."""
    return priced(site_of(plot, cells), prices)


def free_cells(now: Situation) -> tuple[Cell, ...]:
    """The cells of the own town on which nothing lies."""
    return tuple(cell for cell in site_of(plot_of(now.board), _cells(now)).cells if not cell.tile)


def buildings(now: Situation, town: Town | None = None) -> tuple[c.BuildTile, ...]:
    """Everything that this seat could construct now, each paid in the first way that there is, its card with it;
    ``town``: with what would be left there, a card being paid."""
    plot, found = plot_of(now.board), []
    known = sites(replace(plot, town=town), _cells(now), ({},)) if town else sites(plot, _cells(now), card_prices(now))
    for price, site in known:
        empty = [cell for cell in site.cells if not cell.tile]
        ready = [tile for tile in offered(now) if empty and not objection(site, tile, empty[0], None, source_of(tile))]
        found += [
            c.BuildTile(tile.tile.name, cell.id, merged(price, payments(tile.tile, site.town)[0]))
            for tile in ready
            for cell in empty
        ]
    return tuple(found)


def _cells(now: Situation) -> tuple[Cell, ...]:
    return contents_of(now.table.catalogue).cells


def _source(now: Situation, tile: TileData) -> Source | None:
    if now.round is None:
        return source_of(tile)
    return source(now.circle, now.board, now.deck, now.rules.variant, tile.tile.name)


def _check_guided(now: Situation, tile: TileData) -> None:
    """Passes when a card lets this seat build now, and the tile is in the game; raises IllegalMove."""
    if now.round is None or now.waived:
        return
    if not may_build(now):
        raise IllegalMove(say("No card lets you construct a building now."), RULE)
    if _source(now, tile) is None:
        raise IllegalMove(
            say("%(name)s is not in the game, or none is left.", name=words(tile.tile.name)), RuleRef("2012", "3.5")
        )


def construct(now: Situation, command: c.BuildTile) -> tuple[Event, ...]:
    """The tile is paid, laid, and what cell and tile bring comes; raises RuleError."""
    contents, board = contents_of(now.table.catalogue), now.board
    name = " ".join(command.tile.split()).casefold()
    tile = contents.tiles.get(name)
    if tile is None:
        raise BadRequest(say("The catalogue has no tile called %(name)s.", name=command.tile[:40]))
    if tile not in to_build(board, contents):
        raise IllegalMove(say("That tile lies in this town already."), RuleRef("2012", "2.4"))
    cell = next((each for each in site_of(plot_of(board), contents.cells).cells if each.id == command.cell), None)
    if cell is None:
        raise BadRequest(say("There is no cell %(cell)s on the board.", cell=command.cell[:40]))
    _check_guided(now, tile)
    taken_from = source_of(tile) if now.waived else _source(now, tile) or source_of(tile)
    price, site = _paid_for(now, tile, cell, command.pay, taken_from)
    pay = _without(command.pay, price)
    exchange = {what: _counted(number) for what, number in command.exchange.items() if number}
    done = built(site, tile.tile, source_of(tile), cell, pay, Decisions(command.swap, exchange))
    die = (ge.DieDue(now.seat),) if done.roll else ()
    card = _changed(now.seat, board.town, site.town, fact("because_exploit"))
    return (*card, *_events(now, site.town, tile, cell, pay, command.swap, done), *die)


def _paid_for(now: Situation, tile: TileData, cell: Cell, pay: Amounts, source: Source) -> tuple[Amounts, Site]:
    """What of ``pay`` is for the card, and the town after that; raises IllegalMove (20.2)."""
    known = sites(plot_of(now.board), _cells(now), card_prices(now))
    if not known:
        raise IllegalMove(say("Your town cannot give what that costs."), RuleRef("2012", "20.2"))
    wrong: list[Text] = []
    for price, site in known:
        why_not = objection(site, tile, cell, _without(pay, price), source)
        if why_not is None:
            return price, site
        costs = amounts_words(price)
        wrong.append(
            say("%(why_not)s Its card is paid before: %(costs)s.", why_not=why_not, costs=costs) if price else why_not
        )
    raise IllegalMove(wrong[0], RULE)


def _without(pay: Amounts, price: Amounts) -> Amounts:
    return merged(pay, {what: -number for what, number in price.items()})


def _events(
    now: Situation, town: Town, tile: TileData, cell: Cell, pay: Amounts, swap: bool, done: Built
) -> Iterator[Event]:
    name = kept(tile.tile.name)
    on_cell = cell_gives(paid(town, pay), cell, swap)
    yield from _changed(now.seat, town, paid(town, pay), fact("cost_of", name=name))
    laid = Building(f"b{len(now.board.buildings) - len(PRINTED) + 1}", tile.tile, cell.number, cell=cell.id)
    card = acting_card(now)
    told = now.others if card and card.unread else ()
    yield e.TileLaid(now.seat, laid, tile.pink, tile.black + (cell.effect is Effect.HOME), done.card, told)
    yield from _changed(now.seat, paid(town, pay), on_cell, fact("cell_gives", name=name))
    yield from _changed(now.seat, on_cell, done.town, fact("tile_gives", name=name))


def _changed(seat: str, before: Town, after: Town, reason: Fact) -> Iterator[Event]:
    if changes := change(before, after):
        yield e.TownChanged(seat, changes, reason)


def _counted(number: int) -> int:
    if number < 0:
        raise BadRequest(say("Nothing less than none can be given."))
    return number
