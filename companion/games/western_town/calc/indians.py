"""Questions about the Indian camp and its attacks."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from companion.core.errors import IllegalMove, RuleRef
from companion.core.text import say
from companion.games.western_town.calc.words import (
    AskedBuilding,
    AskedCamp,
    AskedTown,
    Count,
    Name,
    Number,
    Plain,
    Question,
    Together,
    told,
    unique,
)
from companion.games.western_town.rulebook.attack import INHABITANTS, begun, price, refunded, struck
from companion.games.western_town.rulebook.buildings import ON_BOARD, Building, Tile, constant_pipes
from companion.games.western_town.rulebook.camp import Attacked, Face, Indian, attacked, thrown
from companion.games.western_town.rulebook.towns import Resource


class QuietCamp(AskedCamp):
    """A camp before anybody attacks."""

    red: Annotated[int, Field(ge=0, le=2)] = 0
    orange: Annotated[int, Field(ge=0, le=1)] = 0


class Piped(AskedBuilding):
    """A building with its constant Peace pipes."""

    constant_pipes: Count = 0

    def tile(self) -> Tile:
        return Tile(self.name, constant_pipes=self.constant_pipes)


class Peaceful(Plain):
    """What counts of a town when the camp attacks."""

    pipes: Count = 0
    buildings: list[Piped] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _cubes(cls, value: Any) -> Any:
        """Of a town more may be told than counts here, but no cubes that do not exist."""
        if isinstance(value, dict) and (strange := value.keys() - {*Resource, "buildings"}):
            raise ValueError(f"a town has no {min(strange)!r}")
        return value

    def all_pipes(self) -> int:
        """Cubes and standing green buildings."""
        return self.pipes + constant_pipes([each.building() for each in self.buildings])


class AskedFace(Plain):
    """What the die shows."""

    add: Annotated[list[Indian], Field(min_length=1)]
    again: bool = False


class Throw(Together):
    """The Indian die (11.1, 11.2)."""

    camp: QuietCamp
    roller: Name
    manitou: Name
    towns: dict[Name, Peaceful]
    rolls: Count = 1
    faces: list[AskedFace]
    choice: Name | None = None

    @model_validator(mode="after")
    def _there(self) -> Self:
        self.seated(self.roller, self.manitou)
        self.everybody(self.towns)
        return self

    def answer(self) -> object:
        done = thrown(self.camp.camp(), [Face(tuple(each.add), each.again) for each in self.faces], self.rolls)
        pipes = {seat: self.towns[seat].all_pipes() for seat in self.seats}
        hit = attacked(done.by, self.roller, pipes, self.choice or "") if done.by else Attacked("")
        return {
            "camp": {"red": done.camp.red, "orange": done.camp.orange},
            "attack": done.by is not None,
            "by": done.by and done.by.value,
            "tied": list(hit.tied),
            "decides": self.manitou if hit.tied else None,
            "town": hit.town or None,
            "faces_used": done.used,
        }


class Attackable(AskedBuilding):
    """A building that can be attacked."""

    id: Name
    cell: Number | Literal["printed"]
    attack_cowboys: Count = 0

    def building(self) -> Building:
        number = ON_BOARD if self.cell == "printed" else self.cell
        return Building(self.id, Tile(self.name, attack_cowboys=self.attack_cowboys), number, self.destroyed)


class Target(Plain):
    """What one colour goes for, and whether it is defended."""

    colour: Indian
    target: Name
    defend: bool


class Attack(Question):
    """An attack on one town (11.3-11.8)."""

    camp: AskedCamp
    town: AskedTown
    buildings: list[Attackable]
    reserve: Count
    targets: list[Target]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        unique([INHABITANTS, *(each.id for each in self.buildings)])
        if not (self.camp.red or self.camp.orange):
            raise ValueError("nobody is in the camp")
        return self

    def answer(self) -> object:
        before = [each.building() for each in self.buildings]
        raid, costs = begun(self.camp.camp(), self.town.town(), before), []
        for each in self.targets:
            costs.append(price(raid, each.colour, each.target))
            raid = struck(raid, each.colour, each.target, each.defend)
        if not raid.over:
            raise IllegalMove(say("Every colour in the camp needs a target."), RuleRef("2012", "11.8"))
        town, reserve = refunded(raid.town, self.reserve)
        fallen = {each.id for each in raid.buildings if each.destroyed}
        return {
            "costs": costs,
            "destroyed": [target for target in raid.struck if target in fallen],
            "unused": [colour.value for colour in raid.attackers],
            "town": told(town),
            "reserve": reserve,
            "camp": {"red": 0, "orange": 0},
        }
