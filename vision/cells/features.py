"""The features of each place: crops on planes of three heights, turned to the way figures lean.

A crop is 16 x 16 samples of 2 mm. On every plane: the odds of the kinds' colours, the difference to the bare board (as
it is, and in noises), and on the lowest and the highest the histogram of gradients, and how it differs from that of the
bare board. A figure of any height fills one of the planes at its foot and leans through the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.cells.colours import KindColours
from vision.cells.light import Lit
from vision.cells.places import Floats, single

PLANES = (0.0, 14.0, 28.0)
"""Millimetres above the board: foot, middle and top of a figure nearly as tall as its cell is wide."""
SHARP_PLANES = (0, 2)
"""Indices of the planes on which gradients are measured; those of the middle one are redundant."""
SIDE = 16
"""Samples along a crop."""
REACH = 16.0
"""Millimetres from the middle of a crop to its edge: half a cell."""
MIDST = 7.0
"""Millimetres (a standard deviation) around the foot in which a figure's own colour is taken."""
LOUDEST = 1.0
"""Largest difference to the bare board (logarithm); larger ones are clipped."""
IN_NOISES = 4.0
"""Standard deviations of the noise to one unit: a difference that is just seen has the size of a large one."""
ORIENTATIONS = 6
"""Bins of a histogram of gradients, over half a turn."""
CELLS = 4
"""Parts along a crop of which each has its own histogram and means: 8 mm."""
FAINT = 1e-4
"""Added to a gradient before its square root, so that noise does not count."""
ODDS, NOISES, COARSE, CHANGED_EDGES = 0.8, 0.5, 1.5, 1.5
"""Weights of the groups of features beside the differences, so that each varies about as much."""


class Nudge(NamedTuple):
    """Shift of crops beside their place (millimetres), and how much brighter they are made (logarithm)."""

    right: float = 0.0
    down: float = 0.0
    brighter: float = 0.0


AS_IT_IS = Nudge()


class Measured(NamedTuple):
    """Features (places x numbers): for whether a figure stands there, and for its kind."""

    presence: Floats
    kind: Floats


@dataclass(frozen=True, eq=False)
class Crops:
    """The measured planes of a view, from which crops are taken."""

    lit: Lit
    planes: tuple[Floats, ...]
    kinds: int

    @classmethod
    def of(cls, lit: Lit, colours: KindColours) -> Crops:
        """Return the crops of a view; ``colours`` are those of the kinds at the start."""
        odds = colours.odds(lit)
        sharp = lit.view.bright / np.float32(lit.contrast)
        first = np.dstack([lit.off, sharp])
        second = np.dstack([lit.expected, odds.max(axis=2)])
        layers = [odds[..., start : start + 4] for start in range(0, odds.shape[2], 4)]
        return cls(lit, tuple(np.ascontiguousarray(each) for each in (first, second, *layers)), odds.shape[2])

    def measured(self, nudge: Nudge = AS_IT_IS, first: int | None = None) -> Measured:
        """Return the features of all places, or of the ``first`` ones, as many as that."""
        presence, kind = list[Floats](), list[Floats]()
        for number, height in enumerate(PLANES):
            plain, second, *by_kind = self._cut(height, nudge, first)
            difference = plain[..., :3] + single([nudge.brighter, 0, 0])
            odds = second[..., 1]
            presence += [
                pooled(odds, CELLS) * ODDS,
                pooled(np.clip(difference, -LOUDEST, LOUDEST), CELLS),
                pooled(np.minimum(np.abs(difference), LOUDEST), 2) * COARSE,
                pooled(np.tanh(difference / (IN_NOISES * self.lit.noise)), CELLS) * NOISES,
            ]
            if number in SHARP_PLANES:
                seen, bare = (np.sqrt(gradients(each) + FAINT) for each in (plain[..., 3], second[..., 0]))
                presence += [seen, (seen - bare) * CHANGED_EDGES]
            weight = _WEIGHT[None] * np.clip(odds + 0.3, 0.05, 1.0) + 1e-6
            weight /= weight.sum(axis=(1, 2), keepdims=True)
            bright = plain[..., 3] * np.float32(self.lit.contrast) - self._brightness[:first, None, None]
            values = np.concatenate([*by_kind, difference, bright[..., None]], axis=3)
            kind.append(np.einsum("nijc,nij->nc", values, weight))
        return Measured(np.concatenate(presence, axis=1), np.concatenate(kind, axis=1))

    @property
    def _brightness(self) -> Floats:
        """Return how much brighter the light is than on the empty board (one number for each place)."""
        places = self.lit.view.places
        x, y = np.rint(places.middles).astype(int).T
        return np.asarray(self.lit.shift[places.lit_by[y, x], 0], np.float32)

    def _cut(self, height: float, nudge: Nudge, first: int | None) -> list[Floats]:
        """Return the crops of the first places at this height: places x side x side x channels for each plane."""
        view = self.lit.view
        middle = view.at(height)[:first] + single([nudge.right, nudge.down])
        lean, across = view.lean[:first, None, None], view.across[:first, None, None]
        at = middle[:, None, None] + _ALONG[None, ..., None] * lean + _BESIDE[None, ..., None] * across
        at = np.ascontiguousarray(at.reshape(-1, SIDE, 2), np.float32)
        x, y = (np.ascontiguousarray(each) for each in np.moveaxis(at, -1, 0))
        whole, rest = cv2.convertMaps(x, y, cv2.CV_16SC2)
        crops = []
        for plane in self.planes:
            crop = cv2.remap(plane, whole, rest, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            crops.append(np.asarray(crop, np.float32).reshape(len(middle), SIDE, SIDE, -1))
        return crops


def pooled(crops: Floats, parts: int) -> Floats:
    """Return the means of ``parts`` x ``parts`` parts of crops (places x numbers)."""
    count, size = len(crops), SIDE // parts
    return np.asarray(crops.reshape(count, parts, size, parts, size, -1).mean(axis=(2, 4)).reshape(count, -1))


def gradients(planes: Floats) -> Floats:
    """Return the histogram of gradients of crops, each gradient shared by the two nearest bins (places x numbers)."""
    down, right = np.gradient(planes, axis=(1, 2))
    steep = np.hypot(down, right)
    turn = (np.arctan2(down, right) % np.pi) / np.pi * ORIENTATIONS
    bins = []
    for number in range(ORIENTATIONS):
        away = np.abs(turn - number)
        bins.append(steep * np.clip(1 - np.minimum(away, ORIENTATIONS - away), 0, 1))
    return pooled(np.stack(bins, axis=3), CELLS)


def _grid() -> tuple[Floats, Floats]:
    """Return the offset of each sample of a crop across the direction in which figures lean, and along it."""
    steps = (np.arange(SIDE) - (SIDE - 1) / 2) / (SIDE / 2) * REACH
    beside, along = np.meshgrid(steps, steps)
    return single(beside), single(along)


def _sample_weight(distance: Floats) -> Floats:
    """Return the weight of samples at this distance from the foot."""
    return single(np.exp(-np.square(distance / MIDST) / 2))


_BESIDE, _ALONG = _grid()
_WEIGHT = _sample_weight(_BESIDE) * _sample_weight(_ALONG)
