"""The cubes and markers of a town: gains, payments, and how much it can store (rules §1, §4.5, §9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.errors import IllegalMove
from companion.core.text import Text, say
from companion.games.western_town.rulebook import rule

MOST = 200
"""No town ever has more of anything: a larger number is a slip of the finger."""


class Resource(StrEnum):
    """The things counted in a town; the names of the fields of ``Town``."""

    GOLD = "gold"
    WOOD = "wood"
    INHABITANTS = "inhabitants"
    COWBOYS = "cowboys"
    PIPES = "pipes"
    LURE = "lure"
    EXPORTED = "exported"


STORED = (Resource.GOLD, Resource.WOOD, Resource.COWBOYS)
ROOM: Mapping[Resource, int] = {Resource.GOLD: 4, Resource.WOOD: 3, Resource.COWBOYS: 8}
"""the room of a town without further buildings (1.8)"""

Amounts = Mapping[Resource, int]


@dataclass(frozen=True, slots=True)
class Town:
    """The counts of one town. ``pipes`` are Peace pipe cubes, those of green buildings not counted."""

    gold: int = 0
    wood: int = 0
    inhabitants: int = 0
    cowboys: int = 0
    pipes: int = 0
    lure: int = 0
    exported: int = 0

    def count(self, what: Resource) -> int:
        """Return how much of it the town has."""
        number: int = getattr(self, what)
        return number


START = Town(cowboys=3, pipes=7)
"""the town that everybody begins with, the start card not yet revealed (1.7)"""


NAMES: Mapping[str, Text] = {
    Resource.GOLD: say("Gold"),
    Resource.WOOD: say("Wood"),
    Resource.INHABITANTS: say("Inhabitants"),
    Resource.COWBOYS: say("Cowboys"),
    Resource.PIPES: say("Peace pipes"),
    Resource.LURE: say("Lure"),
    Resource.EXPORTED: say("exported Gold"),
}
ONE: Mapping[str, Text] = {
    Resource.INHABITANTS: say("Inhabitant"),
    Resource.COWBOYS: say("Cowboy"),
    Resource.PIPES: say("Peace pipe"),
}
"""a single one, where it has another name"""


def added(town: Town, what: Resource, number: int) -> Town:
    """Return the town with so much more of it (less, below 0), whatever that leads to."""
    return replace(town, **{what.value: town.count(what) + number})


def gained(town: Town, gains: Amounts) -> Town:
    """Return the town after it has gained these; Lure comes out of the Peace pipes, as far as there are any (4.5)."""
    for what, number in gains.items():
        if what is Resource.LURE:
            moved = min(number, town.pipes)
            town = replace(town, lure=town.lure + moved, pipes=town.pipes - moved)
        else:
            town = added(town, what, number)
    return town


def lure_lost(town: Town, number: int) -> Town:
    """Return the town with so much Lure turned into Peace pipes again, as far as there is any (4.5, W7)."""
    moved = min(number, town.lure)
    return replace(town, lure=town.lure - moved, pipes=town.pipes + moved)


def paid(town: Town, amounts: Amounts) -> Town:
    """Return the town without these. Raise IllegalMove where it has not so many."""
    for what, number in amounts.items():
        if town.count(what) < number:
            raise IllegalMove(
                say("%(what)s: this town has only %(count)s.", what=NAMES[what], count=town.count(what)),
                rule("4.7"),
            )
        town = added(town, what, -number)
    return town


def change(before: Town, after: Town) -> Amounts:
    """Return what is different: more (above 0) or less."""
    by = {what: after.count(what) - before.count(what) for what in Resource}
    return {what: number for what, number in by.items() if number}


def overflow(town: Town, room: Amounts) -> Amounts:
    """Return what has to be discarded at the end of phase 4 (9.2)."""
    return {what: town.count(what) - most for what, most in room.items() if town.count(what) > most}
