"""Which marked things lie on the places of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from companion.boards.marked_sheets import HIDDEN, MarkedSheet
from companion.boards.printed_markers import DICTIONARY
from vision.geometry.board_pose import BoardPose, Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """Reading of markers on places. Defaults are the values in use."""

    scale: float = 5.0
    """pixels to the millimetre of the sheet seen from straight above"""
    border: float = 2.0
    """millimetres by which a thing may lie over the edge of its place"""
    least: float = 8.0
    most: float = 14.5
    """millimetres: the side of a marker that lies on a place"""


TUNING = Tuning()


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies on a place or in a box: ``kinds``, sorted; ``unseen`` is why that cannot be said ("": it can)."""

    kinds: tuple[str, ...] = ()
    unseen: str = ""


def read_places(grey: Picture, sheet: MarkedSheet, kinds: Mapping[int, str]) -> Mapping[str, Reading]:
    """What lies on every place of a sheet seen from straight above (``rectified``), by the place's name."""
    quads, numbers, _ = _detector().detectMarkers(grey)
    here: dict[str, set[int]] = {each.name: set() for each in sheet.places}
    for number, quad in zip([] if numbers is None else numbers.ravel().tolist(), quads, strict=True):
        corners = quad.reshape(4, 2) / TUNING.scale - np.array([sheet.width, sheet.height]) / 2
        sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
        if sides.min() < TUNING.least or sides.max() > TUNING.most:
            continue
        x, y = corners.mean(axis=0)
        for each in sheet.places:
            place, over = each.place, TUNING.border
            if abs(x - place.x) < place.width / 2 + over and abs(y - place.y) < place.height / 2 + over:
                here[each.name].add(number)
                break
    found = {}
    for each in sheet.places:
        things = tuple(sorted(kinds[number] for number in here[each.name] if number in kinds))
        seen = things or each.bare in here[each.name]
        found[each.name] = Reading(things) if seen else Reading(unseen=HIDDEN)
    return found


def rectified(picture: Picture, pose: BoardPose, sheet: MarkedSheet) -> Picture:
    """The sheet from straight above."""
    size = round(sheet.width * TUNING.scale), round(sheet.height * TUNING.scale)
    maps = sheet_maps(pose, (-sheet.width / 2, -sheet.height / 2), TUNING.scale, size)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.remap(grey, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def sheet_maps(
    pose: BoardPose, corner: tuple[float, float], scale: float, size: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """For ``remap``: a part of the sheet from ``corner`` (millimetres) on, so many pixels to the millimetre."""
    coarse = (size[0] // 16 + 2, size[1] // 16 + 2)
    x, y = np.meshgrid(np.linspace(0, size[0] - 1, coarse[0]), np.linspace(0, size[1] - 1, coarse[1]))
    points = np.column_stack([(x.ravel() + 0.5) / scale + corner[0], (y.ravel() + 0.5) / scale + corner[1]])
    pixels = pose.pixels(points).reshape(coarse[1], coarse[0], 2).astype(np.float32)
    # the corners of the coarse grid fall on the corners of the fine one
    columns = np.linspace(0, coarse[0] - 1, size[0], dtype=np.float32)
    rows = np.linspace(0, coarse[1] - 1, size[1], dtype=np.float32)
    across, down = np.meshgrid(columns, rows)
    fine = cv2.remap(pixels, across, down, cv2.INTER_LINEAR)
    return fine[..., 0], fine[..., 1]


@lru_cache(maxsize=1)
def _detector() -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = 13, 61
    parameters.adaptiveThreshWinSizeStep = 16
    parameters.minMarkerPerimeterRate, parameters.maxMarkerPerimeterRate = 0.02, 0.4
    parameters.perspectiveRemovePixelPerCell = 8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)), parameters)
