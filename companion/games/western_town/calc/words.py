"""What questions are made of: seats, towns, buildings, cards; anything else is no question."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, StringConstraints, model_validator

from companion.games.western_town.house_rules import Readings
from companion.games.western_town.rulebook.buildings import NUMBERS, Building, Cell, Effect, Tile
from companion.games.western_town.rulebook.camp import Camp
from companion.games.western_town.rulebook.towns import STORED, Resource, Town

LARGEST = 100_000
Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Number = Literal[4, 5, 6]


def unique(names: Sequence[str]) -> Sequence[str]:
    """``names`` if none of them is there twice; raises ValueError."""
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name!r} is there twice")
    return names


def _gainable(what: Resource) -> Resource:
    if what is Resource.PIPES:
        raise ValueError("Peace pipes are not gained by themselves")
    return what


def _storable(what: Resource) -> Resource:
    if what not in STORED:
        raise ValueError("only Gold, Wood and Cowboys are stored")
    return what


def _known(options: Any) -> Any:
    """A misspelt option must not pass for its default; null is the default."""
    if not isinstance(options, dict):
        return options
    if strange := options.keys() - {option.name for option in fields(Readings)}:
        raise ValueError(f"there is no option {min(strange)!r}")
    return {name: value for name, value in options.items() if value is not None}


Seats = Annotated[list[Name], Field(min_length=2, max_length=4), AfterValidator(unique)]
Gainable = Annotated[Resource, AfterValidator(_gainable)]
Gains = dict[Gainable, Count]
Storage = dict[Annotated[Resource, AfterValidator(_storable)], Count]
Options = Annotated[Readings, BeforeValidator(_known)]


class Plain(BaseModel):
    """Fields that are null have their default, unless null means something; what is not known is ignored."""

    nullable: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def _without_null(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: each for name, each in value.items() if each is not None or name in cls.nullable}


class Question(Plain, ABC):
    """Any question; ``options`` are the readings that differ from their default."""

    options: Options = Readings()

    @abstractmethod
    def answer(self) -> object:
        """The rules' answer as plain JSON values. Raises RuleError for a refusal."""


class Together(Question):
    """A question about everybody; ``seats`` clockwise."""

    seats: Seats

    def seated(self, *asked: str | None) -> None:
        """Passes when each of these sits there; raises ValueError."""
        for seat in asked:
            if seat is not None and seat not in self.seats:
                raise ValueError(f"nobody is called {seat!r} here")

    def everybody(self, asked: Mapping[str, object]) -> None:
        """Passes when every seat is named, and nobody else; raises ValueError."""
        if asked.keys() != set(self.seats):
            raise ValueError("every player is named, and nobody else")


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
        """The town."""
        return Town(**self.model_dump())


class AskedCell(Plain):
    """A cell of the town board."""

    id: Name = "cell"
    number: Number
    effect: Effect | None = None
    tile: Name | None = None

    def cell(self) -> Cell:
        """The cell."""
        return Cell(self.id, self.number, self.effect, self.tile or "")


class AskedBuilding(Plain):
    """A building of which only what every kind may ask is said."""

    name: Name
    destroyed: bool = False

    def tile(self) -> Tile:
        """What is known of its tile."""
        return Tile(self.name)

    def building(self) -> Building:
        """The building, on a cell that does not matter."""
        return Building(self.name, self.tile(), NUMBERS[-1], self.destroyed)


class AskedCamp(Plain, extra="forbid"):
    """Indians in the camp."""

    red: Annotated[int, Field(ge=0, le=3)] = 0
    orange: Annotated[int, Field(ge=0, le=2)] = 0

    def camp(self) -> Camp:
        """The camp."""
        return Camp(self.red, self.orange)


def told(town: Town) -> Mapping[str, int]:
    """A town in an answer."""
    return asdict(town)


def plain(number: Fraction) -> int | float:
    """A number of points in an answer."""
    return number.numerator if number.denominator == 1 else float(number)
