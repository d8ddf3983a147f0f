"""Which ranches may be played (rules 1993 §3.1). Letters A-F here name places, clockwise, not herds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import atan2
from statistics import fmean

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import Fact, fact, say
from companion.games.abilene.common.sentences import SENTENCES

RANCHES = "ABCDEF"
FEWEST_PLAYERS, MOST_PLAYERS = 3, 6
CHOICE_OF_RANCHES = RuleRef("1993", "3.1")


@lru_cache(maxsize=32)
def around_the_town(layout: Layout) -> tuple[str, ...]:
    """The ranches of the board clockwise, its first letter first: by the angle of their middles round the town."""
    gates = [layout.centre(gate.cell) for gate in layout.gates]
    town = fmean(x for x, _ in gates), fmean(y for _, y in gates)

    def angle(ranch: str) -> float:
        cells = [layout.centre(cell) for cell in layout.select(ranch)]
        return atan2(fmean(y for _, y in cells) - town[1], fmean(x for x, _ in cells) - town[0])

    order = sorted(layout.regions, key=angle)  # y points down, so that growing angles go clockwise
    at = order.index(layout.regions[0])
    return (*order[at:], *order[:at])


def check_ranches(letters: Sequence[str]) -> None:
    """Passes when these ranches, one per player, may be played together.

    Raises IllegalMove when the pattern is wrong for that many players, BadRequest for a letter
    that names no ranch, one taken twice, or fewer than three or more than six players.
    """
    _check_letters(letters)
    players = _players(len(letters))
    if set(letters) not in _legal_sets(players):
        raise IllegalMove.saying(SENTENCES, _pattern(players), CHOICE_OF_RANCHES)


def _legal_sets(players: int) -> Iterator[set[str]]:
    for used in combinations(range(len(RANCHES)), players):
        free = sorted(set(range(len(RANCHES))) - set(used))
        match players:
            case 3:
                legal = len({ranch % 2 for ranch in used}) == 1
            case 4:
                legal = free[1] - free[0] == len(RANCHES) // 2
            case _:
                legal = True
        if legal:
            yield {RANCHES[ranch] for ranch in used}


def _pattern(players: int) -> Fact:
    return fact("ranches_of_three" if players == FEWEST_PLAYERS else "ranches_of_four")


def _check_letters(letters: Collection[str]) -> None:
    for letter in letters:
        if letter not in tuple(RANCHES):
            raise BadRequest(say("There is no ranch %(letter)s.", letter=letter))
    if len(set(letters)) < len(letters):
        raise BadRequest(say("Two players cannot have the same ranch."), CHOICE_OF_RANCHES)


def _players(count: int) -> int:
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        raise BadRequest(
            say("Abilene is for three to six players, not for %(count)s.", count=count),
            RuleRef("1993", "1.1"),
        )
    return count
