"""Laying a tile: may it be built, what does it cost, what happens then (rules §4.7, §4.8, §19.4, §19.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.core.errors import IllegalMove
from companion.core.text import say
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import Building, BuildingCell, CellEffect, Tile, homes
from companion.games.western_town.rulebook.setup import CELL_GIVES
from companion.games.western_town.rulebook.towns import Amounts, Resource, Town, gained, paid

PAYABLE = (Resource.WOOD, Resource.GOLD, Resource.INHABITANTS, Resource.COWBOYS)
"""the goods that can pay a cost, in the order in which payments are listed"""
SWAPPED = 2
"""Inhabitants for one Wood (2.3)"""


class Source(StrEnum):
    """The place from which a tile is taken."""

    CONSTRUCTIBLE = "constructible"
    HOMESTEADS = "homesteads"
    RESERVE = "reserve"


class Unbuildable(StrEnum):
    """Reason why a tile cannot be built, in the order in which it is judged."""

    RESERVE = "reserve"
    HOMES = "homes"
    COST = "cost"
    CELL = "cell"


@dataclass(frozen=True, slots=True)
class Site:
    """A town in which something is to be built. ``markers`` are the Home markers it has won."""

    town: Town
    buildings: Sequence[Building]
    cells: Sequence[BuildingCell]
    markers: int = 0
    homesteads_built: int = 0

    @property
    def extra_homes(self) -> int:
        """Return the homes of no building: markers, and cells that give one while they are occupied."""
        return self.markers + sum(cell.effect is CellEffect.HOME and bool(cell.tile) for cell in self.cells)

    @property
    def homes(self) -> int:
        """Return the Homes as they are counted now."""
        return homes(self.buildings, self.extra_homes)


@dataclass(frozen=True, slots=True)
class Decisions:
    """The builder's decisions once the tile is laid: two Inhabitants for a Wood, and what is exchanged."""

    swap: bool = False
    exchange: Amounts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Built:
    """The outcome of building. ``card``: its card comes into the hand; ``roll``: the Indian die must be thrown."""

    town: Town
    homes: int
    card: bool
    roll: bool


def payments(tile: Tile, town: Town) -> tuple[Mapping[Resource, int], ...]:
    """Return every way in which the town can pay, most Wood first, then most Gold, Inhabitants, Cowboys."""
    ways = {(0,) * len(PAYABLE)}
    for symbol in tile.cost:
        ways = {_one_more(way, what) for way in ways for what in symbol}
    payable = [way for way in ways if all(town.count(what) >= n for what, n in zip(PAYABLE, way, strict=True))]
    return tuple(
        {what: number for what, number in zip(PAYABLE, way, strict=True) if number}
        for way in sorted(payable, reverse=True)
    )


def _one_more(way: tuple[int, ...], what: Resource) -> tuple[int, ...]:
    return tuple(number + (each is what) for each, number in zip(PAYABLE, way, strict=True))


def priced(site: Site, prices: Sequence[Amounts]) -> tuple[tuple[Amounts, Site], ...]:
    """Return the site once the card that lets one build has been paid, for every price that the town can pay (20.2)."""
    able = (price for price in prices if all(site.town.count(what) >= number for what, number in price.items()))
    return tuple((price, replace(site, town=paid(site.town, price))) for price in able)


def unbuildable(site: Site, tile: Tile, source: Source, cell: BuildingCell, pay: Amounts | None) -> Unbuildable | None:
    """Return the first reason why not; None: it may be built. ``pay`` None: any payment will do."""
    if source is Source.RESERVE:
        return Unbuildable.RESERVE
    if site.homes < tile.homes_needed:
        return Unbuildable.HOMES
    ways = payments(tile, site.town)
    if not ways or (pay is not None and {what: n for what, n in pay.items() if n} not in ways):
        return Unbuildable.COST
    return Unbuildable.CELL if cell.tile else None


def built(site: Site, tile: Tile, source: Source, cell: BuildingCell, pay: Amounts, decisions: Decisions) -> Built:
    """Return what happens when the tile is laid, after ``unbuildable`` has found nothing. Raise IllegalMove."""
    town = cell_gives(paid(site.town, pay), cell, decisions.swap)
    town = _exchanged(gained(town, tile.gains), tile, decisions.exchange)
    extra = site.extra_homes + (cell.effect is CellEffect.HOME)
    return Built(
        town,
        homes((*site.buildings, Building(cell.id, tile, cell.number)), extra),
        source is Source.CONSTRUCTIBLE or not site.homesteads_built,
        cell.effect is CellEffect.DIE,
    )


def cell_gives(town: Town, cell: BuildingCell, swap: bool) -> Town:
    """Return the town after what the cell does when a tile is laid there.

    Raise IllegalMove for a swap that it cannot do.
    """
    town = gained(town, CELL_GIVES.get(cell.effect, {}))
    return _swapped(town, cell) if swap else town


def _swapped(town: Town, cell: BuildingCell) -> Town:
    if cell.effect is not CellEffect.SWAP:
        raise IllegalMove(say("This space gives no Wood for Inhabitants."), rule("2.3"))
    return gained(paid(town, {Resource.INHABITANTS: SWAPPED}), {Resource.WOOD: 1})


def _exchanged(town: Town, tile: Tile, given: Amounts) -> Town:
    cubes = {what: number for what, number in given.items() if number}
    if not cubes:
        return town
    if tile.exchange is None or not cubes.keys() <= set(tile.exchange.given):
        raise IllegalMove(say("This tile does not exchange that."), rule("19.5"))
    return gained(paid(town, cubes), {tile.exchange.to: sum(cubes.values())})
