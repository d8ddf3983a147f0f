"""Things over the board that are no figures: a hand, a sleeve, a cup; of the places under them nothing is known.

A pixel is unlike the board where it differs by UNLIKE noises from the bare board under the even light of the photo
(``light.EVEN``: the light of near cells would be that of the hand over them). Figures explain the pixels between their
foot and their top, and beside them what a shadow can be: darker by SHADOW at most, and of the same colour. A thing is
where a disc wider than a figure is full of pixels unlike the board, more than half of which no figure explains.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells.colours import KindColours
from vision.cells.light import QUIET, WIDER, Lit
from vision.cells.places import Floats, Places, single
from vision.cells.view import View

STEP = 3
"""Millimetres from one pixel to the next that is looked at: a fifth of a finger."""
UNLIKE = 4.0
"""Noises by which a pixel differs from the board under something, for certain ..."""
QUIET_ENOUGH = 1.6
"""... of the least noise so many times at most: a hand among the bare cells makes them noisy ..."""
GRAIN = 2.0
"""... and of so many grey levels by which a camera strays where it is dark: steps of a level, and JPEG."""
WIDE = 27.0
"""Millimetres across a disc that fits into a hand, and not into a figure or between two."""
FULL = 0.8
"""The part of such a disc that is unlike the board under a thing ..."""
UNEXPLAINED = 0.5
"""... and the part that no figure explains either."""
LEAST = 700.0
"""Square millimetres of the middles of such discs on the board: a field in another light has fewer, a hand 1,000."""
SMALLER = 60.0
"""The same near a thing that was found: its rest, beyond what looks like figures, ..."""
NEAR_BY = 60.0
"""... if it is no farther away than two cells, in millimetres."""
RIM = 12.0
"""Millimetres around such a disc that still belong to the thing: its rim, fingertips."""
ON_CELL = 14
"""Millimetres around the middle of a cell that are on it: nearly half a cell."""
GAPS = 36.0
"""Millimetres across gaps in a thing that are filled: where it has the colour of the board, or of a figure there."""
THICK = 22.0
"""Millimetres across a figure ..."""
TALL = (0.0, 10.0, 20.0, 30.0, 38.0)
"""... and heights that it reaches, a little more than its cell is wide."""
SHADOW = 0.7
"""Logarithm by which the shadow of a figure darkens the board at most: half of the light is left."""
CAST = 30.0
"""Millimetres that such a shadow reaches: as far as a figure is high."""
HIDDEN = 0.25
"""The part of a cell under a thing from which on nothing is known of it."""


@dataclass(frozen=True, eq=False)
class Covers:
    """Things that lie over a view: ``things`` (a pixel for STEP millimetres) is 1 there."""

    view: View
    things: NDArray[np.uint8]

    @classmethod
    def of(cls, lit: Lit, colours: KindColours, stayed: NDArray[np.intp], arrived: NDArray[np.intp]) -> Covers:
        """Return what lies over a view in even light; ``stayed`` and ``arrived`` are numbers of cells with figures."""
        noise = np.minimum(lit.noise, QUIET_ENOUGH * WIDER * QUIET)
        noise = np.hypot(noise, GRAIN * lit.magnified[..., None])
        stray = np.abs(lit.off) / noise
        unlike = _coarse(stray.max(axis=2) > UNLIKE)
        unlike = single(cv2.morphologyEx(unlike, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))
        new = _figures(lit.view, arrived)
        figures = _figures(lit.view, stayed) | (new & colours.usual(lit) if new.any() else new)
        outlines = cv2.dilate(_coarse(figures), np.ones((3, 3), np.uint8))
        brightness, tint = lit.off[..., 0], stray[..., 1:].max(axis=2)
        shaded = _coarse((brightness > -SHADOW) & (brightness < 0) & (tint < UNLIKE))
        explained = cv2.max(outlines, cv2.min(cv2.dilate(outlines, _disc(2 * CAST)), shaded))
        full, left = _mean(unlike), _mean(single(unlike * (1 - explained)))
        middles = _large(((full > FULL) & (left > UNEXPLAINED)).astype(np.uint8), _on_board(lit.view.places))
        rim = cv2.min(cv2.dilate(middles, _disc(WIDE + 2 * RIM)), (unlike > 0.5).astype(np.uint8))
        things = cv2.max(cv2.dilate(middles, _disc(WIDE)), rim)
        return cls(lit.view, np.asarray(cv2.morphologyEx(things, cv2.MORPH_CLOSE, _disc(GAPS)), np.uint8))

    @cached_property
    def share(self) -> Floats:
        """Return of each place (cells, then spots of areas) the part that lies under a thing."""
        if not self.things.any():
            return np.zeros(len(self.view.places.middles), np.float32)
        high, wide = self.view.places.shape
        whole = single(cv2.resize(single(self.things), (wide, high), interpolation=cv2.INTER_LINEAR))
        return single(self.view.places.discs(whole, self.view.places.middles).mean(axis=(1, 2)))

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Return of each cell whether nothing is known of it."""
        return np.asarray(self.share[: len(self.view.places.cells)] > HIDDEN)

    @property
    def hidden_areas(self) -> frozenset[str]:
        """Return the areas in which a figure may lie of which nothing is known."""
        spots = self.view.places.spots
        return frozenset(area for area, its in spots.items() if (self.share[its] > HIDDEN).any())


def _large(middles: NDArray[np.uint8], on_board: Floats) -> NDArray[np.uint8]:
    """Return the parts of these middles that are large, and the smaller ones near such."""
    _, parts = cv2.connectedComponents(middles)
    area = np.bincount(parts.ravel(), on_board.ravel()) * STEP**2
    area[0] = 0.0
    large = np.asarray((area > LEAST)[parts], np.uint8)
    if not large.any():
        return large
    near = np.unique(parts[cv2.dilate(large, _disc(2 * NEAR_BY)) > 0])
    return np.asarray(np.isin(parts, near[area[near] > SMALLER]), np.uint8)


def _coarse(pixels: NDArray[np.bool_]) -> Floats:
    """Return the part of each coarse pixel that these are."""
    size = (pixels.shape[1] // STEP, pixels.shape[0] // STEP)
    return single(cv2.resize(single(pixels), size, interpolation=cv2.INTER_AREA))


def _on_board(places: Places) -> Floats:
    """Return the part of each coarse pixel that lies on a cell: things beside them hide nothing."""
    drawn = np.zeros(places.shape, np.uint8)
    for x, y in np.rint(places.on_cells).astype(int).tolist():
        cv2.circle(drawn, (x, y), ON_CELL, 1, cv2.FILLED)
    return _coarse(drawn > 0)


def _figures(view: View, figures: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return where figures on these cells appear, from foot to top (height x width)."""
    drawn = np.zeros(view.places.shape, np.uint8)
    places = np.stack([view.at(height)[figures] for height in TALL], axis=1)
    for line in np.rint(places).astype(np.int32):
        cv2.polylines(drawn, [line], isClosed=False, color=1, thickness=int(THICK))
    return np.asarray(drawn > 0)


def _mean(values: Floats) -> Floats:
    """Return the mean over a wide disc around each pixel; beyond the rim lies nothing."""
    kernel = _disc(WIDE).astype(np.float32)
    kernel /= kernel.sum()
    return single(cv2.filter2D(values, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT))


def _disc(across: float) -> NDArray[np.uint8]:
    side = int(across / STEP / 2) * 2 + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
