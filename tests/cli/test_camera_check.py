"""``companion camera check``: one JSON line per picture, with moves, verdict and reason."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera import command as camera_command
from companion.cli.main import main
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.observations import observation_of
from companion.games.abilene.edition_1993.abilene_1993 import Abilene1993
from tests.support.abilene import ABILENE
from vision.capture.scene_folder import RecordedScene, SceneFrame

LETTERS = {"A": "A", "B": "B", "C": "C"}
START = setup(reference_board("abilene-1993"), LETTERS)
DRIVEN = START.move_cow("A6-0", "A7-1")
STRAYED = DRIVEN.move_cow("B6-0", "A7-6")
SEEN = {
    "0.jpg": Observation(ObservationStatus.OK),
    "1.jpg": observation_of(START, LETTERS),
    "2.jpg": observation_of(DRIVEN, LETTERS),
    "3.jpg": Observation(ObservationStatus.COVERED),
    "4.jpg": observation_of(STRAYED, LETTERS),
    "5.jpg": observation_of(STRAYED.remove_cow("B6-1"), LETTERS),
}
FRAMES: list[dict[str, Any]] = [
    {"file": "0.jpg", "kind": "empty"},
    {"file": "1.jpg", "kind": "start"},
    {"file": "2.jpg", "kind": "play", "turn": 1, "seat": "A", "dice": {"cattle": [1, 0], "cowboys": []}},
    {"file": "3.jpg", "kind": "play", "turn": 2, "seat": "B", "dice": {"cattle": [5, 0], "cowboys": []}},
    {"file": "4.jpg", "kind": "play", "turn": 2, "seat": "B", "dice": {"cattle": [5, 0], "cowboys": []}},
    {"file": "5.jpg", "kind": "play", "turn": 3, "seat": "C", "dice": {"cattle": [1, 1], "cowboys": []}},
]


class Listener:
    """A reader that keeps what the umpire makes of its pictures."""

    def __init__(self) -> None:
        self.observations: list[Observation] = []

    def confirm(self, believed: Observation) -> None:
        self.observations.append(believed)


def checked(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    frames: list[dict[str, Any]],
    board: str = "abilene-1993",
    listener: Listener | None = None,
) -> Result:
    """Return the command over a scene whose pictures are read without a mistake."""

    def read(_: object, found: RecordedScene, frame: SceneFrame, board: object) -> Observation:
        return SEEN[frame.file]

    monkeypatch.setattr(camera_command, "reader_of", lambda *_: listener or Listener())
    monkeypatch.setattr(camera_command, "seen_in", read)
    scene = {"board": board, "ranches": ["A", "B", "C"], "markers": True, "frames": frames}
    (folder / "scene.json").write_text(json.dumps(scene))
    return CliRunner().invoke(main, ["camera", "check", str(folder)])


def test_every_picture_gets_moves_a_verdict_and_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = checked(tmp_path, monkeypatch, FRAMES)
    assert answer.exit_code == 0, answer.output
    lines = [json.loads(line) for line in answer.output.splitlines()]
    assert [line["verdict"] for line in lines] == ["none", "none", "legal", "none", "illegal", "unclear"]
    assert lines[2]["moves"] == [{"piece": "cow", "from": "A6-0", "to": "A7-1"}]
    assert lines[4]["moves"] == [{"piece": "cow", "from": "B6-0", "to": "A7-6"}]
    assert "a cow never leaves it" in lines[4]["reason"]
    assert "There were 27 cows" in lines[5]["reason"]
    assert lines[1]["cells"] == SEEN["1.jpg"].cells


def test_the_reader_hears_what_stands_on_the_board_after_a_legal_move_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener()
    checked(tmp_path, monkeypatch, FRAMES, listener=listener)
    assert listener.observations == [SEEN["2.jpg"]]


def test_a_seat_that_does_not_play_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = checked(tmp_path, monkeypatch, [*FRAMES[:2], {**FRAMES[2], "seat": "F"}])
    assert answer.exit_code == 1
    assert "2.jpg: Nobody plays ranch F." in answer.output


def test_a_board_whose_moves_nobody_judges_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blind = replace(ABILENE["1993"].camera, umpire=lambda *_: None)
    monkeypatch.setattr(Abilene1993, "camera", property(lambda _: blind))
    answer = checked(tmp_path, monkeypatch, FRAMES)
    assert answer.exit_code == 1
    assert "are not judged yet" in answer.output


def test_pictures_of_1983_are_judged_by_its_own_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = ABILENE["1983"].initial_observation(tuple(LETTERS))
    cells = {("A4-0" if cell == "A5-1" else cell): kind for cell, kind in start.cells.items()}
    far = {("A2-1" if cell == "A5-2" else cell): kind for cell, kind in cells.items()}
    seen = {"1.jpg": start, "2.jpg": replace(start, cells=cells), "3.jpg": replace(start, cells=far)}
    monkeypatch.setitem(globals(), "SEEN", {**SEEN, **seen})
    play = {"kind": "play", "turn": 1, "seat": "A", "dice": {"cattle": [], "cowboys": []}}
    frames = [*FRAMES[:2], {"file": "2.jpg", **play}, {"file": "3.jpg", **play}]
    answer = checked(tmp_path, monkeypatch, frames, "abilene-hexagames")
    lines = [json.loads(line) for line in answer.output.splitlines()]
    assert [line["verdict"] for line in lines] == ["none", "none", "legal", "illegal"]
    assert lines[2]["moves"] == [{"piece": "cow:A", "from": "A5-1", "to": "A4-0"}]
    assert lines[3]["reason"]


def test_a_folder_without_a_scene_is_a_sentence(tmp_path: Path) -> None:
    answer = CliRunner().invoke(main, ["camera", "check", str(tmp_path)])
    assert answer.exit_code == 1
    assert "There is no scene.json" in answer.output
