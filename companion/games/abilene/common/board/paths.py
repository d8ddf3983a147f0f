"""Every path a figure could take on an empty board, found once per node and die.

A path is kept as the set of cells it passes through, so that asking whether a figure is in the
way is one ``&`` of two ints. Tables fill themselves as they are asked, about a millisecond each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.games.abilene.common.house_rules import Transit
from companion.games.abilene.common.pieces import TOWN

TURNS = 1
NEVER = TURNS + 1


class PathRules(NamedTuple):
    """What decides the shape of a path: the options A4 and A5, and whether the town may be left backwards."""

    transit: Transit = Transit.STRAIGHT_FREE
    max_turn_angle: int = 120
    leave_town_backwards: bool = True


Way = tuple[str, int, int]
"""One path: its end, the end as a bit, the cells between as bits. A plain tuple, because those unpack fastest."""


class Reach(NamedTuple):
    """All paths of one figure with one die.

    ``town`` holds the cells between of the paths that end in the town, ``area`` all ends.
    """

    ways: tuple[Way, ...]
    town: tuple[int, ...]
    area: int


class PathStep(NamedTuple):
    """How far a path has come: where, arriving in which direction from where, with how many turns made."""

    node: str
    before: str | None
    direction: int | None
    turns: int
    visited: int


class Walker:
    """Walks the paths of cowboys, or with ``ranch`` those of a cow, which stays there and stops in the town."""

    def __init__(self, layout: Layout, rules: PathRules, ranch: str | None = None) -> None:
        self.layout, self.rules, self.ranch = layout, rules, ranch
        every, most = range(len(layout.lattice.steps)), rules.max_turn_angle
        angles = [[layout.lattice.turn(before, after) for after in every] for before in every]
        self.turns = [[NEVER if angle > most else int(angle > 0) for angle in after] for after in angles]
        """by the directions before and after: 1 for a turn, 0 for none, NEVER where it is too sharp (8.3, 9.4)"""

    def paths(self, start: str, steps: int) -> Iterator[tuple[int, PathStep]]:
        """Every path of 1 to ``steps`` steps, as its length and its last step."""
        yield from self._onwards(PathStep(start, None, None, 0, self.layout.bit[start]), 1, steps)

    def _onwards(self, here: PathStep, length: int, steps: int) -> Iterator[tuple[int, PathStep]]:
        if length > steps:
            return
        for there in self._next(here):
            yield length, there
            yield from self._onwards(there, length + 1, steps)

    def _next(self, here: PathStep) -> Iterator[PathStep]:
        layout, cow, came = self.layout, self.ranch is not None, here.direction
        if cow and here.node == TOWN:
            return
        for direction, node in layout.neighbours[here.node]:
            bit = layout.bit[node]
            if bit & here.visited or (cow and node != TOWN and layout.by_id[node].region != self.ranch):
                continue
            if came is None:
                turns = 0
            elif here.node == TOWN:
                turns = here.turns + self._turn_in_town(here.before or "", came, direction, node)
            else:
                turns = here.turns + self.turns[came][direction]
            if turns <= TURNS:
                yield PathStep(node, here.node, direction, turns, here.visited | bit)

    def _turn_in_town(self, before: str, came: int, direction: int, node: str) -> int:
        """The same for a step out of the town to ``node``, into which a step ``came`` from ``before`` (9.8)."""
        if direction == self.layout.lattice.reverse(came) and not self.rules.leave_town_backwards:
            return NEVER
        match self.rules.transit:
            case Transit.FREE:
                return 0
            case Transit.ALWAYS_TURN:
                return 1
            case Transit.STRAIGHT_FREE:
                return int((direction, node) != (came, self.layout.straight_through.get((before, came))))


class Reaches(dict[tuple[str, int], Reach]):
    """(node, die) -> the paths whose last ``steps`` these are."""

    def __init__(self, layout: Layout, steps: Callable[[str, int], Iterable[PathStep]]) -> None:
        super().__init__()
        self._layout, self._steps = layout, steps

    def __missing__(self, key: tuple[str, int]) -> Reach:
        self[key] = reach = _reach(self._layout, key[0], self._steps(*key))
        return reach


class Ends(dict[tuple[str, int], dict[int, tuple[int, ...]]]):
    """(node, die) -> the bit of every end -> its paths, each as the cells between; a die of 0 stays (9.2)."""

    def __init__(self, layout: Layout, reaches: Reaches) -> None:
        super().__init__()
        self._layout, self._reaches = layout, reaches

    def __missing__(self, key: tuple[str, int]) -> dict[int, tuple[int, ...]]:
        node, die = key
        found: dict[int, tuple[int, ...]] = {}
        if die == 0:
            found[self._layout.bit[node]] = (0,)
        else:
            reach = self._reaches[key]
            for _, bit, through in reach.ways:
                found[bit] = (*found.get(bit, ()), through)
            if reach.town:
                found[self._layout.bit[TOWN]] = reach.town
        self[key] = found
        return found


class PathBook(NamedTuple):
    """The tables of one board under one reading of the rules."""

    cow: Reaches
    """at most as many steps as the die shows inside the cell's ranch or into the town (8.2, 8.3)"""
    cowboy: Reaches
    """exactly as many (9.2)"""
    cow_ends: Ends
    cowboy_ends: Ends
    """the same, looked up by the end of a path"""


@lru_cache(maxsize=16)
def path_book(layout: Layout, rules: PathRules) -> PathBook:
    """The tables, shared by everybody who plays on that board under these rules."""
    rider, drivers = Walker(layout, rules), {ranch: Walker(layout, rules, ranch) for ranch in layout.regions}

    def driven(start: str, die: int) -> Iterator[PathStep]:
        return (step for _, step in drivers[layout.by_id[start].region].paths(start, die))

    def ridden(start: str, die: int) -> Iterator[PathStep]:
        return (step for length, step in rider.paths(start, die) if length == die)

    cow, cowboy = Reaches(layout, driven), Reaches(layout, ridden)
    return PathBook(cow, cowboy, Ends(layout, cow), Ends(layout, cowboy))


def _reach(layout: Layout, start: str, steps: Iterable[PathStep]) -> Reach:
    passable = ~(layout.bit[start] | layout.bit.get(TOWN, 0))
    found: dict[str, set[int]] = {}
    for step in steps:
        found.setdefault(step.node, set()).add(step.visited & passable & ~layout.bit[step.node])
    ways = tuple(
        (end, layout.bit[end], through)
        for end, throughs in found.items()
        if end != TOWN
        for through in _easiest(throughs)
    )
    return Reach(ways, _easiest(found.get(TOWN, set())), layout.mask(end for end, _, _ in ways))


def _easiest(throughs: set[int]) -> tuple[int, ...]:
    """Without the paths that pass through all the cells of another one and more."""
    return tuple(sorted(one for one in throughs if not any(other & one == other != one for other in throughs)))
