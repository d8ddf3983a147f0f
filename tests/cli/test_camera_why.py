"""``companion camera why`` names what decided: of a cell, of every unknown cell, of a picture that was refused."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.boards.board_file import to_text
from companion.cli.main import main
from tests.vision.fields import Fields, layout, photograph, start_cells

START = start_cells()
MOVED = {**{cell: kind for cell, kind in START.items() if cell != "b2"}, "b3": "dark"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an empty board, a start, a move, a capped lens, a table without a board, and a file that
    is no picture.
    """
    path = tmp_path_factory.mktemp("why")
    pictures = [photograph(Fields(seed=number), cells) for number, cells in enumerate(({}, START, MOVED))]
    grain = np.random.default_rng(1).integers(0, 255, pictures[0].shape, dtype=np.uint8)
    for number, picture in enumerate([*pictures, np.zeros_like(pictures[0]), grain]):
        cv2.imwrite(str(path / f"{number}.png"), picture)
    (path / "5.png").write_text("no picture")
    (path / "mine.json").write_text(to_text(layout()))
    kinds = ("empty", "start", *["play"] * 4)
    scene = {
        "board": "mine.json",
        "markers": False,
        "corners_px": [list(corner) for corner in Fields().corners],
        "start": START,
        "frames": [{"file": f"{n}.png", "kind": kind} for n, kind in enumerate(kinds)],
    }
    (path / "scene.json").write_text(json.dumps(scene))
    return path


def why(*words: str | Path) -> str:
    answer = CliRunner().invoke(main, ["camera", "why", *map(str, words)])
    assert answer.exit_code == (1 if answer.output.startswith("Error") else 0), answer.output
    return answer.output


def test_a_cell_says_what_is_believed_of_it(folder: Path) -> None:
    head, columns, line, *_ = why(folder, "2.png", "b3").splitlines()
    assert columns.split() == ["cell", "may", "bear", "evidence", "prior", "posterior"]
    assert head == f"2.png: ok, {len(MOVED)} figures, 0 cells unknown"
    assert line.split()[:2] == ["b3", "dark"]


def test_without_a_cell_every_unknown_one_is_told(folder: Path) -> None:
    assert len(why(folder, "2.png").splitlines()) == 1


@pytest.mark.parametrize(
    ("picture", "words"), [("3.png", "no picture"), ("4.png", "no pose"), ("5.png", "no picture: The file 5.png")]
)
def test_a_refused_picture_says_why(folder: Path, picture: str, words: str) -> None:
    assert why(folder, picture).startswith(f"{picture}: {words}")


def test_what_is_not_there_is_said(folder: Path) -> None:
    assert "9.png is no picture of scene.json" in why(folder, "9.png")
    assert "has no cell z9" in why(folder, "2.png", "z9")
