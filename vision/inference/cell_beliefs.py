"""What is believed of the cells of one frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.boards.observation import EMPTY


class Weak(NamedTuple):
    """Something that is believed of a cell (a kind, or ``EMPTY``), and not for sure."""

    kind: str
    confidence: float
    possible: tuple[str, ...]


@dataclass
class CellBeliefs:
    """``cells`` bear figures for sure; ``doubts`` lists what may stand on the doubtful ones; ``confidence`` of every
    cell that was seen, 0 to 1."""

    cells: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)
    bare: set[str] = field(default_factory=set)
    """cells that were looked at and show nothing but board, whatever speaks for a figure of its colours there"""
    possible: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """which kinds but the one that is believed there may stand on a cell, the likeliest first"""
    alike: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """for which kinds but its own a figure may be taken though it is read for sure"""

    def alternatives(self, sure: float) -> dict[str, tuple[str, ...]]:
        """What else than what is believed of a cell may be there, ``EMPTY`` where that may be nothing, of all cells
        with less confidence than ``sure``."""
        weak = [cell for cell, confidence in sorted(self.confidence.items()) if confidence < sure]
        others = {cell: self.possible.get(cell, ()) + (EMPTY,) * (cell in self.cells) for cell in weak}
        return {cell: kinds for cell, kinds in others.items() if kinds}

    def recall(self, before: Mapping[str, Weak], sure: float, stood: Mapping[str, str]) -> dict[str, Weak]:
        """Makes nothing surer than it was ``before``, where the same is believed. What else than what ``stood`` there
        is believed of cells now with less confidence than ``sure``, and what still is."""
        for cell, weak in before.items():
            if cell not in self.doubts and weak.kind == self.cells.get(cell, EMPTY):
                self.confidence[cell], self.possible[cell] = weak.confidence, weak.possible
        return {
            cell: Weak(self.cells.get(cell, EMPTY), confidence, self.possible.get(cell, ()))
            for cell, confidence in self.confidence.items()
            if confidence < sure
            and cell not in self.doubts
            and (cell in before or self.cells.get(cell) != stood.get(cell))
        }
