"""A board is known again by how it has looked tonight."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.fields import layout
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.sheet import in_cell_units, sheet_corners
from vision.localisation.board_detection import pose_from_corners
from vision.localisation.looks import TUNING, Looks

BOARD = in_cell_units(layout())
SIZE = (640, 480)
CORNERS = np.array([[150.0, 60], [500, 80], [520, 420], [130, 400]])
TURNED = np.roll(CORNERS, 2, axis=0)


def printed(seed: int) -> Picture:
    """Return a sheet from straight above with blots on it; each seed is another side of the table, with other
    figures.
    """
    chance = np.random.default_rng(seed)
    sheet = np.full((400, 400, 3), 200, np.uint8)
    for x, y, size in chance.integers((0, 0, 4), (400, 400, 16), (150, 3)).tolist():
        cv2.circle(sheet, (x, y), size, chance.integers(0, 255, 3).tolist(), -1)
    return sheet


def photographed(sheet: Picture, corners: np.ndarray) -> Picture:
    square = np.array([[0, 0], [399, 0], [399, 399], [0, 399]], np.float32)
    onto = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    table = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    return np.asarray(cv2.warpPerspective(sheet, onto, SIZE, dst=table, borderMode=cv2.BORDER_TRANSPARENT), np.uint8)


def pose_of(corners: np.ndarray) -> BoardPose:
    return pose_from_corners(SIZE, BOARD, corners)


def corners_of(pose: BoardPose) -> np.ndarray:
    return pose.pixels(sheet_corners(BOARD))


def test_a_board_that_was_seen_from_there_is_found_turned_round() -> None:
    looks = Looks(BOARD)
    looks.add(photographed(printed(1), CORNERS), pose_of(CORNERS))
    found = looks.find(photographed(printed(1), TURNED))
    assert np.abs(corners_of(found) - TURNED).max() < 2
    assert found.how is FoundBy.TRACKED


def test_what_no_look_shows_is_not_found_until_it_was_tapped_once() -> None:
    looks = Looks(BOARD)
    looks.add(photographed(printed(1), CORNERS), pose_of(CORNERS))
    other = photographed(printed(2), TURNED)
    with pytest.raises(BoardNotFound):
        looks.find(other)
    looks.add(other, pose_of(TURNED))
    assert np.abs(corners_of(looks.find(photographed(printed(2), CORNERS))) - CORNERS).max() < 2


def test_only_the_last_looks_are_kept() -> None:
    looks, tapped = Looks(BOARD), pose_of(CORNERS)
    for seed in range(TUNING.kept + 2):
        looks.add(photographed(printed(seed), CORNERS), replace(tapped, how=FoundBy.TRACKED))
    assert len(looks.found) == TUNING.kept
    for seed in range(TUNING.kept + 2):
        looks.add(photographed(printed(seed), CORNERS), tapped)
    assert (len(looks.tapped), len(looks.found)) == (TUNING.kept, 0)


def test_a_board_does_not_drift_however_often_it_is_found() -> None:
    """Each found look lies off by what the one before did, and a little more; the tapped one is exact."""
    looks, photo = Looks(BOARD), photographed(printed(1), CORNERS)
    looks.add(photo, pose_of(CORNERS))
    for number in range(1, 2 * TUNING.kept):
        looks.add(photo, replace(pose_of(CORNERS + number), how=FoundBy.TRACKED))
    assert np.abs(corners_of(looks.find(photo)) - CORNERS).max() < 2
