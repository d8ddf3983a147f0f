"""What to believe of every cell: the figures that together explain the picture best, one on a cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce

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
WEIGHT = 0.6
"""How much it counts which kind has most to say for it, against which is most typical."""
ALIKE = 1.0
"""A figure explains the pixels for which no other kind would speak much louder than its own."""
TOUCHING = 0.02
"""The part of a figure that may be explained by another before that is taken into account."""
SAME = 1e-3
"""Gains that differ by less are the same, added up in another order."""
LEAST_SHOWN = 0.5
"""A figure of which less is seen is not made up for."""
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
        return np.asarray(np.maximum(self.strange, np.clip(self.most / 2 - 1, 0, 1)), np.float32)

    @cached_property
    def most(self) -> Floats:
        """The gain of the kind that each pixel speaks for the loudest."""
        return np.asarray(reduce(np.maximum, self.gains.T), np.float32)


@dataclass
class Belief:
    """``cells`` bear figures for sure; ``doubts`` lists what may stand on the doubtful ones; ``confidence`` of every
    cell that was seen, 0 to 1."""

    cells: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)


@dataclass
class Memory:
    """The scores (cells x kinds) and poses of the last frame, the ``gains`` they follow from, and which are known."""

    gains: Floats
    known: NDArray[np.bool_]
    best: Floats
    pose: NDArray[np.intp]


@dataclass(frozen=True)
class Eye:
    """How to look at the cells: the masks of all kinds, and ``usual``, what pixels say for each where one stands."""

    ways: Ways
    figures: Figures
    masks: Mapping[str, Masks]
    usual: Floats
    middles: Masks
    """The middle of each cell, as if something flat and round lay there."""
    _memory: list[Memory] = field(default_factory=list, init=False, repr=False, compare=False)

    def columns(self, name: str) -> list[int]:
        """The kinds of a family."""
        return self._columns[name]

    @cached_property
    def _columns(self) -> dict[str, list[int]]:
        kinds = self.figures.kinds
        return {name: [at for at, kind in enumerate(kinds) if family(kind) == name] for name in self.masks}

    def scores(self, gains: Floats, cells: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """cells x kinds: the most that the pixels say for each kind, and the pose for which they do."""
        shape = (len(cells), len(self.figures.kinds))
        best, pose = np.zeros(shape, np.float32), np.zeros(shape, np.intp)
        for name, masks in self.masks.items():
            columns = self.columns(name)
            made = masks.scores(gains[:, columns], cells)
            best[:, columns], pose[:, columns] = made.max(axis=1), made.argmax(axis=1)
        return best, pose

    def remembered(self, gains: Floats, cells: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """As ``scores``; cells around which nothing has changed keep those of the last frame."""
        shape = (len(self.ways.cells), len(self.figures.kinds))
        if not self._memory:
            self._memory.append(
                Memory(gains, np.zeros(shape[0], bool), np.zeros(shape, np.float32), np.zeros(shape, np.intp))
            )
        memory = self._memory[0]
        changed = reduce(np.logical_or, (np.abs(gains - memory.gains) > SAME).T)
        for masks in self.masks.values():
            memory.known &= ~changed[masks.places].any(axis=1)
        new = cells[~memory.known[cells]]
        memory.best[new], memory.pose[new] = self.scores(gains, new)
        memory.known[new], memory.gains = True, np.where(changed[:, None], gains, memory.gains)
        return memory.best[cells], memory.pose[cells]

    def believe(self, clues: Clues) -> tuple[Belief, Floats]:
        """The belief, and how much of each coarse pixel figures on cells cover.

        Figures are believed one after the other, the most certain first; pixels that one explains say nothing for
        the next.
        """
        open_to_view = 1 - clues.hidden
        gains = clues.gains * open_to_view[:, None]
        strange = clues.strange * open_to_view
        most = clues.most * open_to_view
        claimed = np.zeros(len(strange), np.float32)
        belief = Belief(confidence=dict.fromkeys(self.ways.cells, 1.0))
        alive = np.maximum(strange, most > 0)
        places = self.middles.places
        near = np.flatnonzero(alive[places].sum(axis=1) > SOMETHING * places.shape[1])
        first, poses = self.remembered(gains, near)
        for turn in np.argsort(-(first / self.usual).max(axis=1)):
            index, best, pose = int(near[turn]), first[turn], poses[turn]
            worth = self._worth(best)
            column = int(worth.argmax())
            places, cover = self._pixels(index, column, pose)
            if (claimed[places] * cover).sum() > TOUCHING * cover.sum():
                best, pose = self._given(index, gains, claimed)
                worth = self._worth(best)
                column = int(worth.argmax())
                places, cover = self._pixels(index, column, pose)
            shown = float((cover * open_to_view[places]).sum() / max(cover.sum(), 1e-6))
            if self._settle(index, best, worth, shown, belief):
                its_own = gains[places, column] >= most[places] - ALIKE
                claimed[places] = np.maximum(claimed[places], cover * its_own)
        self._objects(near, strange, claimed, belief)
        return belief, claimed

    def _pixels(self, index: int, column: int, pose: NDArray[np.intp]) -> tuple[NDArray[np.intp], Floats]:
        """What a figure of this kind in its best pose covers of which pixels."""
        masks = self.masks[family(self.figures.kinds[column])]
        return masks.places[index], masks.cover[index, pose[column]]

    def _given(self, index: int, gains: Floats, claimed: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """The scores of one cell and their poses, by the pixels that are not explained yet."""
        best = np.zeros(len(self.figures.kinds), np.float32)
        pose = np.zeros(len(best), np.intp)
        for name, masks in self.masks.items():
            columns = self.columns(name)
            places = masks.places[index]
            rest = gains[places][:, columns] * (1 - claimed[places])[:, None]
            made = masks.cover[index] @ rest
            best[columns], pose[columns] = made.max(axis=0), made.argmax(axis=0)
        return best, pose

    def _worth(self, best: Floats) -> Floats:
        """How likely each kind is: as typical as at the start, and by how much speaks for it."""
        typical = np.minimum(best / self.usual, 1.0)
        return np.asarray(typical + WEIGHT * best / max(float(best.max()), 1e-6), np.float32)

    def _settle(self, index: int, best: Floats, worth: Floats, shown: float, belief: Belief) -> bool:
        """Decides one cell; whether something seems to stand there."""
        cell, ranked = self.ways.cells[index], np.argsort(-worth)
        part = best / (self.usual * max(shown, LEAST_SHOWN))
        first = int(ranked[0])
        lead = worth[first] - max(worth[ranked[1]], 0.0) if len(ranked) > 1 else 1.0
        if part[first] < NOTHING:
            belief.confidence[cell] = float(np.clip(1 - max(part[first], 0) / NOTHING * 0.5, 0, 1))
            return False
        if part[first] >= SURE and lead >= CLOSE:
            belief.cells[cell] = self.figures.kinds[first]
            belief.confidence[cell] = float(np.clip(min(part[first] / SURE - 0.5, lead / CLOSE * 0.5), 0, 1))
        else:
            likely = [self.figures.kinds[column] for column in ranked if part[column] > NOTHING][:3]
            belief.doubts[cell] = (*likely, EMPTY) if part[first] < SURE else tuple(likely)
            belief.confidence[cell] = 0.3
        return True

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
