"""How many cubes lie in each box of a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.marked_sheets import HIDDEN, STRANGE, TOUCHING, CubeBox, CubeSize, MarkedSheet, PrintedSheets
from vision.geometry.board_pose import BoardPose, Points
from vision.geometry.camera_pose import CameraPose
from vision.localisation.sheet_detection import as_layout
from vision.recognition.sheets.cubes import Patch, Standing, patches
from vision.recognition.sheets.field import Field, Floats, paint_light, read_field
from vision.recognition.sheets.places import Reading


@dataclass(frozen=True, slots=True)
class Tuning:
    """What may lie in a box. Defaults are the values in use."""

    over: float = 1.2
    """millimetres by which the middle of a cube may lie over the line to the next box and still be anybody's"""
    dark: float = 0.1
    """the part of a box that may be too dark to tell: more of it is a sleeve, or a thing"""
    arm: float = 42.0
    """millimetres: what is longer is a hand or an arm, and what lies so near that it may be under it is unknown"""
    near: float = 15.0
    foreign: float = 0.3
    """how far the colour of a cube may lie from that of its box (shares of blue and of red, together)"""


TUNING = Tuning()


def read_boxes(light: Floats, pose: BoardPose, sheet: MarkedSheet, printed: PrintedSheets) -> Mapping[str, Reading]:
    """The cubes in every box of the sheet whose field looks like this (``field_light``), by the box's name."""
    field = read_field(light, sheet, sheet.field, printed.ground) if sheet.field else None
    if field is None or sheet.field is None:
        return {each.name: Reading(unseen=HIDDEN) for each in sheet.boxes}
    across = sheet.field.width / 2
    ends = np.array([(sheet.field.x - across, sheet.field.y), (sheet.field.x + across, sheet.field.y)])
    found = patches(field, printed.cubes, lean(pose, sheet, ends))
    kinds: dict[str, list[str]] = {each.name: [] for each in sheet.boxes}
    unseen: dict[str, str] = {}
    unseen.update({each.name: HIDDEN for each in sheet.boxes if _dark(field, each) > TUNING.dark})
    for patch in found:
        _count(patch, sheet.boxes, printed.cubes, kinds, unseen)
    return {
        name: Reading(unseen=unseen[name]) if name in unseen else Reading(tuple(sorted(there)))
        for name, there in kinds.items()
    }


def lean(pose: BoardPose, sheet: MarkedSheet, points: Points) -> Points:
    """By how many millimetres of the sheet a thing seems shifted for each millimetre of its height, at these points."""
    camera, height = CameraPose.of(pose, as_layout(sheet)), 10.0
    return np.asarray((pose.millimetres(camera.pixels(points, height)) - points) / height)


def _count(
    patch: Patch,
    boxes: Sequence[CubeBox],
    sizes: Sequence[CubeSize],
    kinds: Mapping[str, list[str]],
    unseen: dict[str, str],
) -> None:
    """Puts what a patch is down to its boxes."""
    left, top, right, bottom = patch.box
    if max(right - left, bottom - top) > TUNING.arm:
        around = (left - TUNING.near, top, right + TUNING.near, bottom)
        unseen.update({box.name: HIDDEN for box in boxes if _overlaps(box, around)})
        return
    if patch.cubes is None:
        wide = [box for box in boxes if _overlaps(box, patch.box)]
        single = min(size.side for size in sizes) ** 2
        unseen.update({box.name: TOUCHING if patch.area > single else STRANGE for box in wide})
        return
    for cube in patch.cubes:
        near = [box for box in boxes if abs(cube.x - box.place.x) < box.place.width / 2 + TUNING.over]
        fitting = [box for box in near if _alike(patch.light, box.paint)] or near
        if len(fitting) != 1 or not _alike(patch.light, fitting[0].paint):
            own = [box for box in near if _inside(box, cube)]
            unseen.update({box.name: STRANGE for box in (own or near)})
            if not near or len({box.kind for box in fitting}) > 1:
                unseen.update({box.name: STRANGE for box in fitting})
            continue
        kinds[fitting[0].name].append(fitting[0].kind + sizes[cube.size].suffix)


def _dark(field: Field, box: CubeBox) -> float:
    """The part of a box that is too dark to tell."""
    ends = (
        np.array([box.place.x - box.place.width / 2, box.place.x + box.place.width / 2]) - field.corner[0]
    ) * field.scale
    left, right = max(round(float(ends[0])), 0), round(float(ends[1]))
    return float(field.dark[:, left:right].mean())


def _inside(box: CubeBox, cube: Standing) -> bool:
    return abs(cube.x - box.place.x) < box.place.width / 2


def _overlaps(box: CubeBox, extent: tuple[float, float, float, float]) -> bool:
    half = box.place.width / 2
    return extent[0] < box.place.x + half - 0.5 and extent[2] > box.place.x - half + 0.5


def _alike(light: np.ndarray, paint: str) -> bool:
    """Whether a colour can be that of this paint, however bright it is."""
    mine, wanted = (np.asarray(each, float) / max(float(np.sum(each)), 1e-4) for each in (light, paint_light(paint)))
    return float(abs(mine[0] - wanted[0]) + abs(mine[2] - wanted[2])) < TUNING.foreign
