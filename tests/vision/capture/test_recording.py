"""A recorded game is a scene: a second reading gives what the table had confirmed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.camera.session import CameraSession
from companion.app.camera.table_facts import recording_metadata
from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Drawn, Orders, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.tools import request_recording
from companion.cli.main import main
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.observations import FIGURES
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.edition_1983.messages import RollTwoDice
from tests.support.abilene import ABILENE
from tests.support.prairie import LAYOUT, PrairieNight
from tests.support.table import ANN, CODE, Night
from vision.capture.sources import FolderSource
from vision.runtime.pipeline import Pipeline
from vision.synthetic.demo import DemoCamera

BOARD = reference_board("abilene-1993")
START = ABILENE["1993"].expected_observation(Night().table) or Observation(ObservationStatus.NO_BOARD)
MOVED = Observation(
    ObservationStatus.OK, {("A7-0" if cell == "A6-0" else cell): kind for cell, kind in START.cells.items()}
)
DICE = [["cow", 2, False], ["cowboy", 1, False]]
USED = [["cow", 2, True], ["cowboy", 1, False]]


def film(folder: str) -> Pipeline:
    """Return the set-up and one move, filmed."""
    camera, line = DemoCamera(), Pipeline()

    def look(figures: Observation, ask: Ask, number: int, dice: list[list[object]], times: int) -> None:
        moment = {"seat": "A", "turn": 1, "dice": dice}
        board = to_json(BOARD) if not number else None
        orders = Orders(
            3, "TEST", board, figures, ask, number, drawn=Drawn(figures), record=folder, moment=moment, rules=FIGURES
        )
        camera.apply_orders(orders, Stage.IDLE)
        line.apply_orders(orders)
        for _ in range(times):
            picture = camera.read()
            assert picture is not None
            line.see(picture)

    look(Observation(ObservationStatus.OK), Ask.NOTHING, 0, DICE, 1)
    look(Observation(ObservationStatus.OK), Ask.EMPTY, 1, DICE, 1)
    look(START, Ask.START, 2, DICE, 6)
    look(MOVED, Ask.NOTHING, 2, USED, 6)
    return line


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scene")
    line = film(str(path))
    assert line.report(1.0, "demo", 7.0, missing=False).recorded == 3
    return path


def test_empty_board_start_and_every_confirmed_position_are_kept_once(folder: Path) -> None:
    scene = json.loads((folder / "scene.json").read_text())
    assert [(frame["file"], frame["kind"]) for frame in scene["frames"]] == [
        ("000.jpg", "empty"),
        ("001.jpg", "start"),
        ("002.jpg", "play"),
    ]
    assert (scene["board"], scene["ranches"], scene["markers"]) == ("abilene-1993", ["A", "B", "D", "E"], True)
    assert scene["frames"][2]["dice"] == {"cattle": [2]}
    assert len(list(folder.glob("*.jpg"))) == 3


def test_the_truth_names_cowboys_by_the_region_they_start_in_and_tells_the_move(folder: Path) -> None:
    truth = json.loads((folder / "truth.json").read_text())["frames"]
    assert truth[0]["cells"] == {}
    assert truth[1]["cells"]["D4-1"] == "cowboy:D"
    assert truth[2]["moves"] == [{"piece": "cow", "from": "A6-0", "to": "A7-0"}]


def test_the_reader_reads_back_what_was_recorded(folder: Path) -> None:
    result = CliRunner().invoke(main, ["camera", "read", str(folder)])
    assert result.exit_code == 0, result.output
    truth = json.loads((folder / "truth.json").read_text())["frames"]
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert [line["cells"] for line in lines] == [frame["cells"] for frame in truth]


def test_what_was_recorded_is_judged(folder: Path) -> None:
    result = CliRunner().invoke(main, ["camera", "check", str(folder)])
    assert result.exit_code == 0, result.output
    line = json.loads(result.output.splitlines()[2])
    assert (line["verdict"], line["moves"]) == ("legal", [{"piece": "cow", "from": "A6-0", "to": "A7-0"}])


def test_a_recorded_turn_of_1983_is_judged_whatever_colours_the_seats_have(tmp_path: Path) -> None:
    night = PrairieNight()
    camera, line, link = DemoCamera(), Pipeline(), CameraSession(night.tables, "0", "key", clock=lambda: 1000.0)
    link.serve(CODE)
    other = {"A": "C", "B": "A", "C": "B"}

    def look(ask: Ask = Ask.NOTHING, number: int = 2, empty: bool = False) -> None:
        believed = (
            Observation(ObservationStatus.OK)
            if empty
            else painted(ABILENE["1983"].expected_observation(night.table), other)
        )
        board = None if line.revision else to_json(LAYOUT)
        orders = Orders(3, CODE, board, believed, ask, number, drawn=Drawn(believed), record=str(tmp_path))
        orders = replace(orders, moment=recording_metadata(night.tables.live(CODE)), rules=FIGURES)
        camera.apply_orders(orders, Stage.IDLE)
        line.apply_orders(orders)
        for _ in range(1 if empty else 6):
            picture = camera.read()
            assert picture is not None
            line.see(picture)

    look(number=0, empty=True)
    look(Ask.EMPTY, 1, empty=True)
    look(Ask.START, 2)
    for command in (
        MoveCow("A5-1", "A4-0", 0),
        EndStep(Step.CATTLE),
        RollTwoDice((1, 1)),
        MoveCowboy("A3-1", "A3-0", 1),
    ):
        night.act(ANN, command)
        look()
    result = CliRunner().invoke(main, ["camera", "check", str(tmp_path)])
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert [line["verdict"] for line in lines] == ["none", "none", "legal", "legal"]
    assert lines[2]["moves"] == [{"piece": "cow:A", "from": "A5-1", "to": "A4-0"}]
    assert lines[3]["moves"] == [{"piece": "cowboy:A", "from": "A3-1", "to": "A3-0"}]


def painted(believed: Observation | None, other: dict[str, str]) -> Observation:
    """Return the same figures in other colours."""
    assert believed is not None
    return replace(believed, cells={cell: kind[:-1] + other[kind[-1]] for cell, kind in believed.cells.items()})


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    line = film(str(tmp_path / "file" / "scene"))
    assert "cannot be kept in" in str(line.trouble)


def test_without_a_box_the_command_says_where_it_looked(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["camera", "record", str(tmp_path), "--key", "k", "--box", "http://127.0.0.1:9"])
    assert result.exit_code == 1
    assert "No box answers at http://127.0.0.1:9" in result.output
    with pytest.raises(Exception, match="No box answers"):
        request_recording("http://127.0.0.1:9", "k", tmp_path)


def test_the_set_up_goes_through_a_folder_of_pictures_as_through_a_camera(folder: Path) -> None:
    """The empty board waits until it was taken, the start until it was learnt; then the game is read."""
    now = [0.0]
    source, line, number = FolderSource(folder, 1.0, lambda: now[0]), Pipeline(), 0
    sightings: list[Observation] = []
    for _ in range(40):
        ask = {Stage.FOUND: Ask.EMPTY, Stage.READY: Ask.START}.get(line.stage, Ask.NOTHING)
        shown = source.at == 0 if ask is Ask.EMPTY else source.at == 1
        number += ask is not Ask.NOTHING and shown
        orders = Orders(
            3, "TEST", None if line.revision else to_json(BOARD), START, ask if shown else Ask.NOTHING, number
        )
        source.apply_orders(orders, line.stage)
        line.apply_orders(orders)
        picture = source.read()
        assert picture is not None
        line.see(picture)
        if line.unsent:
            sightings.append(line.unsent)
            line.unsent = None
        now[0] += 0.3
    assert line.trouble is None
    assert line.recording is None  # nobody has asked for one
    assert [seen.cells for seen in sightings] == [START.cells, MOVED.cells]
