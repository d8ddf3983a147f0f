"""A die as the camera sees it: a cube on a plane, and the place, the size and the turn that explain a silhouette."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import radians

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import BoardPose, FoundBy, Points
from vision.geometry.camera_pose import CameraPose

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """The shape of a die. Defaults are the values in use."""

    round: float = 0.1
    """By which part of its edge the corners of a die are cut off, about."""


TUNING = Tuning()

AROUND = 4
"""Turns that are tried, over a quarter of a circle."""
STEPS = ((0.06, 8.0), (0.03, 4.0), (0.015, 2.0))
"""How far place and size (parts of the edge) and the turn (degrees) are changed, round by round."""

SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
"""The corners of a face, in edges ..."""
CUT = np.concatenate([SQUARE * (1, 1 - 2 * TUNING.round), SQUARE * (1 - 2 * TUNING.round, 1)])
"""... and of one whose corners are cut off."""
WHOLE, TOP = (0.0, 1.0), (1.0,)
"""The parts of a cube that a shape may be, as the heights of its corners in edges: all that is seen of it, or its upper
face, where the others lie in the shade."""


@dataclass(frozen=True)
class LocalProjection:
    """A camera's view of the surroundings of one place of the plane.

    There every lens is as good as straight, but for an ``offset`` (pixels). ``matrix`` is from (x, y, height, 1) to
    ideal pixels; ``back`` from pixels to the plane.
    """

    matrix: NDArray[np.float64]
    offset: Points
    back: NDArray[np.float64]

    @classmethod
    def near(cls, camera: CameraPose, pixel: Points) -> LocalProjection:
        """Return what is near this pixel."""
        here, right, below = camera.board_pose.millimetres(pixel + np.array([(0, 0), (1, 0), (0, 1)]))
        x, y, depth = camera.matrix @ (*here, 0, 1)
        return cls(camera.matrix, pixel - (x / depth, y / depth), np.column_stack([right - here, below - here]))

    def pixels(self, points: Points, heights: NDArray[np.float64]) -> Points:
        """Return where points above the plane appear."""
        flat = np.empty((4, len(points)))
        flat[:2], flat[2], flat[3] = points.T, heights, 1
        seen = self.matrix @ flat
        return np.asarray((seen[:2] / seen[2]).T + self.offset)


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube on the plane: the middle of its base, the edge, and the turn in degrees; ``part`` of it is looked at."""

    x: float
    y: float
    edge: float
    turn: float
    part: tuple[float, ...] = WHOLE

    def corners(self, shape: Points) -> Points:
        """Return points of a face (its middle 0, 0, its sides 1 long) on the plane."""
        angle = radians(self.turn)
        cosine, sine = np.cos(angle), np.sin(angle)
        return np.asarray(shape @ (self.edge * np.array([[cosine, sine], [-sine, cosine]])) + (self.x, self.y))

    def outline(self, projection: LocalProjection) -> Floats:
        """Return the convex outline in the picture."""
        cut = self.corners(CUT)
        heights = np.repeat(self.part, len(cut)) * self.edge
        seen = projection.pixels(np.concatenate([cut] * len(self.part)), heights)
        return np.asarray(cv2.convexHull(seen.astype(np.float32)), np.float32)

    def top(self, camera: CameraPose) -> Points:
        """Return the corners of the upper face in the picture."""
        return camera.pixels(self.corners(SQUARE), self.edge)

    def whole(self, camera: CameraPose) -> Points:
        """Return the outline of all of it in the picture."""
        projection = LocalProjection.near(camera, self.top(camera).mean(0))
        return np.asarray(replace(self, part=WHOLE).outline(projection)[:, 0], np.float64)


Fit = tuple[Cube, float]
"""A cube, and how much of what it or a convex outline covers both do (0 to 1)."""


def fitted(first: Fit, hull: Floats, camera: CameraPose) -> Fit:
    """Return the cube that covers the outline best, by small steps from a first one."""
    (best, shared), area = first, cv2.contourArea(hull)
    projection = LocalProjection.near(camera, _centroid(hull))
    for part, degrees in STEPS:
        far = part * best.edge
        for name, step in (("turn", degrees), ("edge", far), ("x", far), ("y", far)):
            for sign in (step, -step):
                other = replace(best, **{name: getattr(best, name) + sign})
                if (covered := _overlap(other.outline(projection), hull, area)) > shared:
                    best, shared = other, covered
                    break
    return best, shared


def roughly(hull: Floats, camera: CameraPose) -> Fit:
    """Return the cube of which all that is seen, or the top, covers the outline best, of a few turns."""
    centre, area = _centroid(hull), cv2.contourArea(hull)
    projection = LocalProjection.near(camera, centre)
    ((x, y),) = camera.board_pose.millimetres(centre[None])
    edge = float(np.sqrt(area * abs(np.linalg.det(projection.back))))
    best: Fit = (Cube(x, y, edge, 0.0), 0.0)
    for part in (WHOLE, TOP):
        for at in range(AROUND):
            cube = Cube(x, y, edge, 90.0 * at / AROUND, part)
            for _ in range(2):  # moved and made larger until it has the outline's middle and area
                seen = cube.outline(projection)
                larger = float(np.sqrt(area / max(cv2.contourArea(seen), 1e-6)))
                right, down = projection.back @ (centre - _centroid(seen))
                cube = replace(cube, x=cube.x + float(right), y=cube.y + float(down), edge=cube.edge * larger)
            if (shared := _overlap(cube.outline(projection), hull, area)) > best[1]:
                best = cube, shared
    return best


def _centroid(outline: Floats) -> Points:
    moments = cv2.moments(outline)
    return np.array([moments["m10"], moments["m01"]]) / max(moments["m00"], 1e-6)


def _overlap(seen: Floats, hull: Floats, area: float) -> float:
    """Return the intersection over union of two convex outlines, the second of this area."""
    both, _ = cv2.intersectConvexConvex(seen, hull)
    return float(both / max(cv2.contourArea(seen) + area - both, 1e-6))


def looking_down(size: tuple[int, int], focal: float, tilt: float = 0.0, towards: float = 0.0) -> CameraPose:
    """Return a camera above a plane of which nothing is known.

    ``tilt`` degrees off the vertical, the picture's direction ``towards`` (degrees) being the farther one. A unit of
    the plane is a pixel in the middle of the picture.
    """
    lean, direction = radians(tilt), radians(towards)
    axis = np.array([np.sin(direction), -np.cos(direction), 0.0]) * lean
    turned = cv2.Rodrigues(axis)[0]
    inner = np.array([[focal, 0.0, (size[0] - 1) / 2], [0.0, focal, (size[1] - 1) / 2], [0.0, 0.0, 1.0]])
    homography = inner @ np.column_stack([turned[:, 0], turned[:, 1], (0.0, 0.0, focal)])
    return CameraPose(BoardPose(homography / homography[2, 2], size, FoundBy.TRACKED), focal)
