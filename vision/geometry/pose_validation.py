"""The check of a pose by the outline of the sheet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards.layout import Layout
from companion.core.text import Text, say
from vision.geometry.board_pose import BoardPose, Points
from vision.geometry.sheet import cell_unit, sheet_corners, sheet_size


@dataclass(frozen=True, slots=True)
class Tuning:
    """Limits of a plausible pose. Defaults are the values in use."""

    farthest: float = 0.35
    """Pixels per cell unit below which figures are too small to be told apart (11 pixels from cell to cell)."""


TUNING = Tuning()


def pixels_per_mm(board_pose: BoardPose, layout: Layout) -> float:
    """Return how many pixels a millimetre has, about."""
    outline = board_pose.pixels(sheet_corners(layout))
    return float(np.hypot(*(outline[2] - outline[0])) / np.hypot(*sheet_size(layout)))


def corner_displacement(before: BoardPose, after: BoardPose, layout: Layout) -> float:
    """Return how far the worst corner of the sheet moved, in millimetres of the sheet as it lay before."""
    corners = sheet_corners(layout)
    return float(np.linalg.norm(before.millimetres(after.pixels(corners)) - corners, axis=1).max())


def pose_problem(board_pose: BoardPose, layout: Layout) -> Text | None:
    """Return why no camera can have seen the board like this, or not well enough to read it; None where all is well."""
    corners = sheet_corners(layout)
    depth = np.column_stack([corners, np.ones(4)]) @ board_pose.homography[2]
    outline = board_pose.pixels(corners)
    if not np.isfinite(board_pose.homography).all() or depth.min() * depth.max() <= 0 or winding(outline) != 1:
        return say("The corners do not fit together. Lay the board flat and look for a second set of markers.")
    sides = np.linalg.norm(np.roll(outline, -1, 0) - outline, axis=1) / [*sheet_size(layout), *sheet_size(layout)]
    if sides.min() * cell_unit(layout) < TUNING.farthest:
        return say("The board is too small in the picture. Bring the camera nearer or choose a larger picture.")
    if sides.max() > 4 * sides.min():
        return say("The camera looks too much from the side. Put it above the middle.")
    if sides.max() * min(sheet_size(layout)) > 4 * max(board_pose.size):
        return say("The board is larger than the picture. Raise the camera.")
    return None


def outside_picture(board_pose: BoardPose, layout: Layout) -> frozenset[str]:
    """Return the cells whose middle, half as wide as they are, does not lie in the picture as a whole."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * layout.size / 4
    middles = np.array([layout.centre(cell) for cell in layout.by_id])
    seen = board_pose.pixels((middles[:, None] + corners).reshape(-1, 2)).reshape(-1, 4, 2)
    beyond = ((seen <= -0.5) | (seen >= np.array(board_pose.size) - 0.5)).reshape(len(seen), -1)
    return frozenset(cell for cell, its in zip(layout.by_id, beyond.tolist(), strict=True) if any(its))


def winding(outline: Points) -> int:
    """Return 1 for four corners clockwise round a convex shape, -1 for the other way round, 0 where it is folded."""
    ahead = np.roll(outline, -1, 0) - outline
    behind = outline - np.roll(outline, 1, 0)
    bends = np.sign(behind[:, 0] * ahead[:, 1] - behind[:, 1] * ahead[:, 0])
    return int(bends[0]) if (bends == bends[0]).all() else 0
