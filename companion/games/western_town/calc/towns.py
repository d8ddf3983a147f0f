"""Questions about one town: building, gains, storage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from companion.games.western_town.calc.words import (
    AskedBuilding,
    AskedCell,
    AskedTown,
    Count,
    Gainable,
    Gains,
    Name,
    Plain,
    Question,
    Storage,
    told,
    unique,
)
from companion.games.western_town.rulebook.buildings import Exchange, Tile, rooms
from companion.games.western_town.rulebook.construction import (
    PAYABLE,
    Decisions,
    Site,
    Source,
    Unbuildable,
    built,
    payments,
    priced,
    unbuildable,
)
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.rulebook.towns import Amounts, Resource, added, change, gained, limits, overflow

Currency = Literal[Resource.WOOD, Resource.GOLD, Resource.INHABITANTS, Resource.COWBOYS]
Symbol = Annotated[list[Currency], Field(min_length=1)]


class AskedExchange(Plain):
    """What a tile exchanges when it is laid."""

    given: Annotated[list[Resource], Field(alias="from")]
    to: Gainable


class AskedTile(Plain):
    """A tile that is to be built."""

    name: Name
    source: Annotated[Source, Field(alias="from")]
    cost: Annotated[list[Symbol], Field(max_length=20)] = Field(default_factory=list)
    homes_needed: Count = 0
    homes: Count = 0
    gains: Gains = Field(default_factory=dict)
    exchange: AskedExchange | None = None

    def tile(self) -> Tile:
        """The tile."""
        swap = Exchange(tuple(self.exchange.given), self.exchange.to) if self.exchange else None
        cost = tuple(tuple(symbol) for symbol in self.cost)
        return Tile(self.name, cost, homes_needed=self.homes_needed, homes=self.homes, gains=self.gains, exchange=swap)


class Home(AskedBuilding):
    """A building with its Homes."""

    homes: Count = 0

    def tile(self) -> Tile:
        return Tile(self.name, homes=self.homes)


class Build(Question):
    """Constructing a tile (4.7, 4.8, 19.4, 19.5)."""

    town: AskedTown
    buildings: list[Home]
    home_markers: Count = 0
    cells: list[AskedCell]
    tile: AskedTile
    cell: Name
    homesteads_built: Count = 0
    card_costs: list[dict[Currency, Count]] = Field(default_factory=list)
    pay: dict[Currency, Count] | None = None
    swap: bool = False
    exchange: dict[Resource, Count] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        unique([cell.id for cell in self.cells])
        if self.cell not in {cell.id for cell in self.cells}:
            raise ValueError(f"there is no cell {self.cell!r}")
        return self

    def answer(self) -> object:
        town, tile = self.town.town(), self.tile.tile()
        cells = {each.id: each.cell() for each in self.cells}
        standing = [each.building() for each in self.buildings]
        bare = Site(town, standing, tuple(cells.values()), self.home_markers, self.homesteads_built)
        source, cell = self.tile.source, cells[self.cell]
        known = priced(bare, [dict[Resource, int](each.items()) for each in self.card_costs] or [{}])
        wrong = [unbuildable(site, tile, source, cell, self._for_tile(price)) for price, site in known]
        able = [each for each, reason in zip(known, wrong, strict=True) if reason is None]
        if not able:
            early = unbuildable(bare, tile, source, cell, None)
            reason = wrong[0] if wrong else early if early in (Unbuildable.RESERVE, Unbuildable.HOMES) else None
            return {"legal": False, "reason": (reason or Unbuildable.COST).value}
        price, site = able[0]
        pay = self._for_tile(price)
        if pay is None:
            return {"legal": True, "homes": site.homes, "payments": _payments(tile, able)}
        decisions = Decisions(self.swap, self.exchange)
        done = built(site, tile, source, cell, pay, decisions)
        return {"legal": True, "homes": done.homes, "town": told(done.town), "card": done.card, "roll": done.roll}

    def _for_tile(self, price: Amounts) -> Amounts | None:
        """What of the payment is for the tile, where the card costs this."""
        if self.pay is None:
            return None
        return merged(dict[Resource, int](self.pay.items()), {what: -number for what, number in price.items()})


def _payments(tile: Tile, able: Sequence[tuple[Amounts, Site]]) -> list[dict[str, int]]:
    """Everything that can be given for card and tile together, in the order in which payments are listed."""
    totals = (merged(price, pay) for price, site in able for pay in payments(tile, site.town))
    distinct = {tuple(-total.get(what, 0) for what in PAYABLE): total for total in totals}
    return [{what.value: total[what] for what in PAYABLE if what in total} for _, total in sorted(distinct.items())]


class Gaining(Plain):
    """A card on the table at the end of phase 3."""

    id: Name
    name: Name
    face_up: bool
    gains: Gains = Field(default_factory=dict)
    choice: list[Gainable] = Field(default_factory=list)


class TakeGains(Question):
    """Phase 4, gains (9.1)."""

    town: AskedTown
    table: list[Gaining]
    choices: list[Gainable] = Field(default_factory=list)

    @model_validator(mode="after")
    def _chosen(self) -> Self:
        unique([card.id for card in self.table])
        asked = [card for card in self.table if card.face_up and card.choice]
        if len(asked) != len(self.choices):
            raise ValueError("every face-up card with a choice needs one choice")
        if any(what not in card.choice for card, what in zip(asked, self.choices, strict=True)):
            raise ValueError("a card does not offer what was chosen")
        return self

    def answer(self) -> object:
        before = after = self.town.town()
        chosen = iter(self.choices)
        for card in self.table:
            if card.face_up:
                after = gained(after, card.gains)
                after = gained(after, {next(chosen): 1}) if card.choice else after
        return {"town": told(after), "change": {what.value: by for what, by in change(before, after).items()}}


class Storing(AskedBuilding):
    """A building with the room that it adds."""

    storage: Storage = Field(default_factory=dict)

    def tile(self) -> Tile:
        return Tile(self.name, storage=self.storage)


class Store(Question):
    """Phase 4, storage (9.2, 19.11)."""

    town: AskedTown
    buildings: list[Storing] = Field(default_factory=list)

    def answer(self) -> object:
        town = self.town.town()
        room = limits(rooms([each.building() for each in self.buildings]))
        discard = overflow(town, room)
        for what, number in discard.items():
            town = added(town, what, -number)
        return {
            "limits": {what.value: most for what, most in room.items()},
            "discard": {what.value: number for what, number in discard.items()},
            "town": told(town),
        }
