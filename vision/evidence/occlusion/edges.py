"""The edges of a rectified picture: print and the outlines of figures; light, shadows and skin are smoother."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.evidence.background import Floats, logarithms
from vision.geometry.board_pose import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """Edges. Defaults are the values in use."""

    fine: float = 2.0
    """Pixels (standard deviation of a Gaussian): an edge is what differs from the mean so far around it."""
    sharpest: float = 0.5
    """Logarithms: no pixel counts for more than one so much darker or lighter than what is around it."""


TUNING = Tuning()


def edges_of(rectified: Picture) -> Floats:
    """rows x columns: the edges of a rectified picture."""
    return log_edges(logarithms(np.ascontiguousarray(rectified[..., 1])))


def log_edges(green: Floats) -> Floats:
    """rows x columns: by how much each pixel's logarithm differs from what is around it."""
    smooth = cv2.GaussianBlur(green, (0, 0), TUNING.fine, borderType=cv2.BORDER_REFLECT)
    np.subtract(green, smooth, out=smooth)
    return np.asarray(np.clip(smooth, -TUNING.sharpest, TUNING.sharpest, out=smooth), np.float32)
