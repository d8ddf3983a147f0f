"""Makes a pose by four taps exact: the lines between the cells are printed, and say better where they are.

On a board of fields in two colours the cells meet without a line; there the step from one to the other is looked for.
Every side of a cell is looked for across its direction; what most of them agree on is the correction (an iterated
closest line, with outliers weighed down as in Cauchy's distribution).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.pose_estimation import TUNING as LENS
from vision.geometry.pose_estimation import line_step
from vision.geometry.pose_validation import pixels_per_mm, pose_problem
from vision.geometry.sheet import sheet_corners

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Refinement of a pose on the printed lines. Defaults are the values in use."""

    reach: float = 0.22
    """How far off a tapped line is looked for, as a part of the distance of two cells: never up to the next line."""
    last: float = 0.3
    """The same in the last round, as a part of ``reach``."""
    half: float = 0.9
    """Half the width in millimetres of a line, about."""
    farthest: float = 2.5
    """Reaches by which a corner may have been tapped wrong."""
    pinned: float = 20.0
    """How much a pin counts; the clearest of the many lines counts 4."""
    clear: float = 0.5
    """Part of the lines that must be found where they should be; of lines that are not printed it is about a sixth."""
    near: float = 0.6
    """Pixels that count as where it should be (or 0.3 mm, if that is more)."""


TUNING = Tuning()


STEPS = 12
"""Rounds from ``reach`` to ``last``."""
STEP = 0.5
"""Pixels from sample to sample across the line."""
SIDE = 9
"""Places along a side at which the picture is looked at; their mean is one profile across the line."""


class Boundary(Enum):
    """Looks of the boundary between two cells, in the order in which they are looked for."""

    LINE = "line"
    STEP = "step"
    """two fields of different colours"""


def sides(layout: Layout) -> Floats:
    """Return every side of every cell once: n x 2 ends x 2, millimetres."""
    found: dict[tuple[float, float], Points] = {}
    for cell in layout.cells:
        outline = np.array(layout.corners(cell.id))
        for ends in np.stack([outline, np.roll(outline, -1, 0)], axis=1):
            x, y = ends.mean(0)
            found[round(float(x), 1), round(float(y), 1)] = ends
    return np.array(list(found.values()))


def refine_pose_on_lines(
    picture: Picture,
    layout: Layout,
    board_pose: BoardPose,
    constraints: tuple[Points, Points] | None = None,
    close: bool = False,
) -> BoardPose:
    """Return the pose that brings the layout's cells onto the lines printed in a picture of the empty board.

    ``board_pose`` may be off by a fifth of a cell. It is given back unchanged where no such lines are to be seen.
    ``constraints``: points of the sheet and their pixels, known better. Four taps say nothing about the lens, and a
    strong one puts cells in the middle a third of a cell off: unless ``close``, lenses that bend are tried as well.
    """
    ends = sides(layout)
    blurred = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 0.7)
    grey = np.asarray(blurred, np.float32)
    spacing = 2 * float(np.linalg.norm(ends.mean(1) - layout.centre(layout.cells[0].id), axis=1).min())
    reach = TUNING.reach * spacing * pixels_per_mm(board_pose, layout)
    bends = () if close else (2, 4, 6)
    starts = (board_pose, *(with_distortion(board_pose, layout, -bend * LENS.bend) for bend in bends))
    for boundary in Boundary:
        best, share = board_pose, 0.0
        for start in starts:
            found, clear = _converged(grey, ends, start, layout, reach, boundary, constraints)
            if clear > share and _corner_shift(board_pose, found, layout) < TUNING.farthest * reach:
                best, share = found, clear
        if share > TUNING.clear:
            return best
    return board_pose


def with_distortion(board_pose: BoardPose, layout: Layout, distortion: float) -> BoardPose:
    """Return another lens, through which the corners of the sheet are seen where they were."""
    corners = sheet_corners(layout)
    lens = replace(board_pose, distortion=distortion)
    ideal = lens.undistort(board_pose.pixels(corners))
    made = cv2.getPerspectiveTransform(corners.astype(np.float32), ideal.astype(np.float32))
    return replace(lens, homography=np.asarray(made, np.float64))


def _converged(
    grey: NDArray[np.float32],
    ends: Floats,
    board_pose: BoardPose,
    layout: Layout,
    reach: float,
    boundary: Boundary,
    constraints: tuple[Points, Points] | None,
) -> tuple[BoardPose, float]:
    """Return the pose drawn onto the lines near it, and the part of the lines that are there."""
    size, start = pixels_per_mm(board_pose, layout), board_pose
    known, seen = constraints or (np.zeros((0, 2)), np.zeros((0, 2)))
    axes, points = np.repeat(np.eye(2), len(known), axis=0), np.concatenate([ends.mean(1), known, known])
    for part in np.geomspace(1.0, TUNING.last, STEPS):
        normals, off, weight = _lines(grey, ends, board_pose, max(2.0, part * reach), TUNING.half * size, boundary)
        if len(known):
            off = np.append(off, (seen - board_pose.pixels(known)).T)
            normals, weight = np.concatenate([normals, axes]), np.append(weight, np.full(len(axes), TUNING.pinned))
        board_pose = line_step(board_pose, points, normals, off, weight)
        if pose_problem(board_pose, layout) or _corner_shift(start, board_pose, layout) > 2 * TUNING.farthest * reach:
            return board_pose, 0.0
    _, off, weight = _lines(grey, ends, board_pose, max(4.0, 0.4 * reach), TUNING.half * size, boundary)
    return board_pose, float(((np.abs(off) < max(TUNING.near, 0.3 * size)) & (weight > 0)).mean())


def _corner_shift(before: BoardPose, after: BoardPose, layout: Layout) -> float:
    """Return by how many pixels the worst corner moved."""
    corners = sheet_corners(layout)
    return float(np.linalg.norm(after.pixels(corners) - before.pixels(corners), axis=1).max())


def _lines(
    grey: NDArray[np.float32], ends: Floats, board_pose: BoardPose, reach: float, half: float, boundary: Boundary
) -> tuple[Points, Floats, Floats]:
    """Look across every side up to ``reach`` pixels for the line, or the step, that stands out most.

    Return the normals of the sides, how far along them it lies off (pixels), and how much it stands out.
    """
    normals, profile, arm = _profiles(grey, ends, board_pose, reach, half)
    strength = _strength(profile, arm, boundary)
    count = strength.shape[1] // 2
    best = np.clip(strength.argmax(1), 1, strength.shape[1] - 2)
    row = np.arange(len(ends))
    left, top, right = strength[row, best - 1], strength[row, best], strength[row, best + 1]
    curve = np.minimum(left - 2 * top + right, -1e-6)
    peak = np.clip(0.5 * (left - right) / curve, -1, 1)
    weight = np.clip(top / (np.median(strength, axis=1) + 1) - 1, 0, 4)
    return normals, (best - count + peak) * STEP, weight


def _profiles(
    grey: NDArray[np.float32], ends: Floats, board_pose: BoardPose, reach: float, half: float
) -> tuple[Points, Floats, int]:
    """Return the normals of the sides (n x 2), the brightness across each of them, and the samples of an arm.

    The brightness reaches ``reach`` pixels and an arm more on either side; an arm is the width of a line.
    """
    along = np.linspace(0.12, 0.88, SIDE)
    points = ends[:, :1] + (ends[:, 1:] - ends[:, :1]) * along[:, None]
    pixels = board_pose.pixels(points.reshape(-1, 2)).reshape(points.shape)
    ahead = pixels[:, -1] - pixels[:, 0]
    normals = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / np.maximum(
        np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9
    )
    arm = max(2, round(2 * half / STEP))
    count = int(np.ceil(reach / STEP))
    off = STEP * np.arange(-count - arm, count + arm + 1)
    spots = (pixels[:, :, None] + normals[:, None, None] * off[:, None]).reshape(len(ends), -1, 2).astype(np.float32)
    seen = cv2.remap(
        grey, spots[..., 0].copy(), spots[..., 1].copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return normals, np.asarray(seen, np.float64).reshape(len(ends), SIDE, -1).mean(1), arm


def _strength(profile: Floats, arm: int, boundary: Boundary) -> Floats:
    """Return how strong a line, or a step, there is at every sample of the profiles but the outer arms."""
    match boundary:
        case Boundary.LINE:
            beside = (profile[:, : -2 * arm] + profile[:, 2 * arm :]) / 2
            return np.asarray(np.abs(beside - profile[:, arm:-arm]))
        case Boundary.STEP:
            sums = np.cumsum(np.pad(profile, ((0, 0), (1, 0))), axis=1)
            means = (sums[:, arm:] - sums[:, :-arm]) / arm
            return np.asarray(np.abs(means[:, arm + 1 :] - means[:, : -arm - 1]))
