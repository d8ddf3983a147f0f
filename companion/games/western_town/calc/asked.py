"""The parts of questions: towns, buildings, cards; anything else is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from companion.games.calc import Name, Plain, known_options, unique
from companion.games.western_town.house_rules import Readings
from companion.games.western_town.rulebook.buildings import NUMBERS, Building, BuildingCell, CellEffect, Per, Tile
from companion.games.western_town.rulebook.camp import Camp
from companion.games.western_town.rulebook.towns import STORED, Resource, Town

LARGEST = 100_000


def _gainable(what: Resource) -> Resource:
    if what is Resource.PIPES:
        raise ValueError("Peace pipes are not gained by themselves")
    return what


def _storable(what: Resource) -> Resource:
    if what not in STORED:
        raise ValueError("only Gold, Wood and Cowboys are stored")
    return what


Count = Annotated[int, Field(ge=0, le=LARGEST)]
Number = Literal[4, 5, 6]
Seats = Annotated[list[Name], Field(min_length=2, max_length=4), AfterValidator(unique)]
Gainable = Annotated[Resource, AfterValidator(_gainable)]
Gains = dict[Gainable, Count]
Options = Annotated[Readings, known_options(Readings)]
DEFAULT = Readings()


class TownQuestion(Plain):
    """Any question; ``options`` are the readings that differ from their default."""

    options: Options = DEFAULT


class AskedTown(Plain, extra="forbid"):
    """A town as questions write it."""

    gold: Count = 0
    wood: Count = 0
    inhabitants: Count = 0
    cowboys: Count = 0
    pipes: Count = 0
    lure: Count = 0
    exported: Count = 0

    def town(self) -> Town:
        """Return the town that the question means."""
        return Town(**self.model_dump())


class AskedCell(Plain):
    """A cell of the town board."""

    id: Name = "cell"
    number: Number
    effect: CellEffect | None = None
    tile: Name | None = None

    def cell(self) -> BuildingCell:
        """Return the cell that the question means."""
        return BuildingCell(self.id, self.number, self.effect, self.tile or "")


class AskedPer(Plain):
    """Points that a building brings for a resource."""

    resource: Resource
    each: Annotated[int, Field(ge=1)]
    points: Count


class AskedBuilding(Plain):
    """A building, with whatever a question may say of it, on a cell that does not matter."""

    name: Name
    destroyed: bool = False
    homes: Count = 0
    constant_pipes: Count = 0
    attack_cowboys: Count = 0
    storage: dict[Annotated[Resource, AfterValidator(_storable)], Count] = Field(default_factory=dict)
    points: Count = 0
    per: AskedPer | None = None

    def building(self) -> Building:
        """Return the building that the question means."""
        tile = Tile(
            self.name,
            homes=self.homes,
            points=self.points,
            per=Per(**self.per.model_dump()) if self.per else None,
            storage=self.storage,
            constant_pipes=self.constant_pipes,
            attack_cowboys=self.attack_cowboys,
        )
        return Building(self.name, tile, NUMBERS[-1], self.destroyed)


class AskedCamp(Plain, extra="forbid"):
    """Indians in the camp."""

    red: Annotated[int, Field(ge=0, le=3)] = 0
    orange: Annotated[int, Field(ge=0, le=2)] = 0

    def camp(self) -> Camp:
        """Return the camp that the question means."""
        return Camp(self.red, self.orange)


def plain_town(town: Town) -> Mapping[str, int]:
    """Return a town as answers show it."""
    return asdict(town)


def plain(number: Fraction) -> int | float:
    """Return a number of points as answers show it."""
    return number.numerator if number.denominator == 1 else float(number)
