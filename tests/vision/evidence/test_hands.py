"""A hand over a board of fields covers it, and nothing is claimed under it; the sun on its rim covers nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.observation import ObservationStatus
from tests.vision.fields import (
    DENSE,
    SIDE,
    Fields,
    developed,
    drawn,
    layout,
    observation,
    photograph,
    seen_by_camera,
    start_cells,
)
from vision.geometry.board_pose import Picture
from vision.inference.recogniser import Recogniser

HERE, START = Fields(), start_cells()
SKIN = (120, 150, 205)
FROM = {
    "right": [(640, 190), (640, 260), (330, 262), (300, 235), (330, 195)],
    "below": [(280, 480), (360, 480), (345, 210), (318, 190), (290, 215)],
}
"""An arm with its hand, that comes in from a rim of the picture."""


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    first = photograph(Fields(seed=2), START)
    return Recogniser.learn(layout(), observation(START), photograph(HERE, {}), first, HERE.corners_px)


def under_a_hand(arm: str) -> tuple[Picture, np.ndarray]:
    seen = seen_by_camera(HERE, drawn(HERE, START))
    mask = np.zeros(seen.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.array(FROM[arm], np.int32)], 255)
    soft = cv2.GaussianBlur(mask.astype(np.float64) / 255, (0, 0), 1.2)[..., None]
    shade = 1 - 0.15 * np.linspace(0, 1, seen.shape[1])[None, :, None]
    return developed(HERE, seen * (1 - soft) + np.array(SKIN) * shade * soft), mask


@pytest.mark.parametrize("arm", FROM)
def test_a_hand_covers_the_board_and_nothing_is_claimed_under_it(arm: str, reader: Recogniser) -> None:
    picture, mask = under_a_hand(arm)
    reading = reader.read(picture)
    said = reading.observation
    assert said.status is ObservationStatus.COVERED
    assert reading.board_pose is not None
    for cell in layout().by_id:
        outline = reading.board_pose.pixels(np.array(layout().corners(cell))).round().astype(np.int32)
        own = np.zeros_like(mask)
        cv2.fillPoly(own, [outline], 1)
        if (own * (mask > 0)).sum() > 0.5 * own.sum():
            assert cell in said.unknown or said.cells.get(cell) == START.get(cell), cell


@pytest.mark.parametrize("rows", [(1, 2), (1, 2, 3), (1, 2, 6)])
def test_flat_tiles_of_one_kind_that_touch_up_to_the_rim_are_no_hand(rows: tuple[int, ...], tiles: Recogniser) -> None:
    reading = tiles.read(under_tiles(rows, seed=5))
    said = reading.observation
    assert said.status is ObservationStatus.OK
    assert not reading.covered
    assert sorted({*said.cells, *said.unknown}) == [cell for cell in sorted(layout().by_id) if int(cell[1]) in rows]


def test_a_hand_over_tiles_that_touch_covers_them(tiles: Recogniser) -> None:
    picture = under_tiles((1, 2, 3), seed=5)
    cv2.fillPoly(picture, [np.array(FROM["right"], np.int32)], SKIN)
    assert tiles.read(picture).observation.status is ObservationStatus.COVERED


def under_tiles(rows: tuple[int, ...], seed: int) -> Picture:
    """The board with tiles on all cells of these rows: squares as large as a cell, each with a stroke on it."""
    board = drawn(HERE, {})
    for row in rows:
        for column in range(SIDE):
            x, y = column * DENSE, (row - 1) * DENSE
            cv2.rectangle(board, (x + 1, y + 1), (x + DENSE - 2, y + DENSE - 2), (170, 200, 150), -1)
            cv2.line(board, (x + 20, y + 15 + 5 * column), (x + 40, y + 45), (40, 50, 60), 4, cv2.LINE_AA)
    return developed(Fields(seed=seed), seen_by_camera(HERE, board))


@pytest.fixture(scope="module")
def tiles() -> Recogniser:
    stand = {cell: "tile" for cell in layout().by_id if int(cell[1]) <= 2}
    return Recogniser.learn(layout(), observation(stand), photograph(HERE, {}), under_tiles((1, 2), 2), HERE.corners_px)


def test_a_sunlit_rim_is_no_hand_and_the_rest_is_read(reader: Recogniser) -> None:
    seen = seen_by_camera(HERE, drawn(HERE, START))
    rim = cv2.GaussianBlur((np.arange(seen.shape[1]) > 430).astype(np.float64)[None], (0, 0), 2)
    said = reader.read(developed(HERE, seen * (1 + 0.7 * rim[..., None]))).observation
    assert said.status is ObservationStatus.OK
    wrong = [cell for cell in layout().by_id if cell not in said.unknown and said.cells.get(cell) != START.get(cell)]
    assert len(wrong) <= 1  # a white figure that is burnt out
    assert not {cell for cell in layout().by_id if cell[0] in "abcd"} & {*said.unknown}
