"""Questions about one town: building, gains, storage, Lincoln's visit, the final count."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

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
    Together,
    plain,
    told,
    unique,
)
from companion.games.western_town.rulebook.buildings import Exchange, Per, Tile, rooms
from companion.games.western_town.rulebook.construction import Decisions, Site, Source, built, payments, unbuildable
from companion.games.western_town.rulebook.lincoln import Expectation, visit
from companion.games.western_town.rulebook.scoring import Settled, multipliers, ranking, scores
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
        site = Site(town, standing, tuple(cells.values()), self.home_markers, self.homesteads_built)
        pay: Amounts | None = None if self.pay is None else dict[Resource, int](self.pay.items())
        if reason := unbuildable(site, tile, self.tile.source, cells[self.cell], pay):
            return {"legal": False, "reason": reason.value}
        if pay is None:
            ways = [{what.value: number for what, number in way.items()} for way in payments(tile, town)]
            return {"legal": True, "homes": site.homes, "payments": ways}
        decisions = Decisions(self.swap, self.exchange)
        done = built(site, tile, self.tile.source, cells[self.cell], pay, decisions)
        return {"legal": True, "homes": done.homes, "town": told(done.town), "card": done.card, "roll": done.roll}


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


TOWNS: TypeAdapter[dict[str, AskedTown]] = TypeAdapter(dict[str, AskedTown])


class Lincoln(Together):
    """Phase 5 (10); the towns are not looked at for the card 5."""

    nullable: ClassVar[tuple[str, ...]] = ("card",)

    lead: Name
    card: Annotated[list[Expectation], Field(min_length=1)] | None
    towns: Any = None
    choice: Name | None = None

    @model_validator(mode="after")
    def _everybody(self) -> Self:
        self.seated(self.lead)
        if self.card is not None:
            if not isinstance(self.towns, dict):
                raise ValueError("every player has a town")
            self.everybody(self.towns)
        return self

    def answer(self) -> object:
        if self.card is None:
            return {"visit": False, "scores": None, "tied": [], "decides": None, "winner": None}
        towns = TOWNS.validate_python(self.towns, strict=True)
        came = visit({seat: towns[seat].town() for seat in self.seats}, self.card, self.choice or "")
        return {
            "visit": True,
            "scores": came.scores,
            "tied": list(came.tied),
            "decides": self.lead if came.tied else None,
            "winner": came.winner or None,
        }


class AskedPer(Plain):
    """Points that a building brings for a resource."""

    resource: Resource
    each: Annotated[int, Field(ge=1)]
    points: Count


class Counting(AskedBuilding):
    """A building with what it counts at the end."""

    points: Count = 0
    per: AskedPer | None = None

    def tile(self) -> Tile:
        per = Per(self.per.resource, self.per.each, self.per.points) if self.per else None
        return Tile(self.name, points=self.points, per=per)


class AskedSettled(Plain):
    """A town at the end; ``homes`` with those of destroyed buildings."""

    homes: Count
    town: AskedTown
    buildings: list[Counting]

    def settled(self) -> Settled:
        """The town as it is counted."""
        standing = tuple(each.building() for each in self.buildings)
        return Settled(max(0, self.homes - sum(each.destroyed for each in standing)), self.town.town(), standing)


class Final(Together):
    """Final scoring (12)."""

    lincoln: list[list[Expectation]]
    towns: dict[Name, AskedSettled]

    @model_validator(mode="after")
    def _everybody(self) -> Self:
        self.everybody(self.towns)
        return self

    def answer(self) -> object:
        settled = {seat: self.towns[seat].settled() for seat in self.seats}
        points = scores(settled, self.lincoln, self.options.half_rounding)
        ranked = ranking({seat: each.total for seat, each in points.items()})
        names = ("homes", "exported", "lure", "inhabitants")
        return {
            "homes": {seat: each.homes for seat, each in settled.items()},
            "multipliers": {what.value: times for what, times in multipliers(self.lincoln).items()},
            "scores": {
                seat: {name: getattr(each, name) for name in names}
                | {"buildings": plain(each.buildings), "total": plain(each.total)}
                for seat, each in points.items()
            },
            "ranking": [[rank, seat, plain(total)] for rank, seat, total in ranked],
            "winners": [seat for rank, seat, _ in ranked if rank == 1],
        }
