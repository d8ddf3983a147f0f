"""From a picture to the printed markers in it: what they are, where they lie, and how they are turned.

A pure function of one picture. A hidden marker is simply missing: the reader adds what was believed before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import atan2, degrees
from typing import Any

import cv2
import numpy as np

from companion.boards.printed_markers import DICTIONARY
from vision.geometry.board_pose import Picture, Points
from vision.localisation.board_detection import DOUBLED_PIXELS

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """A printed marker in a picture: its corners in pixels, from the top left as printed, clockwise."""

    number: int
    corners: tuple[Place, Place, Place, Place]

    @property
    def centre(self) -> Place:
        """Return its middle, in pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def angle(self) -> float:
        """Return where its printed right side lies, in degrees clockwise from the right of the picture, -180 to 180."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        return degrees(atan2(by + cy - ay - dy, bx + cx - ax - dx))

    @property
    def size(self) -> float:
        """Return the mean of its sides, in pixels."""
        return float(_sides(self.points).mean())

    @property
    def points(self) -> Points:
        """Return its corners as an array."""
        return np.array(self.corners, np.float64)


@dataclass(frozen=True, slots=True)
class Marks:
    """All marks of one picture by their number; a number that is seen in two places is ``ambiguous`` and in neither.

    ``size`` is the picture's width and height.
    """

    seen: Mapping[int, Mark] = field(default_factory=dict)
    ambiguous: frozenset[int] = frozenset()
    size: tuple[int, int] = (0, 0)


def read_marks(picture: Picture, only: frozenset[int] | None = None) -> Marks:
    """Return the marks in the picture; those with the numbers in ``only``, if given.

    Nothing is raised for a picture without any.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    scale = 2.0 if max(grey.shape) < DOUBLED_PIXELS else 1.0
    even = cv2.createCLAHE(3.0, (8, 8)).apply(grey)
    large = cv2.resize(even, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC) if scale > 1 else even
    quads, numbers, _ = _detector().detectMarkers(large)
    found: dict[int, list[Mark]] = {}
    for number, quad in zip([] if numbers is None else numbers.ravel().tolist(), quads, strict=True):
        corners = (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5
        if only is None or number in only:
            found.setdefault(number, []).append(mark_of(number, corners))
    size = (picture.shape[1], picture.shape[0])
    unique = {number: marks[0] for number, marks in sorted(found.items()) if len(marks) == 1}
    return Marks(unique, frozenset(found.keys() - unique.keys()), size)


def mark_of(number: int, corners: Points) -> Mark:
    """Return the mark with these corners (4 x 2 pixels)."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Mark(number, (a, b, c, d))


def _sides(corners: Points) -> Points:
    return np.asarray(np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1), np.float64)


@cache
def _detector() -> Any:
    """Return OpenCV's detector, which looks for small markers, too."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMax = 53
    parameters.adaptiveThreshConstant = 4
    parameters.minMarkerPerimeterRate = 0.028
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.errorCorrectionRate = 0.9
    parameters.minMarkerDistanceRate = 0.02
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)), parameters)
