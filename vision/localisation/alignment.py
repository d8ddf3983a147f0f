"""Where the board went by how all of it looks: an earlier picture laid over the new one, from coarse to fine.

A board of fields looks the same one field further, but not with the figures on it and the table around it. The first
guesses are where the new picture looks most like the board as it was seen, turned a little, or nearer; the homography
is then found by enhanced correlation (Evangelidis and Psarakis 2008), to which brightness and contrast mean nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Lattice, Layout
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.pose_validation import winding
from vision.geometry.sheet import sheet_corners

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Alignment of two pictures. Defaults are the values in use."""

    across: int = 160
    """Pixels across the board in the last look; a quarter of it in the first, where fields cannot be told apart."""
    around: float = 0.15
    """How much of the table around the board is looked at, in parts of its size."""
    reach: float = 0.33
    """How far the board may have gone beyond the edge of the picture, in parts of its size."""
    turned: float = 20.0
    """Degrees by which it may be turned either way: what lies between is found by the steps."""
    larger: float = 1.25
    """Times by which it may look larger or smaller."""
    alike: float = 0.5
    """The correlation below which the pictures are not taken to show the same."""


TUNING = Tuning()

STEPS = 40
"""Steps of an alignment."""
LEAST_PIXELS = 8
"""Along a side of what was seen of the board in the first look: less cannot be aligned."""
WIDTH_PIXELS = 960
"""Across, about, of the copy of a picture that is kept: more than an alignment looks at."""


def align(before: NDArray[np.uint8], now: NDArray[np.uint8], outline: Points) -> Points | None:
    """Where the board whose ``outline`` (4 x 2 pixels) was seen in one grey picture lies in another.

    None where the two do not look alike, a hand over the board aside. The four corners go round clockwise.
    """
    size = float(np.ptp(outline, axis=0).max())
    margin = TUNING.around * size
    found: Points | None = None
    correlation = 0.0
    for across in (TUNING.across / 4, TUNING.across / 2, TUNING.across):
        by = min(1.0, across / size)
        then, new = _small(before, by), _small(now, by)
        left, top = np.maximum(np.floor((outline.min(0) - margin) * by), 0).astype(int)
        right, bottom = np.maximum(np.ceil((outline.max(0) + margin) * by), 0).astype(int)
        part = np.ascontiguousarray(then[top:bottom, left:right])
        if min(part.shape) < LEAST_PIXELS:
            return None
        # what lies outside the picture counts as something else: a little of the board is like much of it
        pad = round(TUNING.reach * max(part.shape))
        around = np.asarray(cv2.copyMakeBorder(new, pad, pad, pad, pad, cv2.BORDER_REPLICATE), np.float32)
        own = (outline + 0.5) * by - 0.5 - (left, top)
        if found is None:
            guesses = _first_guesses(part, around)
        else:
            guesses = [np.asarray(cv2.findHomography(own, (found + 0.5) * by - 0.5 + pad)[0], np.float64)]
        correlation, change = max((_improved(part, around, guess) for guess in guesses), key=lambda each: each[0])
        if correlation < 0:
            return None
        found = (cv2.perspectiveTransform(own[None], change)[0] - pad + 0.5) / by - 0.5
        if not np.isfinite(found).all() or winding(found) != 1:
            return None
    return found if correlation > TUNING.alike else None


def _small(grey: NDArray[np.uint8], by: float) -> Floats:
    """A picture made smaller, and soft: what is finer than its pixels would flicker."""
    small = cv2.resize(grey, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0), np.float32)


def _first_guesses(part: Floats, around: Floats) -> list[NDArray[np.float64]]:
    """How a part of the one picture may be turned, enlarged and shifted to be like the other somewhere, the best three
    of all ways."""
    high, wide = part.shape
    found = []
    for turn, size in product((-TUNING.turned, 0, TUNING.turned), (1 / TUNING.larger, 1, TUNING.larger)):
        change = np.vstack([cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), turn, size), (0, 0, 1)])
        turned = cv2.warpAffine(part, change[:2], (wide, high), borderMode=cv2.BORDER_REPLICATE)
        _, likeness, _, place = cv2.minMaxLoc(cv2.matchTemplate(around, turned, cv2.TM_CCOEFF_NORMED))
        change[:2, 2] += place
        found.append((likeness, change))
    return [change for _, change in sorted(found, key=lambda each: -each[0])[:3]]


def _improved(part: Floats, around: Floats, guess: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """The homography near this one that lays a part of one picture over the other best, and how well (-1 to 1)."""
    steps = (cv2.TERM_CRITERIA_COUNT, STEPS, 0.0)
    try:
        start = guess.astype(np.float32)
        correlation, change = cv2.findTransformECC(part, around, start, cv2.MOTION_HOMOGRAPHY, steps, None, 3)  # type: ignore[call-overload]
    except cv2.error:  # it comes to no end where the two have nothing in common
        return -1.0, guess
    return float(correlation), np.asarray(change, np.float64)


@dataclass(frozen=True)
class Glance:
    """What board, figures and table looked like a while ago, in grey and made smaller by ``scale``."""

    small: NDArray[np.uint8]
    scale: float
    board_pose: BoardPose
    layout: Layout

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> Glance:
        """A small grey copy of a picture in which the board lies so."""
        return cls(*_grey_copy(picture), board_pose, layout)

    def found_in(self, picture: Picture) -> BoardPose | None:
        """Where the board went if a picture shows it much as it looked; the lens is as before."""
        corners = sheet_corners(self.layout)
        outline = (self.board_pose.pixels(corners) + 0.5) * self.scale - 0.5
        found = align(self.small, _grey_copy(picture)[0], outline)
        if found is None:
            return None
        ideal = self.board_pose.undistort((found + 0.5) / self.scale - 0.5)
        homography = cv2.getPerspectiveTransform(corners.astype(np.float32), ideal.astype(np.float32))
        return replace(self.board_pose, homography=np.asarray(homography, np.float64), how=FoundBy.TRACKED)


def _grey_copy(picture: Picture) -> tuple[NDArray[np.uint8], float]:
    """The picture in grey, made smaller by a whole number, and the scale."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    by = max(1, round(picture.shape[1] / WIDTH_PIXELS))
    small = cv2.resize(grey, (grey.shape[1] // by, grey.shape[0] // by), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), 1 / by


def further(board_pose: BoardPose, layout: Layout, cells: int = 2) -> list[BoardPose]:
    """Where the board looks much the same: one cell further along its lattice, or two, as fields of two colours do."""
    way = {(0.0, 0.0)}
    for _ in range(cells):
        way |= {(round(x + dx, 3), round(y + dy, 3)) for x, y in way for dx, dy in layout.steps}
    moves = [np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in sorted(way - {(0.0, 0.0)})]
    return [replace(board_pose, homography=board_pose.homography @ move) for move in moves]


def turned_about(board_pose: BoardPose, layout: Layout) -> list[BoardPose]:
    """Where it looks much the same once it is turned: so far that its lattice lies on itself, and one cell further."""
    sides = 6 if layout.lattice is Lattice.HEX else 4
    found = []
    for angle in np.arange(1, sides) * 2 * np.pi / sides:
        turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
        turned = replace(board_pose, homography=board_pose.homography @ turn)
        found += [turned, *further(turned, layout, 1)]
    return found
