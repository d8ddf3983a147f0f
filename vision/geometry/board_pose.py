"""The board's pose in a picture: from millimetres on the sheet to pixels, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""A frame as OpenCV gives it: height x width x 3, blue, green, red."""

Points = NDArray[np.float64]
"""n x 2, either millimetres on the sheet (x right, y down, origin in the middle) or pixels (whole at their centres)."""


class FoundBy(StrEnum):
    """Ways of finding the board."""

    MARKERS = "markers"
    CORNERS = "corners"
    """four corners given by hand"""
    TRACKED = "tracked"
    """followed from where it was before"""


@dataclass(frozen=True)
class BoardPose:
    """Pose of a board in a picture.

    ``homography`` maps millimetres to undistorted pixels;
    ``distortion`` is the coefficient of the one-parameter
    division model of the lens (Fitzgibbon 2001), relative to half the diagonal of the picture; 0: a pinhole.
    ``size`` is the picture's (width, height).
    ``moved`` is how far the worst corner of the sheet went if that is more than a tremble, in millimetres: a
    reader starts afresh where it is not 0.
    """

    homography: NDArray[np.float64]
    size: tuple[int, int]
    how: FoundBy
    distortion: float = 0.0
    moved: float = 0.0

    def plain(self) -> dict[str, Any]:
        """Return it as JSON data, to the last digit."""
        flat = self.homography.ravel().tolist()
        return {"homography": flat, "size": list(self.size), "how": self.how.value, "distortion": self.distortion}

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        """Return the pose written as ``plain`` writes it. Raise KeyError, TypeError or ValueError for anything else."""
        homography = np.array([float(number) for number in data["homography"]]).reshape(3, 3)
        width, height = (int(side) for side in data["size"])
        return cls(homography, (width, height), FoundBy(data["how"]), float(data["distortion"]))

    def pixels(self, points: Points) -> Points:
        """Return where these points of the sheet are in the picture."""
        ideal = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), self.homography)
        return self.distort(np.asarray(ideal, np.float64).reshape(-1, 2))

    def millimetres(self, pixels: Points) -> Points:
        """Return the inverse of ``pixels``."""
        flat = self.undistort(np.asarray(pixels, np.float64).reshape(-1, 2))
        back = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), np.linalg.inv(self.homography))
        return np.asarray(back, np.float64).reshape(-1, 2)

    def rescaled(self, unit: float) -> BoardPose:
        """Return the pose of the same board where what has been one is ``unit`` millimetres."""
        if unit == 1:
            return self
        return replace(self, homography=self.homography @ np.diag([1 / unit, 1 / unit, 1.0]), moved=self.moved * unit)

    @property
    def principal_point(self) -> Points:
        """Return the pixel that the lens looks through."""
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    @property
    def _half_diagonal(self) -> float:
        return float(np.hypot(*self.size)) / 2

    def undistort(self, pixels: Points) -> Points:
        """Return where a perfect lens would show what is seen at these pixels."""
        away = (pixels - self.principal_point) / self._half_diagonal
        return np.asarray(
            self.principal_point + self._half_diagonal * away / (1 + self.distortion * (away**2).sum(1, keepdims=True))
        )

    def distort(self, ideal: Points) -> Points:
        """Return the inverse of ``undistort``."""
        if not self.distortion:
            return ideal
        away = (ideal - self.principal_point) / self._half_diagonal
        radius = np.maximum((away**2).sum(1, keepdims=True), 1e-12)
        root = np.sqrt(np.maximum(1 - 4 * self.distortion * radius, 0))
        factor = (1 - root) / (2 * self.distortion * radius)
        return np.asarray(self.principal_point + self._half_diagonal * away * factor)
