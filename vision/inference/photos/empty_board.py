"""The picture of the empty board, composed of pictures in each of which other places are free.

What a figure may hide is left out: the hull of its place on the board and of the same at the height of a tall figure,
as the camera sees both. Pictures are brought to the light of those before them by a factor for each channel.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import TOWN, Layout
from vision.evidence.located import LocatedPhoto
from vision.evidence.regions import outlines
from vision.geometry.board_pose import Picture, Points
from vision.geometry.camera_pose import PHONE, CameraPose
from vision.geometry.sheet import in_cell_units

TALL = 36.0
"""Millimetres (cell units) up to which a figure may hide what is behind it."""


def composed(
    photos: Sequence[tuple[LocatedPhoto, Collection[str]]], layout: Layout
) -> tuple[LocatedPhoto, tuple[str, ...]]:
    """The empty board as seen in the first of the photos, each with the places (cells and areas) that are free in it;
    and the places of which some part was free in none: there the first photo is shown as it is."""
    layout, first = in_cell_units(layout), photos[0][0]
    board, known = first.picture.copy(), np.zeros(first.picture.shape[:2], bool)
    for photo, free in photos:
        occupied = [outline for place, outline in _outlines(layout).items() if place not in free]
        seen, bare = _seen_from(first, photo, _bare(photo, CameraPose.of(photo.board_pose, layout, PHONE), occupied))
        new, both = bare & ~known, bare & known
        if both.any():
            gain = board[both].mean(axis=0) / np.maximum(seen[both].mean(axis=0), 1.0)
            seen = np.clip(seen * gain, 0, 255).astype(np.uint8)
        board[new], known = seen[new], known | new
    unseen = [place for place, outline in _outlines(layout).items() if not known[_inside(first, outline)].all()]
    return LocatedPhoto(board, first.board_pose), tuple(sorted(unseen))


def _outlines(layout: Layout) -> dict[str, Points]:
    """The corners of every cell and area, in millimetres."""
    cells = {cell: np.array(layout.corners(cell)) for cell in layout.by_id}
    return cells | {name: shapes[0] for name, shapes in outlines(layout).items() if name != TOWN}


def _bare(photo: LocatedPhoto, camera: CameraPose, occupied: Sequence[Points]) -> NDArray[np.uint8]:
    """255 where no figure on an occupied place can be seen, else 0."""
    bare = np.full(photo.picture.shape[:2], 255, np.uint8)
    for outline in occupied:
        hull = np.concatenate([camera.pixels(outline, height) for height in (0.0, TALL)])
        cv2.fillConvexPoly(bare, cv2.convexHull(np.round(hull).astype(np.int32)), 0)
    return bare


def _seen_from(first: LocatedPhoto, photo: LocatedPhoto, bare: NDArray[np.uint8]) -> tuple[Picture, NDArray[np.bool_]]:
    """A picture, and what is bare in it, as from the place of the first one; nothing is bare outside of it."""
    height, width = first.picture.shape[:2]
    every = np.argwhere(np.ones((height, width)))[:, ::-1].astype(np.float64)
    where = photo.board_pose.pixels(first.board_pose.millimetres(every))
    x, y = np.moveaxis(where.reshape(height, width, 2).astype(np.float32), -1, 0)
    seen, inside = (cv2.remap(each, x, y, cv2.INTER_LINEAR) for each in (photo.picture, bare))
    return np.asarray(seen, np.uint8), np.asarray(inside == 255)


def _inside(photo: LocatedPhoto, outline: Points) -> NDArray[np.bool_]:
    """The pixels of a place."""
    mask = np.zeros(photo.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(photo.board_pose.pixels(outline)).astype(np.int32), 1)
    return mask > 0
