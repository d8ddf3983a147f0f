"""The tone curve of a frame against that of the empty board: a camera that changes its contrast by itself.

Exposure and white balance are sums in logarithms, and light; contrast is a factor. It is measured on the differences
between neighbouring fields, which no light changes and no blur, and taken back before anything else is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.evidence.background import LOGARITHM, Floats, averaged
from vision.evidence.background import TUNING as BACKGROUND_TUNING
from vision.geometry.board_pose import Picture

BLOCK = 4
"""Pixels along a block, the mean of which is looked at."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The tone curve. Defaults are the values in use."""

    around: float = 2.0
    """Blocks around each with whose mean it is compared: about half a cell. Shadows are wider."""
    contrast: float = 0.1
    """The empty board must differ so much from field to field (logarithms, standard deviation) to tell anything."""
    stray: float = 0.05
    """How far (logarithms) a block may lie off at least without being taken for a figure's."""
    same: float = 0.06
    """A contrast that differs by less is the same."""
    better: float = 0.97
    """How much nearer the frame must come by it (Cauchy's cost): a shadow over the few bare cells is no contrast."""
    thin: int = 4
    """One in so many numbers of all blocks and channels tells it."""
    most: float = 1.6
    """No camera changes its contrast by more."""


TUNING = Tuning()


@dataclass(frozen=True)
class ToneModel:
    """``bands`` (blocks x 3) are the differences of the empty board's blocks to those around, ``level`` its mean
    logarithm, around which contrast is taken back."""

    bands: Floats
    level: float

    @classmethod
    def of(cls, rectified: Picture) -> ToneModel:
        """That of the empty board."""
        return cls(_bands(rectified), float(LOGARITHM[rectified].mean()))

    def slope(self, rectified: Picture) -> float:
        """By how much the contrast of a frame is larger than that of the empty board; 1 where that cannot be told.
        Figures are outliers."""
        known, seen = self.bands.ravel()[:: TUNING.thin], _bands(rectified).ravel()[:: TUNING.thin]
        if known.std() < TUNING.contrast:
            return 1.0
        return fitted_slope(known, seen, 6, TUNING.stray, TUNING.same, TUNING.better, TUNING.most)

    def corrected(self, rectified: Picture, slope: float | None = None) -> Picture:
        """The frame with the contrast of the empty board, by its ``slope``; the frame itself where it has that."""
        slope = self.slope(rectified) if slope is None else slope
        if slope == 1:
            return rectified
        wanted = np.exp(self.level + (LOGARITHM - self.level) / slope) - BACKGROUND_TUNING.dark
        return np.asarray(cv2.LUT(rectified, np.clip(wanted.round(), 0, 255).astype(np.uint8)), np.uint8)


def fitted_slope(
    usual: Floats, seen: Floats, rounds: int, stray: float, same: float, better: float, most: float
) -> float:
    """By how much what is ``seen`` is larger than usual: least squares, iterated so that outliers count less.

    1 where it differs by less than ``same``, by more than ``most`` times, or where the Cauchy cost of what is more than
    ``stray`` off does not fall to the part ``better`` by it.
    """
    slope = 1.0
    for _ in range(rounds):
        off = seen - slope * usual
        spread = max(stray, 1.5 * float(np.median(np.abs(off))))
        weight = 1 / np.square(1 + np.square(off / spread))
        slope = float((weight * usual * seen).sum() / max(float((weight * usual * usual).sum()), 1e-6))
    plain, by_slope = (np.log1p(np.square((seen - by * usual) / stray)).sum() for by in (1.0, slope))
    alike = abs(slope - 1) < same or not 1 / most < slope < most or by_slope > better * plain
    return 1.0 if alike else slope


def _bands(rectified: Picture) -> Floats:
    blocks = LOGARITHM[averaged(rectified, BLOCK)]
    smooth = cv2.GaussianBlur(blocks, (0, 0), TUNING.around, borderType=cv2.BORDER_REFLECT)
    return np.asarray(blocks - smooth, np.float32)
