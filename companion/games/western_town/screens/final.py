"""The final count: a table of the points, and everybody's points told so that they can be read out (rules §12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.text import Text, say
from companion.games.western_town.ending import final_scores
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.rulebook.lincoln import Expectation, measure
from companion.games.western_town.rulebook.scoring import COUNTED, Score, building_points, multipliers
from companion.games.western_town.state import Board, State
from companion.games.western_town.words import EXPECTATIONS, points_words, words


@dataclass(frozen=True, slots=True)
class CountLine:
    """The points of one player; ``told``: where they come from, one source after the other."""

    seat: str
    homes: int
    buildings: str
    exported: int
    lure: int
    inhabitants: int
    total: str
    told: tuple[Text, ...] = ()


def count(state: State, rules: HouseRules) -> tuple[CountLine, ...]:
    """The final count, line by line."""
    times = multipliers(state.cards)
    return tuple(
        CountLine(
            seat,
            each.homes,
            points_words(each.buildings),
            each.exported,
            each.lure,
            each.inhabitants,
            points_words(each.total),
            tuple(_told(state.towns[seat], each, times, rules)),
        )
        for seat, each in final_scores(state, rules).items()
    )


def _told(board: Board, score: Score, times: Mapping[Expectation, int], rules: HouseRules) -> Iterator[Text]:
    """Homes, every building that counts, then what Lincoln's cards multiply."""
    yield say("Homes, %(count)s: %(points)s", count=board.homes, points=score.homes)
    for building in board.buildings:
        points = building_points(building, board.town, rules.half_rounding)
        if building.destroyed:
            signed = points_words(points).replace("-", "−")
            yield say("%(name)s, destroyed: %(points)s", name=words(building.name), points=signed)
        elif points:
            yield say("%(name)s: %(points)s", name=words(building.name), points=points_words(points))
    for what in COUNTED:
        number = measure(board.town, what)
        yield say(
            "%(what)s, %(number)s × %(times)s: %(points)s",
            what=EXPECTATIONS[what],
            number=number,
            times=times[what],
            points=number * times[what],
        )
