"""A phone that films the table: knocked, in another light, under a hand, on real photographs of a game of chess."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Orders, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.scene_board import board_of_scene, scene_of
from tests.vision.bench.filming import Happening, Table, under_a_hand
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


TABLE = Table(SCENE.layout, CORNERS, (FOUND.picture(EMPTY).shape[1], FOUND.picture(EMPTY).shape[0]))


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


def knocked(picture: Picture, roll: float, parts: tuple[float, float]) -> Picture:
    """Return the picture of a camera that has been knocked: rolled by degrees, turned aside by parts of the picture."""
    return Happening("a knock", roll=roll, parts=parts).over(picture, TABLE)


@pytest.mark.parametrize(("roll", "parts"), [(0.0, (0.03, -0.02)), (3.0, (0.01, 0.01)), (-7.0, (-0.02, 0.01))])
def test_a_camera_that_was_knocked_finds_the_board_again_and_claims_nothing_wrong(
    watched: Watched, roll: float, parts: tuple[float, float]
) -> None:
    for frame in PLAYED:
        seen, said = watched.shows(knocked(FOUND.picture(frame), roll, parts))
        assert seen.status is not ObservationStatus.NO_BOARD, said
        assert not wrong(seen, frame.file), said
        assert len(seen.unknown) <= 4, said


@pytest.mark.parametrize(("turn", "way"), [(0.0, (1, 0)), (0.0, (0, 1)), (0.0, (-1, 0)), (4.0, (0, -1))])
def test_what_was_pushed_out_of_the_picture_is_no_hand(watched: Watched, turn: float, way: tuple[int, int]) -> None:
    size = np.array(FOUND.picture(EMPTY).shape[1::-1])
    beside = np.where(np.array(way) > 0, size - CORNERS.max(axis=0), CORNERS.min(axis=0))
    across, down = (np.array(way) * (beside + 18) / size).tolist()  # half a field of the outermost row is cut off
    for frame in PLAYED:
        seen, said = watched.shows(knocked(FOUND.picture(frame), turn, (across, down)))
        assert not wrong(seen, frame.file)
        assert said == str(CUT_OFF)
        assert 0 < len(seen.unknown) <= 20


@pytest.mark.parametrize("gain", [0.5, 0.7, 1.25])
def test_another_light_is_read_as_the_first(watched: Watched, gain: float) -> None:
    for frame in PLAYED:
        seen, said = watched.shows(Happening("light", gain=(gain,) * 3).over(FOUND.picture(frame), TABLE))
        assert not wrong(seen, frame.file)
        assert len(seen.unknown) <= 4
        assert said == str(BOARD.seen)


def test_a_hand_is_waited_for_and_what_it_hid_is_read_when_it_is_gone(watched: Watched) -> None:
    for frame in PLAYED:
        seen, said = watched.shows(under_a_hand(FOUND.picture(frame), CORNERS))
        assert said == str(BOARD.hidden)
        assert not wrong(seen, frame.file)
        seen, said = watched.shows(FOUND.picture(frame))
        assert said == str(BOARD.seen)
        assert not wrong(seen, frame.file)
        assert not seen.unknown
