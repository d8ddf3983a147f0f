"""What lies on printed sheets, from several pictures between which nothing has moved.

Of each picture there is kept how every sheet looks from straight above. The mean of that is read: noise of the camera
goes, and cubes are counted once, not in every picture. A sheet that looks as it did is not read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.boards.marked_sheets import HIDDEN, MarkedSheet, PrintedSheets
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.corner_refinement import refine_corners
from vision.localisation.sheet_detection import sheet_poses
from vision.recognition.sheets.boxes import read_boxes
from vision.recognition.sheets.field import Floats, field_light
from vision.recognition.sheets.places import Reading, read_places, rectified


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a sheet is read again. Defaults are the values in use."""

    same: float = 5.0
    """grey levels by which a square of ``square`` pixels of a sheet may differ and look as it did"""
    square: int = 12


TUNING = Tuning()


@dataclass(frozen=True, eq=False)
class SheetLook:
    """One sheet in one picture: where it lies, itself and its field from straight above."""

    pose: BoardPose
    grey: Picture
    light: Floats


Looks = Mapping[str, SheetLook]
"""the sheets of one picture, by their names"""


@dataclass(frozen=True)
class SheetsRead:
    """``areas``: places and boxes with what lies there; ``unseen``: those, and whole sheets, that could not be read,
    with the reason."""

    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unseen: Mapping[str, str] = field(default_factory=dict)


class SheetReader:
    """Reads the sheets of one table, and remembers how they looked when they were read."""

    def __init__(self, printed: PrintedSheets) -> None:
        self.printed = printed
        self.poses: Mapping[str, BoardPose] = {}
        """where the sheets lie now"""
        self._before: dict[str, tuple[Picture, SheetsRead]] = {}

    def extract(self, picture: Picture, corners: Mapping[int, Points]) -> Looks:
        """How the sheets look of whose markers these are the corners in this picture."""
        if not self.printed.sheets:
            return {}
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        seen = {number: [refine_corners(grey, corners[number])] for number in self.printed.corners if number in corners}
        poses = sheet_poses(seen, self.printed.sheets, (picture.shape[1], picture.shape[0]))
        return {
            sheet.name: SheetLook(
                poses[sheet.name],
                rectified(picture, poses[sheet.name], sheet),
                field_light(picture, poses[sheet.name], sheet, sheet.field)
                if sheet.field
                else np.zeros((1, 1, 3), np.float32),
            )
            for sheet in self.printed.sheets
            if sheet.name in poses
        }

    def infer(self, frames: Sequence[Looks]) -> SheetsRead:
        """What lies on all sheets that most of the pictures show."""
        areas: dict[str, tuple[str, ...]] = {}
        unseen: dict[str, str] = {}
        poses = {}
        for sheet in self.printed.sheets:
            looks = [frame[sheet.name] for frame in frames if sheet.name in frame]
            if 2 * len(looks) <= len(frames):
                unseen[sheet.name] = HIDDEN
                continue
            poses[sheet.name] = looks[-1].pose
            found = self._read(sheet, looks)
            areas.update(found.areas)
            unseen.update(found.unseen)
        self.poses = poses
        return SheetsRead(areas, unseen)

    def _read(self, sheet: MarkedSheet, looks: Sequence[SheetLook]) -> SheetsRead:
        grey = np.asarray(np.round(np.mean([look.grey for look in looks], axis=0)), np.uint8)
        before = self._before.get(sheet.name)
        if before is not None and _alike(before[0], grey):
            return before[1]
        light = np.asarray(np.mean([look.light for look in looks], axis=0), np.float32)
        readings: Mapping[str, Reading] = {
            **read_places(grey, sheet, self.printed.kinds),
            **read_boxes(light, looks[-1].pose, sheet, self.printed),
        }
        areas = {name: each.kinds for name, each in readings.items() if each.kinds}
        found = SheetsRead(areas, {name: each.unseen for name, each in readings.items() if each.unseen})
        self._before[sheet.name] = (grey, found)
        return found


def _alike(one: Picture, other: Picture) -> bool:
    small = (one.shape[1] // TUNING.square, one.shape[0] // TUNING.square)
    means = (cv2.resize(each, small, interpolation=cv2.INTER_AREA).astype(np.float32) for each in (one, other))
    first, second = means
    return bool(np.abs(first - second).max() < TUNING.same)
