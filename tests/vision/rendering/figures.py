"""Where every figure really stands: put down by hand, never in the middle, never quite still."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import BESIDE, JAIL
from companion.games.abilene.common.camera.observations import is_cow
from companion.games.abilene.common.pieces import TOWN
from tests.vision.drawing.figures import Shape
from tests.vision.rendering.legal_moves import Move
from tests.vision.rendering.looks import Makers
from vision.synthetic.table import slots

CORRAL = "corral"
OFF = 5.0
"""Millimetres from the middle of its cell at which a figure may stand."""


@dataclass
class Standing:
    """A figure."""

    kind: str
    node: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0


@dataclass
class Crowd:
    """All of them; ``neat`` is how far off the middle they usually are."""

    layout: Layout
    chance: random.Random
    neat: float = 2.0
    everybody: list[Standing] = field(default_factory=list)

    def set_up(self, cells: Mapping[str, str]) -> None:
        """Put all figures on their cells at the start of a game: cell -> kind."""
        self.everybody = [Standing(kind, cell) for cell, kind in sorted(cells.items())]
        for one in self.everybody:
            self._put(one)

    def follow(self, moves: Sequence[Move]) -> None:
        """Move figures as truth.json tells it; a cow that came to town lies in the corral."""
        for move in moves:
            if move["from"] == BESIDE:
                self.everybody.append(Standing(move["piece"], BESIDE))
            found = next(one for one in self.everybody if (one.kind, one.node) == (move["piece"], move["from"]))
            found.node = where(move)
            if found.node == BESIDE:
                self.everybody.remove(found)
            else:
                self._put(found)

    def clear(self) -> None:
        """Take the cows that were sold out of the corral."""
        self.everybody = [one for one in self.everybody if one.node != CORRAL]

    def exchange(self, one: Standing, other: Standing) -> None:
        """Exchange the places of two figures."""
        one.node, other.node = other.node, one.node
        for each in (one, other):
            self._put(each)

    def nudge(self) -> None:
        """Nudge some figures as a sleeve does."""
        for one in self.chance.sample(self.everybody, min(3, len(self.everybody))):
            if one.node in self.layout.by_id:
                middle = self.layout.centre(one.node)
                one.x = _near(middle[0], one.x + self.chance.gauss(0, 1.2))
                one.y = _near(middle[1], one.y + self.chance.gauss(0, 1.2))
                one.angle += self.chance.gauss(0, 15)

    def shapes(self, makers: Makers) -> list[Shape]:
        """Return all figures as they are drawn."""
        return [makers.figure(one.kind).at(one.x, one.y, one.angle) for one in self.everybody]

    def truth(self) -> dict[str, object]:
        """Return what stands where, as truth.json says it."""
        beside = {area: sorted(one.kind for one in self.everybody if one.node == area) for area in (TOWN, JAIL, CORRAL)}
        cells = {one.node: one.kind for one in self.everybody if one.node in self.layout.by_id}
        return {"cells": dict(sorted(cells.items())), **beside}

    def _put(self, one: Standing) -> None:
        one.angle = self.chance.uniform(0, 360)
        if one.node in self.layout.by_id:
            x, y = self.layout.centre(one.node)
            one.x, one.y = (_near(at, at + self.chance.gauss(0, self.neat)) for at in (x, y))
            return
        places_taken = [(other.x, other.y) for other in self.everybody if other.node == one.node and other is not one]
        spots = sorted(slots(self.layout, one.node), key=lambda _: self.chance.random())
        x, y = max(spots, key=lambda spot: min((_distance(spot, other) for other in places_taken), default=0.0))
        one.x, one.y = x + self.chance.gauss(0, 1.5), y + self.chance.gauss(0, 1.5)


def where(move: Move) -> str:
    """Return where the figure is after the move."""
    return CORRAL if is_cow(move["piece"]) and move["to"] == TOWN else str(move["to"])


def _near(middle: float, wanted: float) -> float:
    return min(max(wanted, middle - OFF), middle + OFF)


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)
