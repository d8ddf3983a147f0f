"""Detection of occluders: hands, sleeves and caps, too large for figures, which hide the board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import Floats
from vision.evidence.templates import PIXEL


@dataclass(frozen=True, slots=True)
class Tuning:
    """Detection of occluders. Defaults are the values in use."""

    wide: float = 27.0
    """Millimetres across: a disc of this size fits into a hand or a sleeve, not into figures standing side by side."""
    full: float = 0.8
    """The part of such a disc that must differ from bare board."""
    unexplained: float = 0.3
    """The part of it, somewhere, that no figure explains: where figures stand close together the rest is small."""
    all: float = 0.85
    """A region unexplained to this part is a thing even among figures that are explained badly."""
    margin: float = 1.3
    """How much more than at the start may stay unexplained without being taken for a thing."""
    reach: float = 6.0
    """Millimetres around such a disc that still belong to the thing: its rim, the fingers."""
    solid: float = 12.0
    """Millimetres across: gaps of this size in a hand are filled, and what is thinner is none."""
    wrist: float = 33.0
    """Millimetres along the rim of what is looked at over which a hand or an arm comes in; no figure is so wide ..."""
    hand: float = 1000.0
    """... nor has so many square millimetres beyond the rim."""


TUNING = Tuning()


def detect_occluders(differs: Floats, explained: Floats, unexplained: float = TUNING.unexplained) -> NDArray[np.uint8]:
    """Return a mask (rows x columns): 1 where something larger than a figure lies over the board.

    ``differs`` (rows x columns) is the probability that a pixel does not show bare board, 0 to 1, with narrow gaps
    ``filled``, ``explained`` the part of it that figures cover.
    """
    shape = differs.shape
    wide = disc(TUNING.wide)
    core = (_mean(differs, wide) > TUNING.full).astype(np.uint8)
    if not core.any():
        return np.zeros(shape, np.uint8)
    _, parts = cv2.connectedComponents(core)
    inner, outer = _window(core, len(wide) // 2 + 1)
    left = np.zeros(shape, np.float32)
    left[outer] = _left(differs[outer], explained.reshape(shape)[outer])
    seeds = np.unique(parts[inner][(left[inner] > unexplained) & (core[inner] > 0)])
    if not len(seeds):
        return np.zeros(shape, np.uint8)
    core = np.isin(parts, seeds).astype(np.uint8)
    inside = cv2.dilate(core, wide)
    rim = cv2.min(cv2.dilate(core, disc(TUNING.wide + 2 * TUNING.reach)), (differs > 0.5).astype(np.uint8))
    return np.asarray(cv2.max(inside, cv2.dilate(rim, disc(2 * PIXEL))), np.uint8)


def entering(differs: Floats, on_cells: Floats) -> NDArray[np.int32]:
    """Return the number, from 1, of everything that comes in over the rim (rows x columns), 0 elsewhere.

    It is as wide as a wrist and as large as a hand, without what the figures on cells explain (``on_cells``).

    Figures beside the cells explain nothing here: a hand over such a place looks like many figures.
    """
    shape = differs.shape
    figures = cv2.dilate(on_cells.reshape(shape), np.ones((3, 3), np.uint8))
    left = ((differs > 0.5) & (figures < 0.5)).astype(np.uint8)
    if not (left[0].any() or left[-1].any() or left[:, 0].any() or left[:, -1].any()):
        return np.zeros(shape, np.int32)
    solid = disc(TUNING.solid)
    side = len(solid)
    wide = cv2.copyMakeBorder(left, side, side, side, side, cv2.BORDER_REPLICATE)
    wide = cv2.morphologyEx(cv2.morphologyEx(wide, cv2.MORPH_CLOSE, solid), cv2.MORPH_OPEN, solid)
    count, parts, about, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(wide[side:-side, side:-side]))
    rim = np.concatenate([parts[0], parts[-1], parts[1:-1, 0], parts[1:-1, -1]])
    wrist = np.bincount(rim, minlength=count) * PIXEL > TUNING.wrist
    large = about[:, cv2.CC_STAT_AREA] * PIXEL**2 > TUNING.hand
    large[0] = False
    return np.asarray(np.where((wrist & large)[parts], parts, 0), np.int32)


def residual_threshold(differs: Floats, explained: Floats) -> float:
    """Return the ``unexplained`` of a board with figures only, which is no occluder to ``detect_occluders``."""
    return float(np.clip(TUNING.margin * _left(differs, explained).max(), TUNING.unexplained, TUNING.all))


def filled(foreground: Floats) -> Floats:
    """Return the probability (rows x columns) that pixels do not show bare board, without narrow gaps.

    Here and there a hand looks like what it hides.
    """
    return np.asarray(cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.float32)


def _left(differs: Floats, explained: Floats) -> Floats:
    """Return the part around each pixel that no figure explains."""
    figures = np.asarray(cv2.dilate(explained.reshape(differs.shape), np.ones((3, 3), np.uint8)), np.float32)
    return _mean(np.asarray(differs * (1 - figures), np.float32), disc(TUNING.wide))


def _window(chosen: NDArray[np.uint8], far: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return the rows and columns in which any pixel is chosen, and those up to so ``far`` around them."""
    x, y, width, height = cv2.boundingRect(chosen)
    inner = slice(y, y + height), slice(x, x + width)
    return inner, (slice(max(0, y - far), y + height + far), slice(max(0, x - far), x + width + far))


def _mean(values: Floats, weights: NDArray[np.uint8]) -> Floats:
    """Return the mean over such a disc around each pixel; things that the rim cuts off do not go on beyond it."""
    kernel = weights.astype(np.float32) / weights.sum()
    return np.asarray(cv2.filter2D(values, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)


def disc(across: float) -> NDArray[np.uint8]:
    """Return the coarse pixels of a disc so many millimetres wide."""
    side = int(across / PIXEL / 2) * 2 + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
