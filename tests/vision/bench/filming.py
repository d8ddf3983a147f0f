"""Mishaps of a camera that films a table, drawn into its pictures: a knock, another light, a hand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from companion.core.text import Text
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.pose_validation import outside_picture
from vision.geometry.sheet import sheet_corners
from vision.runtime.temporal_filter import BOARD, CUT_OFF

Floats = NDArray[np.float64]

FOCAL = 1.1
"""Focal length of the camera in widths of its picture: 49 degrees across, between a webcam and a phone."""
SKIN = (110, 140, 195)


@dataclass(frozen=True)
class Happening:
    """A thing that happens in the middle of a film, and lasts; a hand alone goes away again.

    The camera turns about its own place, as in an arm that is knocked: by ``roll`` degrees in the plane of its picture,
    and to the side until the board has moved by so many ``cells`` and ``parts`` of the picture: another shift of a
    picture is none that a camera can see, for tall figures would lean as they do from nowhere. ``gain`` changes the
    light (blue, green, red), ``slope`` takes away a part of it towards the right; ``hand`` covers some nine cells.
    """

    name: str
    roll: float = 0.0
    cells: tuple[float, float] = (0.0, 0.0)
    parts: tuple[float, float] = (0.0, 0.0)
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: float = 0.0
    hand: bool = False

    def turned(self, table: Table, part: float = 1.0) -> Floats:
        """Return the homography from the picture to that of the camera after this ``part`` of the knock."""
        width, height = table.size
        focal = FOCAL * width
        lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        x, y = np.arctan(part * (np.array(self.cells) * table.pitch + np.array(self.parts) * table.size) / focal)
        roll = np.radians(part * self.roll)
        turn = cv2.Rodrigues(np.array([-y, x, 0.0]))[0] @ cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0]
        return np.asarray(lens @ turn @ np.linalg.inv(lens), np.float64)

    def over(self, picture: Picture, table: Table, part: float = 1.0) -> Picture:
        """Return the picture of the camera when this ``part`` of it has happened."""
        made = under_a_hand(picture, table.corners, part) if self.hand else picture
        if self.slope or self.gain != (1.0, 1.0, 1.0):
            gain = 1 + part * (np.array(self.gain, np.float32) - 1)
            fall = 1 - part * self.slope * np.linspace(0, 1, table.size[0], dtype=np.float32)
            made = np.clip(made * (gain * fall[:, None]), 0, 255).astype(np.uint8)
        if self.roll or any(self.cells) or any(self.parts):
            turn = self.turned(table, part)
            made = np.asarray(cv2.warpPerspective(made, turn, table.size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        return made

    def says(self, table: Table) -> Text:
        """Return what the page should say of it."""
        if self.hand:
            return BOARD.hidden
        return CUT_OFF if self.outside(table) else BOARD.seen

    def outside(self, table: Table) -> frozenset[str]:
        """Return the cells that it has pushed out of the picture."""
        return outside_picture(self.lies(table), table.layout)

    def lies(self, table: Table) -> BoardPose:
        """Return where the board really is after it."""
        corners = cv2.perspectiveTransform(table.corners[None], self.turned(table))[0]
        sheet = sheet_corners(table.layout).astype(np.float32)
        homography = cv2.getPerspectiveTransform(sheet, corners.astype(np.float32))
        return BoardPose(np.asarray(homography, np.float64), table.size, FoundBy.CORNERS)


@dataclass(frozen=True)
class Table:
    """A board before a camera that hangs still: where its ``corners`` are in a picture of this ``size``."""

    layout: Layout
    corners: Points
    size: tuple[int, int]

    @property
    def pitch(self) -> float:
        """Return the pixels from a cell to the next, about."""
        middles = np.array([self.layout.centre(cell) for cell in self.layout.by_id])
        nearest = np.linalg.norm(middles[1:] - middles[0], axis=1).min()
        sides = [np.linalg.norm(after - before) for before, after in pairwise([*self.corners, self.corners[0]])]
        wide = np.ptp(sheet_corners(self.layout), axis=0).sum()
        return float(nearest * sum(sides) / 2 / wide)


def under_a_hand(picture: Picture, corners: Points, part: float = 1.0) -> Picture:
    """Return the picture with a forearm that comes in over the rim, this ``part`` of the way."""
    made, middle = picture.copy(), corners.mean(axis=0)
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    wrist = corners[2] + (corners[2] - middle) * 0.4
    tip = wrist + part * (middle + wide * np.array([0.05, 0.025]) - wrist)
    ends = [tuple(np.round(end).astype(int).tolist()) for end in (tip, wrist)]
    cv2.line(made, ends[0], ends[1], SKIN, max(round(wide * 0.16), 3), cv2.LINE_AA)
    return made


NOTHING = Happening("nothing")
HAPPENINGS = (
    NOTHING,
    Happening("a nudge", cells=(0.3, -0.2)),
    Happening("a knock, turned 7 degrees", roll=-7.0, cells=(-0.25, 0.1)),
    Happening("pushed by a row", cells=(1.0, 0.0)),
    Happening("pushed by two cells, turned 4 degrees", roll=4.0, cells=(2.0, -2.0)),
    Happening("pushed by a third of the picture", parts=(1 / 3, 0.0)),
    Happening("a lamp goes out", gain=(0.6, 0.6, 0.6)),
    Happening("daylight comes in", gain=(1.35, 1.25, 1.15)),
    Happening("a lamp beside the board", gain=(0.85, 1.05, 1.2), slope=0.4),
    Happening("a hand", hand=True),
)
