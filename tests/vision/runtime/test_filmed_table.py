"""A phone that films the table: knocked, in another light, under a hand, on real photographs of a game of chess."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Orders, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.scene_board import board_of_scene, scene_of
from tests.vision.bench.photos import PhotoSet
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE, WEBCAM, Lens
from vision.runtime.pipeline import Pipeline
from vision.runtime.temporal_filter import BOARD, CUT_OFF, TUNING

FOUND = scene_of(Path(__file__).parents[1] / "photos" / "cchess")
SCENE = board_of_scene(FOUND)
TRUTH = PhotoSet.of(FOUND.folder).truth
EMPTY, START, *PLAYED = FOUND.frames
CORNERS = np.asarray(FOUND.corners)


class Watched:
    """A table of which a camera has learnt the start; ``shows`` films a picture for as long as it takes to read it."""

    def __init__(self, lens: Lens) -> None:
        self.line = Pipeline(lens=lens)
        size = np.array(FOUND.picture(EMPTY).shape[1::-1])
        taps = tuple(map(tuple, ((CORNERS + 0.5) / size).tolist()))
        self.line.apply_orders(Orders(5, "ABCD", to_json(SCENE.layout), SCENE.start))
        steps = ((Ask.CORNERS, EMPTY), (Ask.EMPTY, EMPTY), (Ask.START, START))
        for number, (ask, frame) in enumerate(steps, 1):
            self.line.apply_orders(Orders(5, "ABCD", None, SCENE.start, ask, number, corners=taps))
            self.line.see(FOUND.picture(frame))
        assert self.line.stage is Stage.WATCHING

    def shows(self, picture: Picture) -> tuple[Observation, str]:
        """Return what is read, and what the page says."""
        sent = picture.copy()  # a phone sends it once, and it is looked at until the next
        for _ in range(2 * TUNING.steady + 1):
            self.line.see(sent)
        told = self.line.report(0.0, "phone", 2.0, missing=False)
        assert self.line.watcher is not None
        assert self.line.watcher.reading is not None
        return self.line.watcher.reading.observation, str(told.state)


@pytest.fixture(params=[WEBCAM, PHONE], ids=["a webcam", "a phone"])
def watched(request: pytest.FixtureRequest) -> Watched:
    return Watched(request.param)


def wrong(seen: Observation, file: str) -> set[str]:
    """Return the cells that are claimed to bear what does not stand there."""
    true = TRUTH[file]
    cells: Iterable[str] = seen.cells.keys() | true.keys()
    return {cell for cell in cells if seen.cells.get(cell) != true.get(cell)} - {*seen.unknown}


def knocked(picture: Picture, turn: float, shift: tuple[float, float]) -> Picture:
    """Return the picture of a camera that has been pushed: turned by degrees about the middle, shifted by pixels."""
    height, width = picture.shape[:2]
    moved = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    moved[:, 2] += np.array(shift)
    return np.asarray(cv2.warpAffine(picture, moved, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def lit(picture: Picture, gain: float) -> Picture:
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def under_a_hand(picture: Picture) -> Picture:
    """Return the picture with a forearm that comes in over the rim, over some nine fields."""
    made = picture.copy()
    middle = CORNERS.mean(axis=0)
    tip = tuple((middle + np.array([20, 10])).astype(int).tolist())
    wrist = tuple((CORNERS[2] + np.array([60, 90])).astype(int).tolist())
    cv2.line(made, tip, wrist, (110, 140, 195), 62, cv2.LINE_AA)
    return made


@pytest.mark.parametrize(("turn", "shift"), [(0.0, (14.0, -9.0)), (3.0, (6.0, 8.0)), (-7.0, (-12.0, 5.0))])
def test_a_camera_that_was_knocked_finds_the_board_again_and_claims_nothing_wrong(
    watched: Watched, turn: float, shift: tuple[float, float]
) -> None:
    for frame in PLAYED:
        seen, said = watched.shows(knocked(FOUND.picture(frame), turn, shift))
        assert seen.status is not ObservationStatus.NO_BOARD, said
        assert not wrong(seen, frame.file), said
        assert len(seen.unknown) <= 4, said


@pytest.mark.parametrize(("turn", "way"), [(0.0, (1, 0)), (0.0, (0, 1)), (0.0, (-1, 0)), (4.0, (0, -1))])
def test_what_was_pushed_out_of_the_picture_is_no_hand(watched: Watched, turn: float, way: tuple[int, int]) -> None:
    size = np.array(FOUND.picture(EMPTY).shape[1::-1])
    beside = np.where(np.array(way) > 0, size - CORNERS.max(axis=0), CORNERS.min(axis=0))
    across, down = (np.array(way) * (beside + 18)).tolist()  # half a field of the outermost row is cut off
    for frame in PLAYED:
        seen, said = watched.shows(knocked(FOUND.picture(frame), turn, (across, down)))
        assert not wrong(seen, frame.file)
        assert said == str(CUT_OFF)
        assert 0 < len(seen.unknown) <= 20


@pytest.mark.parametrize("gain", [0.5, 0.7, 1.25])
def test_another_light_is_read_as_the_first(watched: Watched, gain: float) -> None:
    for frame in PLAYED:
        seen, said = watched.shows(lit(FOUND.picture(frame), gain))
        assert not wrong(seen, frame.file)
        assert len(seen.unknown) <= 4
        assert said == str(BOARD.seen)


def test_a_hand_is_waited_for_and_what_it_hid_is_read_when_it_is_gone(watched: Watched) -> None:
    for frame in PLAYED:
        seen, said = watched.shows(under_a_hand(FOUND.picture(frame)))
        assert said == str(BOARD.hidden)
        assert not wrong(seen, frame.file)
        seen, said = watched.shows(FOUND.picture(frame))
        assert said == str(BOARD.seen)
        assert not wrong(seen, frame.file)
        assert not seen.unknown
