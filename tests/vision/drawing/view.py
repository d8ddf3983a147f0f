"""Where a drawn camera stands and what light falls: the two things that turn millimetres into a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import BoardPose, FoundBy, Points

Floats = NDArray[np.float64]
Place = tuple[float, float, float]
"""x, y on the sheet and the height above it, millimetres."""

FARTHEST = 2.5
"""Squared distance from the middle, in half diagonals, from which on the lens bends no more: nobody sees that far."""

NEAREST = 2.2
"""times brighter than on the board near a lamp: a camera could not tell more"""

ROUNDS = 12
"""Enough rounds to invert any lens that a camera is sold with to a thousandth of a pixel."""


@dataclass(frozen=True)
class View:
    """A pinhole camera at ``place`` looking at ``target`` on the table; the top of its picture points to -y.

    ``focal`` is in pixels, ``roll`` in degrees; ``distortion`` are the two coefficients of a division model of the lens
    (the first alone is ``BoardPose.distortion``). Pixel centres are whole numbers.
    """

    place: Place
    target: tuple[float, float] = (0.0, 0.0)
    focal: float = 1100.0
    size: tuple[int, int] = (1280, 720)
    roll: float = 0.0
    distortion: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def matrix(self) -> Floats:
        """Return the 3 x 4 camera matrix: homogeneous (x, y, height, 1) to ideal pixels."""
        x, y, height = self.place
        ahead = np.array([self.target[0] - x, self.target[1] - y, height], np.float64)
        ahead /= np.linalg.norm(ahead)
        right = np.cross([0.0, 1.0, 0.0], ahead)
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        turn = np.radians(self.roll)
        right, down = right * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - right * np.sin(turn)
        axes = np.stack([right, down, ahead]) * [1.0, 1.0, -1.0]  # heights point out of the table, to the camera
        inner = np.array([[self.focal, 0.0, self.middle[0]], [0.0, self.focal, self.middle[1]], [0.0, 0.0, 1.0]])
        return np.asarray(inner @ np.column_stack([axes, -axes @ np.array(self.place)]))

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of the picture in pixels."""
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    def pixels(self, points: Floats) -> Points:
        """Return where these n x 3 points (x, y, height) appear."""
        seen = np.asarray(points, np.float64) @ self.matrix[:, :3].T + self.matrix[:, 3]
        return self._distort(seen[:, :2] / seen[:, 2:])

    def on_sheet(self, points: Points) -> Points:
        """Return where these n x 2 points of the sheet appear."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        return self.pixels(np.column_stack([flat, np.zeros(len(flat))]))

    def millimetres(self, pixels: Points) -> Points:
        """Return the inverse of ``on_sheet``."""
        away = (pixels - self.middle) / self._half_diagonal
        straight = self.middle + self._half_diagonal * away / self._stretch(away)
        back = np.column_stack([straight, np.ones(len(straight))]) @ np.linalg.inv(self.homography).T
        return np.asarray(back[:, :2] / back[:, 2:])

    @property
    def homography(self) -> Floats:
        """Return the homography from millimetres on the sheet to ideal pixels."""
        return self.matrix[:, [0, 1, 3]]

    def board_pose(self) -> BoardPose:
        """Return the same as a vision stage would say it; exact when the second coefficient of the lens is 0."""
        return BoardPose(self.homography / self.homography[2, 2], self.size, FoundBy.CORNERS, self.distortion[0])

    def larger(self, factor: float) -> View:
        """Return the same view in a picture of ``factor`` times as many pixels each way."""
        size = (round(self.size[0] * factor), round(self.size[1] * factor))
        return View(self.place, self.target, self.focal * factor, size, self.roll, self.distortion)

    def scale(self) -> float:
        """Return the pixels per millimetre around the point looked at."""
        x, y = self.target
        ends = self.on_sheet(np.array([[x - 5.0, y], [x + 5.0, y]]))
        return float(np.linalg.norm(ends[1] - ends[0])) / 10

    @property
    def _half_diagonal(self) -> float:
        return float(np.hypot(*self.size)) / 2

    def _stretch(self, away: Points) -> Points:
        squared = np.minimum((away**2).sum(1, keepdims=True), FARTHEST)
        return np.asarray(1 + self.distortion[0] * squared + self.distortion[1] * squared**2)

    def _distort(self, ideal: Points) -> Points:
        if not any(self.distortion):
            return ideal
        wanted = (ideal - self.middle) / self._half_diagonal
        away = wanted
        for _ in range(ROUNDS):
            away = wanted * self._stretch(away)
        return np.asarray(self.middle + self._half_diagonal * away)


@dataclass(frozen=True)
class Lamp:
    """A light at ``place``: ``strength`` is what it gives the middle of the board, ``soft`` (mm) blurs its shadows."""

    place: Place
    strength: float = 0.5
    colour: Place = (1.0, 1.0, 1.0)
    """blue, green, red"""
    soft: float = 4.0

    def reaching(self, points: Floats) -> Floats:
        """Return n x 4: the direction to the lamp from each (x, y, height), and how strong it is there."""
        towards = np.array(self.place) - points
        distance = np.linalg.norm(towards, axis=1)
        fall = np.minimum((np.linalg.norm(self.place) / distance) ** 2, NEAREST)
        return np.column_stack([towards / distance[:, None], self.strength * fall])


@dataclass(frozen=True)
class Light:
    """The ambient light (blue, green, red), and the lamps."""

    ambient: Place = (0.45, 0.45, 0.45)
    lamps: tuple[Lamp, ...] = (Lamp((-300.0, -500.0, 1200.0)),)


EVENING = Light()
"""a lamp over the board's far left, and a bright room"""
