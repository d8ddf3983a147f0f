"""The camera's pose, and where the tops of tall figures appear."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from vision.geometry.board_pose import BoardPose, Points


@dataclass(frozen=True, slots=True)
class Tuning:
    """The estimate of the focal length. Defaults are the values in use."""

    skew: float = 0.004
    """How far off the homography is: standard deviation of the cosine and of the ratio of the sheet's axes."""


TUNING = Tuning()


@dataclass(frozen=True, slots=True)
class Lens:
    """The facts known of a lens beforehand.

    Its ``usual`` focal length is in longer sides of the picture; its ``spread`` is the standard deviation of the
    logarithm.
    """

    usual: float
    spread: float


WEBCAM = Lens(1.1, 0.25)
"""The usual webcam or Pi camera: about 49 degrees across."""
PHONE = Lens(0.76, 0.1)
"""The main camera of a phone: 24 to 28 mm on film of 36 x 24 mm, about 67 degrees across."""

STEPS = np.linspace(-8, 8, 401)
"""Standard deviations off the usual focal length that are tried."""


@dataclass(frozen=True)
class CameraPose:
    """A camera above the sheet: square pixels, looking through the middle of its picture.

    ``focal`` is in pixels. It is estimated from the homography where the camera looks at an angle; straight
    from above every focal length explains the sheet as well as any other, and the usual one is taken. Then heights are
    known only up to a common factor, which does not matter where they are learnt from the lean of figures.
    """

    board_pose: BoardPose
    focal: float

    @classmethod
    def of(cls, board_pose: BoardPose, layout: Layout, lens: Lens = WEBCAM) -> CameraPose:
        """Return the likeliest camera for this pose."""
        focals = max(board_pose.size) * lens.usual * np.exp(STEPS * lens.spread)
        axes = _axes(board_pose, 1.0, max(layout.sheet) / 2)
        away = np.outer(axes[2], axes[2])
        products = axes[:2].T @ axes[:2] / focals[:, None, None] ** 2 + away  # of the axes with each focal length
        right, both, down = products[:, 0, 0], products[:, 0, 1], products[:, 1, 1]
        cost = (both**2 / (right * down) + np.log(right / down) ** 2 / 4) / TUNING.skew**2
        return cls(board_pose, float(focals[int(np.argmin(cost + STEPS**2))]))

    @property
    def tilt(self) -> float:
        """Return the degrees between the direction in which the camera looks and straight down."""
        right, down = _axes(self.board_pose, self.focal, 1.0).T
        normal = np.cross(right, down)
        return float(np.degrees(np.arccos(min(abs(normal[2]) / np.linalg.norm(normal), 1.0))))

    @property
    def height(self) -> float:
        """Return how far above the sheet the camera is, in millimetres, as far as the focal length is right."""
        right, down = _axes(self.board_pose, self.focal, 1.0).T
        x, y, z = self.board_pose.homography[:, 2]
        middle = self.board_pose.principal_point
        there = np.array([(x - middle[0] * z) / self.focal, (y - middle[1] * z) / self.focal, z])
        normal = np.cross(right, down)
        length = np.sqrt(np.linalg.norm(right) * np.linalg.norm(down))
        return float(abs(there @ normal) / (np.linalg.norm(normal) * length))

    def at(self, board_pose: BoardPose) -> CameraPose:
        """Return the same camera after a bump."""
        return replace(self, board_pose=board_pose)

    def pixels(self, points_mm: Points, heights_mm: NDArray[np.float64] | float) -> Points:
        """Return where points above the sheet (n x 2, with n heights or one) appear; at height 0 as the pose says."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(heights_mm, np.float64), len(points))
        seen = np.column_stack([points, heights, np.ones(len(points))]) @ self.matrix.T
        return self.board_pose.distort(seen[:, :2] / seen[:, 2:])

    @cached_property
    def matrix(self) -> NDArray[np.float64]:
        """Return the map from (x, y, height, 1) in millimetres to ideal pixels."""
        homography = self.board_pose.homography
        right, down = _axes(self.board_pose, self.focal, 1.0).T
        length = float(np.sqrt(np.linalg.norm(right) * np.linalg.norm(down)))
        into = np.cross(right, down) / length
        if homography[2, 2] < 0:
            into = -into
        middle = self.board_pose.principal_point
        up = -np.array(
            [self.focal * into[0] + middle[0] * into[2], self.focal * into[1] + middle[1] * into[2], into[2]]
        )
        return np.column_stack([homography[:, 0], homography[:, 1], up, homography[:, 2]])


def _axes(board_pose: BoardPose, focal: float, unit: float) -> NDArray[np.float64]:
    """Return the sheet's axes in the camera's directions (3 x 2), up to a common factor."""
    first = board_pose.homography[:, :2] * unit
    middle = board_pose.principal_point
    across = (first[0] - middle[0] * first[2]) / focal
    return np.stack([across, (first[1] - middle[1] * first[2]) / focal, first[2]])
