"""The board is found by its markers or its corners, or a sentence says why not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.sheets import LAYOUT, Shot, marked, off, photograph, photographed, sheet
from vision.errors import BadPicture, BoardNotFound
from vision.geometry.board_pose import FoundBy, Picture
from vision.geometry.sheet import sheet_corners
from vision.localisation.board_detection import find_board, pose_from_corners

SHOTS = {
    "straight": Shot(),
    "upside down": Shot(roll=184),
    "on its side": Shot(roll=88, place=(0, 0, 1500)),
    "large and at an angle": Shot(place=(120, 160, 1200), aim=(-10, -20), size=(1920, 1080), distortion=0),
    "much lens": Shot(distortion=-0.08),
    "dim": Shot(light=0.3, noise=4),
}


@pytest.mark.parametrize("name", SHOTS)
def test_the_board_is_found_by_its_markers(name: str) -> None:
    shot = SHOTS[name]
    found = find_board(photographed(shot), LAYOUT)
    assert found.how is FoundBy.MARKERS
    assert off(found, shot.board_pose()) < 0.4


def covered(picture: Picture, *numbers: int) -> Picture:
    """Return the picture of ``Shot()`` with something over half of these markers."""
    picture = picture.copy()
    for marker in LAYOUT.markers:
        if marker.id in numbers:
            x, y = Shot().board_pose().pixels(np.array([(marker.x, marker.y)]))[0].astype(int)
            picture[y - 20 : y + 20, x - 3 : x + 25] = (90, 120, 160)
    return picture


@pytest.mark.parametrize("numbers", [(1,), (2,), (0, 1), (1, 3)])
def test_half_covered_markers_are_no_loss(numbers: tuple[int, ...]) -> None:
    picture = covered(photographed(Shot()), *numbers)
    assert off(find_board(picture, LAYOUT), Shot().board_pose()) < 2.0


def test_one_marker_is_not_enough_and_the_others_are_named() -> None:
    picture = covered(photographed(Shot()), 0, 1, 2)
    with pytest.raises(BoardNotFound, match="Uncover these: top left, top right"):
        find_board(picture, LAYOUT)


@cache
def blank() -> Picture:
    """Return the sheet with its colours and without a line."""
    return np.asarray(cv2.GaussianBlur(sheet(False), (0, 0), 25), np.uint8)


def test_two_markers_without_lines_are_not_enough() -> None:
    picture = covered(photograph(marked(blank().copy()), Shot()), 0, 3)
    with pytest.raises(BoardNotFound, match="top left, bottom left"):
        find_board(picture, LAYOUT)


def test_foreign_markers_and_a_second_set_beside_the_board_do_no_harm() -> None:
    picture = photographed(Shot()).copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for place, number in enumerate((2, 7, 0, 31)):
        tag = np.full((60, 60), 255, np.uint8)
        tag[10:50, 10:50] = cv2.aruco.generateImageMarker(dictionary, number, 40)
        picture[100 + 100 * place : 160 + 100 * place, 30:90] = tag[:, :, None]
    assert off(find_board(picture, LAYOUT), Shot().board_pose()) < 0.4


def test_cards_taped_beside_the_board_are_not_taken_for_its_own_markers() -> None:
    farther = tuple(replace(marker, x=marker.x * 1.08, y=marker.y * 1.08) for marker in LAYOUT.markers)
    with pytest.raises(BoardNotFound, match="tap its corners"):
        find_board(photographed(Shot()), replace(LAYOUT, markers=farther))


def test_a_mirror_image_is_called_one() -> None:
    with pytest.raises(BoardNotFound, match="mirror"):
        find_board(np.ascontiguousarray(photographed(Shot())[:, ::-1]), LAYOUT)


@pytest.mark.parametrize(
    ("shot", "sentence"),
    [(Shot(place=(0, 0, 5000)), "No corner marker|too small"), (Shot(blur=9), "No corner marker")],
    ids=["far away", "blurred"],
)
def test_a_board_that_cannot_be_read_is_a_sentence(shot: Shot, sentence: str) -> None:
    with pytest.raises(BoardNotFound, match=sentence):
        find_board(photographed(shot), LAYOUT)


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
    truth = Shot(distortion=0).board_pose()
    found = pose_from_corners(truth.size, LAYOUT, truth.pixels(sheet_corners(LAYOUT)))
    assert found.how is FoundBy.CORNERS
    assert off(found, truth) < 0.01


@pytest.mark.parametrize("order", [(0, 3, 2, 1), (0, 2, 1, 3), (0, 0, 2, 3)], ids=["mirrored", "crossed", "twice"])
def test_taps_in_a_wrong_order_are_refused(order: tuple[int, ...]) -> None:
    corners = Shot().board_pose().pixels(sheet_corners(LAYOUT))
    with pytest.raises(BoardNotFound, match="Tap"):
        pose_from_corners((1280, 720), LAYOUT, corners[list(order)])


@pytest.mark.parametrize("distortion", [0.0, -0.04, -0.14])
def test_the_printed_lines_make_good_for_unsteady_taps_and_a_bad_lens(distortion: float) -> None:
    shot = Shot(distortion=distortion)
    picture, truth = photographed(shot, False), shot.board_pose()
    taps = truth.pixels(sheet_corners(LAYOUT)) + np.array([(5, -4), (-6, 3), (4, 6), (-2, -5)])
    cells = np.array([LAYOUT.centre(cell.id) for cell in LAYOUT.cells])
    found = pose_from_corners(truth.size, LAYOUT, taps, picture)
    assert np.linalg.norm(found.pixels(cells) - truth.pixels(cells), axis=1).max() < 0.6
    assert found.distortion == pytest.approx(distortion, abs=0.01)


def test_taps_stay_as_they_are_where_no_lines_are_printed() -> None:
    shot = Shot(distortion=0)
    taps = shot.board_pose().pixels(sheet_corners(LAYOUT)) + 3
    found = pose_from_corners(shot.size, LAYOUT, taps, photograph(blank(), shot))
    assert np.allclose(found.pixels(sheet_corners(LAYOUT)), taps, atol=0.01)
