"""Questions about all towns together: Lincoln's visit, the final count."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, TypeAdapter, model_validator

from companion.games.western_town.calc.words import AskedBuilding, AskedTown, Count, Name, Plain, Together, plain
from companion.games.western_town.rulebook.buildings import Per, Tile
from companion.games.western_town.rulebook.lincoln import Expectation, visit
from companion.games.western_town.rulebook.scoring import Settled, multipliers, ranking, scores
from companion.games.western_town.rulebook.towns import Resource

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
