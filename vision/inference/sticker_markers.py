"""The markers under turned-over figures, read where such figures are laid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Area, Layout
from vision.evidence.background import TUNING as BACKGROUND
from vision.geometry.board_pose import BoardPose, Picture
from vision.inference.reading import Reading


@dataclass(frozen=True, slots=True)
class Tuning:
    """Reading of sticker markers. Defaults are the values in use."""

    sharp: float = 2.4
    """Pixels for each millimetre at which a marker of 12 mm is read well; smaller pictures are enlarged."""


TUNING = Tuning()


def with_stickers(reading: Reading, picture: Picture, layout: Layout, rules: FigureRules) -> Reading:
    """Return the reading with the stickers that can be read in the area for them, if anything unknown lies there.

    A figure that shows its sticker lies on its back and looks like nothing known: the game says which kind it is.
    """
    area, kind = rules.sticker_area, rules.sticker_kind
    if reading.board_pose is None or not reading.unexplained:
        return reading
    seen = stickers(picture, reading.board_pose, layout, area)
    if not seen or not kind:
        return replace(reading, stickers=seen)
    lying = (kind,) * max(len(seen), reading.observation.in_area(area).count(kind))
    return replace(reading, stickers=seen, observation=reading.observation.with_area(area, lying))


def stickers(picture: Picture, board_pose: BoardPose, layout: Layout, area: str) -> tuple[int, ...]:
    """Return the numbers of the markers seen on the area, sorted, but for the board's own in its corners.

    () where there are none, or no such area.
    """
    corners = {marker.id for marker in layout.markers}
    for one in layout.areas:
        if one.name == area:
            return tuple(sorted(_seen(_straight(picture, board_pose, one)) - corners))
    return ()


def _straight(picture: Picture, board_pose: BoardPose, area: Area) -> Picture:
    """Return the area from straight above."""
    half = np.array([area.width / 2 + BACKGROUND.margin, area.height / 2 + BACKGROUND.margin])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    seen = board_pose.pixels(corners + np.array([area.x, area.y])).astype(np.float32)  # so small a part is hardly bent
    size = np.round(2 * half * TUNING.sharp)
    onto = ((corners / half + 1) * size / 2 - 0.5).astype(np.float32)
    change = cv2.getPerspectiveTransform(seen, onto)
    return np.asarray(cv2.warpPerspective(picture, change, size.astype(int).tolist(), flags=cv2.INTER_LINEAR), np.uint8)


def _seen(rectified: Picture) -> set[int]:
    _, numbers, _ = _detector().detectMarkers(rectified)
    return set() if numbers is None else {*numbers.ravel().tolist()}


@cache
def _detector() -> Any:
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
