"""A picture of the board as seen from straight above, with the direction in which upright figures lean.

A colour is its log brightness and the log ratios of red and blue to green, so that a change of light is a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells.places import Floats, Places, single
from vision.geometry.board_pose import BoardPose, Picture
from vision.geometry.camera_pose import CameraPose, Lens
from vision.geometry.pose_validation import outside_picture

DARK = 8.0
"""Grey levels that are added before the logarithm, about those of a camera's noise."""
HEIGHTS = (0.0, 10.0, 20.0, 30.0, 40.0, 50.0)
"""Millimetres above the board at which the image of each place is computed; between them it is interpolated."""
FINE = 1.6
"""Pixels of the picture to one of the view, above which the picture is blurred first, against aliasing."""
SOFT = 2.5
"""That ratio, divided by this, is the standard deviation of the blur in pixels."""
BURNT = 250.0
"""Grey level from which on a channel is saturated."""
UNLIT = 12.0
"""Grey level of the brightest channel below which a camera shows hardly more than its noise (DARK)."""


@dataclass(frozen=True, eq=False)
class View:
    """The board of a picture from straight above.

    ``grey`` is height x width x 3, the picture in grey levels; ``at_height`` (places x heights x 2) where each place
    appears at HEIGHTS; ``lean`` and ``across`` (places x 2) unit vectors of the way a figure leans, and to its left.
    """

    places: Places
    grey: Floats
    at_height: Floats
    lean: Floats
    across: Floats
    tilt: float
    """degrees between the camera's axis and straight down"""
    outside: NDArray[np.bool_]
    """the cells that do not lie in the picture"""

    @classmethod
    def of(cls, places: Places, picture: Picture, board_pose: BoardPose, lens: Lens) -> Self:
        """Return the view of a picture with this pose of the board (in cell units)."""
        camera = CameraPose.of(board_pose, places.layout, lens)
        feet = places.middles + places.corner
        images = [board_pose.millimetres(camera.pixels(feet, height)) - places.corner for height in HEIGHTS]
        at_height = single(np.stack(images, axis=1))
        offset = at_height[:, -2] - at_height[:, 0]
        length = np.linalg.norm(offset, axis=1, keepdims=True)
        lean = np.where(length > 1e-3, offset / np.maximum(length, 1e-3), single([[1, 0]])).astype(np.float32)
        across = np.stack([-lean[:, 1], lean[:, 0]], axis=1)
        outside = np.isin(places.cells, sorted(outside_picture(board_pose, places.layout)))
        return cls(
            places, single(from_above(places, picture, board_pose)), at_height, lean, across, camera.tilt, outside
        )

    @cached_property
    def burnt(self) -> Floats:
        """Return the share of each cell's ground where a channel is saturated, so that its brightness is unknown."""
        return single((self.places.discs(self.grey).max(axis=2) >= BURNT).mean(axis=1))

    @cached_property
    def black(self) -> Floats:
        """Return the share of each cell's ground that is too dark for its look to be known."""
        return single((self.places.discs(self.grey).max(axis=2) < UNLIT).mean(axis=1))

    @cached_property
    def bright(self) -> Floats:
        """Return the log brightness (height x width)."""
        return np.ascontiguousarray(opponent(self.grey)[..., 0])

    def at(self, height: float) -> Floats:
        """Return where each place appears at this height, in millimetres (places x 2)."""
        step = HEIGHTS[1]
        below = min(int(height // step), len(HEIGHTS) - 2)
        part = np.float32(height / step - below)
        return np.asarray(self.at_height[:, below] * (1 - part) + self.at_height[:, below + 1] * part, np.float32)


def from_above(places: Places, picture: Picture, board_pose: BoardPose) -> Picture:
    """Return the board from straight above, a pixel for each millimetre."""
    height, width = places.shape
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=2).reshape(-1, 2)
    where = board_pose.pixels(grid + places.corner).astype(np.float32).reshape(height, width, 2)
    grain = float(np.linalg.norm(where[height // 2, width // 2] - where[height // 2, width // 2 + 1]))
    if grain > FINE:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), grain / SOFT), np.uint8)
    return np.asarray(
        cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def opponent(grey: Floats) -> Floats:
    """Return log brightness, red against green, blue against green."""
    return turned(np.log(grey + np.float32(DARK)))


def turned(channels: Floats) -> Floats:
    """Return opponent colours of the logarithms of blue, green and red (the last axis)."""
    blue, green, red = np.moveaxis(channels, -1, 0)
    return single(np.stack([(blue + green + red) / 3, red - green, blue - green], axis=-1))


def turned_back(colour: Floats) -> Floats:
    """Return the logarithms of blue, green and red of opponent colours."""
    bright, red, blue = np.moveaxis(colour, -1, 0)
    green = bright - (red + blue) / 3
    return single(np.stack([green + blue, green, green + red], axis=-1))
