"""The path tables of ``paths`` looked up by their end: is there a free way from here to there with this die?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.boards.layout import TOWN, Layout
from companion.games.abilene.common.board.paths import CowboyReach, CowReach, PathRules, path_book


class Ends(dict[tuple[str, int], dict[int, tuple[int, ...]]]):
    """(node, die) -> the bit of every end -> its paths, each as the cells between; a die of 0 stays (9.2)."""

    def __init__(self, layout: Layout, reach: CowboyReach | CowReach) -> None:
        super().__init__()
        self._layout, self._reach = layout, reach

    def __missing__(self, key: tuple[str, int]) -> dict[int, tuple[int, ...]]:
        node, die = key
        found: dict[int, tuple[int, ...]] = {}
        if die == 0:
            found[self._layout.bit[node]] = (0,)
        else:
            reach = self._reach[key]
            for _, bit, through in reach.ways:
                found[bit] = (*found.get(bit, ()), through)
            if reach.town:
                found[self._layout.bit[TOWN]] = reach.town
        self[key] = found
        return found


class EndBook(NamedTuple):
    """The tables of one board under one reading of the rules."""

    cow: Ends
    cowboy: Ends


@lru_cache(maxsize=64)
def end_book(layout: Layout, rules: PathRules) -> EndBook:
    """The tables, shared by everybody who asks about that board under these rules."""
    book = path_book(layout, rules)
    return EndBook(Ends(layout, book.cow), Ends(layout, book.cowboy))


def singles(mask: int) -> Iterator[int]:
    """The bits of a set, one at a time."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
