"""A photo in which the board has been found, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.boards.layout import Layout
from companion.boards.photo_messages import BoardPhoto
from vision.evidence.background import SCALE, Grid
from vision.geometry.board_pose import BoardPose, Picture
from vision.geometry.pose_validation import pixels_per_mm
from vision.geometry.sheet import in_cell_units, sheet_corners


@dataclass(frozen=True)
class LocatedPhoto:
    """A photo, as small as it may be, and where the board lies in it (in cell units)."""

    picture: Picture
    board_pose: BoardPose
    guessed: Picture | None = None
    """255 where the picture has only been guessed; None where all of it was seen"""


def board_alone(photo: LocatedPhoto, layout: Layout) -> BoardPhoto:
    """Return what is needed to learn from this photo again.

    The sheet and how far figures lean over it, nothing around it.
    """
    layout = in_cell_units(layout)
    grid = Grid.of(layout)
    right, bottom = grid.left + grid.width / SCALE, grid.top + grid.height / SCALE
    looked_at = [[grid.left, grid.top], [right, grid.top], [right, bottom], [grid.left, bottom]]
    points = np.concatenate([sheet_corners(layout), looked_at])
    outline = cv2.convexHull(photo.board_pose.pixels(points).round().astype(np.int32))
    inside = np.zeros(photo.picture.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline], 1)
    kept = cv2.bitwise_and(photo.picture, photo.picture, mask=cv2.dilate(inside, np.ones((9, 9), np.uint8)))
    _, jpeg = cv2.imencode(".jpg", kept)
    return BoardPhoto(jpeg.tobytes(), photo.board_pose.plain())


def reduced(photo: LocatedPhoto, layout: Layout) -> LocatedPhoto:
    """Return the photo with twice as many pixels a side as the rectified picture has: more would flicker there."""
    by = 2 * SCALE / pixels_per_mm(photo.board_pose, layout)
    if by >= 1:
        return photo
    high, wide = photo.picture.shape[:2]
    size = (round(wide * by), round(high * by))
    small = np.asarray(cv2.resize(photo.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    fx, fy = size[0] / wide, size[1] / high
    shrink = np.array([[fx, 0, 0.5 * fx - 0.5], [0, fy, 0.5 * fy - 0.5], [0, 0, 1.0]])
    homography = shrink @ photo.board_pose.homography
    return LocatedPhoto(small, replace(photo.board_pose, homography=homography / homography[2, 2], size=size))
