"""The pose that explains best where points of the sheet were seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import BoardPose, FoundBy, Points


@dataclass(frozen=True, slots=True)
class Tuning:
    """Priors and limits of the Gauss-Newton pose estimate. Defaults are the values in use."""

    bend: float = 0.03
    """How much cheap lenses bend (standard deviation of ``BoardPose.distortion``): few points cannot outvote it."""
    swell: float = 0.4
    """Standard deviation of the millimetres by which white bleeds into black at an edge (blur before gamma)."""
    seen: float = 0.1
    """The error of one point in pixels that is always to be reckoned with."""


TUNING = Tuning()

STEPS = 10
"""Gauss-Newton steps."""


Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class PoseEstimate:
    """A pose, how far off its points lie (pixels) and how little is known of it.

    ``points`` are what was fitted to ``pixels``, without the ``edge_bleed`` (millimetres); ``covariance`` is that of
    the eight numbers of the homography (its last is 1), the bend and the swell.
    """

    board_pose: BoardPose
    residuals: Numbers
    covariance: Numbers
    points: Points
    pixels: Points
    edge_bleed: float

    @property
    def error(self) -> float:
        """Return the root of the mean square of ``residuals``."""
        return float(np.sqrt((self.residuals**2).mean()))

    def uncertainty(self, points: Points) -> Numbers:
        """Return the standard deviation in pixels with which points of the sheet are known."""
        jacobian = _jacobian(_Parameters(self.board_pose), points, np.zeros_like(points))
        spread = np.einsum("ij,jk,ik->i", jacobian, self.covariance, jacobian).reshape(-1, 2)
        return np.asarray(np.sqrt(np.maximum(spread.sum(1), 0)))


@dataclass(frozen=True)
class _Parameters:
    """A pose, and by how many millimetres dark shapes look smaller than printed."""

    board_pose: BoardPose
    edge_bleed: float = 0.0

    @property
    def numbers(self) -> Numbers:
        return np.append(self.board_pose.homography.ravel()[:8], (self.board_pose.distortion, self.edge_bleed))

    def plus(self, change: Numbers) -> _Parameters:
        numbers = self.numbers + change
        homography = np.append(numbers[:8], 1.0).reshape(3, 3)
        return _Parameters(
            replace(self.board_pose, homography=homography, distortion=float(numbers[8])), float(numbers[9])
        )

    def pixels(self, points: Points, inwards: Points) -> Points:
        return self.board_pose.pixels(points + self.edge_bleed * inwards)


def estimate_pose(
    points: Points,
    pixels: Points,
    size: tuple[int, int],
    how: FoundBy,
    inwards: Points | None = None,
    distortion: float = TUNING.bend,
) -> PoseEstimate | None:
    """Return the homography and the bend that bring ``points`` (millimetres) nearest to ``pixels``.

    None if there is none.

    At least four points. ``inwards`` says in which direction each point moves when the dark shape it belongs to looks
    smaller than it is. The distortion is held near 0 by its prior (standard deviation ``distortion``), so that it stays
    there where the points say little about it. Gauss-Newton steps from the homography of the direct linear transform.
    """
    points, pixels = np.asarray(points, np.float64), np.asarray(pixels, np.float64)
    inwards = np.zeros_like(points) if inwards is None else inwards
    first, _ = cv2.findHomography(points, pixels)
    if first is None or not np.isfinite(first).all() or abs(first[2, 2]) < 1e-12:
        return None
    estimate = _Parameters(BoardPose(np.asarray(first / first[2, 2], np.float64), size, how))
    scale = np.append(1 / np.maximum(np.abs(estimate.numbers[:8]), 1e-9), (10.0, 1.0))
    prior = np.diag(np.append(np.zeros(8), ((TUNING.seen / distortion) ** 2, (TUNING.seen / TUNING.swell) ** 2)))
    for _ in range(STEPS):
        jacobian = _jacobian(estimate, points, inwards)
        off = (pixels - estimate.pixels(points, inwards)).ravel()
        step = _inverse(jacobian.T @ jacobian + prior, scale) @ (jacobian.T @ off - prior @ estimate.numbers)
        estimate = estimate.plus(step)
        if not np.isfinite(estimate.numbers).all():
            return None
    residuals = np.linalg.norm(pixels - estimate.pixels(points, inwards), axis=1)
    noise = max(TUNING.seen, float(np.sqrt((residuals**2).sum() / max(2 * len(residuals) - 10, 1))))
    jacobian = _jacobian(estimate, points, inwards)
    known = (jacobian.T @ jacobian) / noise**2 + prior / TUNING.seen**2
    return PoseEstimate(
        estimate.board_pose,
        residuals,
        _inverse(known, scale),
        points + estimate.edge_bleed * inwards,
        pixels,
        estimate.edge_bleed,
    )


def line_step(board_pose: BoardPose, points: Points, normals: Points, off: Numbers, weight: Numbers) -> BoardPose:
    """Take one step towards points that lie ``off`` by so many pixels along their ``normals``.

    They are free to move along the line.
    """
    estimate = _Parameters(board_pose)
    slopes = np.einsum("nij,ni->nj", _jacobian(estimate, points, np.zeros_like(points)).reshape(-1, 2, 10), normals)
    scale = np.append(1 / np.maximum(np.abs(estimate.numbers[:8]), 1e-9), (10.0, 1.0))
    prior = np.diag(np.append(np.zeros(8), (0.1 / TUNING.bend**2, 1.0)))
    step = np.zeros(10)
    for _ in range(8):
        left = off - slopes @ step
        spread = max(TUNING.seen, 1.5 * float(np.median(np.abs(left))))
        trust = weight / (1 + (left / spread) ** 2)
        right_side = slopes.T @ (trust * off) - prior @ estimate.numbers
        step = _inverse((slopes.T * trust) @ slopes + prior, scale) @ right_side
    return estimate.plus(step).board_pose


def _inverse(matrix: Numbers, scale: Numbers) -> Numbers:
    """Return the inverse of a matrix whose numbers differ by many orders of magnitude.

    Where nothing is known it is large, not endless.
    """
    by = np.outer(scale, scale)
    return np.asarray(np.linalg.pinv(matrix / by, rcond=1e-15, hermitian=True) / by)


def _jacobian(estimate: _Parameters, points: Points, inwards: Points) -> Numbers:
    """Return how the pixels move with the ten numbers: 2n x 10, by central differences."""
    columns = []
    for index, step in enumerate((1e-6, 1e-6, 1e-3, 1e-6, 1e-6, 1e-3, 1e-9, 1e-9, 1e-5, 1e-3)):
        change = np.zeros(10)
        change[index] = step
        moved = estimate.plus(change).pixels(points, inwards) - estimate.plus(-change).pixels(points, inwards)
        columns.append(moved.ravel() / (2 * step))
    return np.stack(columns, axis=1)
