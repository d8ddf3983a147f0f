"""What to believe of every cell: the figures that together explain the picture best, one on a cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.core.sighting import EMPTY
from vision.ground import Floats
from vision.learn import Figures, family
from vision.poses import Masks, Ways

SURE = 0.45
"""A figure stands where the pixels say at least this part of what they said for its kind at the start ..."""
NOTHING = 0.22
"""... and none where they say less than this."""
CLOSE = 0.06
"""Two kinds nearer to each other than this part cannot be told apart."""
STRANGE = 0.6
"""An object that is no figure: so much of the middle of a cell is neither board nor explained by a figure."""
SOMETHING = 0.08
"""Cells around which less than this part of the pixels differ from bare board are not looked at any further."""


@dataclass(frozen=True)
class Clues:
    """What one frame, or several together, say about every coarse pixel.

    ``gains`` (coarse pixels x kinds) speak for a figure of that kind against bare board, ``strange`` (coarse pixels) is
    1 where it is not bare board, ``hidden`` is 1 where a hand or another large thing covers it.
    """

    gains: Floats
    strange: Floats
    hidden: Floats

    @property
    def lively(self) -> Floats:
        """How sure it is that a pixel shows something else than bare board, 0 to 1, whatever it is."""
        return np.asarray(np.maximum(self.strange, np.clip(self.gains.max(axis=1) / 2 - 1, 0, 1)), np.float32)


@dataclass
class Belief:
    """``cells`` bear figures for sure; ``doubts`` lists what may stand on the doubtful ones; ``confidence`` of every
    cell that was seen, 0 to 1."""

    cells: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Eye:
    """How to look at the cells: the masks of all kinds, and ``usual``, what pixels say for each where one stands."""

    ways: Ways
    figures: Figures
    masks: Mapping[str, Masks]
    usual: Floats
    middles: Masks
    """The middle of each cell, as if something flat and round lay there."""

    def columns(self, name: str) -> list[int]:
        """The kinds of a family."""
        return [column for column, kind in enumerate(self.figures.kinds) if family(kind) == name]

    def scores(self, gains: Floats, cells: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """cells x kinds: the most that the pixels say for each kind, and the pose for which they do."""
        shape = (len(cells), len(self.figures.kinds))
        best, pose = np.zeros(shape, np.float32), np.zeros(shape, np.intp)
        for name, masks in self.masks.items():
            columns = self.columns(name)
            made = masks.scores(gains[:, columns], cells)
            best[:, columns], pose[:, columns] = made.max(axis=1), made.argmax(axis=1)
        return best, pose

    def believe(self, clues: Clues) -> tuple[Belief, Floats]:
        """The belief, and how much of each coarse pixel figures on cells cover.

        Figures are believed one after the other, the most certain first; pixels that one explains say nothing for
        the next.
        """
        gains = clues.gains * (1 - clues.hidden)[:, None]
        strange = clues.strange * (1 - clues.hidden)
        claimed = np.zeros(len(strange), np.float32)
        belief = Belief(confidence=dict.fromkeys(self.ways.cells, 1.0))
        alive = np.maximum(strange, gains.max(axis=1) > 0)
        near = np.flatnonzero(alive[self.middles.places].mean(axis=1) > SOMETHING)
        first, _ = self.scores(gains, near)
        order = near[np.argsort(-(first / self.usual).max(axis=1))]
        for index in order:
            self._settle(index, gains, claimed, belief)
        self._objects(near, strange, claimed, belief)
        return belief, claimed

    def _settle(self, index: int, gains: Floats, claimed: Floats, belief: Belief) -> None:
        """Decides one cell, given the pixels that are explained already."""
        best = np.zeros(len(self.figures.kinds), np.float32)
        pose = np.zeros(len(best), np.intp)
        for name, masks in self.masks.items():
            columns = self.columns(name)
            places = masks.places[index]
            rest = gains[places][:, columns] * (1 - claimed[places])[:, None]
            made = masks.cover[index] @ rest
            best[columns], pose[columns] = made.max(axis=0), made.argmax(axis=0)
        part = best / self.usual
        ranked = np.argsort(-best)
        kind = self.figures.kinds[ranked[0]]
        cell = self.ways.cells[index]
        rival = best[ranked[1]] / self.usual[ranked[0]] if len(ranked) > 1 else 0.0
        lead = part[ranked[0]] - max(rival, 0.0)
        if part[ranked[0]] < NOTHING:
            belief.confidence[cell] = float(np.clip(1 - max(part[ranked[0]], 0) / NOTHING * 0.5, 0, 1))
            return
        if part[ranked[0]] >= SURE and lead >= CLOSE:
            belief.cells[cell] = kind
            belief.confidence[cell] = float(np.clip(min(part[ranked[0]] / SURE - 0.5, lead / CLOSE * 0.5), 0, 1))
        else:
            likely = [self.figures.kinds[column] for column in ranked if part[column] > NOTHING][:3]
            belief.doubts[cell] = (*likely, EMPTY) if part[ranked[0]] < SURE else tuple(likely)
            belief.confidence[cell] = 0.3
        masks = self.masks[family(kind)]
        places = masks.places[index]
        np.maximum.at(claimed, places, masks.cover[index, pose[ranked[0]]])

    def _objects(self, near: NDArray[np.intp], strange: Floats, claimed: Floats, belief: Belief) -> None:
        """Cells that look empty and are not bare either bear something that nobody knows."""
        left = strange * (1 - claimed)
        cover = self.middles.cover[near, 0]
        part = (cover * left[self.middles.places[near]]).sum(axis=1) / np.maximum(cover.sum(axis=1), 1e-6)
        for index, much in zip(near, part, strict=True):
            cell = self.ways.cells[index]
            if much > STRANGE and cell not in belief.cells and cell not in belief.doubts:
                belief.doubts[cell] = ()
                belief.confidence[cell] = 0.0
