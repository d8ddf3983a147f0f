"""Where dice lie in a picture, how large they can be there, and how the camera looks at what they lie on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.dice import TRAY
from vision.dice.bodies import TUNING, Body, Floats, around, bodies, even, filled, lab
from vision.dice.cube import looking_down
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.camera_pose import CameraPose, Lens
from vision.geometry.pose_validation import pixels_per_mm
from vision.geometry.sheet import sheet_corners
from vision.localisation.board_detection import markers_in, pose_from_markers

FINEST = 3.0
"""Pixels to the millimetre: what is finer is reduced first."""
WHOLE = 1024
"""Pixels of the longer side to which a picture is reduced in which nothing says how large dice are ..."""
SIZES = 14.0, 130.0
"""... and the sides of the smallest and the largest shapes in it that are looked at."""
TILTS, DIRECTIONS = (12.0, 24.0, 36.0), 8
"""Degrees off the vertical, and directions, that are tried where nothing says how the camera looks."""
SEVERAL = 6
"""Of all shapes at one place, at other thresholds: so many are looked at, the most convex ones."""


@dataclass(frozen=True)
class DiceView:
    """A part of a picture, from ``corner`` on, reduced to ``scale``: its ``colours`` (Lab), and what
    ``stands_out`` from the ground (1, else 0). In pixels of the whole picture: the ``shapes`` that may be dice, and the
    ``cameras`` that may have seen it, the likeliest first. ``measured``: there is one, its plane has millimetres."""

    colours: Floats
    stands_out: NDArray[np.uint8]
    corner: tuple[int, int]
    scale: float
    cameras: tuple[CameraPose, ...]
    shapes: tuple[Body, ...]
    measured: bool

    def inside(self, pixels: Points) -> Points:
        """Pixels of the whole picture as those of ``colours``."""
        return (pixels - self.corner + 0.5) * self.scale - 0.5

    def covered(self, outline: Points) -> float:
        """The part of this outline that stands out from the ground."""
        return float(cv2.mean(self.stands_out, filled(self.inside(outline), self.colours))[0])


def tray_in(picture: Picture) -> BoardPose | None:
    """Where the dice tray lies, if its markers are seen."""
    try:
        size = (picture.shape[1], picture.shape[0])
        return pose_from_markers(markers_in(picture, TRAY, thorough=False), TRAY, size)
    except BoardNotFound:
        return None


def view_of(picture: Picture, tray: BoardPose | None, edges: tuple[float, float], lens: Lens) -> DiceView:
    """The dice ``tray``, if it is there; else all of the picture, and a plane of which nothing is known.

    ``edges`` are the millimetres of the smallest and the largest die.
    """
    size = (picture.shape[1], picture.shape[0])
    if tray is None:
        scale = min(1.0, WHOLE / max(size))
        colours, stands_out, shapes = _seen(picture, (0, 0), scale, SIZES)
        leaning = [(tilt, 360.0 * at / DIRECTIONS) for tilt in TILTS for at in range(DIRECTIONS)]
        focal = max(size) * lens.usual
        cameras = [looking_down(size, focal, tilt, towards) for tilt, towards in [(0.0, 0.0), *leaning]]
        return DiceView(colours, stands_out, (0, 0), scale, tuple(cameras), shapes, False)
    outline = tray.pixels(sheet_corners(TRAY))
    left, top = (int(edge) for edge in np.floor(outline.min(0)).clip(0, size))
    right, bottom = (int(edge) for edge in np.ceil(outline.max(0)).clip(0, size))
    dense = pixels_per_mm(tray, TRAY)
    scale = min(1.0, FINEST / dense)
    sides = (0.7 * edges[0] * dense * scale, 2.2 * edges[1] * dense * scale)
    colours, stands_out, shapes = _seen(picture[top:bottom, left:right], (left, top), scale, sides, outline)
    shapes = tuple(shape for shape in shapes if _in_tray(tray, shape))
    return DiceView(colours, stands_out, (left, top), scale, (CameraPose.of(tray, TRAY, lens),), shapes, True)


def _in_tray(tray: BoardPose, shape: Body) -> bool:
    """Whether the shape lies on the tray, and is none of its markers."""
    ((x, y),) = np.abs(tray.millimetres(np.array([shape.middle])))
    corner = TRAY.marker_side + TRAY.marker_margin
    wide, high = np.divide(TRAY.sheet, 2)
    return bool(x < wide and y < high and not (x > wide - corner and y > high - corner))


def _seen(
    part: Picture, corner: tuple[int, int], scale: float, sides: tuple[float, float], tray: Points | None = None
) -> tuple[Floats, NDArray[np.uint8], tuple[Body, ...]]:
    """The colours of this part of the picture, what stands out from the ground (in the tray with these corners: from
    its surface), and the shapes in pixels of the whole."""
    if scale < 1:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    colours = lab(part)
    ground = around(colours, sides[1]) if tray is None else even(colours, (tray - corner + 0.5) * scale - 0.5)
    shapes = _apart(bodies(colours, ground, *sides))
    moved = (replace(one, hull=np.asarray((one.hull + 0.5) / scale - 0.5 + corner, np.float32)) for one in shapes)
    stands_out = np.linalg.norm(colours - ground, axis=2) > TUNING.faint
    return colours, stands_out.astype(np.uint8), tuple(moved)


def _apart(shapes: Iterable[Body]) -> Sequence[Body]:
    """The most convex ones of every place, of sizes that differ."""
    kept: list[Body] = []
    for shape in sorted(shapes, key=lambda one: -one.solid):
        near = [other for other in kept if np.hypot(*np.subtract(other.middle, shape.middle)) < np.sqrt(shape.area) / 2]
        if len(near) < SEVERAL and all(abs(np.log(other.area / shape.area)) > 0.05 for other in near):
            kept.append(shape)
    return kept
