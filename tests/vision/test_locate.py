"""The board is found by its markers or its corners, or a sentence says why not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.sheets import LAYOUT, Shot, off, photograph, sheet
from vision.errors import BadPicture, BoardNotFound
from vision.locate import find_board, from_corners, sheet_corners
from vision.placement import Found, Picture

SHOTS = {
    "straight": Shot(),
    "upside down": Shot(roll=184),
    "on its side": Shot(roll=88, place=(0, 0, 1500)),
    "large and at an angle": Shot(place=(120, 160, 1200), aim=(-10, -20), size=(1920, 1080), bend=0),
    "much lens": Shot(bend=-0.08),
    "dim": Shot(light=0.3, noise=4),
}


@pytest.mark.parametrize("name", SHOTS)
def test_the_board_is_found_by_its_markers(name: str) -> None:
    shot = SHOTS[name]
    found = find_board(photograph(sheet(), shot), LAYOUT)
    assert found.how is Found.MARKERS
    assert off(found, shot.placement()) < 0.4


def test_a_covered_marker_is_no_loss() -> None:
    picture = photograph(sheet(), Shot())
    x, y = Shot().placement().pixels(np.array([(LAYOUT.markers[1].x, LAYOUT.markers[1].y)]))[0].astype(int)
    picture[y - 30 : y + 30, x - 5 : x + 60] = (90, 120, 160)
    assert off(find_board(picture, LAYOUT), Shot().placement()) < 1.0


@pytest.mark.parametrize(
    "picture",
    [
        None,
        "picture.jpg",
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((40, 40, 3), np.uint8),
        np.zeros((720, 1280, 3), np.float32),
        np.zeros((720, 1280, 2), np.uint8),
        np.zeros((720, 1280, 3), np.uint8),
        np.full((720, 1280, 3), 255, np.uint8),
        np.full((720, 1280), 120, np.uint8),
    ],
    ids=["none", "text", "nothing", "small", "floats", "two channels", "black", "white", "grey"],
)
def test_a_picture_that_shows_nothing_is_a_sentence(picture: Picture) -> None:
    with pytest.raises(BadPicture) as trouble:
        find_board(picture, LAYOUT)
    assert str(trouble.value).endswith(".")


def test_four_taps_place_the_board() -> None:
    truth = Shot(bend=0).placement()
    found = from_corners(truth.size, LAYOUT, truth.pixels(sheet_corners(LAYOUT)))
    assert found.how is Found.CORNERS
    assert off(found, truth) < 0.01


@pytest.mark.parametrize("order", [(0, 3, 2, 1), (0, 2, 1, 3), (0, 0, 2, 3)], ids=["mirrored", "crossed", "twice"])
def test_taps_in_a_wrong_order_are_refused(order: tuple[int, ...]) -> None:
    corners = Shot().placement().pixels(sheet_corners(LAYOUT))
    with pytest.raises(BoardNotFound, match="Tap"):
        from_corners((1280, 720), LAYOUT, corners[list(order)])
