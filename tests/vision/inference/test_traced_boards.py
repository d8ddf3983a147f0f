"""A board that somebody traced is found, learnt and read as the reference boards are."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click import ClickException
from click.testing import CliRunner

from companion.boards.board_file import to_text
from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.tracing import traced
from companion.cli.camera.tools import board_named
from companion.cli.main import main
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.camera.observations import FIGURES, observation_of
from tests.support.sketches import sketch
from tests.vision.drawing.renderer import Scene, draw, overhead, renderer_for
from vision.capture.recording import Recording
from vision.inference.recogniser import Recogniser
from vision.localisation.board_detection import find_board


def barn(lattice: str) -> Layout:
    return traced(sketch(lattice, size=26.0, sheet=[560, 520], areas=[]))


@pytest.mark.parametrize("lattice", ["hex", "square_diagonal"])
def test_a_traced_board_calibrates_the_camera_and_is_read_after_a_move(lattice: str) -> None:
    layout = barn(lattice)
    start = setup(layout, {letter: letter for letter in layout.regions})
    colours = {letter: letter for letter in layout.regions}
    set_up = renderer_for(layout, overhead(layout))
    empty = draw(Scene(layout, Observation(ObservationStatus.OK)), set_up)
    first = draw(Scene(layout, observation_of(start, colours)), set_up)
    board_pose = find_board(empty, layout)
    middles = np.array([layout.centre(cell) for cell in layout.by_id])
    assert np.abs(board_pose.pixels(middles) - set_up.view.on_sheet(middles)).max() < 1.5
    reader = Recogniser.learn(layout, observation_of(start, colours), empty, first, None, FIGURES)
    cow = next(cow for cow in start.cows if any(start.free(to) for _, to in layout.neighbours[cow] if to != "town"))
    to = next(to for _, to in layout.neighbours[cow] if to != "town" and start.free(to))
    moved = observation_of(start.move_cow(cow, to), colours)
    seen = reader.read(draw(Scene(layout, moved), set_up)).observation
    assert seen.cells == moved.cells


def test_a_folder_of_pictures_brings_its_board_along(tmp_path: Path) -> None:
    """``camera record`` writes it at a table with a traced board; ``camera read`` reads it on any machine."""
    layout = barn("hex")
    letters = {letter: letter for letter in layout.regions}
    start = observation_of(setup(layout, letters), letters)
    set_up = renderer_for(layout, overhead(layout))
    empty = draw(Scene(layout, Observation(ObservationStatus.OK)), set_up)
    recording = Recording(tmp_path, layout, empty, set_up.view.board_pose(), markers=True, rules=FIGURES)
    recording.see(draw(Scene(layout, start), set_up), set_up.view.board_pose(), start, start, {})
    done = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert json.loads(done.output.splitlines()[-1])["cells"] == dict(start.cells)
    (tmp_path / "board.json").write_text("{}")
    refused = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert refused.exit_code == 1
    assert "board file" in refused.output


def test_the_doctor_takes_a_board_file_too(tmp_path: Path) -> None:
    file = tmp_path / "barn.board.json"
    file.write_text(to_text(barn("hex")))
    assert board_named(str(file)) == barn("hex")
    file.write_text("[]")
    with pytest.raises(ClickException):
        board_named(str(file))
