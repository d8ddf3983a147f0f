"""Frames are rectified to the same bytes as OpenCV's own remapping in one go, wherever the board lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.fields import Fields, layout
from vision.evidence.background import Grid
from vision.evidence.rectification import Rectifier
from vision.geometry.board_pose import BoardPose
from vision.localisation.board_detection import pose_from_corners

SIZE = (640, 480)
PICTURE = np.random.default_rng(1).integers(0, 256, (SIZE[1], SIZE[0], 3), np.uint8)


def pose(shift: tuple[float, float] = (0.0, 0.0)) -> BoardPose:
    corners = np.asarray(Fields().corners_px, np.float64)
    middle = corners.mean(axis=0)
    found = pose_from_corners(SIZE, layout(), (corners - middle) * 0.5 + [SIZE[0] / 2, SIZE[1] / 2])
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]])
    return replace(found, homography=moved @ found.homography)


@pytest.mark.parametrize("shift", [(0, 0), (-260.0, 0.0), (260.0, 190.0), (0.3, -200.0), (5000.0, 0.0)])
def test_a_window_remapped_in_strips_is_the_picture_remapped_at_once(shift: tuple[float, float]) -> None:
    grid, where = Grid.of(layout()), pose(shift)
    whole, rest = cv2.convertMaps(*grid.remap_maps(where), cv2.CV_16SC2)
    wanted = cv2.remap(PICTURE, whole, rest, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    assert np.array_equal(Rectifier(grid).rectified(PICTURE, where), wanted)


def test_what_is_kept_belongs_to_the_place_of_the_board_and_not_to_the_frame() -> None:
    rectifier, here, there = Rectifier(Grid.of(layout())), pose(), pose((40.0, 10.0))
    first = rectifier.rectified(PICTURE, here)
    kept = first.copy()
    assert not np.array_equal(rectifier.rectified(PICTURE[::-1], here), kept)
    assert not np.array_equal(rectifier.rectified(PICTURE, there), kept)
    assert np.array_equal(first, kept), "a frame that was handed out does not change"
    assert np.array_equal(rectifier.rectified(PICTURE, here), kept)


def test_a_picture_that_was_fetched_is_rectified_where_the_board_lies_now() -> None:
    rectifier, here, there = Rectifier(Grid.of(layout())), pose(), pose((40.0, 10.0))
    other = np.ascontiguousarray(PICTURE[::-1])
    rectifier.fetch(other)
    first, second = rectifier.rectified(PICTURE, here), rectifier.rectified(other, here)
    for where in (here, there):
        rectifier.fetch(other)
        assert np.array_equal(rectifier.rectified(other, where), Rectifier(rectifier.grid).rectified(other, where))
    assert np.array_equal(rectifier.rectified(other, here), second)
    rectifier.fetch(other)
    assert np.array_equal(rectifier.rectified(PICTURE, here), first), "another picture than the one that was fetched"
    rectifier.fetch(PICTURE[:100])
    assert np.array_equal(rectifier.rectified(PICTURE, here), first), "one of another size is not fetched"


def test_a_buffer_that_a_camera_fills_anew_is_fetched_anew() -> None:
    rectifier, here, buffer = Rectifier(Grid.of(layout())), pose(), PICTURE.copy()
    rectifier.rectified(buffer, here)
    rectifier.fetch(buffer)  # a frame in which the board was not found then
    buffer[:] = PICTURE[::-1]
    rectifier.fetch(buffer)
    assert np.array_equal(rectifier.rectified(buffer, here), Rectifier(rectifier.grid).rectified(buffer, here))
