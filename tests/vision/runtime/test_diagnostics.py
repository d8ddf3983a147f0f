"""The doctor says in sentences what is wrong with a camera, and nothing where nothing is."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Drawn, Orders, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.main import main
from companion.core.text import say
from companion.games.abilene.common.board.reference_boards import reference_board
from vision.errors import BadPicture, NoCamera, VisionTrouble
from vision.geometry.board_pose import Picture
from vision.runtime.diagnostics import findings, grab_frames
from vision.synthetic.demo import DemoCamera

BOARD = reference_board("abilene-1993")


@pytest.fixture(scope="module")
def good() -> Picture:
    camera = DemoCamera()
    camera.apply_orders(
        Orders(board=to_json(BOARD), drawn=Drawn(Observation(ObservationStatus.OK, {"A6-0": "cow"}))), Stage.IDLE
    )
    picture = camera.read()
    assert picture is not None
    return picture


def troubles(picture: Picture, rate: float = 9.0) -> list[str]:
    return [str(each.text) for each in findings([picture], rate, BOARD) if not each.good]


def changed(picture: np.ndarray, gain: float) -> Picture:
    return np.asarray(np.clip(picture.astype(float) * gain, 0, 255), np.uint8)


def test_a_good_camera_has_no_troubles(good: Picture) -> None:
    assert troubles(good) == []
    assert [str(each.text) for each in findings([good], 9.0, BOARD)][-2:] == [
        "Corner markers: 4 of 4.",
        "A space is 41 pixels wide in the picture.",
    ]


def half_dark(picture: Picture) -> Picture:
    return changed(picture * np.linspace(0.0, 1.2, picture.shape[1])[None, :, None], 1.0)


def mirrored_lamp(picture: Picture) -> Picture:
    copy = picture.copy()
    cv2.circle(copy, (640, 360), 150, (255, 255, 255), -1)
    return copy


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (lambda picture: cv2.GaussianBlur(picture, (0, 0), 2.5), "blurred"),
        (lambda picture: changed(picture, 0.25), "too dark"),
        (lambda picture: changed(picture, 2.2), "too bright"),
        (half_dark, "in the dark"),
        (mirrored_lamp, "is reflected"),
        (lambda picture: np.ascontiguousarray(picture[60:, :]), "outside the picture"),
        (lambda picture: cv2.resize(picture, (450, 253), interpolation=cv2.INTER_AREA), "too few: bring the camera"),
        (lambda picture: np.ascontiguousarray(picture[:, 400:900]), "corner marker"),
    ],
)
def test_each_trouble_is_a_sentence(spoilt: object, words: str, good: Picture) -> None:
    assert any(words in sentence for sentence in troubles(spoilt(good)))  # type: ignore[operator]


def test_a_slow_camera_is_told(good: Picture) -> None:
    assert "Only 2.0 pictures a second" in troubles(good, 2.0)[0]


def test_a_cap_on_the_lens_is_told(good: Picture) -> None:
    with pytest.raises(BadPicture, match="cap"):
        findings([np.zeros_like(good)], 9.0, BOARD)


def test_the_rate_is_counted_and_a_camera_without_pictures_told(good: Picture) -> None:
    moments = iter(np.arange(0, 1000, 0.05))
    pictures, rate = grab_frames(lambda: good, lambda: float(next(moments)))
    assert len(pictures) == 16
    assert rate == pytest.approx(1 / 0.15, rel=0.5)
    times = iter(range(100))
    with pytest.raises(VisionTrouble, match="gave no picture"):
        grab_frames(lambda: None, lambda: float(next(times)))


def test_a_camera_that_is_gone_says_why() -> None:
    times = iter(range(100))

    def gone() -> None:
        raise NoCamera(say("It was unplugged."))

    with pytest.raises(NoCamera, match="unplugged"):
        grab_frames(gone, lambda: float(next(times)))


def test_the_command_ends_with_one_where_something_is_wrong(tmp_path: Path, good: Picture) -> None:
    run = CliRunner().invoke
    assert run(main, ["camera", "doctor", "--camera", "demo"]).exit_code == 0
    cv2.imwrite(str(tmp_path / "0.png"), cv2.GaussianBlur(good, (0, 0), 4))
    result = run(main, ["camera", "doctor", "--camera", str(tmp_path)])
    assert result.exit_code == 1
    assert "TROUBLE  The picture is blurred" in result.output
    nothing = run(main, ["camera", "doctor", "--camera", "77"])
    assert nothing.exit_code == 1
    assert "There is no camera /dev/video77" in nothing.output
    other = run(main, ["camera", "doctor", "--camera", "demo", "--board", "chess"])
    assert "There are: abilene-1993" in other.output
