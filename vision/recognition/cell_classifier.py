"""What to believe of every cell: the figures that together explain the picture best, one on a cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.recognition.background import Floats
from vision.recognition.figure_models import Figures, family
from vision.recognition.reference_store import Pose, Settled
from vision.recognition.templates import Masks, Ways

SURE, SUREST = 0.45, 0.75
"""A figure stands where the pixels say at least this part of what they said for its kind at the start ..."""
NOTHING = 0.22
"""... and none where they say less than this."""
CLOSE = 0.04
"""Two kinds nearer to each other than this part cannot be told apart."""
LOUDEST = (0.4, 0.0, 0.2, 0.6, 0.75, 0.85)
"""How much it can count which kind has most to say for it; the rest is for which is most typical."""
HARDEST = 5
"""So many figures, the likest to others, tell how well kinds are told apart."""
ALIKE = 1.0
"""A figure explains the pixels for which no other kind would speak much louder than its own."""
TOUCHING = 0.02
"""The part of a figure that may be explained by another before that is taken into account."""
DOUBTFUL = 0.3
"""The confidence of a cell of which nothing is sure."""
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
    1 where it is not bare board, ``colour`` (coarse pixels x 3) are its logarithms without the light of the frame,
    ``hidden`` is 1 where a hand or another large thing covers it.
    """

    gains: Floats
    strange: Floats
    colour: Floats
    hidden: Floats

    @cached_property
    def lively(self) -> Floats:
        """How sure it is that a pixel shows something else than bare board, 0 to 1, whatever it is."""
        return np.asarray(np.maximum(self.strange, np.clip(self.most / 2 - 1, 0, 1)), np.float32)

    @cached_property
    def most(self) -> Floats:
        """The gain of the kind that each pixel speaks for the loudest."""
        return np.asarray(reduce(np.maximum, self.gains.T), np.float32)


def worth(best: Floats, usual: Floats, loudest: float) -> Floats:
    """n x kinds: how likely each kind is by the scores of figures: how typical it is, and how loud against others."""
    loud = best / np.maximum(best.max(axis=1, keepdims=True), 1e-6)
    return np.asarray((1 - loudest) * np.minimum(best / usual, 1.0) + loudest * loud, np.float32)


def hardest(likely: Floats, own: NDArray[np.bool_]) -> float:
    """How far figures are from being taken for other kinds, those that are nearest to it; ``own`` are theirs."""
    others = np.where(own, 0, likely).max(axis=1, initial=0)
    return float(np.sort(likely[own] - others)[:HARDEST].mean())


@dataclass
class Belief:
    """``cells`` bear figures for sure; ``doubts`` lists what may stand on the doubtful ones; ``confidence`` of every
    cell that was seen, 0 to 1."""

    cells: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Bids:
    """What speaks for the kinds on n cells (n x kinds): their scores, how likely each is, and the part of what its
    pixels said at the start; the likeliest kind (n), and how much it covers (n x pixels) of which coarse pixels."""

    best: Floats
    worth: Floats
    part: Floats
    column: NDArray[np.intp]
    places: NDArray[np.intp]
    cover: Floats
    size: Floats

    def put(self, turn: int, one: Bids) -> None:
        """Another bid in the place of one of these."""
        for mine, its in zip(vars(self).values(), vars(one).values(), strict=True):
            mine[turn] = its[0]


@dataclass(frozen=True)
class Eye:
    """How to look at the cells: the masks of all kinds, and ``usual``, what pixels say for each where one stands."""

    ways: Ways
    figures: Figures
    masks: Mapping[str, Masks]
    usual: Floats
    sure: Floats
    """for each kind the part of the usual from which one is believed to stand there"""
    middles: Masks
    """The middle of each cell, as if something flat and round lay there."""
    loudest: float
    """how much it counts which kind has most to say for it"""

    def columns(self, name: str) -> list[int]:
        """The kinds of a family."""
        return self._columns[name]

    @cached_property
    def _columns(self) -> dict[str, list[int]]:
        kinds = self.figures.kinds
        return {name: [at for at, kind in enumerate(kinds) if family(kind) == name] for name in self.masks}

    @cached_property
    def _families(self) -> NDArray[np.intp]:
        """Which of the families each kind is of."""
        return np.array([list(self.masks).index(family(kind)) for kind in self.figures.kinds])

    def scores(self, gains: Floats, cells: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """cells x kinds: the most that the pixels say for each kind, and the pose for which they do."""
        shape = (len(cells), len(self.figures.kinds))
        best, pose = np.zeros(shape, np.float32), np.zeros(shape, np.intp)
        for name, masks in self.masks.items():
            columns = self.columns(name)
            made = masks.scores(gains[:, columns], cells)
            best[:, columns], pose[:, columns] = made.max(axis=1), made.argmax(axis=1)
        return best, pose

    @cached_property
    def kind_masks(self) -> Mapping[str, Masks]:
        """Where a figure of each kind would be on the cells; for EMPTY the middles."""
        return {kind: self.masks[family(kind)] for kind in self.figures.kinds} | {EMPTY: self.middles}

    def pose(self, cell: int, kind: str, clues: Clues) -> Pose:
        """How something of that kind that is known to stand on the cell does so."""
        masks = self.kind_masks[kind]
        places = masks.places[cell]
        if kind == EMPTY:
            return Pose(places, masks.cover[cell, 0], masks.cover[cell, 0] * clues.lively[places])
        column = self.figures.kinds.index(kind)
        its = clues.gains[places, column]
        cover = masks.cover[cell, int((masks.cover[cell] @ its).argmax())]
        return Pose(places, cover, cover * (its >= clues.most[places] - ALIKE))

    def believe(self, clues: Clues, settled: Settled) -> tuple[Belief, Floats]:
        """The belief, and how much of each coarse pixel figures on cells cover.

        What is settled is believed first, then figures one after the other, the most certain first; pixels that one
        explains say nothing for the next.
        """
        gains, strange, most, clear = clues.gains, clues.strange, clues.most, None
        if clues.hidden.any():
            clear = 1 - clues.hidden
            gains, strange, most = gains * clear[:, None], strange * clear, most * clear
        claimed = settled.claimed.copy()
        alive = np.maximum(strange, most > 0)
        places = self.middles.places
        open_cells = np.ones(len(places), bool)
        open_cells[list(settled.kinds)] = False
        near = np.flatnonzero(open_cells & (alive[places].sum(axis=1) > SOMETHING * places.shape[1]))
        bids = self._bids(near, *self.scores(gains, near), clear)
        rows, there = np.nonzero(bids.cover)
        pixels = bids.places[rows, there]
        claims = np.zeros_like(bids.cover)
        its_own = gains[pixels, bids.column[rows]] >= most[pixels] - ALIKE
        claims[rows, there] = bids.cover[rows, there] * its_own
        for turn in np.argsort(-(bids.best / self.usual).max(axis=1)):
            places = bids.places[turn]
            taken = claimed[places]
            if taken.any() and float(taken @ bids.cover[turn]) > TOUCHING * bids.size[turn]:
                bids.put(turn, self._again(near[turn : turn + 1], gains, claimed, clear))
                places, taken = bids.places[turn], claimed[bids.places[turn]]
                claims[turn] = bids.cover[turn] * (gains[places, bids.column[turn]] >= most[places] - ALIKE)
            if bids.part[turn, bids.column[turn]] >= NOTHING * self.sure[bids.column[turn]] / SURE:
                claimed[places] = np.maximum(taken, claims[turn])
        stand = {self.ways.cells[cell]: kind for cell, kind in settled.kinds.items() if kind != EMPTY}
        belief = Belief(stand, confidence=dict.fromkeys(self.ways.cells, 1.0))
        ranked = np.argsort(-bids.worth, axis=1)
        for turn, index in enumerate(near):
            self._settle(self.ways.cells[index], ranked[turn], bids.worth[turn], bids.part[turn], belief)
        self._objects(near, strange, claimed, belief)
        return belief, claimed

    def _bids(self, cells: NDArray[np.intp], best: Floats, pose: NDArray[np.intp], clear: Floats | None) -> Bids:
        """What speaks for the kinds on these cells, by their scores and poses; ``clear`` is 0 where all is hidden."""
        likely = worth(best, self.usual, self.loudest)
        column = likely.argmax(axis=1)
        pixels = next(iter(self.masks.values())).places.shape[1]
        places, cover = np.zeros((len(cells), pixels), np.intp), np.zeros((len(cells), pixels), np.float32)
        for number, masks in enumerate(self.masks.values()):
            own = np.flatnonzero(self._families[column] == number)
            places[own], cover[own] = masks.places[cells[own]], masks.cover[cells[own], pose[own, column[own]]]
        size = cover.sum(axis=1)
        shown = np.ones(len(cells), np.float32)
        if clear is not None:
            shown = np.maximum((cover * clear[places]).sum(axis=1) / np.maximum(size, 1e-6), LEAST_SHOWN)
        return Bids(best, likely, best / (self.usual * shown[:, None]), column, places, cover, size)

    def _again(self, cell: NDArray[np.intp], gains: Floats, claimed: Floats, clear: Floats | None) -> Bids:
        """The bids for a single cell by the pixels that are not explained yet."""
        best, pose = self._given(int(cell[0]), gains, claimed)
        return self._bids(cell, best[None], pose[None], clear)

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

    def _settle(self, cell: str, ranked: NDArray[np.intp], worth: Floats, part: Floats, belief: Belief) -> None:
        """Decides one cell; ``ranked`` are its kinds, the likeliest first."""
        first = int(ranked[0])
        lead = worth[first] - max(worth[ranked[1]], 0.0) if len(ranked) > 1 else 1.0
        sure = float(self.sure[first])
        nothing = sure * NOTHING / SURE
        if part[first] < nothing:
            belief.confidence[cell] = float(1 - max(part[first], 0) / nothing * 0.5)
        elif part[first] >= sure and lead >= CLOSE:
            belief.cells[cell] = self.figures.kinds[first]
            belief.confidence[cell] = float(min(part[first] / sure - 0.5, lead / CLOSE * 0.5, 1.0))
        else:
            likely = [self.figures.kinds[column] for column in ranked if part[column] > NOTHING][:3]
            belief.doubts[cell] = (*likely, EMPTY) if part[first] < sure else tuple(likely)
            belief.confidence[cell] = DOUBTFUL

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
