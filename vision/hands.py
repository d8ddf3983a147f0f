"""Hands, sleeves, caps: things too large for figures that hide what lies under them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ground import Floats
from vision.poses import PIXEL

WIDE = 27.0
"""Millimetres across: a disc of this size fits into a hand or a sleeve, not into figures standing side by side."""
REACH = 16.0
"""Millimetres around such a disc that still belong to the thing: its rim, the fingers."""


def large_things(strange: Floats, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """rows x columns: 1 where something larger than a figure lies over the board.

    ``strange`` (coarse pixels) is the part of each pixel that is not bare board.
    """
    differs = (strange.reshape(shape) > 0.5).astype(np.uint8)
    disc = _disc(WIDE)
    core = cv2.erode(differs, disc, borderType=cv2.BORDER_CONSTANT, borderValue=1)
    if not core.any():
        return np.zeros(shape, np.uint8)
    around = cv2.dilate(core, _disc(WIDE + REACH))
    return np.asarray(cv2.min(around, cv2.dilate(differs, _disc(2 * PIXEL))), np.uint8)


def _disc(across: float) -> NDArray[np.uint8]:
    side = int(across / PIXEL / 2) * 2 + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
