"""The corners of a marker to a small part of a pixel: where the lines through its sides meet.

A side is seen by thousands of pixels, a corner by a few; so noise and blur hardly matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import Points

HALF = np.linspace(0.06, 0.46, 12)
"""Places along half a side, from its end, in sides; each half gives one point of the line."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Sub-pixel refinement of marker corners. Defaults are the values in use."""

    reach: float = 0.11
    """How far across a side is looked, in sides: the black frame is a sixth of one wide, the white margin a fifth."""
    loud: float = 0.35
    """Part of the steepest slope below which a slope is noise."""


TUNING = Tuning()
STEPS = 21


def refine_corners(grey: Any, corners: Points) -> Points:
    """Return the four corners (clockwise) of a black square on white, from ones that are off by a pixel or two."""
    for _ in range(2):
        ends = np.stack([corners, np.roll(corners, -1, 0)], axis=1)
        ahead = ends[:, 1] - ends[:, 0]
        length = np.linalg.norm(ahead, axis=1)
        outwards = np.column_stack([ahead[:, 1], -ahead[:, 0]]) / np.maximum(length, 1e-6)[:, None]
        across = np.linspace(-1, 1, STEPS) * max(2.0, TUNING.reach * float(length.mean()))
        steps = HALF[:, None] * ahead[:, None]
        along = np.stack([ends[:, None, 0] + steps, ends[:, None, 1] - steps], axis=1)
        off = _edge_offsets(grey, along, outwards, across)
        points = along.mean(2) + off[:, :, None] * outwards[:, None, :]
        corners = _intersections(points)
    return corners


def _edge_offsets(
    grey: NDArray[np.uint8], along: NDArray[np.float64], outwards: Points, across: NDArray[np.float64]
) -> Points:
    """Return how far outwards the brightness rises, for both halves of the four sides: 4 x 2."""
    spots = along[:, :, :, None] + outwards[:, None, None, None] * across[:, None]
    spots = spots.reshape(along.shape[0] * along.shape[1], -1, 2).astype(np.float32)
    map_x, map_y = np.moveaxis(spots, -1, 0)
    seen = cv2.remap(grey, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = np.asarray(seen, np.float64).reshape(len(spots), -1, len(across)).mean(1)
    slope = np.diff(profile, axis=1)
    slope = np.maximum(slope - TUNING.loud * slope.max(1, keepdims=True), 1e-9)
    middle = (across[1:] + across[:-1]) / 2
    return np.asarray((slope * middle).sum(1) / slope.sum(1)).reshape(along.shape[:2])


def _intersections(points: NDArray[np.float64]) -> Points:
    """Return where each line through two points meets the line before it: the corner at the start of its side."""
    homogeneous = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2)
    lines = np.cross(homogeneous[:, 0], homogeneous[:, 1])
    meet = np.cross(np.roll(lines, 1, 0), lines)
    return np.asarray(meet[:, :2] / meet[:, 2:])
