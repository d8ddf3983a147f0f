"""What an observation of 1983 can mean: doubtful cells are combined, hidden ones keep their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from companion.boards.observation import EMPTY, Observation
from companion.games.abilene.common.camera.readings import MOST_CHOICES, MOST_DOUBTS, MOST_READINGS, combined
from companion.games.abilene.edition_1983.camera.snapshot import Kinds, Left, Prairies, Stand


class Readings(NamedTuple):
    """``found`` are those in which no figure is too many, the likeliest first; ``likeliest`` may be another.

    ``all_tried``: nothing else can have been there, as far as cells were seen at all.
    """

    likeliest: Kinds
    found: tuple[Kinds, ...]
    all_tried: bool
    nothing_hidden: bool


def readings(kinds: Kinds, observation: Observation) -> Iterator[Kinds]:
    """Every combination of the doubtful cells after the figures stood like that, the likeliest first."""
    doubts = _doubts(observation)
    hidden = {cell: kinds[cell] for cell in observation.unknown if cell in kinds and cell not in doubts}
    for bears in combined(doubts, {}):
        yield {**observation.cells, **hidden, **{cell: kind for cell, kind in bears.items() if kind != EMPTY}}


def possible(ground: Prairies, stand: Stand, left: Left, observation: Observation) -> Readings:
    """The readings in which there are no more figures than there can be: on the board, escaped, or to be hired."""
    there = Counter(stand.kinds.values())
    there.update({ground.cowboy(seat): count for seat, count in stand.position.waiting.items()})
    there[ground.cowboy(left.seat)] += left.hires
    every = list(readings(stand.kinds, observation))
    fitting = (one for one in every if not Counter(one.values()) - there)
    found = tuple(islice(fitting, MOST_READINGS + 1))
    hidden = [cell for cell in observation.unknown if cell in ground.layout.by_id and cell not in observation.doubts]
    tried = len(found) <= MOST_READINGS and len(observation.doubts) <= MOST_DOUBTS
    return Readings(every[0], found[:MOST_READINGS], tried, not hidden)


def _doubts(observation: Observation) -> Mapping[str, tuple[str, ...]]:
    return {cell: kinds[:MOST_CHOICES] or (EMPTY,) for cell, kinds in observation.doubts.items()}
