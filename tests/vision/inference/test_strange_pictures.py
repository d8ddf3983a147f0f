"""Strange pictures: the reader answers every one and goes on, never raises, and forgets nothing."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from companion.boards.observation import ObservationStatus
from tests.vision.fields import Fields, layout, observation, photograph, start_cells
from tests.vision.strange import strange
from vision.errors import VisionTrouble
from vision.geometry.board_pose import BoardPose, FoundBy
from vision.geometry.pose_validation import pose_problem
from vision.inference import recogniser
from vision.inference.learning import learn_models
from vision.inference.recogniser import Recogniser
from vision.localisation.board_detection import valid_picture
from vision.runtime.temporal_filter import TemporalFilter

HERE, BOARD, START = Fields(), layout(), start_cells()
FEW, MANY = 24, 1000


def learnt() -> Recogniser:
    first = photograph(Fields(seed=2), START)
    return Recogniser.learn(BOARD, observation(START), photograph(HERE, {}), first, HERE.corners_px)


def fed(count: int) -> None:
    """Feed so many strange pictures, and after some of them the board: the second look reads it as it is."""
    reader, board = learnt(), photograph(Fields(seed=3), START)
    for number in range(count):
        observation_read = reader.read(strange(number, board)).observation
        assert not set(observation_read.unknown) & observation_read.cells.keys()
        if number % 3 == 2:
            reader.read(board)
            assert reader.read(board).observation.cells == START, f"after picture {number}"


def test_strange_pictures_are_neither_a_crash_nor_the_end() -> None:
    fed(FEW)


@pytest.mark.torture
def test_a_thousand_strange_pictures_are_neither_a_crash_nor_the_end() -> None:
    fed(MANY)


@pytest.mark.torture
def test_strange_pictures_teach_nothing_or_are_refused_in_a_sentence() -> None:
    empty, first = photograph(HERE, {}), photograph(Fields(seed=2), START)
    for number in range(MANY // 5):
        bare, with_figures = (strange(number, empty), first) if number % 2 else (empty, strange(number, first))
        with suppress(VisionTrouble):
            learn_models(BOARD, observation(START), valid_picture(bare), valid_picture(with_figures), HERE.corners_px)


def breaking(reader: Recogniser, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one stage raise an error that no stage should."""

    def stumble(*_: Any, **__: Any) -> Any:
        raise np.linalg.LinAlgError("Singular matrix")

    match what:
        case "tracker":
            monkeypatch.setattr(reader.tracker, "track", stumble)
        case "classifier":
            monkeypatch.setattr(type(reader.classifier), "classify", stumble)
        case "occlusion":
            monkeypatch.setattr(recogniser, "edges_of", stumble)


@pytest.mark.logs("a frame at which the reader stumbled")
@pytest.mark.parametrize("stage", ["tracker", "classifier", "occlusion"])
def test_a_stage_that_raises_is_logged_and_the_next_picture_is_read(
    stage: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reader, board = learnt(), photograph(Fields(seed=3), START)
    votes = TemporalFilter(reader)
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        breaking(reader, stage, broken)
        assert reader.read(board).observation.status is ObservationStatus.UNCLEAR
        for _ in range(4):
            assert votes.see(board) is None
    assert "Singular matrix" in caplog.text
    assert reader.read(board).observation.cells == START
    steady = [votes.see(board) for _ in range(5)][-1]
    assert steady is not None
    assert steady.cells == START


@pytest.mark.parametrize("stage", ["learn_models", "setup_mismatches", "edges_of"])
def test_a_defect_in_learning_is_no_reason_to_take_other_pictures(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: Any) -> Any:
        raise np.linalg.LinAlgError("Singular matrix")

    monkeypatch.setattr(recogniser, stage, stumble)
    first = photograph(Fields(seed=99), START)
    with pytest.raises(np.linalg.LinAlgError):
        Recogniser.learn(BOARD, observation(START), photograph(HERE, {}), first, HERE.corners_px)


def pose(homography: Any) -> BoardPose:
    return BoardPose(np.array(homography, np.float64), (640, 480), FoundBy.CORNERS)


LYING = pose([[2, 0, 320], [0, 2, 240], [0, 0, 1]])


@pytest.mark.parametrize(
    "after",
    [
        pose([[2, 2, 320], [1, 1, 240], [0, 0, 1]]),
        pose([[0, 0, 320], [0, 0, 240], [0, 0, 1]]),
        pose(np.full((3, 3), np.nan)),
        pose([[-2, 0, 320], [0, 2, 240], [0, 0, 1]]),
        pose([[2, 0, 320], [0, 2, 240], [0.02, 0, 1]]),
    ],
    ids=["line", "point", "nothing", "mirrored", "behind the camera"],
)
def test_no_camera_sees_the_board_like_that(after: BoardPose) -> None:
    assert pose_problem(LYING, BOARD) is None
    assert pose_problem(after, BOARD)
