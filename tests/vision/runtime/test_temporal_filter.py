"""The movements that the watch notices: hands and figures, but not a trembling camera, noise or wavering exposure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from companion.boards.observation import Observation, ObservationStatus
from tests.vision.rendering import things
from tests.vision.rendering.developing import developed
from tests.vision.rendering.recipes import recipe
from tests.vision.rendering.session import Session
from vision.errors import BoardNotFound
from vision.geometry.board_pose import Picture
from vision.inference.reading import Reading
from vision.inference.recogniser import Recogniser
from vision.runtime.temporal_filter import BOARD, TUNING, MotionGate, TemporalFilter

BUSY = replace(recipe(8), artwork="from the air", room="two lamps", size=(1280, 720))


class Blind:
    """A reader that never finds the board: the watch asks it only when nothing moves."""

    def __init__(self) -> None:
        self.tracker = self
        self.board_pose, self.mismatches, self.too_bright = None, (), False

    def extract(self, *_: Any) -> Any:
        raise BoardNotFound(BOARD.lost)

    def nothing_seen(self, *_: Any) -> Observation:
        return Observation(ObservationStatus.NO_BOARD)


def test_what_seems_to_lie_over_the_board_is_looked_at_again_though_nothing_moves() -> None:
    """A cow on the rim was taken for a hand, and waited for until somebody moved."""
    says = iter((ObservationStatus.COVERED, ObservationStatus.OK))

    class Doubtful(Blind):
        def extract(self, *_: Any) -> None:
            return None

        def infer(self, *_: Any) -> Reading:
            return Reading(Observation(next(says)))

    steady = np.random.default_rng(1).integers(0, 255, (240, 240, 3), np.uint8)
    watch = TemporalFilter(cast(Recogniser, Doubtful()))
    statuses = [seen.status for _ in range(30) if (seen := watch.see(steady))]
    assert (statuses[0], statuses[-1]) == (ObservationStatus.COVERED, ObservationStatus.OK)


@pytest.fixture(scope="module")
def session() -> Session:
    """Return a busy print under a camera that trembles and sharpens; nothing is written."""
    made = Session(BUSY, Path("unused"))
    made.crowd.set_up(made.table.kinds)
    made.film = replace(made.film, jitter=0.3, sharpen=0.8, noise=3.0)
    return made


def pictures(session: Session, light: Picture, count: int) -> list[Picture]:
    """Return one state, photographed several times in a row."""
    moment = session._moment(2)
    found = []
    for _ in range(count):
        found.append(developed(light, session.view.size, session.film, moment, session.chance))
        moment = session._soon_after(moment)
    return found


def test_a_trembling_camera_comes_to_rest(session: Session) -> None:
    watch = TemporalFilter(cast(Recogniser, Blind()))
    states = []
    for picture in pictures(session, session.stage.picture(session.crowd.shapes(session.makers)), 6):
        watch.see(picture)
        states.append(watch.state)
    assert states == [BOARD.moves, *[BOARD.lost] * 5]


def test_a_hand_is_a_movement(session: Session) -> None:
    watch = TemporalFilter(cast(Recogniser, Blind()))
    before = session.crowd.shapes(session.makers)
    hand = things.hand_at((80.0, 60.0), session.chance)
    for light in (
        session.stage.picture(before),
        session.stage.picture(before, [hand]),
        session.stage.picture(before),
    ):
        (picture,) = pictures(session, light, 1)
        watch.see(picture)
        assert watch.state == BOARD.moves


def test_one_figure_wakes_a_reader_that_rests(session: Session) -> None:
    watch = TemporalFilter(cast(Recogniser, Blind()))
    before = session.crowd.shapes(session.makers)
    with_it = pictures(session, session.stage.picture(before), 3)
    (without,) = pictures(session, session.stage.picture(before[1:]), 1)
    watch.see(with_it[0])
    watch._steady = rested = Observation(ObservationStatus.OK)
    assert [watch.see(picture) for picture in with_it[1:]] == [rested, rested]
    assert watch.see(without) is None
    assert watch.state == BOARD.moves


def test_a_lamp_that_flickers_is_no_movement_though_one_side_is_bright_and_the_other_dark() -> None:
    """Exposure is a factor: of ten percent there is much in the light and little in the dark."""
    gate = MotionGate()
    slope = np.broadcast_to(np.linspace(20, 220, 640, dtype=np.float32)[None, :, None], (480, 640, 3))
    brightness = (1.0, 1.1, 0.97, 1.08)
    moved = [gate.motion(np.clip(slope * by, 0, 255).astype(np.uint8))[0] for by in brightness]
    assert moved[1:] == [0, 0, 0]


def test_paper_that_is_burnt_out_does_not_change_with_the_exposure_and_a_hand_over_it_moves() -> None:
    gate = MotionGate()
    seen = np.full((480, 640, 3), (140, 190, 235), np.float32)
    seen[:, 400:] = (60, 70, 80)
    brightness = (1.1, 1.22, 1.0, 1.15)
    pictures = [np.clip(seen * by, 0, 250).astype(np.uint8) for by in brightness]
    assert [gate.motion(picture)[0] for picture in pictures][1:] == [0, 0, 0]
    pictures[-1][100:300, 250:450] = (90, 120, 170)
    assert gate.motion(pictures[-1])[1] > TUNING.tremble


def test_another_picture_of_a_phone_is_news_however_little_differs_in_it_and_the_same_one_is_none() -> None:
    """It sends one only when it has seen something move: a small figure may be below what wakes the gate."""
    read = []

    class Counting(Blind):
        def extract(self, *_: Any) -> None:
            return None

        def infer(self, *_: Any) -> Reading:
            read.append(1)
            return Reading(Observation(ObservationStatus.OK))

    first = np.random.default_rng(1).integers(0, 255, (240, 240, 3), np.uint8)
    watch = TemporalFilter(cast(Recogniser, Counting()), sent=True)
    for count, picture in enumerate((first, first.copy()), 1):
        for _ in range(9):
            watch.see(picture[:, :, :3])
        assert len(read) == count
