"""A cow that lies on the corral with its sticker up is read, in an ordinary camera's picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Orders, Stage
from companion.games.abilene.common.board.reference_boards import reference_board
from vision.geometry.board_pose import BoardPose, Picture
from vision.inference.sticker_markers import stickers
from vision.localisation.board_detection import find_board
from vision.synthetic.demo import DemoCamera

BOARD = reference_board("abilene-1993")
SIDE = 12.6


@pytest.fixture(scope="module")
def table() -> tuple[Picture, BoardPose]:
    camera = DemoCamera()
    camera.apply_orders(Orders(board=to_json(BOARD)), Stage.IDLE)
    picture = camera.read()
    assert picture is not None
    return picture, find_board(picture, BOARD)


def with_sticker(picture: Picture, board_pose: BoardPose, number: int, x: float, y: float, turn: float) -> Picture:
    """Return the picture with a sticker of this marker lying there, as blurred and noisy as the rest of it."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    sticker = np.full((160, 160, 3), 225, np.uint8)
    sticker[20:140, 20:140] = cv2.aruco.generateImageMarker(dictionary, number, 120)[:, :, None] // 255 * 190 + 30
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = SIDE * 160 / 120 / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) @ spin.T + (x, y)
    edge = np.array([[0, 0], [159, 0], [159, 159], [0, 159]], np.float32)
    large = cv2.getPerspectiveTransform(edge, (board_pose.pixels(corners) * 4).astype(np.float32))
    size = (picture.shape[1] * 4, picture.shape[0] * 4)
    drawn = cv2.resize(cv2.warpPerspective(sticker, large, size), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((160, 160), 255, np.uint8), large, size)
    part = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)[:, :, None] / 255
    mixed = picture * (1 - part) + drawn * part
    noise = np.random.default_rng(number).normal(0, 3, picture.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(mixed, (0, 0), 0.5) + noise, 0, 255), np.uint8)


@pytest.mark.parametrize(("number", "turn"), [(10, 0.0), (17, 33.0), (23, 90.0), (31, 200.0), (38, 290.0)])
def test_a_sticker_on_the_corral_is_read_whichever_way_it_lies(
    number: int, turn: float, table: tuple[Picture, BoardPose]
) -> None:
    picture, board_pose = table
    shown = with_sticker(picture, board_pose, number, 195 + turn / 30, -180, turn)
    assert stickers(shown, board_pose, BOARD, "corral") == (number,)


def test_two_cows_are_two_stickers_and_an_empty_corral_is_none(table: tuple[Picture, BoardPose]) -> None:
    picture, board_pose = table
    shown = with_sticker(with_sticker(picture, board_pose, 20, 180, -185, 10), board_pose, 12, 220, -180, 80)
    assert stickers(shown, board_pose, BOARD, "corral") == (12, 20)
    assert stickers(picture, board_pose, BOARD, "corral") == ()


def test_a_sticker_elsewhere_and_a_corner_of_the_board_are_none(table: tuple[Picture, BoardPose]) -> None:
    picture, board_pose = table
    assert stickers(with_sticker(picture, board_pose, 20, 0, 0, 0), board_pose, BOARD, "corral") == ()
    assert stickers(with_sticker(picture, board_pose, 1, 200, -185, 0), board_pose, BOARD, "corral") == ()
