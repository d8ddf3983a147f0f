"""An attack on one town: targets, the price of defending them, the damage (rules §11.3-11.8, §19.8-19.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.errors import IllegalMove
from companion.core.text import say
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.camp import Camp, Indian
from companion.games.western_town.rulebook.towns import Resource, Town, added, lure_lost, paid

INHABITANTS = "inhabitants"
"""the target that is no building"""
KILLED, SCARED = 4, 1
"""Inhabitants and Lure that are lost where the Inhabitants are not defended (11.7)"""


@dataclass(frozen=True, slots=True)
class Raid:
    """An attack that is going on; ``struck`` are the targets that have been chosen."""

    camp: Camp
    town: Town
    buildings: tuple[Building, ...]
    struck: tuple[str, ...] = ()

    @property
    def attackers(self) -> tuple[Indian, ...]:
        """The colours that still need a target, red first."""
        return tuple(colour for colour in Indian if self.camp.count(colour))

    @property
    def targets(self) -> tuple[str, ...]:
        """What the manitou may choose now: ids of buildings, and the Inhabitants (11.4)."""
        standing = (each.id for each in self.buildings if not each.destroyed and each.id not in self.struck)
        people = (INHABITANTS,) if self.town.inhabitants and INHABITANTS not in self.struck else ()
        return (*standing, *people)

    @property
    def over(self) -> bool:
        """Whether nobody is left who attacks, or nothing that can be attacked."""
        return not (self.attackers and self.targets)


def begun(camp: Camp, town: Town, buildings: Sequence[Building]) -> Raid:
    """The attack begins: what standing buildings give now is there for every target (11.5, 19.9)."""
    smiths = sum(each.tile.attack_cowboys for each in buildings if not each.destroyed)
    return Raid(camp, added(town, Resource.COWBOYS, smiths), tuple(buildings))


def price(raid: Raid, colour: Indian, target: str) -> int:
    """How many Cowboys it takes to defend this target against this colour (11.6); raises IllegalMove."""
    number = raid.camp.count(colour)
    if not number:
        raise IllegalMove(say("No Indians of this colour are left."), rule("11.3"))
    if target not in raid.targets:
        raise IllegalMove(say("That cannot be attacked now."), rule("11.4"))
    building = next((each for each in raid.buildings if each.id == target), None)
    return -(-number // 2) if building and building.in_zone_4 else number


def struck(raid: Raid, colour: Indian, target: str, defended: bool) -> Raid:
    """The attack after one colour has gone for this target (11.6-11.8); raises IllegalMove."""
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
    """After the attack: one Peace pipe out of the camp's reserve, if there is one (11.8); and what is left there."""
    return (added(town, Resource.PIPES, 1), reserve - 1) if reserve else (town, 0)
