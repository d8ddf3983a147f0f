"""How every cell looked when it was known what stood on it: what looks so again has not changed.

Only a few figures move from one picture to the next. A cell that looks as it did bears what it did, also where light
is so poor or figures are so alike that nobody could tell from this picture alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.recognition.background import Floats, Stray
from vision.recognition.templates import COARSER, Masks

MOST = 72
"""Coarse pixels of a portrait, those that the figure covers most if there are more."""
STRAY = Stray(0.03, 1.5, 0.35)
"""How coarse pixels stray at least."""
STRANGEST = 6.0
"""How much a single pixel can count that looks quite different (as a multiple of its variance)."""
NEAREST, NEAREST_EMPTY = 0.6, 0.35
"""A cell looks the same if its pixels stray (likewise, the mean of them) by less than this part of what the nearest
cell strayed that bore something else at the start. An empty one is told by less: a figure can stand at its rim."""
DARKER, LIGHTER = -0.6, 0.2
"""How far a cell as a whole may be darker or lighter (in logarithms): a hand or a neighbour has cast its shadow."""


@dataclass(frozen=True)
class Pose:
    """How a figure, or nothing, stands on a cell: ``cover`` is how much it covers of the coarse pixels ``places``, and
    ``claims`` how much of them it explains; all of n."""

    places: NDArray[np.intp]
    cover: Floats
    claims: Floats


@dataclass(frozen=True)
class Settled:
    """What needs not be asked: kinds by the number of the cell (EMPTY included), how much of every coarse pixel they
    explain, and on which cells (``seen``) nothing can lie over them. Bare skin can look like a bare cell."""

    kinds: Mapping[int, str]
    claimed: Floats
    seen: frozenset[int]

    def bare(self, cells: Iterable[int], middles: Masks, lively: Floats) -> Settled:
        """The same, with cells on which nothing stands and nothing lies, because their print is seen."""
        shown = [cell for cell in cells if self.kinds.get(cell, EMPTY) == EMPTY]
        claimed = self.claimed.copy()
        places = middles.places[shown]
        np.maximum.at(claimed, places, (middles.cover[shown, 0] > 0) * lively[places])
        return Settled({**self.kinds, **dict.fromkeys(shown, EMPTY)}, claimed, self.seen | {*shown})


@dataclass(frozen=True)
class Portraits:
    """n portraits of ``kinds`` on ``cells`` (their numbers).

    ``inner`` (n x pixels) tells which pixels of a pose are looked at, ``places`` which coarse pixels these are,
    ``weight`` how much each counts and ``claims`` how much of it is explained; ``colour`` and ``trust`` (the inverse
    of the variance) are n x pixels x 3, ``same`` (n) how little must be strayed from them.
    """

    cells: tuple[int, ...]
    kinds: tuple[str, ...]
    inner: NDArray[np.intp]
    places: NDArray[np.intp]
    weight: Floats
    claims: Floats
    colour: Floats
    trust: Floats
    same: Floats

    @classmethod
    def of(cls, colour: Floats, trust: Floats, sitters: Sequence[tuple[int, str, Pose]]) -> Portraits:
        """Of (number of the cell, kind, pose), from a frame's coarse pixels x 3."""
        cells, kinds, poses = zip(*sitters, strict=True)
        cover, every = np.stack([pose.cover for pose in poses]), np.stack([pose.places for pose in poses])
        inner = np.argsort(-cover, axis=1, kind="stable")[:, :MOST]
        weight, places = np.take_along_axis(cover, inner, axis=1), np.take_along_axis(every, inner, axis=1)
        claims = np.take_along_axis(np.stack([pose.claims for pose in poses]), inner, axis=1)
        weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1e-6)
        same = np.zeros(len(cells), np.float32)
        return cls(cells, kinds, inner, places, weight, claims, colour[places], trust[places], same)

    def strays(self, seen: Floats, row: int | NDArray[np.intp]) -> Floats:
        """m: how far ``seen`` (m x pixels x 3) strays from these rows, or from this one."""
        change, weight = seen - self.colour[row], self.weight[row]
        shade = np.clip((change.mean(axis=2) * weight).sum(axis=1), DARKER, LIGHTER)
        change -= shade[:, None, None]
        strange = np.minimum((np.square(change) * self.trust[row]).sum(axis=2), STRANGEST)
        return np.asarray((strange * weight).sum(axis=1), np.float32)

    def without(self, taken: Set[tuple[int, str]], start: int) -> Portraits:
        """All but those of these cells and kinds; the first ``start`` of them stay anyway."""
        pairs = enumerate(zip(self.cells, self.kinds, strict=True))
        kept = [row for row, pair in pairs if row < start or pair not in taken]
        arrays = {name: getattr(self, name)[kept] for name in ARRAYS}
        return Portraits(tuple(self.cells[row] for row in kept), tuple(self.kinds[row] for row in kept), **arrays)

    def __add__(self, more: Portraits) -> Portraits:
        arrays = {name: np.concatenate([getattr(self, name), getattr(more, name)]) for name in ARRAYS}
        return Portraits(self.cells + more.cells, self.kinds + more.kinds, **arrays)


ARRAYS = ("inner", "places", "weight", "claims", "colour", "trust", "same")


class Album:
    """The portraits of all cells: those of the start, and the latest of each cell and kind since.

    ``stray`` is how the pixels of frames stray by themselves, ``shape`` rows and columns of coarse pixels, ``bare``
    (coarse pixels x 3) the empty board.
    """

    def __init__(self, stray: Stray, shape: tuple[int, int], bare: Floats) -> None:
        noise, grain = max(stray.noise, STRAY.noise), max(stray.grain, STRAY.grain)
        self._stray = Stray(noise, grain, max(stray.shake / COARSER, STRAY.shake))
        self._shape, self._bare = shape, bare
        self._first: tuple[Floats, tuple[str, ...]] | None = None
        self._portraits: Portraits | None = None
        self._kept = 0
        self._last: tuple[Portraits, Floats, Floats] | None = None
        """the portraits, a frame, and how far it strayed from them"""

    def start(self, colour: Floats, kinds: Sequence[str], poses: Sequence[Pose], masks: Mapping[str, Masks]) -> None:
        """The portraits of the start, in which these ``kinds`` stand on the cells. Otherwise as ``take``."""
        self._first = colour, tuple(kinds)
        nothing = masks[EMPTY]
        bare = [
            Pose(places, cover[0], np.zeros_like(cover[0]))
            for places, cover in zip(nothing.places, nothing.cover, strict=True)
        ]
        self._portraits = self._taken(self._bare, [(cell, EMPTY, pose) for cell, pose in enumerate(bare)], masks)
        self._portraits += self._taken(colour, [*zip(range(len(kinds)), kinds, poses, strict=True)], masks)
        self._kept = len(self._portraits.cells)

    def take(self, colour: Floats, sitters: Sequence[tuple[int, str, Pose]], masks: Mapping[str, Masks]) -> None:
        """Takes portraits of (number of the cell, kind, pose) from ``colour`` (coarse pixels x 3, its light taken
        away), if it has been started. ``masks`` are where figures of a kind would be on the cells."""
        if self._portraits is not None and self._first is not None and sitters:
            again = {(cell, kind) for cell, kind, _ in sitters}
            kept = self._portraits.without(again, self._kept)
            self._portraits = kept + self._taken(colour, sitters, masks)

    def _taken(self, colour: Floats, sitters: Sequence[tuple[int, str, Pose]], masks: Mapping[str, Masks]) -> Portraits:
        trust = (1 / self._stray.variance(colour.reshape(*self._shape, 3)) / 3).reshape(-1, 3)
        new = Portraits.of(colour, trust.astype(np.float32), sitters)
        part = np.array([NEAREST_EMPTY if kind == EMPTY else NEAREST for kind in new.kinds], np.float32)
        return replace(new, same=part * self._nearest(new, masks))

    def _nearest(self, new: Portraits, masks: Mapping[str, Masks]) -> Floats:
        """n: how far that cell strays from each portrait that was likest to it at the start and bore something else."""
        assert self._first is not None
        start, stood = self._first
        found = np.zeros(len(new.cells), np.float32)
        for row, kind in enumerate(new.kinds):
            others = [cell for cell, its in enumerate(stood) if its != kind]
            seen = start[masks[kind].places[others][:, new.inner[row]]]
            if kind != EMPTY:
                seen = np.concatenate([seen, self._bare[new.places[row : row + 1]]])
            found[row] = new.strays(seen, row).min(initial=STRANGEST)
        return found

    def settled(self, colour: Floats) -> Settled:
        """The cells that look as they did once."""
        kinds, claimed = dict[int, str](), np.zeros(len(colour), np.float32)
        every = self._portraits
        if every is None:
            return Settled(kinds, claimed, frozenset())
        strays = self._strays(every, colour) / np.maximum(every.same, 1e-6)
        for row in np.argsort(strays).tolist():
            if strays[row] >= 1:
                break
            if every.cells[row] not in kinds:
                kinds[every.cells[row]] = every.kinds[row]
                np.maximum.at(claimed, every.places[row], every.claims[row])
        return Settled(kinds, claimed, frozenset(cell for cell, kind in kinds.items() if kind != EMPTY))

    def _strays(self, every: Portraits, colour: Floats) -> Floats:
        """As of the portraits; where nothing has changed since the last frame it is not asked again."""
        if self._last is None or self._last[0] is not every:
            strays = every.strays(colour[every.places], np.arange(len(every.cells)))
        else:
            _, before, strays = self._last
            blue, green, red = (colour != before).T
            changed = blue | green | red
            rows = np.flatnonzero(changed[every.places].any(axis=1))
            strays = strays.copy()
            strays[rows] = every.strays(colour[every.places[rows]], rows)
        self._last = every, colour, strays
        return strays
