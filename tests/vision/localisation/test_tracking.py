"""The board is followed from picture to picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.sheets import LAYOUT, Shot, off, photographed
from vision.errors import BadPicture, BoardNotFound
from vision.geometry.board_pose import Picture
from vision.localisation.board_detection import detect_markers, find_board
from vision.localisation.tracking import Tracker

STANDING = Shot()
BUMPED = Shot(place=(40.0, -20.0, 1005.0), aim=(30.0, 0.0), roll=7.0, seed=9)


def tracker(markers: bool = True, shot: Shot = STANDING) -> Tracker:
    """Set up on the empty board; without markers by taps that are exact."""
    first = photographed(shot, markers)
    return Tracker(LAYOUT, find_board(first, LAYOUT) if markers else shot.board_pose(), first)


def hand_over(picture: Picture, shot: Shot) -> Picture:
    """Return an arm from the top right corner of the sheet to its middle."""
    picture = picture.copy()
    arm = shot.board_pose().pixels(np.array([(330.0, -180), (210, -330), (-40, 0), (40, 60)]))
    cv2.fillConvexPoly(picture, np.round(arm).astype(np.int32), (120, 150, 200))
    return picture


def test_nothing_moved_gives_the_same_placement() -> None:
    following = tracker()
    before = following.track(photographed(replace(STANDING, seed=2)))
    assert following.track(photographed(replace(STANDING, seed=3))) is before
    assert before.moved == 0


def test_neither_hand_nor_light_is_a_movement() -> None:
    following = tracker()
    before = following.board_pose
    dim = photographed(replace(STANDING, light=0.5, seed=4))
    assert following.track(hand_over(dim, STANDING)) is before


@pytest.mark.parametrize("markers", [True, False], ids=["markers", "no markers"])
@pytest.mark.parametrize("hand", [False, True], ids=["free", "hand"])
def test_a_bump_is_found_at_once(markers: bool, hand: bool) -> None:
    following = tracker(markers)
    picture = photographed(BUMPED, markers)
    found = following.track(hand_over(picture, BUMPED) if hand else picture)
    assert off(found, BUMPED.board_pose()) < 0.6
    assert found.moved > 10
    assert following.track(picture).moved == 0
    assert off(following.board_pose, BUMPED.board_pose()) < 0.6


def test_a_marker_of_something_else_in_view_does_not_hinder() -> None:
    picture = photographed(BUMPED).copy()
    foreign = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 17, 48)
    picture[:64, :64] = 255
    picture[8:56, 8:56] = foreign[..., None]
    assert 17 in detect_markers(picture)
    assert off(tracker().track(picture), BUMPED.board_pose()) < 0.6


@pytest.mark.parametrize("markers", [True, False], ids=["markers", "no markers"])
@pytest.mark.parametrize("turn", [45.0, -90.0, 180.0])
def test_a_board_that_was_turned_is_found(markers: bool, turn: float) -> None:
    following = tracker(markers)
    turned = replace(STANDING, roll=STANDING.roll + turn, place=(20.0, -30.0, 1250.0), seed=9)
    assert off(following.track(photographed(turned, markers)), turned.board_pose()) < 1.0


def test_a_bump_is_found_where_the_print_hardly_stands_out() -> None:
    """On a dark board figures and noise have the most contrast, and much of the print is alike."""
    faint = [
        np.clip(
            photographed(shot, False) * 0.08 + 20 + np.random.default_rng(shot.seed).normal(0, 1.5, (720, 1280, 3)),
            0,
            255,
        ).astype(np.uint8)
        for shot in (STANDING, BUMPED)
    ]
    following = Tracker(LAYOUT, STANDING.board_pose(), faint[0])
    assert off(following.track(faint[1]), BUMPED.board_pose()) < 0.6


def test_a_tremble_is_followed_without_a_word() -> None:
    following = tracker()
    trembled = replace(STANDING, aim=(5.5, 5.4), seed=5)
    found = following.track(photographed(trembled))
    assert found.moved == 0
    assert off(found, trembled.board_pose()) < 0.3


def test_many_bumps_add_up_to_nothing() -> None:
    following = tracker()
    for turn in range(8):
        away = replace(BUMPED, roll=BUMPED.roll - turn, aim=(30.0 - 4 * turn, 3.0 * turn))
        following.track(photographed(away))
    assert off(following.track(photographed(replace(STANDING, seed=7))), STANDING.board_pose()) < 0.4


def test_a_board_taken_away_is_a_sentence_and_is_found_when_it_is_back() -> None:
    following = tracker()
    table = np.random.default_rng(1).integers(60, 90, (720, 1280, 3), dtype=np.uint8)
    with pytest.raises(BoardNotFound, match="lost"):
        following.track(table)
    assert off(following.track(photographed(BUMPED)), BUMPED.board_pose()) < 0.5


def test_a_black_picture_and_one_of_another_size_are_sentences() -> None:
    following = tracker()
    with pytest.raises(BadPicture, match="black"):
        following.track(np.zeros((720, 1280, 3), np.uint8))
    with pytest.raises(BoardNotFound, match="size"):
        following.track(photographed(replace(STANDING, size=(640, 480))))
