"""Pictures brighter than a camera can tell: white on white is asked, and the page says why; the rest is read."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Orders, Stage
from companion.cli.camera.scene_board import board_of_scene, scene_of
from companion.cli.camera.scene_truth import Score, Truth, readings
from tests.vision.fields import Fields, drawn, layout, observation, photograph, seen_by_camera, start_cells
from vision.geometry.board_pose import Picture
from vision.inference.recogniser import Recogniser
from vision.runtime.pipeline import Pipeline
from vision.runtime.temporal_filter import TOO_BRIGHT, TUNING, TemporalFilter

CHESS = Path(__file__).parents[1] / "photos" / "cchess"
HERE, START = Fields(), start_cells()
MOVED = {**{cell: kind for cell, kind in START.items() if cell not in ("b2", "e5")}, "b3": "dark", "e4": "light"}
GAINS = (1.0, 1.2, 1.5, 2.0, 3.0, 6.0)


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    first = photograph(Fields(seed=2), START)
    return Recogniser.learn(layout(), observation(START), photograph(HERE, {}), first, HERE.corners_px)


def exposed(gain: float, seed: int) -> Picture:
    """Return the board after two moves, so many times as bright, as far as a picture can be."""
    light = seen_by_camera(HERE, drawn(HERE, MOVED)) * gain
    noise = np.random.default_rng(seed).normal(0, 2, light.shape)
    return np.asarray(np.clip(light + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("gain", GAINS)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_claimed_that_is_not_so_and_the_page_says_why_much_is_not_read(
    reader: Recogniser, gain: float, seed: int
) -> None:
    watcher = TemporalFilter(reader)
    for number in range(3 * TUNING.steady):
        watcher.see(exposed(gain, 10 * seed + number))
    assert watcher.reading is not None
    seen = watcher.reading.observation
    wrong = {cell for cell in seen.cells.keys() | MOVED.keys() if seen.cells.get(cell) != MOVED.get(cell)}
    assert not wrong - {*seen.unknown}
    assert gain > 1 or not seen.unknown
    dazzled = watcher.reading.board_pose is not None and len(seen.unknown) > len(layout().by_id) // 4
    assert not dazzled or watcher.state == TOO_BRIGHT
    assert watcher.state != TOO_BRIGHT or seen.unknown


def test_a_set_up_that_is_too_bright_is_said_to_be_so() -> None:
    """The figures of a chessboard on white fields: what is white on white cannot be read, and lamps can be dimmed."""
    found = scene_of(CHESS)
    board = board_of_scene(found)
    empty, first = (np.asarray(found.picture(frame), np.float32) for frame in found.frames[:2])
    line, corners = Pipeline(), np.asarray(found.corners)
    size = np.array(first.shape[1::-1])
    line.apply_orders(Orders(5, "ABCD", to_json(board.layout), board.start))
    for number, (ask, picture) in enumerate([(Ask.CORNERS, empty), (Ask.EMPTY, empty), (Ask.START, first)], 1):
        taps = tuple(map(tuple, ((corners + 0.5) / size).tolist()))
        line.apply_orders(Orders(5, "ABCD", None, board.start, ask, number, corners=taps))
        line.see(np.asarray(np.clip(2 * picture, 0, 255), np.uint8))
    assert (line.stage, line.trouble) == (Stage.MISMATCH, TOO_BRIGHT)


@pytest.mark.parametrize("gain", [1.2, 1.5, 2.0])
@pytest.mark.parametrize("set_up", ["a set-up in good light", "a set-up as bright"])
def test_white_figures_on_white_fields_are_asked_where_both_are_burnt_out(
    gain: float, set_up: str, tmp_path: Path
) -> None:
    """Real photographs of chess, made so many times as bright as they are."""
    folder = tmp_path / "cchess"
    shutil.copytree(CHESS, folder)
    bright = sorted([*folder.glob("*.jpg"), *folder.glob("*.png")])[0 if "as bright" in set_up else 2 :]
    for photo in bright:
        picture = np.asarray(cv2.imread(str(photo)), np.float32)
        cv2.imwrite(str(photo), np.clip(picture * gain, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    found, score = scene_of(folder), Score()
    board = board_of_scene(found)
    truth = Truth.of(folder, board.areas)
    for _ in readings(found, board, truth, False, score):
        continue
    assert score.wrong == 0
    assert score.exact == score.boards or gain > 1.2
