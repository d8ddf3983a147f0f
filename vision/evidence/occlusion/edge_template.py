"""Visibility of the print of the board.

Where it is seen nothing stands, in whatever shadow; where it is lost something hides it, even if that is as dark as its
own shadow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import SCALE, Background, Floats, Grid, averaged, logarithms
from vision.evidence.occlusion.occluders import TUNING as OCCLUDERS_TUNING
from vision.evidence.occlusion.occluders import disc
from vision.evidence.templates import COARSER, PIXEL
from vision.geometry.board_pose import Picture, Points


@dataclass(frozen=True, slots=True)
class Tuning:
    """The template of printed edges. Defaults are the values in use."""

    fine: float = 2.0
    """Pixels: print is what differs from the mean so far around it; light, shadows and a hand are smoother."""
    sharpest: float = 0.5
    """No line counts for more than one so much darker or lighter (in logarithms) than what is around it."""
    across: float = 36.0
    """Millimetres: in a square of this size some print is seen among figures standing side by side."""
    enough: float = 60.0
    """How strong the print of such a square must be, against noise, to be missed where it is not seen."""
    lost: float = 0.1
    """The part of its contrast with which print is not seen any more ..."""
    clear: float = 0.3
    """... and that with which it is clearly seen."""
    mark: float = 8.5
    """Millimetres around the middle of a cell in which its print is looked for: a figure hides most of that."""
    strong: float = 40.0
    """How strong that print must be, against noise, to be looked for."""
    seen: float = 0.83
    """The correlation from which it is seen."""
    least: float = 330.0
    """Square millimetres around which the print must be lost: a figure that leans another way is no hand."""


TUNING = Tuning()


@dataclass(frozen=True)
class Keypoints:
    """The print in the middle of the cells.

    ``numbers`` are those that have enough of it, ``places`` (n x pixels) the pixels to look at and ``pattern`` what is
    printed there, its mean 0 and its length 1.
    """

    numbers: NDArray[np.intp]
    places: NDArray[np.intp]
    pattern: Floats

    @classmethod
    def of(cls, edges: Floats, weight: Floats, grid: Grid, middles: Points) -> Keypoints:
        """Return ``middles`` of the cells (n x 2, millimetres)."""
        reach = int(TUNING.mark * SCALE)
        y, x = (axis.ravel() for axis in np.mgrid[-reach : reach + 1, -reach : reach + 1])
        near = np.hypot(x, y) <= TUNING.mark * SCALE
        corner = grid.at(middles).round().astype(int)
        places = (corner[:, 1:] + y[near]) * grid.width + corner[:, :1] + x[near]
        pattern = edges.ravel()[places]
        strength = (weight.ravel()[places] * pattern).sum(axis=1)
        numbers = np.flatnonzero(strength > TUNING.strong)
        return cls(numbers, places[numbers], _unit(pattern[numbers]))

    def seen(self, edges: Floats) -> NDArray[np.intp]:
        """Return the cells whose print is to be seen in a frame with these lines."""
        alike = (_unit(edges.ravel().take(self.places)) * self.pattern).sum(axis=1)
        return np.asarray(self.numbers[alike > TUNING.seen], np.intp)


@dataclass(frozen=True)
class EdgeTemplate:
    """The print on the board: ``edges`` as logarithms, ``weight`` how much each pixel of them tells.

    ``clear`` (rows x columns, coarse): where it was clearly seen at the start, so that it can be missed; None before.
    """

    edges: Floats
    weight: Floats
    keypoints: Keypoints
    clear: NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, background: Background, grid: Grid, middles: Points) -> EdgeTemplate:
        """Return that of the empty board; ``middles`` of the cells in millimetres."""
        edges = _edges(background.colour[..., 1])
        weight = np.asarray(edges / background.noise[..., 1], np.float32)
        return cls(edges, weight, Keypoints.of(edges, weight, grid, middles))

    def contrast(self, seen: Floats, explained: Floats, shape: tuple[int, int]) -> Floats:
        """Return with what part of its contrast the print around each coarse pixel is ``seen`` (rows x columns).

        The figures are ``explained``; where there is hardly any print it is 1.
        """
        free = 1 - cv2.dilate(explained.reshape(shape), np.ones((3, 3), np.uint8))
        found, known = (_mean_around(strength * free) for strength in (_summed(self.weight * seen), self._strength))
        return np.where(known > TUNING.enough, found / np.maximum(known, TUNING.enough), 1).astype(np.float32)

    @cached_property
    def _strength(self) -> Floats:
        """Return how much its print tells where it is seen (rows x columns coarse pixels)."""
        return _summed(self.weight * self.edges)

    def alike_in(self, seen: Floats, parts: NDArray[Any], looked_at: NDArray[np.bool_]) -> Floats:
        """Return for every number of the ``parts`` (coarse pixels) the correlation of what is ``seen`` with the print.

        It is taken where it is ``looked_at``.
        """
        known, found, printed, all_ = (
            np.bincount(parts, _summed(product).ravel() * looked_at)
            for product in (self.weight * self.edges, seen * self.edges, np.square(self.edges), np.square(seen))
        )
        alike = found / np.maximum(np.sqrt(printed * all_), 1e-6)
        return np.where(known > TUNING.enough, alike, 0.0).astype(np.float32)

    def with_contrast(self, contrast: Floats) -> EdgeTemplate:
        """Return the same, with the contrast that a frame shows over which nothing lies."""
        return replace(self, clear=np.asarray(cv2.erode(contrast, np.ones((3, 3), np.uint8)) > TUNING.clear))

    def hidden(self, contrast: Floats) -> NDArray[np.uint8]:
        """Return a mask (rows x columns): 1 where the print cannot be seen because something lies over it."""
        lost = (contrast < TUNING.lost if self.clear is None else (contrast < TUNING.lost) & self.clear).astype(
            np.uint8
        )
        if not lost.any():
            return lost
        _, parts, about, _ = cv2.connectedComponentsWithStats(lost)
        large = about[:, cv2.CC_STAT_AREA] * PIXEL**2 > TUNING.least
        large[0] = False
        return np.asarray(
            cv2.dilate(large[parts].astype(np.uint8), disc(TUNING.across + OCCLUDERS_TUNING.reach)), np.uint8
        )


def edges_of(rectified: Picture) -> Floats:
    """Return what of a frame could be print."""
    return _edges(logarithms(np.ascontiguousarray(rectified[..., 1])))


def _unit(patterns: Floats) -> Floats:
    """Return each (n x pixels) with its mean at 0 and its length 1."""
    even = patterns - patterns.mean(axis=1, keepdims=True)
    return np.asarray(even / np.maximum(np.linalg.norm(even, axis=1, keepdims=True), 1e-6), np.float32)


def _edges(colour: Floats) -> Floats:
    smooth = cv2.GaussianBlur(colour, (0, 0), TUNING.fine, borderType=cv2.BORDER_REFLECT)
    np.subtract(colour, smooth, out=smooth)
    return np.asarray(np.clip(smooth, -TUNING.sharpest, TUNING.sharpest, out=smooth), np.float32)


def _summed(values: Floats) -> Floats:
    """Return the sums of the pixels that each coarse one stands for."""
    return np.asarray(averaged(values, COARSER) * COARSER**2, np.float32)


def _mean_around(values: Floats) -> Floats:
    side = int(TUNING.across / PIXEL / 2) * 2 + 1
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT))
