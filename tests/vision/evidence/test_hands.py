"""A hand over a board of fields covers it, and nothing is claimed under it; the sun on its rim covers nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.observation import ObservationStatus
from tests.vision.fields import Fields, developed, drawn, layout, observation, photograph, seen_by_camera, start_cells
from vision.evidence.occlusion.detection import Hidden
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
    observation_read = reading.observation
    assert observation_read.status is ObservationStatus.COVERED
    assert reading.board_pose is not None
    for cell in layout().by_id:
        outline = reading.board_pose.pixels(np.array(layout().corners(cell))).round().astype(np.int32)
        hand = np.zeros_like(mask)
        cv2.fillPoly(hand, [outline], 1)
        if (hand * (mask > 0)).sum() > 0.5 * hand.sum():
            assert cell in observation_read.unknown or observation_read.cells.get(cell) == START.get(cell), cell


@pytest.mark.parametrize(("spread", "covered"), [(0.1, False), (0.5, True)])
def test_what_is_a_little_like_the_print_is_light_if_it_is_bright_evenly_and_a_hand_otherwise(
    spread: float, covered: bool, reader: Recogniser
) -> None:
    detector, random = reader.occlusion, np.random.default_rng(3)
    shape = detector.model.coarse
    places = np.zeros(shape, np.float32)
    places[shape[0] // 3 : -shape[0] // 3, shape[1] // 3 : -shape[1] // 3] = 1
    printed = detector.edge_template.edges
    seen = (printed + random.normal(0, 3.5 * printed.std(), printed.shape)).astype(np.float32)
    alike = detector.edge_template.alike_in(seen, places.ravel().astype(int), places.ravel() > 0)[1]
    assert 0.2 < alike < 0.45, "by chance a hand is as much alike"
    brighter = random.normal(0.5, spread, places.size).astype(np.float32)
    hidden = Hidden(places.ravel(), np.zeros(places.size, np.int32))
    assert detector.covered(hidden, set(), places.ravel() > 0, brighter, seen) is covered


def test_a_sunlit_rim_is_no_hand_and_the_rest_is_read(reader: Recogniser) -> None:
    seen = seen_by_camera(HERE, drawn(HERE, START))
    rim = cv2.GaussianBlur((np.arange(seen.shape[1]) > 430).astype(np.float64)[None], (0, 0), 2)
    observation_read = reader.read(developed(HERE, seen * (1 + 0.7 * rim[..., None]))).observation
    assert observation_read.status is ObservationStatus.OK
    wrong = [
        cell
        for cell in layout().by_id
        if cell not in observation_read.unknown and observation_read.cells.get(cell) != START.get(cell)
    ]
    assert len(wrong) <= 1  # a white figure that is burnt out
    assert not {cell for cell in layout().by_id if cell[0] in "abcd"} & {*observation_read.unknown}
