"""Boards of plain fields, as draughts are played on: no lines between the cells, no marks on them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.timing import every_third
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
    """Return the error at the worst corner of the board, in pixels."""
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


@pytest.mark.parametrize("seed", every_third(range(6)))
def test_a_board_of_fields_is_found_on_photos_by_hand(seed: int) -> None:
    """It may be seen a field further, turned and from aside: figures and table tell which field is which."""
    tracker, rng = learnt(), np.random.default_rng(seed)
    tracker.track(photograph(HERE, start_cells()))
    for _ in range(3):
        corners = HERE.corners_px + rng.uniform(-25, 25, (4, 2)) + rng.uniform(-42, 42, 2)
        change = cv2.getPerspectiveTransform(HERE.corners_px.astype(np.float32), corners.astype(np.float32))
        photo = cv2.warpPerspective(photograph(HERE, start_cells()), change, HERE.size, borderMode=cv2.BORDER_REPLICATE)
        assert off(tracker.track(np.asarray(photo, np.uint8)), corners) < 1.5


@pytest.mark.parametrize("field", [(1, 0), (1, 1), (0, -1), (-1, 1)])
def test_a_board_of_fields_is_not_taken_for_one_a_field_further(field: tuple[int, int]) -> None:
    """Nearly all of it looks as it did, but it does not end where it should."""
    middle = HERE.corners_px.mean(axis=0)
    small = replace(HERE, corners=tuple(map(tuple, (middle + 0.7 * (HERE.corners_px - middle)).tolist())))
    empty = photograph(small, {})
    tracker = Tracker(BOARD, pose_from_corners(small.size, BOARD, small.corners_px, empty), empty)
    tracker.track(photograph(small, start_cells()))
    there = replace(small, shift=(field[0] * 49.0, field[1] * 42.0), seed=5)
    assert off(tracker.track(photograph(there, start_cells())), there.corners_px) < 1.5


def test_a_quarter_turn_is_not_taken_for_a_bump() -> None:
    tracker = learnt()
    turned = replace(HERE, corners=HERE.corners[1:] + HERE.corners[:1], seed=5)
    with pytest.raises(BoardNotFound):
        tracker.track(photograph(turned, start_cells()))
    assert SIDE % 2 == 0  # so that a field becomes one of the other colour


def test_a_board_is_found_though_most_of_its_edge_looks_otherwise() -> None:
    """A cloth with checks, a sleeve, a sheet of paper beside it: what lies one field further is borne out by less."""
    tracker, there = learnt(), replace(HERE, shift=(6.0, -4.0), seed=5)
    photo = photograph(there, start_cells())
    inside = np.zeros(photo.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(there.corners_px).astype(np.int32), 1)
    down, across = np.indices(inside.shape) // 5
    cloth = (inside == 0) & (across < 0.66 * across.max())
    photo[cloth] = np.where((down + across) % 2, 230, 20)[cloth][:, None]
    assert off(tracker.track(photo), there.corners_px) < 1.5


def test_a_pose_that_was_believed_in_error_is_corrected_as_soon_as_the_board_says_so() -> None:
    """Two fields further nearly all of it looks as it did: nothing has moved there, but it does not end there."""
    tracker = learnt()
    board = photograph(HERE, start_cells())
    tracker.track(board)
    covered = board.copy()
    covered[:, :320] = (120, 150, 200)
    two_fields = np.array([[1, 0, -2 * BOARD.size], [0, 1, 0], [0, 0, 1.0]])
    tracker.board_pose = replace(tracker.board_pose, homography=tracker.board_pose.homography @ two_fields)
    tracker._settle(covered)
    assert off(tracker.track(board), HERE.corners_px) < 1.5
