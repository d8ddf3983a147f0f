"""Lincoln's visit, and the final count, in which his cards multiply (rules §10, §12, §19.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from companion.core.errors import IllegalMove
from companion.core.text import Who, say
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.towns import Town

FAMILY = 4
"""the number of Inhabitants that count one (10.1)"""
MAX_HOMES = 3
"""points more for the player with the most Homes (12.1)"""
DESTROYED = 2
"""points less for every building that is destroyed at the end (12.2)"""


class Expectation(StrEnum):
    """The expectation of a Lincoln card."""

    INHABITANTS = "inhabitants"
    LURE = "lure"
    EXPORTED = "exported"


COUNTED = (Expectation.EXPORTED, Expectation.LURE, Expectation.INHABITANTS)
"""in the order of the fields of ``Score``"""


@dataclass(frozen=True, slots=True)
class Visit:
    """The outcome of a visit.

    ``tied`` is empty without a tie; ``winner`` is "" while the lead marshal has to choose.
    """

    scores: Mapping[str, int]
    tied: tuple[str, ...]
    winner: str


def measure(town: Town, expectation: Expectation) -> int:
    """Return what a town has to show for one expectation."""
    match expectation:
        case Expectation.INHABITANTS:
            return town.inhabitants // FAMILY
        case Expectation.LURE:
            return town.lure
        case Expectation.EXPORTED:
            return town.exported


def visit(towns: Mapping[str, Town], card: Sequence[Expectation], choice: str = "") -> Visit:
    """Return the visit that this card brings to these towns, which stand in the order of the seats.

    ``choice`` is that of the lead marshal, read only in a tie. Raise IllegalMove where it is none of the tied.
    """
    scores = {seat: sum(measure(town, each) for each in card) for seat, town in towns.items()}
    best = tuple(seat for seat, score in scores.items() if score == max(scores.values()))
    if len(best) == 1:
        return Visit(scores, (), best[0])
    if choice and choice not in best:
        raise IllegalMove(say("%(who)s is not among the tied.", who=Who(choice)), rule("10.2"))
    return Visit(scores, best, choice)


class Half(StrEnum):
    """The rounding of a destroyed building's points (W1)."""

    DOWN = "down"
    UP = "up"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Settled:
    """A town at the end; ``homes`` are counted without the destroyed buildings."""

    homes: int
    town: Town
    buildings: tuple[Building, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one player, by where they come from; ``buildings`` may end in a half."""

    homes: int
    buildings: Fraction
    exported: int
    lure: int
    inhabitants: int

    @property
    def total(self) -> Fraction:
        """Return the points of the town in all."""
        return self.homes + self.buildings + self.exported + self.lure + self.inhabitants


def home_points(homes: Mapping[str, int]) -> Mapping[str, int]:
    """Return a point for everybody with fewer Homes, and 3 more for the most (12.1)."""
    most = max(homes.values(), default=0)
    return {
        seat: sum(other < number for other in homes.values()) + MAX_HOMES * (number == most)
        for seat, number in homes.items()
    }


def building_points(building: Building, town: Town, half: Half) -> Fraction:
    """Return what one building counts at the end."""
    tile = building.tile
    whole = tile.points + (tile.per.points * (town.count(tile.per.resource) // tile.per.each) if tile.per else 0)
    if not building.destroyed:
        return Fraction(whole)
    match half:
        case Half.DOWN:
            halved = Fraction(whole // 2)
        case Half.UP:
            halved = Fraction(-(-whole // 2))
        case Half.HALF:
            halved = Fraction(whole, 2)
    return halved - DESTROYED


def multipliers(lincoln: Iterable[Sequence[Expectation]]) -> Mapping[Expectation, int]:
    """Return how often each expectation stands on the Lincoln cards of the game (12.3)."""
    counted = Counter(each for card in lincoln for each in card)
    return {each: counted[each] for each in Expectation}


def scores(
    towns: Mapping[str, Settled], lincoln: Iterable[Sequence[Expectation]], half: Half = Half.DOWN
) -> Mapping[str, Score]:
    """Return the points of everybody; each Lincoln card that was won multiplies what all have (12.3)."""
    times = multipliers(lincoln)
    of_homes = home_points({seat: each.homes for seat, each in towns.items()})
    return {
        seat: Score(
            of_homes[seat],
            sum((building_points(building, each.town, half) for building in each.buildings), Fraction(0)),
            *(measure(each.town, what) * times[what] for what in COUNTED),
        )
        for seat, each in towns.items()
    }
