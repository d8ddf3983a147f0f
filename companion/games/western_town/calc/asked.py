"""What questions are made of: seats, towns, buildings, cards; anything else is no question.

A kind of question is a function: its arguments say what is asked, with which types, and what may be left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from typing import Annotated, Any, Literal, get_args, get_type_hints

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, StringConstraints, create_model, model_validator

from companion.core.capabilities import Answer
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.games.western_town.house_rules import Readings
from companion.games.western_town.rulebook.buildings import NUMBERS, Building, Cell, CellEffect, Per, Tile
from companion.games.western_town.rulebook.camp import Camp
from companion.games.western_town.rulebook.towns import STORED, Resource, Town

LARGEST = 100_000


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


Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Number = Literal[4, 5, 6]
Seats = Annotated[list[Name], Field(min_length=2, max_length=4), AfterValidator(unique)]
Gainable = Annotated[Resource, AfterValidator(_gainable)]
Gains = dict[Gainable, Count]
Options = Annotated[Readings, BeforeValidator(_known)]
DEFAULT = Readings()


class Plain(BaseModel):
    """Fields that are null have their default, unless they have none and null means something; what is not known is
    ignored."""

    @model_validator(mode="before")
    @classmethod
    def _without_null(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        needed = (name for name, each in cls.model_fields.items() if each.is_required())
        nullable = [name for name in needed if type(None) in get_args(cls.model_fields[name].annotation)]
        return {name: each for name, each in value.items() if each is not None or name in nullable}


class Question(Plain):
    """Any question; ``options`` are the readings that differ from their default."""

    options: Options = DEFAULT


def answering(kind: Callable[..., object]) -> Answer:
    """Answers questions of this kind, each as JSON; raises ValidationError, or RuleError for what the rules refuse."""
    hints, parameters = get_type_hints(kind, include_extras=True), inspect.signature(kind).parameters
    asked: dict[str, Any] = {
        name: (hints[name], ... if each.default is each.empty else each.default) for name, each in parameters.items()
    }
    model = create_model(kind.__name__, __base__=Question, **asked)

    def answer(question: str) -> object:
        read = model.model_validate_json(question, strict=True)
        try:
            return kind(**{name: getattr(read, name) for name in asked})
        except ValueError as nonsense:
            raise BadRequest(say("%(text)s", text=str(nonsense))) from nonsense

    return answer


def seated(seats: Sequence[str], *asked: str) -> None:
    """Passes when each of these sits there; raises ValueError."""
    for seat in asked:
        if seat not in seats:
            raise ValueError(f"nobody is called {seat!r} here")


def everybody(seats: Sequence[str], asked: Mapping[str, object]) -> None:
    """Passes when every seat is named, and nobody else; raises ValueError."""
    if asked.keys() != set(seats):
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
    effect: CellEffect | None = None
    tile: Name | None = None

    def cell(self) -> Cell:
        """The cell."""
        return Cell(self.id, self.number, self.effect, self.tile or "")


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
        """The building."""
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
        """The camp."""
        return Camp(self.red, self.orange)


def told(town: Town) -> Mapping[str, int]:
    """A town in an answer."""
    return asdict(town)


def plain(number: Fraction) -> int | float:
    """A number of points in an answer."""
    return number.numerator if number.denominator == 1 else float(number)
