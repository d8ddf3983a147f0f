"""The picture of the empty board, composed of photos in each of which other places are free.

It is kept as seen from straight above. The part that a figure may hide is left out of a photo: the hull of its place on
the board and of the same at the height of a tall figure, as the camera sees both. A part never seen bare is copied from
another place of its region: exemplar-based inpainting (Criminisi, Perez and Toyama, IEEE Transactions on Image
Processing 13, 2004) with no shifts but those from place to place, because a board repeats itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from vision.evidence.background import SCALE
from vision.evidence.figure_models import LARGEST
from vision.evidence.located import LocatedPhoto
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.camera_pose import PHONE, CameraPose
from vision.geometry.outlines import outlines
from vision.geometry.sheet import SPACING, in_cell_units, sheet_size

WINDOW = 0.6
"""Half the side of the window by which places are compared, in distances between their middles."""

Mask = NDArray[np.bool_]
Window = tuple[slice, slice]


@dataclass(frozen=True)
class EmptyBoard:
    """The board from straight above, as far as it is ``known``: seen bare in one of the photos."""

    layout: Layout
    board_pose: BoardPose
    picture: Picture
    known: Mask
    free: frozenset[str] = frozenset()
    """the cells that were free in one of the photos"""

    @classmethod
    def unseen(cls, layout: Layout) -> Self:
        """Forget this board: nothing is known of it."""
        layout = in_cell_units(layout)
        across, down = (side / 2 + SPACING for side in sheet_size(layout))
        by = 2 * SCALE  # as of a photo that is reduced
        size = (round(2 * across * by), round(2 * down * by))
        above = np.array([[by, 0, across * by - 0.5], [0, by, down * by - 0.5], [0, 0, 1.0]])
        picture = np.zeros((size[1], size[0], 3), np.uint8)
        return cls(layout, BoardPose(above, size, FoundBy.MARKERS), picture, np.zeros(picture.shape[:2], bool))

    def seen_in(self, photo: LocatedPhoto, occupied: Collection[str]) -> EmptyBoard:
        """Return the board with the parts that a photo adds in which figures stand on these places (cells and areas).

        The light of the photo is adapted by a factor for each channel.
        """
        seen, bare = self._from_above(photo, occupied)
        new, both = bare & ~self.known, bare & self.known
        if both.any():
            gain = self.picture[both].mean(axis=0) / np.maximum(seen[both].mean(axis=0), 1.0)
            seen = np.clip(seen * gain, 0, 255).astype(np.uint8)
        return replace(
            self,
            picture=np.where(new[..., None], seen, self.picture),
            known=self.known | new,
            free=self.free | (self.layout.by_id.keys() - {*occupied}),
        )

    def filled(self) -> LocatedPhoto:
        """Return the whole board; what is not known as the rest of the board suggests."""
        picture, known, guessed = self.picture.copy(), self.known.copy(), np.where(self.known, 0, 255)
        region = {cell: its.region for cell, its in self.layout.by_id.items()}
        places = {place: self._window(outline) for place, outline in self._places().items()}
        left = [place for place, (window, inside) in places.items() if not known[window][inside].all()]
        while left:
            place = max(left, key=lambda place: known[places[place][0]].mean())
            left.remove(place)
            alike = [places[other][0] for other in places if other != place and region.get(other) == region.get(place)]
            _fill(picture, known, *places[place], alike)
        rest = cv2.inpaint(picture, (~known).astype(np.uint8), 3, cv2.INPAINT_TELEA)
        return LocatedPhoto(np.asarray(rest, np.uint8), self.board_pose, guessed.astype(np.uint8))

    def _places(self) -> dict[str, Points]:
        """Return the corners of every cell and area, in millimetres."""
        cells = {cell: np.array(self.layout.corners(cell)) for cell in self.layout.by_id}
        shapes = outlines(self.layout)
        return cells | {area.name: shapes[area.name][0] for area in self.layout.areas}

    def _window(self, outline: Points) -> tuple[Window, Mask]:
        """Return the square around a place, wider by a fifth than a cell, and what of it is the place."""
        pixels = self.board_pose.pixels(outline).round().astype(np.int32)
        half = round(WINDOW * SPACING * self.board_pose.homography[0, 0])
        x, y = pixels.mean(axis=0).round().astype(int)
        whole = np.zeros((self.board_pose.size[1], self.board_pose.size[0]), np.uint8)
        window = slice(max(0, y - half), y + half), slice(max(0, x - half), x + half)
        return window, np.asarray(cv2.fillConvexPoly(whole, pixels, 1)[window] > 0)

    def _from_above(self, photo: LocatedPhoto, occupied: Collection[str]) -> tuple[Picture, Mask]:
        """Return a photo from straight above, and where it shows the bare board."""
        camera = CameraPose.of(photo.board_pose, self.layout, PHONE)
        bare = np.full(photo.picture.shape[:2], 255, np.uint8)
        for place, outline in self._places().items():
            if place in occupied:
                hull = np.concatenate([camera.pixels(outline, height) for height in (0.0, LARGEST.height)])
                cv2.fillConvexPoly(bare, cv2.convexHull(np.round(hull).astype(np.int32)), 0)
        width, height = self.board_pose.size
        every = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=2).reshape(-1, 2)
        where = photo.board_pose.pixels(self.board_pose.millimetres(every.astype(np.float64)))
        x, y = np.moveaxis(where.reshape(height, width, 2).astype(np.float32), -1, 0)
        seen, inside = (cv2.remap(each, x, y, cv2.INTER_LINEAR) for each in (photo.picture, bare))
        return np.asarray(seen, np.uint8), np.asarray(inside == 255)


def composed(picture: Picture, board_pose: BoardPose, layout: Layout, standing: Observation) -> tuple[Picture, Picture]:
    """Return the picture without the figures that stand there, and a mask: 255 where it has only been guessed.

    It is what a camera that hangs still would see if they were taken off. The pose is in cell units.
    """
    occupied = frozenset(standing.cells) | {area for area, kinds in standing.areas.items() if kinds}
    above = EmptyBoard.unseen(layout).seen_in(LocatedPhoto(picture, board_pose), occupied).filled()
    assert above.guessed is not None
    into = board_pose.homography @ np.linalg.inv(above.board_pose.homography)
    size = board_pose.size
    bare = cv2.warpPerspective(above.picture, into, size, flags=cv2.INTER_AREA)
    guessed = cv2.warpPerspective(above.guessed, into, size, flags=cv2.INTER_NEAREST)
    return np.where(guessed[..., None] > 0, bare, picture).astype(np.uint8), np.asarray(guessed, np.uint8)


def _fill(picture: Picture, known: Mask, here: Window, inside: Mask, windows: Sequence[Window]) -> None:
    """Copy into what is unknown ``inside`` a window what lies alike in that of the others which fits best."""
    there = known[here]
    missing = inside & ~there
    best, least = None, np.inf
    for other in windows:
        both = there & known[other] if known[other].shape == there.shape else None
        if both is None or not known[other][missing].all() or not both.any():
            continue
        seen, like = picture[here][both].astype(np.float32), picture[other][both].astype(np.float32)
        off = float(np.abs(like - seen).mean())
        if off < least:
            best, least = picture[other].copy(), off
    if best is not None:
        picture[here][missing], known[here][missing] = best[missing], True
