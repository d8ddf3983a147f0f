"""From the first picture to a board that is read: the set-up, step by step, with a stand-in for what reads figures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.boards.board_file import to_json
from companion.boards.camera_messages import STUMBLED, Ask, Drawn, Orders, Stage
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import Text, say
from companion.games.abilene.common.board.reference_boards import reference_board
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.camera_pose import Lens
from vision.inference.reading import Reading
from vision.localisation.board_detection import find_board
from vision.runtime.overlay import WRONG, draw_overlay, jpeg
from vision.runtime.pipeline import Pipeline
from vision.synthetic.demo import DemoCamera

BOARD = reference_board("abilene-1993")
START = Observation(ObservationStatus.OK, {"A6-0": "cow", "A4-1": "cowboy:A"})


@dataclass
class Fake:
    """Sees what it is told to see."""

    board_pose: BoardPose | None
    sees: list[Observation | None] = field(default_factory=list)
    state: Text = field(default_factory=lambda: say("Steady"))
    reading: Reading | None = field(default_factory=lambda: Reading(START, confidence={"A6-0": 0.9999}, stickers=(17,)))

    mismatches: tuple[str, ...] = ()
    too_bright: bool = False
    observations: list[Observation] = field(default_factory=list)

    @property
    def reader(self) -> Fake:
        return self

    def see(self, picture: Picture) -> Observation | None:
        return self.sees.pop(0) if self.sees else None

    def confirm(self, believed: Observation) -> None:
        self.observations.append(believed)


class Learner:
    """Learns, but first fails, or misreads places, as often as it is told to."""

    def __init__(self, *failures: Exception | tuple[str, ...]) -> None:
        self.failures = list(failures)
        self.learnt: list[tuple[Observation, Points | None]] = []
        self.fake = Fake(None)
        self.empties: list[Picture | None] = []

    def __call__(
        self,
        layout: Layout,
        start: Observation,
        empty: Picture | None,
        first: Picture,
        corners: Points | None,
        rules: FigureRules,
        lens: Lens,
    ) -> Any:
        self.learnt.append((start, corners))
        self.empties.append(empty)
        failure = self.failures.pop(0) if self.failures else ()
        if isinstance(failure, Exception):
            raise failure
        self.fake = Fake(find_board(first, layout), mismatches=failure)
        return self.fake


@pytest.fixture(scope="module")
def pictures() -> tuple[Picture, Picture]:
    """Return the empty board and the board with figures."""
    camera = DemoCamera()
    found = []
    for figures in (Observation(ObservationStatus.OK), START):
        camera.apply_orders(Orders(board=to_json(BOARD), drawn=Drawn(figures)), Stage.IDLE)
        picture = camera.read()
        assert picture is not None
        found.append(picture)
    return found[0], found[1]


def orders(ask: Ask = Ask.NOTHING, number: int = 0, board: bool = False, **more: object) -> Orders:
    return Orders(5, "ABCD", to_json(BOARD) if board else None, START, ask, number, **more)  # type: ignore[arg-type]


def at(line: Pipeline) -> Stage:
    return line.stage


def set_up(line: Pipeline, empty: Picture, first: Picture) -> None:
    line.apply_orders(orders(board=True))
    line.see(empty)
    line.apply_orders(orders(Ask.EMPTY, 1))
    line.see(empty)
    line.apply_orders(orders(Ask.START, 2))
    line.see(first)


def test_two_pictures_and_no_clicks_with_markers(pictures: tuple[Picture, Picture]) -> None:
    empty, first = pictures
    line = Pipeline(Learner())
    assert at(line) is Stage.IDLE
    line.apply_orders(orders(board=True))
    assert at(line) is Stage.SEARCHING
    line.see(empty)
    assert at(line) is Stage.FOUND
    line.apply_orders(orders(Ask.EMPTY, 1))
    line.see(empty)
    assert (at(line), line.done) == (Stage.READY, 1)
    line.apply_orders(orders(Ask.START, 2))
    line.see(first)
    report = line.report(1.0, "demo", 7.0, missing=False)
    assert (report.stage, report.done, report.known, report.size) == (Stage.WATCHING, 2, 5, (1280, 720))
    assert report.state == say("Steady")
    assert report.stickers == ("17",)
    assert len(report.outline) == 4
    assert 0.15 < report.outline[0][0] < 0.3


def test_nothing_is_done_twice(pictures: tuple[Picture, Picture]) -> None:
    learner = Learner()
    line = Pipeline(learner)
    set_up(line, *pictures)
    line.apply_orders(orders(Ask.START, 2))
    line.see(pictures[1])
    assert len(learner.learnt) == 1


def test_a_new_steady_sighting_is_told_once(pictures: tuple[Picture, Picture]) -> None:
    learner = Learner()
    line = Pipeline(learner)
    set_up(line, *pictures)
    other = Observation(ObservationStatus.OK, {"A7-0": "cow"})
    sightings = []
    learner.fake.sees = [None, START, START, None, other, other]
    for _ in range(6):
        line.see(pictures[1])
        sightings.append(line.report(1.0, "demo", 7.0, missing=False).observation)
        line.unsent = None
    assert sightings == [None, START, None, None, other, None]


@pytest.mark.parametrize("status", [ObservationStatus.COVERED, ObservationStatus.NO_BOARD])
def test_what_is_seen_under_a_hand_or_without_the_board_is_no_news(
    status: ObservationStatus, pictures: tuple[Picture, Picture]
) -> None:
    learner = Learner()
    line = Pipeline(learner)
    set_up(line, *pictures)
    learner.fake.sees = [START, Observation(status, {"A4-1": "cowboy:A"}, unknown=("A6-0",)), START]
    sightings = []
    for _ in range(3):
        line.see(pictures[1])
        sightings.append(line.unsent)
        line.unsent = None
    assert sightings == [START, None, None]


def test_what_the_table_has_moved_on_to_is_heard_once(pictures: tuple[Picture, Picture]) -> None:
    learner = Learner()
    line = Pipeline(learner)
    set_up(line, *pictures)
    assert learner.fake.observations == []
    later = Observation(ObservationStatus.OK, {"A7-0": "cow"})
    for _ in range(2):
        line.apply_orders(replace(orders(), expected=later))
    assert learner.fake.observations == [later]


def asked(line: Pipeline, ask: Ask, number: int, picture: Picture) -> tuple[Stage, tuple[str, ...]]:
    """Return the state of the camera after that, and what it cannot read."""
    line.apply_orders(orders(ask, number))
    line.see(picture)
    report = line.report(1.0, "demo", 7.0, missing=False)
    assert report.done == number
    return report.stage, report.wrong


def test_a_start_that_reads_wrong_names_the_places_and_may_be_tried_again(pictures: tuple[Picture, Picture]) -> None:
    line = Pipeline(Learner(("A6-0", "town"), ("A6-0",)))
    set_up(line, *pictures)
    report = line.report(1.0, "demo", 7.0, missing=False)
    assert (report.stage, report.wrong, report.reading) == (Stage.MISMATCH, ("A6-0", "town"), None)
    assert len(report.outline) == 4, "the places can be lit"
    for _ in range(3):
        line.see(pictures[1])
    assert at(line) is Stage.MISMATCH, "nobody has said anything"
    assert asked(line, Ask.START, 3, pictures[1]) == (Stage.MISMATCH, ("A6-0",))
    assert asked(line, Ask.START, 4, pictures[1]) == (Stage.WATCHING, ())


def test_people_may_answer_for_a_start_that_cannot_be_read_and_that_is_told(pictures: tuple[Picture, Picture]) -> None:
    line = Pipeline(Learner(("A4-1", "A6-0"), ("A6-0",)))
    set_up(line, *pictures)
    assert asked(line, Ask.ACCEPT, 3, pictures[1]) == (Stage.WATCHING, ("A6-0",))
    line.see(pictures[1])
    assert line.report(1.0, "demo", 7.0, missing=False).wrong == ("A6-0",)
    assert asked(line, Ask.AGAIN, 4, pictures[1]) == (Stage.WATCHING, ())


def test_nobody_answers_for_what_he_has_not_been_shown(pictures: tuple[Picture, Picture]) -> None:
    line = Pipeline(Learner(("A6-0",), ("A4-1",), ("A4-1", "A6-0")))
    set_up(line, *pictures)
    assert asked(line, Ask.ACCEPT, 3, pictures[1]) == (Stage.MISMATCH, ("A4-1", "A6-0"))
    assert "more places" in str(line.trouble)
    assert asked(line, Ask.ACCEPT, 4, pictures[1]) == (Stage.WATCHING, ("A4-1", "A6-0"))
    assert line.trouble is None
    unasked = Pipeline(Learner(("A6-0",)))
    unasked.apply_orders(orders(board=True))
    unasked.see(pictures[0])
    asked(unasked, Ask.EMPTY, 1, pictures[0])
    assert asked(unasked, Ask.ACCEPT, 2, pictures[1]) == (Stage.MISMATCH, ("A6-0",))


def test_four_taps_do_where_there_are_no_markers(pictures: tuple[Picture, Picture]) -> None:
    learner = Learner()
    line = Pipeline(learner)
    line.apply_orders(orders(board=True))
    blind = pictures[0].copy()
    blind[:100, :], blind[620:, :] = 90, 90
    line.see(blind)
    assert at(line) is Stage.SEARCHING
    assert line.trouble
    line.apply_orders(orders(Ask.CORNERS, 1, corners=((0.21, 0.05), (0.79, 0.05), (0.8, 0.96), (0.2, 0.96))))
    line.see(blind)
    line.see(blind)
    report = line.report(1.0, "demo", 7.0, missing=False)
    assert (report.stage, report.trouble) == (Stage.FOUND, None)
    line.apply_orders(orders(Ask.EMPTY, 2))
    line.see(blind)
    assert at(line) is Stage.READY


def test_corners_the_wrong_way_round_are_a_sentence(pictures: tuple[Picture, Picture]) -> None:
    line = Pipeline(Learner())
    line.apply_orders(orders(board=True))
    line.apply_orders(orders(Ask.CORNERS, 1, corners=((0.8, 0.05), (0.2, 0.05), (0.2, 0.96), (0.8, 0.96))))
    line.see(pictures[0])
    assert at(line) is Stage.SEARCHING
    assert "wrong way round" in str(line.trouble)
    assert line.done == 1


def test_a_lost_board_is_said_and_found_again(pictures: tuple[Picture, Picture]) -> None:
    learner = Learner()
    line = Pipeline(learner)
    set_up(line, *pictures)
    reading, learner.fake.reading = learner.fake.reading, Reading(Observation(ObservationStatus.NO_BOARD))
    line.see(pictures[1])
    assert at(line) is Stage.LOST
    learner.fake.reading = reading
    line.see(pictures[1])
    assert at(line) is Stage.WATCHING


@pytest.mark.parametrize("grey", [0, 255, 128])
def test_a_picture_of_nothing_is_a_sentence(grey: int, pictures: tuple[Picture, Picture]) -> None:
    line = Pipeline(Learner())
    set_up(line, *pictures)
    line.see(np.full((720, 1280, 3), grey, np.uint8))
    assert line.trouble
    line.see(pictures[1])
    assert line.trouble is None


def test_the_set_up_is_kept_for_the_next_evening(tmp_path: Path, pictures: tuple[Picture, Picture]) -> None:
    file = tmp_path / "box.sqlite.camera"
    set_up(Pipeline(Learner(), file), *pictures)
    learner = Learner()
    line = Pipeline(learner, file)
    line.apply_orders(orders(board=True))
    assert at(line) is Stage.READY
    line.see(pictures[1])
    assert at(line) is Stage.WATCHING
    assert learner.learnt == [(START, None)]
    assert file.stat().st_mode & 0o077 == 0


def test_what_was_kept_accuses_nobody_who_has_not_set_up_the_figures_and_can_be_answered_for_later(
    tmp_path: Path, pictures: tuple[Picture, Picture]
) -> None:
    file = tmp_path / "box.sqlite.camera"
    set_up(Pipeline(Learner(), file), *pictures)
    line = Pipeline(Learner(("A4-1", "A6-0"), ("A6-0",), ("A6-0",)), file)
    line.apply_orders(orders(board=True))
    line.see(pictures[0])
    report = line.report(1.0, "demo", 7.0, missing=False)
    assert (report.stage, report.wrong, report.trouble) == (Stage.READY, (), None)
    assert asked(line, Ask.START, 1, pictures[1]) == (Stage.MISMATCH, ("A6-0",))
    assert asked(line, Ask.ACCEPT, 2, pictures[1]) == (Stage.WATCHING, ("A6-0",))


def test_what_was_kept_and_does_not_fit_any_more_leads_back_to_the_start(
    tmp_path: Path, pictures: tuple[Picture, Picture]
) -> None:
    file = tmp_path / "box.sqlite.camera"
    set_up(Pipeline(Learner(), file), *pictures)
    line = Pipeline(Learner(BoardNotFound(say("Nowhere."))), file)
    line.apply_orders(orders(board=True))
    line.see(pictures[1])
    assert (at(line), str(line.trouble)) == (Stage.READY, "Nowhere.")
    line.apply_orders(orders(Ask.FIND, 1))
    line.see(pictures[0])
    line.see(pictures[0])
    assert at(line) is Stage.FOUND


@pytest.mark.logs("cannot be used", "cannot be kept")
def test_a_damaged_file_is_no_set_up_and_a_full_disk_a_sentence(
    tmp_path: Path, pictures: tuple[Picture, Picture]
) -> None:
    file = tmp_path / "box.sqlite.camera"
    file.write_text('{"board": 5')
    line = Pipeline(Learner(), file)
    line.apply_orders(orders(board=True))
    assert at(line) is Stage.SEARCHING
    line = Pipeline(Learner(), tmp_path / "nowhere" / "box.camera")
    line.apply_orders(orders(board=True))
    line.see(pictures[0])
    line.apply_orders(orders(Ask.EMPTY, 1))
    line.see(pictures[0])
    assert at(line) is Stage.READY
    assert "cannot be kept" in str(line.trouble)


def test_the_board_need_not_be_cleared_and_a_box_that_comes_back_goes_on_by_itself(
    tmp_path: Path, pictures: tuple[Picture, Picture]
) -> None:
    file, learner = tmp_path / "box.sqlite.camera", Learner()
    line = Pipeline(learner, file)
    line.apply_orders(orders(board=True))
    assert asked(line, Ask.START, 1, pictures[1]) == (Stage.WATCHING, ())
    assert learner.empties == [None]
    again = Learner(("A6-0",))
    for learner, stage in ((Learner(), Stage.WATCHING), (again, Stage.SEARCHING)):
        line = Pipeline(learner, file)
        line.apply_orders(orders(board=True))
        line.see(pictures[1])
        assert (at(line), learner.empties, line.wrong) == (stage, [None], ())
    line.see(pictures[1])
    assert (at(line), len(again.learnt)) == (Stage.FOUND, 1)


def test_another_table_begins_anew_and_none_is_rest(pictures: tuple[Picture, Picture]) -> None:
    line = Pipeline(Learner())
    set_up(line, *pictures)
    line.apply_orders(Orders(6))
    assert (at(line), line.revision) == (Stage.IDLE, 6)
    line.see(pictures[1])
    assert at(line) is Stage.IDLE
    line.apply_orders(Orders(7, "EFGH", to_json(BOARD), START))
    assert (at(line), line.revision) == (Stage.SEARCHING, 7)


def coloured(picture: Picture, colour: tuple[int, int, int]) -> int:
    """Return how many pixels are of about this colour."""
    return int((np.abs(picture.astype(int) - colour).max(axis=2) < 30).sum())


@pytest.mark.logs("a picture at which the pipeline stumbled")
def test_a_stage_that_raises_is_a_sentence_and_the_set_up_goes_on(pictures: tuple[Picture, Picture]) -> None:
    line = Pipeline(Learner(np.linalg.LinAlgError("Singular matrix")))
    set_up(line, *pictures)
    assert at(line) is Stage.READY
    assert line.trouble == STUMBLED
    line.apply_orders(orders(Ask.START, 3))
    line.see(pictures[1])
    assert at(line) is Stage.WATCHING
    assert line.trouble is None


def test_a_watcher_that_stumbles_is_told_of_until_the_board_has_been_read(pictures: tuple[Picture, Picture]) -> None:
    line, learner = Pipeline(Learner()), Learner()
    line.learn = learner
    set_up(line, *pictures)
    learner.fake.sees = [None, None, START]
    for state, trouble in ((STUMBLED, STUMBLED), (say("Reading"), STUMBLED), (say("Read"), None)):
        learner.fake.state = state
        line.see(pictures[1])
        assert (at(line), line.trouble) == (Stage.WATCHING, trouble)


def test_what_is_believed_is_drawn_over_the_picture(pictures: tuple[Picture, Picture]) -> None:
    board_pose = find_board(pictures[1], BOARD)
    reading = Observation(ObservationStatus.OK, START.cells, ("B5-1",), alternatives={"A6-0": ("",)})
    assert draw_overlay(pictures[1], BOARD, board_pose).shape == (540, 960, 3)
    picture = draw_overlay(pictures[1], BOARD, board_pose, reading)
    for colour in ((0, 200, 255), (90, 230, 90)):
        assert coloured(picture, colour), colour
    assert not coloured(picture, WRONG)
    for place in ("C4-1", "town", "jail", "corral"):
        lit = draw_overlay(pictures[1], BOARD, board_pose, wrong=(place,))
        assert coloured(lit, WRONG) > 100, place
        assert picture.shape == lit.shape
    assert 0.9 * picture.shape[0] < picture.shape[1] < 1.2 * picture.shape[0], "the board, and not the table around it"
    assert 10_000 < len(jpeg(picture)) < 300_000
