"""Boards of plain fields, as draughts are played on: no lines between the cells, no marks on them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.fields import SIDE, Fields, layout, photograph, start_cells
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, Points
from vision.geometry.sheet import sheet_corners
from vision.localisation.board_detection import pose_from_corners
from vision.localisation.tracking import Tracker

BOARD, HERE = layout(), Fields()


def learnt() -> Tracker:
    empty = photograph(HERE, {})
    return Tracker(BOARD, pose_from_corners(HERE.size, BOARD, HERE.corners_px, empty), empty)


def off(pose: BoardPose, corners: Points) -> float:
    """Pixels at the worst corner of the board."""
    return float(np.linalg.norm(pose.pixels(sheet_corners(BOARD)) - corners, axis=1).max())


def test_taps_are_drawn_onto_the_edges_of_the_fields() -> None:
    taps = HERE.corners_px + np.array([(4, -3), (-4, 3), (3, 4), (-3, -4)])
    found = pose_from_corners(HERE.size, BOARD, taps, photograph(HERE, {}))
    assert off(found, HERE.corners_px) < 1.0


@pytest.mark.parametrize("shift", [(3.1, 0.4), (-6.0, 5.0), (14.0, -11.0)])
def test_a_board_of_fields_that_lies_some_pixels_further_is_found(shift: tuple[float, float]) -> None:
    tracker, there = learnt(), replace(HERE, shift=shift, seed=5)
    assert off(tracker.track(photograph(there, start_cells())), there.corners_px) < 1.0


def test_a_board_of_fields_that_was_turned_and_moved_a_little_is_found() -> None:
    turn = cv2.getRotationMatrix2D((320, 240), 1.5, 1.01)
    corners = cv2.transform(np.array([HERE.corners]), turn)[0] + (6, -4)
    there = replace(HERE, corners=tuple(map(tuple, corners.tolist())), seed=5)
    assert off(learnt().track(photograph(there, start_cells())), there.corners_px) < 1.5


def test_a_quarter_turn_is_not_taken_for_a_bump() -> None:
    tracker = learnt()
    turned = replace(HERE, corners=HERE.corners[1:] + HERE.corners[:1], seed=5)
    with pytest.raises(BoardNotFound):
        tracker.track(photograph(turned, start_cells()))
    assert SIDE % 2 == 0  # so that a field becomes one of the other colour
