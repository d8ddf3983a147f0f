"""Where the board may have gone after a bump: guesses that ``reference_patches`` then makes exact, or refuses."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Lattice, Layout
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.sheet import sheet_corners
from vision.localisation.alignment import align

WIDTH_PIXELS = 960
"""Across, about, of the copy of a picture that is kept: more than an alignment looks at."""


@dataclass(frozen=True)
class Glance:
    """What board, figures and table looked like a while ago, in grey and made smaller by ``scale``."""

    small: NDArray[np.uint8]
    scale: float
    board_pose: BoardPose
    layout: Layout

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> Glance:
        """A small grey copy of a picture in which the board lies so."""
        return cls(*_small(picture), board_pose, layout)

    def found_in(self, picture: Picture) -> BoardPose | None:
        """Where the board went if a picture shows it much as it looked; the lens is as before."""
        corners = sheet_corners(self.layout)
        outline = (self.board_pose.pixels(corners) + 0.5) * self.scale - 0.5
        found = align(self.small, _small(picture)[0], outline)
        if found is None:
            return None
        ideal = self.board_pose.undistort((found + 0.5) / self.scale - 0.5)
        homography = cv2.getPerspectiveTransform(corners.astype(np.float32), ideal.astype(np.float32))
        return replace(self.board_pose, homography=np.asarray(homography, np.float64), how=FoundBy.TRACKED)


def _small(picture: Picture) -> tuple[NDArray[np.uint8], float]:
    """The picture in grey, made smaller by a whole number, and the scale."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    by = max(1, round(picture.shape[1] / WIDTH_PIXELS))
    small = (
        cv2.resize(grey, (grey.shape[1] // by, grey.shape[0] // by), interpolation=cv2.INTER_AREA) if by > 1 else grey
    )
    return np.asarray(small, np.uint8), 1 / by


def further(board_pose: BoardPose, layout: Layout, cells: int = 2) -> list[BoardPose]:
    """Where the board looks much the same: one cell further along its lattice, or two, as fields of two colours do."""
    way = {(0.0, 0.0)}
    for _ in range(cells):
        way |= {(round(x + dx, 3), round(y + dy, 3)) for x, y in way for dx, dy in layout.steps}
    moves = [np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in sorted(way - {(0.0, 0.0)})]
    return [replace(board_pose, homography=board_pose.homography @ move) for move in moves]


def turned_about(board_pose: BoardPose, layout: Layout) -> list[BoardPose]:
    """Where it looks much the same once it is turned: so far that its lattice lies on itself, and one cell further."""
    sides = 6 if layout.lattice is Lattice.HEX else 4
    found = []
    for angle in np.arange(1, sides) * 2 * np.pi / sides:
        turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
        turned = replace(board_pose, homography=board_pose.homography @ turn)
        found += [turned, *further(turned, layout, 1)]
    return found
