"""References of every cell from when it was known what stood on it: a cell that looks so again has not changed.

Only a few figures move from one picture to the next. A cell that looks as it did bears what it did, also where light
is so poor or figures are so alike that nobody could tell from this picture alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.evidence.background import Floats, NoiseModel, total
from vision.evidence.templates import COARSER, SilhouetteMasks


@dataclass(frozen=True, slots=True)
class Tuning:
    """The reference store. Defaults are the values in use."""

    most: int = 72
    """Coarse pixels of a sample, those that the figure covers most if there are more."""
    strangest: float = 6.0
    """How much a single pixel can count that looks quite different (as a multiple of its variance)."""
    nearest: float = 0.6
    """A cell looks the same if its pixels stray (likewise, the mean of them) by less than this part of what the nearest
    cell strayed that bore something else at the start ..."""
    nearest_empty: float = 0.35
    """... and an empty one if they do by less than this part: a figure can stand at its rim."""
    darker: float = -0.6
    """How far a cell as a whole may be darker (logarithms): a hand or a neighbour has cast its shadow on it ..."""
    lighter: float = 0.2
    """... or lighter."""


TUNING = Tuning()


LEAST_NOISE_MODEL = NoiseModel(0.03, 1.5, 0.35)
"""How coarse pixels stray at least."""


@dataclass(frozen=True)
class FigurePose:
    """The pose of a figure, or of nothing, on a cell.

    ``cover`` is how much it covers of the coarse pixels ``places``, and ``explains`` how much of them it explains; all
    of n.
    """

    places: NDArray[np.intp]
    cover: Floats
    explains: Floats


@dataclass(frozen=True)
class MatchedCells:
    """Cells that look as they did when it was known what they bear.

    ``kinds`` by the number of the cell (EMPTY included), how much of every coarse pixel they explain, and on which
    cells (``seen``) nothing can lie over them: bare skin can look like a bare cell. On ``suspects``, which are none of
    them, a figure may hide that has the colours of the bare cell.
    """

    kinds: Mapping[int, str]
    explained: Floats
    seen: frozenset[int]
    suspects: frozenset[int] = frozenset()

    def bare(self, cells: Iterable[int], middles: SilhouetteMasks, foreground_probability: Floats) -> MatchedCells:
        """Return the same, with cells on which nothing stands and nothing lies, because their print is seen."""
        shown = [cell for cell in cells if self.kinds.get(cell, EMPTY) == EMPTY]
        explained = self.explained.copy()
        places = middles.covered_first[shown].ravel()
        explained[places] = np.maximum(explained[places], foreground_probability[places])
        kinds = {**self.kinds, **dict.fromkeys(shown, EMPTY)}
        return MatchedCells(kinds, explained, self.seen | {*shown}, self.suspects - {*shown})


@dataclass(frozen=True)
class ReferenceSamples:
    """n reference samples of ``kinds`` on ``cells`` (their numbers).

    ``inner`` (n x pixels) tells which pixels of a pose are looked at, ``places`` which coarse pixels these are,
    ``weight`` how much each counts and ``explains`` how much of it is explained; ``colour`` and ``trust`` (the inverse
    of the variance) are n x pixels x 3, ``max_distance`` (n) how little must be strayed from them. ``texture`` (n) is
    what it said of the cell then: 1 something stands there, -1 nothing does, 0 it does not tell.
    """

    cells: tuple[int, ...]
    kinds: tuple[str, ...]
    inner: NDArray[np.intp]
    places: NDArray[np.intp]
    weight: Floats
    explains: Floats
    colour: Floats
    trust: Floats
    max_distance: Floats
    texture: NDArray[np.int8]

    @classmethod
    def of(
        cls,
        colour: Floats,
        trust: Floats,
        texture: NDArray[np.int8],
        known_poses: Sequence[tuple[int, str, FigurePose]],
    ) -> ReferenceSamples:
        """Return the samples at these poses (number of the cell, kind, pose).

        ``colour`` and ``trust`` (coarse pixels x 3) are those of the frame, ``texture`` that of all its cells.
        """
        cells, kinds, poses = zip(*known_poses, strict=True)
        chosen = [np.argsort(-pose.cover, kind="stable")[: TUNING.most] for pose in poses]
        inner = np.stack(chosen)
        weight = np.stack([pose.cover[its] for pose, its in zip(poses, chosen, strict=True)])
        places = np.stack([pose.places[its] for pose, its in zip(poses, chosen, strict=True)])
        explains = np.stack([pose.explains[its] for pose, its in zip(poses, chosen, strict=True)])
        weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1e-6)
        max_distance = np.zeros(len(cells), np.float32)
        samples = (cells, kinds, inner, places, weight, explains, colour[places], trust[places])
        return cls(*samples, max_distance, texture[list(cells)])

    def distances(self, seen: Floats, row: int | NDArray[np.intp]) -> Floats:
        """Return the mean squared Mahalanobis distance of m ``seen`` (m x pixels x 3) to these rows, or to this one.

        Every pixel is weighted and clipped at ``strangest``; a common shade is free within limits.
        """
        change, weight = seen - self.colour.take(row, axis=0), self.weight.take(row, axis=0)
        shade = np.clip((total(change) / 3 * weight).sum(axis=1), TUNING.darker, TUNING.lighter)
        change -= shade[:, None, None]
        np.square(change, out=change)
        change *= self.trust.take(row, axis=0)
        strange = np.minimum(total(change), TUNING.strangest)
        return np.asarray((strange * weight).sum(axis=1), np.float32)

    @cached_property
    def numbers(self) -> NDArray[np.intp]:
        """Return the numbers of the n ``cells``."""
        return np.array(self.cells, np.intp)

    @cached_property
    def explaining(self) -> NDArray[np.bool_]:
        """Return the n samples that explain anything; those of bare cells do not."""
        return np.asarray(self.explains.any(axis=1))

    def without(self, taken: Set[tuple[int, str]], start: int) -> ReferenceSamples:
        """Return all but those of these cells and kinds; the first ``start`` of them stay anyway."""
        pairs = enumerate(zip(self.cells, self.kinds, strict=True))
        kept = [row for row, pair in pairs if row < start or pair not in taken]
        arrays = {name: getattr(self, name)[kept] for name in ARRAYS}
        return ReferenceSamples(
            tuple(self.cells[row] for row in kept), tuple(self.kinds[row] for row in kept), **arrays
        )

    def __add__(self, more: ReferenceSamples) -> ReferenceSamples:
        arrays = {name: np.concatenate([getattr(self, name), getattr(more, name)]) for name in ARRAYS}
        return ReferenceSamples(self.cells + more.cells, self.kinds + more.kinds, **arrays)


ARRAYS = ("inner", "places", "weight", "explains", "colour", "trust", "max_distance", "texture")


def coarse_noise(noise_model: NoiseModel) -> NoiseModel:
    """Return that of coarse pixels, where that of pixels is this."""
    shot, read = max(noise_model.shot, LEAST_NOISE_MODEL.shot), max(noise_model.read, LEAST_NOISE_MODEL.read)
    return NoiseModel(shot, read, max(noise_model.jitter / COARSER, LEAST_NOISE_MODEL.jitter))


class ReferenceStore:
    """The reference samples of all cells: those of the start, and the latest of each cell and kind since.

    ``noise_model`` is that of frames, ``shape`` rows and columns of coarse pixels, ``bare`` (coarse pixels x 3) the
    empty board.
    """

    def __init__(self, noise_model: NoiseModel, shape: tuple[int, int], bare: Floats) -> None:
        self._noise_model = coarse_noise(noise_model)
        self._shape, self._bare = shape, bare
        self._first: tuple[Floats, tuple[str, ...]] | None = None
        self._samples: ReferenceSamples | None = None
        self._kept = 0
        self._last: tuple[ReferenceSamples, Floats, Floats] | None = None
        """the samples, a frame, and how far it strayed from them"""

    def start(
        self,
        colour: Floats,
        texture: NDArray[np.int8],
        kinds: Sequence[str],
        poses: Sequence[FigurePose],
        masks: Mapping[str, SilhouetteMasks],
    ) -> None:
        """Take samples of the start, in which these ``kinds`` stand on the cells. Otherwise as ``take``."""
        self._first = colour, tuple(kinds)
        nothing = masks[EMPTY]
        bare = [
            FigurePose(places, cover[0], np.zeros_like(cover[0]))
            for places, cover in zip(nothing.places, nothing.cover, strict=True)
        ]
        nothing_there = np.full(len(kinds), -1, np.int8)
        empty = [(cell, EMPTY, pose) for cell, pose in enumerate(bare)]
        self._samples = self._sampled(self._bare, nothing_there, empty, masks)
        self._samples += self._sampled(colour, texture, [*zip(range(len(kinds)), kinds, poses, strict=True)], masks)
        self._kept = len(self._samples.cells)

    def take(
        self,
        colour: Floats,
        texture: NDArray[np.int8],
        known_poses: Sequence[tuple[int, str, FigurePose]],
        masks: Mapping[str, SilhouetteMasks],
    ) -> None:
        """Take samples (cell number, kind, pose) from the colours and the texture of the cells, if it has been started.

        ``colour`` is coarse pixels x 3, its light taken away; ``masks`` are where figures of a kind would be on them.
        """
        if self._samples is not None and self._first is not None and known_poses:
            again = {(cell, kind) for cell, kind, _ in known_poses}
            kept = self._samples.without(again, self._kept)
            self._samples = kept + self._sampled(colour, texture, known_poses, masks)

    def _sampled(
        self,
        colour: Floats,
        texture: NDArray[np.int8],
        known_poses: Sequence[tuple[int, str, FigurePose]],
        masks: Mapping[str, SilhouetteMasks],
    ) -> ReferenceSamples:
        trust = (1 / self._noise_model.variance(colour.reshape(*self._shape, 3)) / 3).reshape(-1, 3)
        new = ReferenceSamples.of(colour, trust.astype(np.float32), texture, known_poses)
        part = np.array([TUNING.nearest_empty if kind == EMPTY else TUNING.nearest for kind in new.kinds], np.float32)
        return replace(new, max_distance=part * self._nearest(new, masks))

    def _nearest(self, new: ReferenceSamples, masks: Mapping[str, SilhouetteMasks]) -> Floats:
        """Return the distance of each sample to the nearest cell that bore something else at the start."""
        assert self._first is not None
        start, stood = self._first
        found = np.zeros(len(new.cells), np.float32)
        for row, kind in enumerate(new.kinds):
            of_other_kinds = [cell for cell, its in enumerate(stood) if its != kind]
            seen = start[masks[kind].places[of_other_kinds][:, new.inner[row]]]
            if kind != EMPTY:
                seen = np.concatenate([seen, self._bare[new.places[row : row + 1]]])
            found[row] = new.distances(seen, row).min(initial=TUNING.strangest)
        return found

    def correct(self, cells: Mapping[int, str]) -> None:
        """Learn what stands on these cells: samples of other kinds since the start are dropped."""
        if self._samples is not None:
            pairs = zip(self._samples.cells, self._samples.kinds, strict=True)
            wrong = {(cell, kind) for cell, kind in pairs if cell in cells and cells[cell] != kind}
            self._samples = self._samples.without(wrong, self._kept)

    def match(self, colour: Floats, texture: NDArray[np.int8], suspects: Set[int] = frozenset()) -> MatchedCells:
        """Return the cells that look as they did once, and whose ``texture`` (of all cells) agrees.

        On ``suspects`` a figure may hide that has the colours of the bare cell: such a cell is bare only if it was
        read, or known, to be so since the start.
        """
        kinds, explained = dict[int, str](), np.zeros(len(colour), np.float32)
        every = self._samples
        if every is None:
            return MatchedCells(kinds, explained, frozenset())
        distances = self._distances(every, colour) / np.maximum(every.max_distance, 1e-6)
        near = np.flatnonzero((distances < 1) & (texture[every.numbers] * every.texture >= 0))
        rows = list[int]()
        for row in near[np.argsort(distances[near])].tolist():
            cell = every.cells[row]
            if cell not in kinds:
                kind = every.kinds[row]
                if kind == EMPTY and row < self._kept and cell in suspects:
                    continue
                kinds[cell] = kind
                rows.append(row)
        telling = np.array(rows, np.intp)[every.explaining[rows]]
        # flat: with indices in rows numpy takes ten times as long
        np.maximum.at(explained, every.places[telling].ravel(), every.explains[telling].ravel())
        occupied = frozenset(cell for cell, kind in kinds.items() if kind != EMPTY)
        return MatchedCells(kinds, explained, occupied, frozenset(suspects - kinds.keys()))

    def _distances(self, every: ReferenceSamples, colour: Floats) -> Floats:
        """Return the distances of the samples; where nothing has changed since the last frame it is not asked again."""
        if self._last is None or self._last[0] is not every:
            distances = every.distances(colour.take(every.places, axis=0), np.arange(len(every.cells)))
        else:
            _, before, distances = self._last
            blue, green, red = (colour != before).T
            changed = blue | green | red
            rows = np.flatnonzero(changed.take(every.places).any(axis=1))
            distances = distances.copy()
            distances[rows] = every.distances(colour.take(every.places[rows], axis=0), rows)
        self._last = every, colour, distances
        return distances
