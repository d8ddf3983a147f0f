"""The frame as seen from straight above.

A picture of 1080p does not fit into the caches of a small processor, and OpenCV remaps in tiles, which read every row
of the picture many times: most of the time is spent waiting for memory. So the part with the board is copied first,
in one go, and remapped in strips; the result is the same to the bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import Floats, Grid
from vision.evidence.templates import downsampled
from vision.geometry.board_pose import BoardPose, Picture

STRIP = 33
"""Rows that are remapped in one go: no tile ends within them."""


@dataclass(frozen=True, eq=False)
class RemapMaps:
    """Maps for ``cv2.remap`` in whole numbers, which is faster, from the board's ``window`` of the picture.

    ``outside`` is 1 for each coarse pixel that does not lie in the picture, 0 for others; None where all do.
    """

    board_pose: BoardPose
    window: tuple[slice, slice]
    whole: NDArray[Any]
    rest: NDArray[Any]
    copied: Picture
    outside: Floats | None

    @classmethod
    def of(cls, grid: Grid, board_pose: BoardPose) -> RemapMaps:
        """Return the maps of the grid for this pose of the board."""
        whole, rest = map(np.asarray, cv2.convertMaps(*grid.remap_maps(board_pose), cv2.CV_16SC2))
        size = np.array(board_pose.size)
        first = np.clip(whole.min(axis=(0, 1)), 0, size - 1)
        last = np.clip(whole.max(axis=(0, 1)) + 2, first + 1, size)
        (left, top), (right, bottom) = first.tolist(), last.tolist()
        copied = np.empty((bottom - top, right - left, 3), np.uint8)
        shifted = (whole - first).astype(np.int16)
        beyond: Floats = np.any((whole < 0) | (whole >= size), axis=2, keepdims=True).astype(np.float32)
        outside = (downsampled(beyond)[:, 0] > 0).astype(np.float32)
        window = slice(top, bottom), slice(left, right)
        return cls(board_pose, window, shifted, rest, copied, outside if outside.any() else None)

    def copy(self, picture: Picture) -> None:
        """Copy the window of this picture."""
        np.copyto(self.copied, picture[self.window])

    def remapped(self) -> Picture:
        """Return the copied window, remapped to the grid."""
        rectified = np.empty((*self.rest.shape, 3), np.uint8)
        for row in range(0, len(rectified), STRIP):
            strip = slice(row, row + STRIP)
            cv2.remap(
                self.copied,
                self.whole[strip],
                self.rest[strip],
                cv2.INTER_LINEAR,
                dst=rectified[strip],
                borderMode=cv2.BORDER_REPLICATE,
            )
        return rectified


class Rectifier:
    """Rectifier of frames; it computes the maps of the ``grid`` again only when the board has moved."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._maps: RemapMaps | None = None
        self._fetched: Picture | None = None

    @property
    def outside(self) -> Floats | None:
        """Return which coarse pixels of the last frame were not in the picture (1 there, 0 elsewhere), if any."""
        return self._maps.outside if self._maps else None

    def fetch(self, picture: Picture) -> None:
        """Copy the part of the picture in which the board lay last.

        Random access to the picture takes twice as long while it is not in the caches.
        """
        self._fetched = None
        if self._maps is not None and picture.shape == (*self._maps.board_pose.size[::-1], 3):
            self._maps.copy(picture)
            self._fetched = picture

    def rectified(self, picture: Picture, board_pose: BoardPose) -> Picture:
        """Return the picture with one pixel for each of the grid's; it has the size of ``board_pose``."""
        fetched, self._fetched = self._fetched, None
        if self._maps is None or self._maps.board_pose is not board_pose:
            self._maps, fetched = RemapMaps.of(self.grid, board_pose), None
        if fetched is not picture:
            self._maps.copy(picture)
        return self._maps.remapped()
