"""Questions about the Indian camp and its attacks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from companion.core.errors import IllegalMove
from companion.core.text import say
from companion.games.calc import Name, Plain, everybody, seated, unique
from companion.games.western_town.calc.asked import (
    AskedBuilding,
    AskedCamp,
    AskedTown,
    Count,
    Number,
    Seats,
    plain_town,
)
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import ON_BOARD, Building, Tile, constant_pipes
from companion.games.western_town.rulebook.camp import (
    INHABITANTS,
    Attacked,
    Face,
    Indian,
    attacked,
    begun,
    price,
    refunded,
    struck,
    thrown,
)
from companion.games.western_town.rulebook.towns import Resource


class QuietCamp(AskedCamp):
    """A camp before anybody attacks."""

    red: Annotated[int, Field(ge=0, le=2)] = 0
    orange: Annotated[int, Field(ge=0, le=1)] = 0


class Peaceful(Plain):
    """The part of a town that counts when the camp attacks."""

    pipes: Count = 0
    buildings: list[AskedBuilding] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _cubes(cls, value: Any) -> Any:
        """Check that a town has no cubes that do not exist; more may be told of it than counts here."""
        if isinstance(value, dict) and (strange := value.keys() - {*Resource, "buildings"}):
            raise ValueError(f"a town has no {min(strange)!r}")
        return value


class AskedFace(Plain):
    """A face of the die, as asked."""

    add: Annotated[list[Indian], Field(min_length=1)]
    again: bool = False


def throw(
    seats: Seats,
    camp: QuietCamp,
    roller: Name,
    manitou: Name,
    towns: dict[Name, Peaceful],
    faces: list[AskedFace],
    rolls: Count = 1,
    choice: Name | None = None,
) -> object:
    """Answer a question about throws of the Indian die (11.1, 11.2)."""
    seated(seats, roller, manitou)
    everybody(seats, towns)
    done = thrown(camp.camp(), [Face(tuple(each.add), each.again) for each in faces], rolls)
    built = {seat: [each.building() for each in towns[seat].buildings] for seat in seats}
    pipes = {seat: towns[seat].pipes + constant_pipes(built[seat]) for seat in seats}
    hit = attacked(done.by, roller, pipes, choice or "") if done.by else Attacked("")
    return {
        "camp": {"red": done.camp.red, "orange": done.camp.orange},
        "attack": done.by is not None,
        "by": done.by and done.by.value,
        "tied": list(hit.tied),
        "decides": manitou if hit.tied else None,
        "town": hit.town or None,
        "faces_used": done.used,
    }


class Attackable(Plain):
    """A building that can be attacked."""

    id: Name
    name: Name
    cell: Number | Literal["printed"]
    destroyed: bool = False
    attack_cowboys: Count = 0

    def building(self) -> Building:
        """Return the building, with the Cowboys that it brings."""
        number = ON_BOARD if self.cell == "printed" else self.cell
        return Building(self.id, Tile(self.name, attack_cowboys=self.attack_cowboys), number, self.destroyed)


class Target(Plain):
    """The target of one colour, and whether it is defended."""

    colour: Indian
    target: Name
    defend: bool


def attack(
    camp: AskedCamp, town: AskedTown, buildings: list[Attackable], reserve: Count, targets: list[Target]
) -> object:
    """Answer a question about an attack on one town (11.3-11.8)."""
    unique([INHABITANTS, *(each.id for each in buildings)])
    if not (camp.red or camp.orange):
        raise ValueError("nobody is in the camp")
    raid, costs = begun(camp.camp(), town.town(), [each.building() for each in buildings]), []
    for each in targets:
        costs.append(price(raid, each.colour, each.target))
        raid = struck(raid, each.colour, each.target, each.defend)
    if not raid.over:
        raise IllegalMove(say("Every colour in the camp needs a target."), rule("11.8"))
    after, left = refunded(raid.town, reserve)
    fallen = {each.id for each in raid.buildings if each.destroyed}
    return {
        "costs": costs,
        "destroyed": [target for target in raid.struck if target in fallen],
        "unused": [colour.value for colour in raid.attackers],
        "town": plain_town(after),
        "reserve": left,
        "camp": {"red": 0, "orange": 0},
    }
