"""``companion camera read`` takes any board: no game has to be played on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result

from companion.boards.board_file import to_text
from companion.cli.main import main
from tests.vision.fields import Fields, layout, photograph, start_cells

START = start_cells()
MOVED = {**{cell: kind for cell, kind in START.items() if cell != "b2"}, "b3": "dark"}


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fields")
    for number, cells in enumerate(({}, START, MOVED)):
        cv2.imwrite(str(folder / f"{number}.png"), photograph(Fields(seed=number), cells))
    (folder / "mine.json").write_text(to_text(layout()))
    return folder


def answered(pictures: Path, command: str = "read", **change: Any) -> Result:
    """Return the command's answer to the scene, with these changes to what it says (None: it does not)."""
    about = {
        "board": "mine.json",
        "markers": False,
        "corners_px": [list(corner) for corner in Fields().corners],
        "start": START,
        "frames": [{"file": f"{n}.png", "kind": kind} for n, kind in enumerate(("empty", "start", "play"))],
    } | change
    (pictures / "scene.json").write_text(json.dumps({key: value for key, value in about.items() if value is not None}))
    return CliRunner().invoke(main, ["camera", command, str(pictures)])


def test_a_board_of_no_game_is_read_when_the_scene_says_how_it_starts(pictures: Path) -> None:
    answer = answered(pictures)
    assert answer.exit_code == 0, answer.output
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [line["cells"] for line in lines] == [{}, START, MOVED]
    assert {line["status"] for line in lines} == {"ok"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"start": None}, "say in scene.json what stands where"),
        ({"start": None}, "at least 3 ranches"),
        ({"start": {}}, "names no figure"),
        ({"start": {"z9": "light"}}, "no cell z9"),
        ({"start": {"a1": ""}}, "a kind of figure for each cell"),
        ({"start": ["a1"]}, "is not a scene"),
        ({"board": "1.png"}, "1.png"),
        ({"frames": []}, "no picture of"),
        ({"frames": [], "by_hand": True}, "no picture of"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused_with_the_real_reason(
    pictures: Path, change: dict[str, Any], problem: str
) -> None:
    answer = answered(pictures, **change)
    assert answer.exit_code == 1
    assert problem in answer.output
    assert "Traceback" not in answer.output


def test_a_board_without_a_file_that_is_on_no_shelf_is_refused(tmp_path: Path) -> None:
    answer = answered(tmp_path, board="barn")
    assert answer.exit_code == 1
    assert "There is no board barn" in answer.output


def test_moves_on_a_board_of_no_game_are_not_judged_and_each_game_says_what_it_wants(pictures: Path) -> None:
    answer = answered(pictures, "check")
    assert answer.exit_code == 1
    assert "none on the shelf is played on the board fields" in answer.output
    assert "1993" in answer.output
    assert "at least 3 ranches" in answer.output


def scored(pictures: Path, *options: str, **change: Any) -> Result:
    """Return the command's answer with these options; in truth.json the last picture shows a figure that is not
    there.
    """
    answered(pictures, **change)
    corners = [list(corner) for corner in Fields().corners]
    positions: tuple[dict[str, str], ...] = ({}, START, {**MOVED, "b4": "light"})
    frames = [{"file": f"{n}.png", "cells": cells, "corners_px": corners} for n, cells in enumerate(positions)]
    (pictures / "truth.json").write_text(json.dumps({"frames": frames}))
    return CliRunner().invoke(main, ["camera", "read", str(pictures), *options])


@pytest.mark.parametrize("option", ["--answer", "--told"])
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_set_with_its_truth_is_scored_as_a_table_would_use_it(pictures: Path, option: str, by_hand: bool) -> None:
    answer = scored(pictures, option, by_hand=by_hand)
    assert answer.exit_code == 0, answer.output
    assert "0 of 1 boards exact, 2 of 3 changed cells right, 1 wrong claims, 0 cells asked" in answer.stderr


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_kind_that_did_not_stand_there_at_the_start_stops_nothing(pictures: Path, by_hand: bool) -> None:
    frames = [{"file": f"{n}.png", "kind": kind} for n, kind in enumerate(("empty", "start", "play"))]
    again = [*frames, {"file": "2.png", "kind": "play"}]
    scored(pictures, by_hand=by_hand, frames=again)
    truth = json.loads((pictures / "truth.json").read_text())
    truth["frames"][2]["cells"]["b4"] = "queen"
    (pictures / "truth.json").write_text(json.dumps(truth))
    answer = CliRunner().invoke(main, ["camera", "read", str(pictures), "--told"])
    assert answer.exit_code == 0, answer.output
    assert "0 of 2 boards exact" in answer.stderr


@pytest.mark.parametrize("by_hand", [False, True])
def test_of_cells_outside_the_picture_nothing_is_claimed(pictures: Path, tmp_path: Path, by_hand: bool) -> None:
    corners = [[x - 180, y] for x, y in Fields().corners]
    for number, cells in enumerate(({}, START, MOVED)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), photograph(Fields(seed=number, shift=(-180, 0)), cells))
    (tmp_path / "mine.json").write_text((pictures / "mine.json").read_text())
    frames = [{"file": f"{n}.png", "cells": {}, "corners_px": corners} for n in range(3)]
    (tmp_path / "truth.json").write_text(json.dumps({"frames": frames}))
    answered(tmp_path, corners_px=corners, by_hand=by_hand)
    answer = CliRunner().invoke(main, ["camera", "read", str(tmp_path), "--answer"])
    assert answer.exit_code == 0, answer.output
    left = {f"a{row}" for row in range(1, 7)}
    for line in map(json.loads, answer.stdout.splitlines()):
        assert left <= {*line["unknown"]}, line


def test_only_one_kind_of_table_is_scored_at_a_time(pictures: Path) -> None:
    assert scored(pictures, "--answer", "--told").exit_code == 2


def test_without_the_truth_nothing_is_answered(tmp_path: Path, pictures: Path) -> None:
    answered(pictures)
    for file in pictures.glob("*"):
        if file.name != "truth.json":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    answer = CliRunner().invoke(main, ["camera", "read", str(tmp_path), "--told"])
    assert answer.exit_code == 1
    assert "truth.json" in answer.output
