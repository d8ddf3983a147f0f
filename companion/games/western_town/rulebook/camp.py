"""The Indian camp: what a throw adds, on which town an attack falls, what it costs (rules §11, §19.6-§19.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.errors import BadRequest, IllegalMove
from companion.core.text import Who, say
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.towns import Resource, Town, lure_lost, paid

INHABITANTS = "inhabitants"
"""the target that is no building"""
KILLED, SCARED = 4, 1
"""Inhabitants and Lure that are lost where the Inhabitants are not defended (11.7)"""


class Indian(StrEnum):
    """The colour of an Indian."""

    RED = "red"
    ORANGE = "orange"


ATTACK: Mapping[Indian, int] = {Indian.RED: 3, Indian.ORANGE: 2}
"""with so many of a colour the camp attacks (11.1)"""


@dataclass(frozen=True, slots=True)
class Camp:
    """The Indians in the middle of the table."""

    red: int = 0
    orange: int = 0

    def count(self, colour: Indian) -> int:
        """Return the number of Indians of this colour."""
        return self.red if colour is Indian.RED else self.orange

    def with_one(self, colour: Indian) -> Camp:
        """Return the camp with one Indian more of this colour."""
        if colour is Indian.RED:
            return replace(self, red=self.red + 1)
        return replace(self, orange=self.orange + 1)


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the Indian die: the Indians it adds, in order, and whether it is thrown again."""

    add: tuple[Indian, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Thrown:
    """The outcome of throws: ``by`` is the colour that sets off an attack, None: there is none."""

    camp: Camp
    by: Indian | None
    used: int


@dataclass(frozen=True, slots=True)
class Attacked:
    """Target of an attack: ``town``, "" while the grand manitou has to choose among the ``tied``."""

    town: str
    tied: tuple[str, ...] = ()


def thrown(camp: Camp, faces: Sequence[Face], rolls: int = 1) -> Thrown:
    """Return the camp after an action that throws the die so often, rerolls not counted.

    With an attack all that is left of the action is forgotten (11.1). Raise BadRequest when a roll is missing.
    """
    used = 0
    for _ in range(rolls):
        again = True
        while again:
            if used == len(faces):
                raise BadRequest(say("A throw of the Indian die is missing."), rule("11.1"))
            face, used = faces[used], used + 1
            camp, by = added(camp, face.add)
            if by:
                return Thrown(camp, by, used)
            again = face.again
    return Thrown(camp, None, used)


def added(camp: Camp, indians: Sequence[Indian]) -> tuple[Camp, Indian | None]:
    """Return the camp with these added up to the one that sets off an attack, and the colour of that one."""
    for colour in indians:
        camp = camp.with_one(colour)
        if camp.count(colour) == ATTACK[colour]:
            return camp, colour
    return camp, None


def attacked(by: Indian, roller: str, pipes: Mapping[str, int], choice: str = "") -> Attacked:
    """Return whose town this attack hits (11.2).

    ``pipes``: the Peace pipes of every town, constant ones included, in the order of the seats. ``choice`` is that of
    the grand manitou, read only in a tie. Raise IllegalMove where it is none of the tied.
    """
    if by is Indian.ORANGE:
        return Attacked(roller)
    fewest = tuple(seat for seat, number in pipes.items() if number == min(pipes.values()))
    if len(fewest) == 1:
        return Attacked(fewest[0])
    if choice and choice not in fewest:
        raise IllegalMove(say("%(who)s is not among the tied.", who=Who(choice)), rule("11.2"))
    return Attacked(choice, fewest)


@dataclass(frozen=True, slots=True)
class Raid:
    """An attack that is going on; ``struck`` are the targets that have been chosen."""

    camp: Camp
    town: Town
    buildings: tuple[Building, ...]
    struck: tuple[str, ...] = ()

    @property
    def attackers(self) -> tuple[Indian, ...]:
        """Return the colours that still need a target, red first."""
        return tuple(colour for colour in Indian if self.camp.count(colour))

    @property
    def targets(self) -> tuple[str, ...]:
        """Return what the manitou may choose now: ids of buildings, and the Inhabitants (11.4)."""
        intact = (each.id for each in self.buildings if not each.destroyed and each.id not in self.struck)
        people = (INHABITANTS,) if self.town.inhabitants and INHABITANTS not in self.struck else ()
        return (*intact, *people)

    @property
    def over(self) -> bool:
        """Return whether nobody is left who attacks, or nothing that can be attacked."""
        return not (self.attackers and self.targets)


def begun(camp: Camp, town: Town, buildings: Sequence[Building]) -> Raid:
    """Return the raid at its beginning: the help of standing buildings counts for every target (11.5, 19.9)."""
    smiths = sum(each.tile.attack_cowboys for each in buildings if not each.destroyed)
    return Raid(camp, replace(town, cowboys=town.cowboys + smiths), tuple(buildings))


def price(raid: Raid, colour: Indian, target: str) -> int:
    """Return how many Cowboys it takes to defend this target against this colour (11.6). Raise IllegalMove."""
    number = raid.camp.count(colour)
    if not number:
        raise IllegalMove(say("No Indians of this colour are left."), rule("11.3"))
    if target not in raid.targets:
        raise IllegalMove(say("That cannot be attacked now."), rule("11.4"))
    building = next((each for each in raid.buildings if each.id == target), None)
    return -(-number // 2) if building and building.in_zone_4 else number


def struck(raid: Raid, colour: Indian, target: str, defended: bool) -> Raid:
    """Return the attack after one colour has gone for this target (11.6-11.8). Raise IllegalMove."""
    cost = price(raid, colour, target)
    town, buildings = raid.town, raid.buildings
    if defended:
        town = paid(town, {Resource.COWBOYS: cost})
    elif target == INHABITANTS:
        town = lure_lost(replace(town, inhabitants=max(0, town.inhabitants - KILLED)), SCARED)
    else:
        buildings = tuple(replace(each, destroyed=each.destroyed or each.id == target) for each in buildings)
    camp = replace(raid.camp, red=0) if colour is Indian.RED else replace(raid.camp, orange=0)
    return Raid(camp, town, buildings, (*raid.struck, target))


def refunded(town: Town, reserve: int) -> tuple[Town, int]:
    """Return one Peace pipe of the camp's reserve, if there is one, after the attack (11.8); and what is left there."""
    return (replace(town, pipes=town.pipes + 1), reserve - 1) if reserve else (town, 0)


class Side(StrEnum):
    """A face of the Indian die, by what it adds (rules 1.6)."""

    RED = "red"
    ORANGE_AGAIN = "orange_again"
    RED_ORANGE = "red_orange"


DIE = "indian"
"""the name of the Indian die on pages"""
FACES: Mapping[Side, Face] = {
    Side.RED: Face((Indian.RED,)),
    Side.ORANGE_AGAIN: Face((Indian.ORANGE,), again=True),
    Side.RED_ORANGE: Face((Indian.RED, Indian.ORANGE)),
}
"""the known faces; the catalogue says how many of the six sides show each"""
DIE_SIDES = 6
"""faces of the die"""
