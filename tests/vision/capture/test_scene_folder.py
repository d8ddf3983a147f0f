"""Folders of pictures: an error in one is a sentence, never a traceback."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.boards.board_file import to_json
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.main import main
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.support.abilene import ABILENE
from tests.vision.drawing import renderer
from tests.vision.drawing.view import View
from vision.capture.scene_folder import FrameKind, scene
from vision.errors import BadPicture, NoCamera

LAYOUT = reference_board("abilene-1993")
START = ABILENE["1993"].initial_observation("ABC", LAYOUT) or Observation(ObservationStatus.UNCLEAR)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty board, a start and a frame in which a cow has moved; one frame is missing and one is no
    picture.
    """
    made = tmp_path_factory.mktemp("scene")
    table = renderer.renderer_for(LAYOUT, View((0.0, 60.0, 900.0), (0.0, 0.0), 1000.0, (1280, 720)))
    cells = dict(START.cells)
    cells["A7-0"] = cells.pop("A6-0")
    seen = [Observation(ObservationStatus.OK), START, Observation(ObservationStatus.OK, cells)]
    for number, observation in enumerate(seen):
        picture = renderer.draw(renderer.Scene(LAYOUT, observation), table)
        grain = np.random.default_rng(number).normal(0, 2, picture.shape)
        cv2.imwrite(str(made / f"{number}.png"), np.clip(picture + grain, 0, 255).astype(np.uint8))
    (made / "4.png").write_bytes(b"no picture")
    kinds = ["empty", "start", "play", "play", "play"]
    frames = [{"file": f"{number}.png", "kind": kind} for number, kind in enumerate(kinds)]
    about = {"board": "abilene-1993", "ranches": ["A", "B", "C"], "markers": True, "frames": frames}
    (made / "scene.json").write_text(json.dumps(about))
    return made


def test_every_frame_is_a_line_and_one_without_a_picture_is_unclear(folder: Path) -> None:
    done = CliRunner().invoke(main, ["camera", "read", str(folder)])
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert [line["status"] for line in lines] == ["ok", "ok", "ok", "unclear", "unclear"]
    assert lines[0]["cells"] == {}
    assert lines[1]["cells"] == START.cells
    assert lines[2]["cells"].keys() - START.cells.keys() == {"A7-0"}
    assert set(lines[3]["unknown"]) == set(LAYOUT.by_id)
    assert "3.png is missing" in done.stderr
    assert "4.png cannot be read" in done.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (None, 'what is where in the second picture: {"start": {"A1": "light"}}'),
        ("{", "is damaged"),
        ("[]", "is not a scene"),
        ("{}", "does not say what “board” is"),
        ('{"board": "abilene-1993", "frames": [{}]}', "does not say what “file” is"),
        ('{"board": "abilene-1993", "frames": 1}', "is not a scene"),
        ('{"board": "abilene-1993", "start": {"A6-0": "cow"}}', "no picture of"),
        ('{"board": "monopoly", "ranches": ["A"], "frames": []}', "monopoly"),
        ('{"board": "abilene-1993", "ranches": ["A"], "frames": []}', "no picture of"),
    ],
)
def test_a_wrong_folder_is_refused_in_a_sentence(tmp_path: Path, words: str | None, problem: str) -> None:
    if words is not None:
        (tmp_path / "scene.json").write_text(words)
    done = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert done.exit_code == 1
    assert problem in done.stderr
    assert "Traceback" not in done.stderr


def test_pictures_and_a_board_file_with_a_start_are_enough(folder: Path, tmp_path: Path) -> None:
    """The pictures in the order of their names: the empty board, the start, the game."""
    for number in range(3):
        (tmp_path / f"{number}.png").write_bytes((folder / f"{number}.png").read_bytes())
    (tmp_path / "board.json").write_text(json.dumps(to_json(LAYOUT)))
    (tmp_path / "scene.json").write_text(json.dumps({"start": dict.fromkeys(START.cells, "tile")}))
    done = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert done.exit_code == 0, done.stderr
    cells = [json.loads(line)["cells"] for line in done.stdout.splitlines()]
    assert [len(each) for each in cells] == [0, len(START.cells), len(START.cells)]
    assert cells[2].keys() - cells[1].keys() == {"A7-0"}


def test_a_board_without_markers_or_corners_is_refused_with_what_scene_json_lacks(folder: Path, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.png").write_bytes((folder / f"{number}.png").read_bytes())
    plain = replace(LAYOUT, markers=())
    (tmp_path / "board.json").write_text(json.dumps(to_json(plain)))
    (tmp_path / "scene.json").write_text(json.dumps({"start": START.cells}))
    done = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert "corners_px" in done.stderr
    assert done.exit_code == 1


def test_a_frame_names_a_file_of_the_folder_and_no_other(folder: Path, tmp_path: Path) -> None:
    about = {"board": "abilene-1993", "ranches": [], "frames": [{"file": f"../{folder.name}/1.png"}]}
    (tmp_path / "scene.json").write_text(json.dumps(about))
    found = scene(tmp_path)
    with pytest.raises(BadPicture):
        found.picture(found.frames[0])
    with pytest.raises(NoCamera):
        found.first(FrameKind.START)
