"""Every path a figure could take on an empty board, found once per node and die.

A path is kept as the set of cells it passes through, so that asking whether a figure is in the
way is one ``&`` of two ints. Tables fill themselves as they are asked, about a millisecond each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.games.abilene.common.house_rules import Transit
from companion.games.abilene.common.pieces import TOWN

TURNS = 1
NEVER = TURNS + 1


class PathRules(NamedTuple):
    """Options that decide the shape of a path: A4, A5, and whether the town may be left backwards."""

    transit: Transit = Transit.STRAIGHT_FREE
    max_turn_angle: int = 120
    leave_town_backwards: bool = True


Throughs = tuple[int, ...]
"""Every path from one node to another, as the cells between: sets of bits."""


class Reach(NamedTuple):
    """All paths of one figure with one die: the ``ends``, the same as ``bits``, and the paths to each.

    ``town`` are the paths that end in the town, ``area`` all ends. Three tuples in step take a third of the memory of
    one of triples.
    """

    ends: tuple[str, ...]
    bits: tuple[int, ...]
    throughs: tuple[Throughs, ...]
    town: Throughs
    area: int

    @property
    def ways(self) -> Iterator[tuple[str, int, Throughs]]:
        """Return each end, its bit and the paths to it."""
        return zip(self.ends, self.bits, self.throughs, strict=True)


class Walker:
    """Search for the paths of cowboys, or with ``ranch`` of a cow, which stays there and stops in the town."""

    def __init__(self, layout: Layout, rules: PathRules, ranch: str | None = None) -> None:
        self.layout, self.rules = layout, rules
        every, most = range(len(layout.lattice.steps)), rules.max_turn_angle
        angles = [[layout.lattice.turn(before, after) for after in every] for before in every]
        self.turns = [[NEVER if angle > most else int(angle > 0) for angle in after] for after in angles]
        """by the directions before and after: 1 for a turn, 0 for none, NEVER where it is too sharp (8.3, 9.4)"""
        allowed = {*layout.bit} if ranch is None else {TOWN, *layout.select(ranch)}
        self.onwards = {
            node: [(way, there, layout.bit[there]) for way, there in next_to if there in allowed]
            for node, next_to in layout.neighbours.items()
            if ranch is None or node != TOWN
        }
        """node -> the nodes a step away, each with the direction and its bit"""
        self.shared: dict[Throughs, Throughs] = {}
        """paths that are met again and again, kept once: there and back, with one die and another"""

    def reach(self, start: str, steps: int, shorter: bool) -> Reach:
        """Return the paths of so many steps; with ``shorter`` those of fewer, too."""
        bits, found = self.layout.bit, dict[str, set[int]]()
        passable = ~(bits[start] | bits.get(TOWN, 0))

        def walk(here: str, before: str, heading: int | None, turns: int, visited: int, left: int) -> None:
            for direction, there, bit in self.onwards.get(here, ()):
                if bit & visited:
                    continue
                if heading is None:
                    turned = 0
                elif here == TOWN:
                    turned = turns + self._turn_in_town(before, heading, direction, there)
                else:
                    turned = turns + self.turns[heading][direction]
                if turned > TURNS:
                    continue
                if shorter or left == 1:
                    found.setdefault(there, set()).add(visited & passable)
                if left > 1:
                    walk(there, here, direction, turned, visited | bit, left - 1)

        if steps:
            walk(start, "", None, 0, bits[start], steps)
        town = _easiest(found.pop(TOWN, set()))
        easiest = map(_easiest, found.values())
        throughs = tuple(self.shared.setdefault(each, each) for each in easiest)
        return Reach(tuple(found), tuple(map(bits.__getitem__, found)), throughs, town, self.layout.mask(found))

    def _turn_in_town(self, before: str, heading: int, direction: int, node: str) -> int:
        """Return the same for a step out of the town to ``node``, entered from ``before`` with this heading (9.8)."""
        if direction == self.layout.lattice.reverse(heading) and not self.rules.leave_town_backwards:
            return NEVER
        match self.rules.transit:
            case Transit.FREE:
                return 0
            case Transit.ALWAYS_TURN:
                return 1
            case Transit.STRAIGHT_FREE:
                return int((direction, node) != (heading, self.layout.straight_through.get((before, heading))))


class Reaches(dict[tuple[str, int], Reach]):
    """Paths by (node, die), made by ``find`` when they are asked for first."""

    def __init__(self, find: Callable[[str, int], Reach]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: tuple[str, int]) -> Reach:
        self[key] = reach = self._find(*key)
        return reach


class Ends(dict[tuple[str, int], dict[int, Throughs]]):
    """Paths by (node, die) and the bit of every end, each as the cells between; a die of 0 stays (9.2)."""

    def __init__(self, layout: Layout, reaches: Reaches) -> None:
        super().__init__()
        self._layout, self._reaches = layout, reaches

    def __missing__(self, key: tuple[str, int]) -> dict[int, Throughs]:
        self[key] = found = self._found(*key)
        return found

    def _found(self, node: str, die: int) -> dict[int, Throughs]:
        bits = self._layout.bit
        if die == 0:
            return {bits[node]: (0,)}
        reach = self._reaches[node, die]
        found = dict(zip(reach.bits, reach.throughs, strict=True))
        return {**found, bits[TOWN]: reach.town} if reach.town else found


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
    """Return the tables, shared by everybody who plays on that board under these rules."""
    rider, drivers = Walker(layout, rules), {ranch: Walker(layout, rules, ranch) for ranch in layout.regions}

    cow = Reaches(lambda start, die: drivers[layout.by_id[start].region].reach(start, die, shorter=True))
    cowboy = Reaches(lambda start, die: rider.reach(start, die, shorter=False))
    return PathBook(cow, cowboy, Ends(layout, cow), Ends(layout, cowboy))


def _easiest(throughs: set[int]) -> Throughs:
    """Return the paths without those that pass through all the cells of another one and more."""
    if len(throughs) == 1:
        return tuple(throughs)
    return tuple(sorted(one for one in throughs if not any(other & one == other != one for other in throughs)))
