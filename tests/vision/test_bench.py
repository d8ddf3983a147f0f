"""The vision bench counts right, and one easy scene goes through all of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.scene_board import board_of_scene, scene_of
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.bench.rows import reached, row
from tests.vision.bench.evaluate import differences, evaluate, net
from tests.vision.bench.filmed import RATE, SERIES, VIDEO, filmed
from tests.vision.bench.filming import NOTHING as NOTHING_HAPPENS
from tests.vision.bench.filming import Happening, Table
from tests.vision.bench.report import page, rows_of
from tests.vision.bench.tally import Tally
from tests.vision.rendering.recipes import recipe
from tests.vision.rendering.session import Session
from vision.geometry.sheet import sheet_corners
from vision.runtime.temporal_filter import BOARD, TUNING

LAYOUT = reference_board("abilene-1993")
NOTHING: dict[str, Any] = {"hidden": [], "partly_hidden": [], "hidden_areas": [], "town": [], "jail": [], "corral": []}
EASY = replace(
    recipe(11, again=2, play=4),
    board="abilene-1993",
    artwork="parchment",
    room="daylight",
    markers=True,
    taps=0.0,
    bumped=False,
    things=0.0,
)


def test_a_cell_called_wrong_is_a_difference_and_a_hidden_one_may_be_unknown() -> None:
    truth = NOTHING | {"cells": {"A6-0": "cow", "A6-1": "cow"}, "hidden": ["A6-1"], "jail": ["cowboy:A"]}
    faultless = Observation(ObservationStatus.OK, {"A6-0": "cow"}, ("A6-1",), {"jail": ("cowboy:A",)})
    assert not differences(LAYOUT, truth, faultless)
    assert differences(LAYOUT, truth, replace(faultless, cells={"A6-0": "cowboy:A"})) == {"A6-0": "cow / cowboy:A"}
    assert differences(LAYOUT, truth, replace(faultless, cells={}, unknown=("A6-0", "A6-1"))) == {
        "A6-0": "cow / unknown"
    }
    assert differences(LAYOUT, truth, replace(faultless, areas={})) == {"jail": "['cowboy:A'] / []"}


def test_moves_of_figures_that_cannot_be_told_apart_come_to_the_same() -> None:
    crossed = [{"piece": "cow", "from": "a", "to": "d"}, {"piece": "cow", "from": "c", "to": "b"}]
    straight = [{"piece": "cow", "from": "a", "to": "b"}, {"piece": "cow", "from": "c", "to": "d"}]
    chain = [{"piece": "cow", "from": "a", "to": "c"}, {"piece": "cow", "from": "c", "to": "b"}]
    assert net(crossed) == net(straight) != net(chain)
    assert net(chain) == net([{"piece": "cow", "from": "a", "to": "b"}])


def test_targets_may_be_bounds_from_either_side() -> None:
    assert reached(row(99.6, "%", None, None, ">= 99.5"))
    assert not reached(row(99.4, "%", None, None, ">= 99.5"))
    assert not reached(row(0.2, "%", None, None, "<= 0.1"))


def test_counts_of_several_processes_are_joined(tmp_path: Path) -> None:
    one, other = Tally(), Tally()
    one.add("boards", 3, 4, [("part", "tuning"), ("light", "dim")])
    other.add("boards", 1, 4, [("part", "tuning"), ("light", "daylight")])
    one.join(other)
    assert one.share("boards", ("part", "tuning")) == 50
    rows = rows_of(one)
    assert rows["boards exact after voting, worst light: daylight"]["value"] == 25
    assert "worst light" in page(rows, one, [], tmp_path).read_text()


@pytest.fixture
def quiet() -> Any:
    """Let the bench work with one thread; other tests get theirs back."""
    before = cv2.getNumThreads()
    yield
    cv2.setNumThreads(before)


def test_an_easy_scene_is_read_without_a_fault(tmp_path: Path, quiet: None) -> None:
    outcome = evaluate(Session(EASY, tmp_path / "scene").run(), tmp_path)
    part = ("part", "tuning")
    assert outcome.frames >= 6
    assert outcome.tally.share("set up", part) == 100
    assert outcome.tally.share("cells", part) == pytest.approx(100, abs=0.2)
    assert outcome.tally.share("boards", part) == 100, outcome.bad
    assert outcome.tally.total["boards", part] == 6, "empty, start and four steps"


@pytest.mark.torture
def test_an_easy_scene_of_1983_is_read_and_judged_without_a_fault(tmp_path: Path, quiet: None) -> None:
    easy = replace(EASY, board="abilene-hexagames", artwork="print at home", play=7, wrong=0.4)
    outcome = evaluate(Session(easy, tmp_path / "scene").run(), tmp_path)
    part = ("part", "tuning")
    assert outcome.tally.share("boards", part) == 100, outcome.bad
    assert outcome.tally.share("moves", part) == 100, outcome.bad
    assert outcome.tally.share("illegal noticed", part) == 100, outcome.bad
    assert outcome.tally.total["illegal noticed", part] > 0
    assert outcome.tally.share("one frame: wrong commits", part) == 0


FILMED = Path(__file__).parent / "photos" / "cchess"


@pytest.mark.parametrize("way", [SERIES, VIDEO])
def test_a_film_of_a_table_is_counted(way: str) -> None:
    """It is knocked at the third of four pictures, and a part of it goes out of sight."""
    knock = Happening("a knock", cells=(2.0, -2.0), roll=4.0)
    count = filmed(FILMED, knock, way, 4)
    assert (count.pictures, count.read, count.apt) == (5, 5, 5)
    assert not count.wrong
    assert count.again is not None
    assert count.again == 1 if way == SERIES else TUNING.steady <= count.again <= RATE


def test_what_a_hand_hides_is_not_to_be_read_and_a_lost_board_is_not_said_to_be_read() -> None:
    count = filmed(FILMED, Happening("a hand", hand=True), SERIES, 2)
    assert count.said == {str(BOARD.hidden): 2, str(BOARD.seen): 2}
    assert (count.read, count.apt, count.again) == (4, 4, None)
    gone = filmed(FILMED, Happening("pushed away", parts=(3.0, 0.0)), SERIES, 3)
    assert (gone.pictures, gone.read, gone.apt, gone.again) == (4, 3, 3, None)


def test_a_camera_that_turns_moves_the_board_by_so_many_cells() -> None:
    board = board_of_scene(scene_of(FILMED))
    corners = np.array([[100.0, 100.0], [420.0, 100.0], [420.0, 420.0], [100.0, 420.0]])
    table = Table(board.layout, corners, (520, 520))
    before, after = (
        its.lies(table).pixels(sheet_corners(board.layout)).mean(axis=0)
        for its in (NOTHING_HAPPENS, Happening("", cells=(1.0, 0.0)))
    )
    assert before == pytest.approx(corners.mean(axis=0), abs=1)
    assert after - before == pytest.approx([table.pitch, 0], abs=0.1 * table.pitch)
    assert not NOTHING_HAPPENS.outside(table)
    assert 8 <= len(Happening("", parts=(0.3, 0.0)).outside(table)) <= 32
