"""Finds printed sheets in a picture by the markers in their corners: any number of them, turned any way."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.boards.layout import Lattice, Layout
from companion.boards.marked_sheets import MarkedSheet
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose
from vision.geometry.pose_validation import pixels_per_mm
from vision.geometry.sheet import SPACING
from vision.localisation.board_detection import MarkerCorners, pose_from_markers

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which sheets are seen well enough. Defaults are the values in use."""

    fewest: int = 3
    """markers of a sheet that must agree: two leave its far end in doubt"""
    sharp: float = 1.1
    """pixels to the millimetre below which cubes cannot be told apart"""


TUNING = Tuning()


def sheet_poses(seen: MarkerCorners, sheets: Iterable[MarkedSheet], size: tuple[int, int]) -> Mapping[str, BoardPose]:
    """Where each sheet lies whose corner markers agree, by its name; ``size`` is the picture's.

    Three of four markers do. A sheet with fewer, with markers that no camera can have seen like that, or too small to
    be read is not there.
    """
    found: dict[str, BoardPose] = {}
    for sheet in sheets:
        own = {each.id: seen[each.id] for each in sheet.corners if each.id in seen}
        if len(own) < TUNING.fewest:
            continue
        try:
            pose = pose_from_markers(own, as_layout(sheet), size)
        except BoardNotFound:
            logger.debug("the markers of %s do not agree", sheet.name, exc_info=True)
            continue
        if pixels_per_mm(pose, as_layout(sheet)) >= TUNING.sharp:
            found[sheet.name] = pose
    return found


@lru_cache(maxsize=16)
def as_layout(sheet: MarkedSheet) -> Layout:
    """The sheet as a board without cells, for whoever knows how to find boards."""
    return Layout(
        sheet.name,
        Lattice.SQUARE,
        SPACING,
        (),
        sheet=(sheet.width, sheet.height),
        markers=sheet.corners,
        marker_side=sheet.side,
        marker_margin=sheet.side / 7,
    )
