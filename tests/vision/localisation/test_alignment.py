"""One picture of a board is laid over another one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fields import Fields, photograph, start_cells
from vision.geometry.board_pose import Points
from vision.localisation.alignment import align

HERE = Fields()
Grey = NDArray[np.uint8]


def grey() -> Grey:
    return np.asarray(cv2.cvtColor(photograph(HERE, start_cells()), cv2.COLOR_BGR2GRAY), np.uint8)


def carried(picture: Grey, turn: float, size: float, shift: tuple[float, float]) -> tuple[Grey, Points]:
    """The picture turned (degrees), enlarged and shifted, and where the corners of its board have gone."""
    change = cv2.getRotationMatrix2D((320, 240), turn, size)
    change[:, 2] += np.array(shift)
    moved = cv2.warpAffine(picture, change, (640, 480), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8), cv2.transform(HERE.corners_px[None], change)[0]


@pytest.mark.parametrize(
    ("turn", "size", "shift"), [(0.0, 1.0, (60.0, -40.0)), (17.0, 0.8, (-20.0, 10.0)), (-25.0, 0.75, (10.0, 30.0))]
)
def test_a_board_is_found_that_is_turned_nearer_and_elsewhere(
    turn: float, size: float, shift: tuple[float, float]
) -> None:
    moved, corners = carried(grey(), turn, size, shift)
    found = align(grey(), moved, HERE.corners_px)
    assert found is not None
    assert np.linalg.norm(found - corners, axis=1).max() < 2


def test_another_light_is_no_matter() -> None:
    moved, corners = carried(grey(), 5.0, 1.0, (30.0, 10.0))
    found = align(grey(), (40 + 0.5 * moved).astype(np.uint8), HERE.corners_px)
    assert found is not None
    assert np.linalg.norm(found - corners, axis=1).max() < 2


@pytest.mark.parametrize("seed", range(8))
def test_a_picture_of_something_else_is_nowhere(seed: int) -> None:
    chance = np.random.default_rng(seed)
    noise = chance.integers(0, 256, (480, 640)).astype(np.float32)
    strange = cv2.GaussianBlur(noise, (0, 0), float(chance.uniform(0.3, 40)))
    stretched = cv2.normalize(strange, np.empty(0), 0, 255, cv2.NORM_MINMAX).astype(np.uint8)
    assert align(grey(), stretched, HERE.corners_px) is None


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_plain_picture_is_nowhere(level: int) -> None:
    plain = np.full((480, 640), level, np.uint8)
    assert align(grey(), plain, HERE.corners_px) is None
    assert align(plain, grey(), HERE.corners_px) is None


def test_a_board_that_was_outside_of_the_picture_is_nowhere() -> None:
    assert align(grey(), grey(), HERE.corners_px + 2000) is None
    assert align(grey(), grey(), HERE.corners_px - 2000) is None
