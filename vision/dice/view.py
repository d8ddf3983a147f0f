"""The view of the dice in a picture: where they may lie, how large they can be, and the pose of the camera."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import dist, log, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.dice import TRAY
from vision.dice.bodies import TUNING, Body, Floats, bodies, even, filled, lab, unshaded, without_spots
from vision.dice.cube import Cube, looking_down
from vision.dice.pips import ROOM, SIDE
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.camera_pose import CameraPose, Lens
from vision.geometry.pose_validation import pixels_per_mm
from vision.geometry.sheet import sheet_corners
from vision.localisation.board_detection import markers_in, pose_from_markers

FINEST = 3.0
"""Pixels to the millimetre; finer pictures are reduced first."""
WHOLES = 420, 1024
"""Pixels of the longer side to which a picture is reduced in which nothing says how large dice are: first for dice a
thirtieth to a third as wide, then for smaller ones. In the finer picture a pip of a large die may pass for one ..."""
SIZES = 14.0, 130.0
"""... and the sides of the smallest and the largest shapes in either that are looked at."""
TILTS, DIRECTIONS = (12.0, 24.0, 36.0), 8
"""Degrees off the vertical, and directions, that are tried where the camera's pose is unknown."""
BLURRED = 3
"""Pixels by which the colours of a die bleed over its edge."""


Box = tuple[float, float, float, float]
"""Left, upper, right and lower edge of a part of a picture."""


@dataclass(frozen=True)
class DiceView:
    """A part of a picture, from ``corner`` on, reduced to ``scale``.

    It has ``colours`` (Lab), and a ``foreground`` (1, else 0) that differs more than a shadow does. In pixels of the
    whole picture: the ``shapes`` that may be dice, and the ``cameras`` that may have seen it, the likeliest first.
    ``measured``: the camera is known, and its plane has millimetres.
    """

    colours: Floats
    foreground: NDArray[np.uint8]
    corner: tuple[int, int]
    scale: float
    cameras: tuple[CameraPose, ...]
    shapes: tuple[Body, ...]
    measured: bool

    def inside(self, pixels: Points) -> Points:
        """Return pixels of the whole picture as those of ``colours``."""
        return (pixels - self.corner + 0.5) * self.scale - 0.5

    def covered(self, outline: Points) -> float:
        """Return the part of this outline that is foreground."""
        return float(cv2.mean(self.foreground, filled(self.inside(outline), self.colours))[0])

    def in_shadow(self, outline: Points) -> bool:
        """Return whether most of the inside may be a shadow in the tray."""
        return self.measured and self.covered(outline) < 0.5

    def foreground_outside(self, outlines: Iterable[Points]) -> NDArray[np.uint8]:
        """Return the foreground outside these outlines."""
        rest = self.foreground.copy()
        for outline in outlines:
            inside = np.round(self.inside(outline)).astype(np.int32)
            cv2.polylines(cv2.fillConvexPoly(rest, inside, 0), [inside], True, 0, 2 * BLURRED)
        return rest

    def rest_around(self, rest: NDArray[np.uint8], outline: Points) -> float:
        """Return how much of this foreground lies around an outline, relative to the outline's area."""
        inside = self.inside(outline).astype(np.float32)
        near = filled(inside.mean(0) + (inside - inside.mean(0)) * ROOM / SIDE, self.colours)
        return float((rest & near).sum() / max(cv2.contourArea(inside), 1.0))

    def boxes_outside(self, outlines: Sequence[Points], least: float, most: float) -> Iterator[Box]:
        """Yield the boxes of what stands out in the tray outside these outlines and has so many times their area."""
        area = float(np.median([cv2.contourArea(self.inside(outline).astype(np.float32)) for outline in outlines]))
        rest = cv2.morphologyEx(self.foreground_outside(outlines), cv2.MORPH_OPEN, np.ones((3, 3)))
        _, _, stats, middles = cv2.connectedComponentsWithStats(rest)
        for (x, y, wide, high, covered), middle in zip(stats[1:], middles[1:], strict=True):
            pixels = np.array([(x, y), (x + wide, y + high), middle]) / self.scale + self.corner
            if least < covered / area < most and _in_tray(*self.cameras[0].board_pose.millimetres(pixels[2:])[0]):
                (left, top), (right, bottom) = pixels[:2].tolist()
                yield left, top, right, bottom

    def cubes_on(self, mask: NDArray[np.uint8], edge: float, camera: CameraPose) -> Iterator[Cube]:
        """Yield cubes with this edge on a grid of half edges in the tray, the middle of whose top is in this mask."""
        for x, y in product(*(np.arange(-side / 2, side / 2, edge / 2) for side in TRAY.sheet)):
            cube = Cube(float(x), float(y), edge, 0.0)
            right, down = np.round(self.inside(cube.top(camera).mean(0))).astype(int)
            inside = 0 <= down < mask.shape[0] and 0 <= right < mask.shape[1]
            if inside and mask[down, right] and _in_tray(cube.x, cube.y):
                yield cube


def tray_in(picture: Picture) -> BoardPose | None:
    """Return where the dice tray lies, if its markers are seen."""
    try:
        size = (picture.shape[1], picture.shape[0])
        return pose_from_markers(markers_in(picture, TRAY, thorough=False), TRAY, size)
    except BoardNotFound:
        return None


def views_of_table(picture: Picture, lens: Lens) -> Iterator[DiceView]:
    """Yield all of the picture at rising scales, and a plane of which nothing is known."""
    size = (picture.shape[1], picture.shape[0])
    leaning = [(tilt, 360.0 * at / DIRECTIONS) for tilt in TILTS for at in range(DIRECTIONS)]
    focal = max(size) * lens.usual
    cameras = tuple(looking_down(size, focal, tilt, towards) for tilt, towards in [(0.0, 0.0), *leaning])
    for scale in sorted({min(1.0, whole / max(size)) for whole in WHOLES}):
        colours, foreground, shapes = _seen(picture, (0, 0), scale, SIZES)
        yield DiceView(colours, foreground, (0, 0), scale, cameras, shapes, False)


def view_of_tray(picture: Picture, tray: BoardPose, edges: tuple[float, float], lens: Lens) -> DiceView:
    """Return the dice ``tray``; ``edges`` are the millimetres of the smallest and the largest die."""
    size = (picture.shape[1], picture.shape[0])
    outline = tray.pixels(sheet_corners(TRAY))
    left, top = (int(edge) for edge in np.floor(outline.min(0)).clip(0, size))
    right, bottom = (int(edge) for edge in np.ceil(outline.max(0)).clip(0, size))
    dense = pixels_per_mm(tray, TRAY)
    scale = min(1.0, FINEST / dense)
    sides = (0.7 * edges[0] * dense * scale, 2.2 * edges[1] * dense * scale)
    colours, foreground, shapes = _seen(picture[top:bottom, left:right], (left, top), scale, sides, outline)
    shapes = tuple(shape for shape in shapes if _in_tray(*tray.millimetres(np.array([shape.middle]))[0]))
    return DiceView(colours, foreground, (left, top), scale, (CameraPose.of(tray, TRAY, lens),), shapes, True)


def _in_tray(x: float, y: float) -> bool:
    """Return whether this place (mm) lies on the tray, and on none of its markers."""
    x, y, corner = abs(x), abs(y), TRAY.marker_side + TRAY.marker_margin
    wide, high = np.divide(TRAY.sheet, 2)
    return bool(x < wide and y < high and not (x > wide - corner and y > high - corner))


def _seen(
    part: Picture, corner: tuple[int, int], scale: float, sides: tuple[float, float], tray: Points | None = None
) -> tuple[Floats, NDArray[np.uint8], tuple[Body, ...]]:
    """Return the colours of this part, a mask of what stands out from the ground, and the shapes that may be dice.

    The ground is the median of a wide neighbourhood, or, with ``tray`` (its corners), the even surface of the tray. The
    shapes are in pixels of the whole picture.
    """
    if scale < 1:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    colours = lab(part)
    ground = without_spots(colours, sides[1]) if tray is None else even(colours, (tray - corner + 0.5) * scale - 0.5)
    differs = unshaded(colours, ground)
    shapes = _without_overlaps(bodies(colours, ground, differs, *sides))
    moved = (replace(one, hull=np.asarray((one.hull + 0.5) / scale - 0.5 + corner, np.float32)) for one in shapes)
    return colours, (differs > TUNING.faint).astype(np.uint8), tuple(moved)


def _without_overlaps(shapes: Iterable[Body]) -> Sequence[Body]:
    """Return the most convex ones of every place, of sizes that differ, and none where one of that size is round."""
    kept: list[Body] = []
    for shape in sorted(shapes, key=lambda one: (one.roundness < TUNING.round, -one.solid)):
        near = [other for other in kept if dist(other.middle, shape.middle) < sqrt(shape.area) / 2]
        if all(abs(log(other.area / shape.area)) > _near_in_size(other) for other in near):
            kept.append(shape)
    return [shape for shape in kept if shape.roundness < TUNING.round]


def _near_in_size(other: Body) -> float:
    """Return the logarithm of areas within which another shape counts as the same as this one.

    It is larger for a round shape: a pip with its gloss is less round at another threshold, and half as large again.
    """
    return 0.4 if other.roundness >= TUNING.round else 0.05
