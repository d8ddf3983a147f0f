"""Lincoln's visit: the score of each town, and who wins the card (rules §10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.core.errors import IllegalMove
from companion.core.text import Who, say
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.towns import Town

FAMILY = 4
"""so many Inhabitants count one (10.1)"""


class Expectation(StrEnum):
    """What a Lincoln card asks for."""

    INHABITANTS = "inhabitants"
    LURE = "lure"
    EXPORTED = "exported"


@dataclass(frozen=True, slots=True)
class Visit:
    """What came of a visit. ``tied`` is empty without a tie; ``winner`` is "" while the lead marshal has to choose."""

    scores: Mapping[str, int]
    tied: tuple[str, ...]
    winner: str


def measure(town: Town, expectation: Expectation) -> int:
    """What a town has to show for one expectation."""
    match expectation:
        case Expectation.INHABITANTS:
            return town.inhabitants // FAMILY
        case Expectation.LURE:
            return town.lure
        case Expectation.EXPORTED:
            return town.exported


def visit(towns: Mapping[str, Town], card: Sequence[Expectation], choice: str = "") -> Visit:
    """The visit that this card brings to these towns, which stand in the order of the seats.

    ``choice`` is that of the lead marshal, read only in a tie; raises IllegalMove where it is none of the tied.
    """
    scores = {seat: sum(measure(town, each) for each in card) for seat, town in towns.items()}
    best = tuple(seat for seat, score in scores.items() if score == max(scores.values()))
    if len(best) == 1:
        return Visit(scores, (), best[0])
    if choice and choice not in best:
        raise IllegalMove(say("%(who)s is not among the tied.", who=Who(choice)), rule("10.2"))
    return Visit(scores, best, choice)
