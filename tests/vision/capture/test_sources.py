"""Where pictures come from, and what is said when none come."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Drawn, Orders, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import say
from tests.support.abilene import ABILENE
from tests.support.timing import soon
from vision.capture import devices
from vision.capture.devices import CaptureDevice
from vision.capture.sources import (
    FIRST_PAUSE_SECONDS,
    FolderSource,
    ReconnectingSource,
    Source,
    VideoSource,
    open_source,
)
from vision.errors import BadPicture, NoCamera
from vision.localisation.board_detection import find_board
from vision.synthetic.demo import DemoCamera

BOARD = ABILENE["1993"].layout()
assert BOARD


class Clock:
    """Time that only passes when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def picture(grey: int) -> np.ndarray:
    return np.full((240, 320, 3), grey, np.uint8)


def folder(path: Path, *greys: int) -> Path:
    for number, grey in enumerate(greys):
        cv2.imwrite(str(path / f"{number:03}.png"), picture(grey))
    return path


# --- a folder ---------------------------------------------------------------------------------


def grey_of(source: FolderSource) -> int:
    found = source.read()
    assert found is not None
    return int(found[0, 0, 0])


def test_a_folder_waits_for_the_set_up_and_then_plays(tmp_path: Path) -> None:
    clock = Clock()
    source = FolderSource(folder(tmp_path, 10, 20, 30, 40), 1.0, clock)
    shown = []
    for stage in (*[Stage.FOUND] * 2, *[Stage.READY] * 3, *[Stage.WATCHING] * 4):
        source.apply_orders(Orders(), stage)
        shown.append(grey_of(source))
        clock.now += 1.1
    assert shown == [10, 10, 10, 20, 20, 20, 30, 40, 40]


def test_a_picture_that_is_added_later_is_shown(tmp_path: Path) -> None:
    clock = Clock()
    source = FolderSource(folder(tmp_path, 10, 20), 1.0, clock)
    source.apply_orders(Orders(), Stage.WATCHING)
    shown = [grey_of(source)]
    for _ in range(2):
        clock.now += 1.1
        shown.append(grey_of(source))
    cv2.imwrite(str(tmp_path / "010.png"), picture(90))
    clock.now += 1.1
    assert [*shown, grey_of(source)] == [10, 20, 20, 90]


def test_a_broken_picture_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "000.jpg").write_bytes(b"\xff\xd8 no picture")
    with pytest.raises(BadPicture, match=r"000\.jpg cannot be read"):
        FolderSource(tmp_path).read()


def test_a_folder_without_pictures_a_missing_file_and_a_text_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(NoCamera, match="no pictures in the folder"):
        open_source(str(tmp_path))
    with pytest.raises(NoCamera, match="no file or folder"):
        open_source(str(tmp_path / "nowhere"))
    (tmp_path / "film.txt").write_text("no film")
    with pytest.raises(NoCamera, match="not a video"):
        open_source(str(tmp_path / "film.txt"))


# --- a video ----------------------------------------------------------------------------------


def test_a_video_runs_at_its_own_speed_and_leaves_out_what_is_late(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for grey in range(0, 200, 20):
        writer.write(picture(grey))
    writer.release()
    clock = Clock()
    source = VideoSource(path, clock)
    greys = []
    for _ in range(4):
        found = source.read()
        greys.append(None if found is None else round(int(found[9, 9, 0]) / 20))
        clock.now += 0.31
    assert greys == [0, 3, 6, 9]
    assert source.read() is None
    source.close()


# --- a camera that comes and goes -------------------------------------------------------------


class Plugged:
    """A camera that gives one picture after the other until it is pulled out."""

    def __init__(self) -> None:
        self.there = True
        self.locks: list[bool] = []
        self.released = False
        self.go = threading.Semaphore(0)

    def read(self) -> tuple[bool, Any]:
        self.go.acquire()
        return self.there, picture(50)

    def lock(self, locked: bool) -> None:
        self.locks.append(locked)

    def release(self) -> None:
        self.released = True


def until(true: Callable[[], bool]) -> None:
    """Wait for another thread."""
    assert soon(true), "it never happened"


def gives(camera: CaptureDevice) -> bool:
    return camera.read() is not None


def gone(source: Source) -> bool:
    try:
        source.read()
    except NoCamera as trouble:
        return "gives no pictures" in str(trouble)
    return False


@pytest.fixture
def plugged() -> Iterator[Plugged]:
    made = Plugged()
    yield made
    made.there = False
    made.go.release()


def test_a_camera_gives_its_newest_picture_once_and_locks_its_light_after_the_set_up(plugged: Plugged) -> None:
    clock = Clock()
    camera = CaptureDevice("/dev/video7", lambda path: plugged, clock)
    plugged.go.release()
    until(lambda: gives(camera))
    for stage in (Stage.FOUND, Stage.READY, Stage.WATCHING, Stage.FOUND):
        camera.apply_orders(Orders(), stage)
    assert plugged.locks == [True, False]
    plugged.there = False
    plugged.go.release()
    camera.close()
    assert plugged.released


def test_a_camera_that_hangs_is_said_to_give_no_pictures(plugged: Plugged) -> None:
    clock = Clock()
    camera = CaptureDevice("/dev/video7", lambda path: plugged, clock)
    plugged.go.release()
    until(lambda: gives(camera))
    clock.now += 10
    with pytest.raises(NoCamera, match="/dev/video7 gives no pictures"):
        camera.read()


@pytest.mark.logs("an error (MemoryError)")
def test_a_camera_whose_driver_fails_is_gone_at_once_and_its_error_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Its thread used to die without a word."""

    class Failing(Plugged):
        def read(self) -> tuple[bool, Any]:
            raise MemoryError

    camera = CaptureDevice("/dev/video7", lambda path: Failing(), Clock())
    until(lambda: gone(camera))
    assert "/dev/video7: an error (MemoryError)" in caplog.text


def test_an_unplugged_camera_comes_back_by_itself() -> None:
    clock = Clock()
    plugs: list[Plugged] = []
    present = True

    def plug() -> CaptureDevice:
        if not present:
            raise NoCamera(say("There is no camera."))
        plugs.append(Plugged())
        return CaptureDevice("/dev/video7", lambda path: plugs[-1], clock)

    source = ReconnectingSource(plug, clock)
    source.read()
    present = False
    plugs[0].there = False
    plugs[0].go.release()
    until(lambda: gone(source))
    with pytest.raises(NoCamera, match="gives no pictures"):  # it is not looked for at once
        source.read()
    clock.now += 2 * FIRST_PAUSE_SECONDS
    with pytest.raises(NoCamera, match="There is no camera"):
        source.read()
    present = True
    clock.now += 60
    source.read()
    assert len(plugs) == 2
    plugs[1].there = False
    plugs[1].go.release()
    source.close()


def test_a_camera_that_does_not_exist_names_those_that_do(tmp_path: Path) -> None:
    with pytest.raises(NoCamera, match=r"There is no camera /dev/video97"):
        open_source("97").read()


def test_a_camera_of_somebody_else_says_which_group_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(NoCamera, match="usermod -aG video"):
        devices.check(str(tmp_path))


def test_the_ribbon_cable_needs_what_comes_with_the_system() -> None:
    with pytest.raises(NoCamera, match="python3-picamera2"):
        open_source("csi").read()


# --- the drawn table --------------------------------------------------------------------------


def test_the_drawn_camera_draws_what_it_is_told_and_its_board_can_be_found() -> None:
    assert BOARD
    camera = DemoCamera()
    assert camera.read() is None
    camera.apply_orders(Orders(board=to_json(BOARD), drawn=Drawn(Observation(ObservationStatus.OK))), Stage.SEARCHING)
    empty = camera.read()
    assert empty is not None
    assert find_board(empty, BOARD).pixels(np.zeros((1, 2))) == pytest.approx(np.array([[639.5, 359.5]]), abs=30)
    camera.apply_orders(Orders(drawn=Drawn(Observation(ObservationStatus.OK, {"A6-0": "cow"}))), Stage.SEARCHING)
    with_cow = camera.read()
    camera.apply_orders(
        Orders(drawn=Drawn(Observation(ObservationStatus.OK, {"A6-0": "cow"}), "A6-0")), Stage.SEARCHING
    )
    with_hand = camera.read()
    assert with_cow is not None
    assert with_hand is not None
    changed = [(np.abs(empty.astype(int) - other).max(axis=2) > 40).mean() for other in (with_cow, with_hand)]
    assert 0 < changed[0] < 0.01 < changed[1]
