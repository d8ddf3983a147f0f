"""``companion camera`` at a table without a board: recorded pictures are read, drawn over, looked over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.boards.printed_markers import ROWS
from companion.cli.main import main
from tests.vision.evidence.marks.table_top import TABLE, Lying, painted
from vision.runtime.diagnostics import marked_findings

A, B = ROWS[0], ROWS[1]
FIRST: tuple[Lying, ...] = ((A, 560, 120, 3), (80, 490, 120, -10), (B, 560, 330, 0))
MORE = (*FIRST, (81, 490, 330, 4))


def camera(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["camera", *map(str, words)])


def lines(done: Result) -> list[dict[str, object]]:
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a card more, then one that is hidden, then a picture that is none."""
    pictures = [painted(FIRST), painted(MORE), painted((FIRST[0], *MORE[2:])), np.zeros((640, 900, 3), np.uint8)]
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    write(tmp_path, TABLE.plain())
    return tmp_path


def write(folder: Path, marked: object) -> None:
    frames = [{"file": f"{number}.png"} for number in range(4)]
    (folder / "scene.json").write_text(json.dumps({"marked": marked, "frames": frames}))


def test_every_picture_is_read_and_what_is_hidden_is_remembered(folder: Path) -> None:
    found = lines(camera("read", folder))
    assert [line["status"] for line in found] == ["ok", "ok", "unclear", "no-board"]
    assert [line["cells"] for line in found[:3]] == [
        {"A-1": "card 80"},
        {"A-1": "card 80", "B-1": "card 81"},
        {"B-1": "card 81"},
    ]
    assert (found[2]["unknown"], found[2]["doubts"], found[2]["loose"]) == (["A-1"], {"A-1": ["card 80"]}, [])


def test_a_picture_that_is_none_is_told_on_the_side(folder: Path) -> None:
    assert "The picture is black." in camera("read", folder).stderr


def test_what_is_believed_is_drawn_over_the_pictures(folder: Path, tmp_path: Path) -> None:
    lines(camera("read", folder, "--draw", tmp_path / "drawn"))
    drawn = cv2.imread(str(tmp_path / "drawn" / "1.jpg"))
    assert drawn is not None
    green = (drawn[:, :, 1].astype(int) - drawn[:, :, 2] > 80).sum()
    assert green > 200


def test_where_nothing_can_be_written_is_said(folder: Path) -> None:
    done = camera("read", folder, "--draw", folder / "0.png" / "drawn")
    assert done.exit_code == 1
    assert "Cannot write" in done.stderr


def test_without_a_table_a_check_says_what_moved_and_that_nobody_judges_it(folder: Path) -> None:
    found = lines(camera("check", folder))
    laid = [{"piece": "card 81", "from": "beside", "to": "B-1"}]
    assert [line["moves"] for line in found] == [[], laid, [], []], "a card that is hidden has not moved"
    assert {line["verdict"] for line in found} == {"none"}
    assert "nobody says what it means" in str(found[1]["reason"])
    assert "not to be seen" in str(found[3]["reason"])


@pytest.mark.parametrize("marked", [5, {"rows": {"A": 16}, "pieces": {"16": "x"}}, {"rows": {"A": "x"}}])
def test_markers_that_make_no_sense_are_refused(folder: Path, marked: object) -> None:
    write(folder, marked)
    done = camera("read", folder)
    assert done.exit_code == 1
    assert "scene.json is not a scene" in done.stderr


def looked_over(lying: Sequence[Lying], small: float = 1.0) -> list[str]:
    picture = cv2.resize(painted(lying), None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    return [str(each.text) for each in marked_findings([np.asarray(picture, np.uint8)], 9.0) if not each.good]


def test_the_doctor_counts_the_markers_and_says_how_large_they_are(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "only.png"), painted(MORE))
    output = camera("doctor", "--markers", "--camera", tmp_path).stdout
    assert "good     Printed markers: 4; the smallest is 25 pixels wide." in output


@pytest.mark.parametrize(
    ("lying", "small", "words"),
    [((), 1.0, "No printed marker is to be seen"), (MORE, 0.5, "too few: bring the camera nearer")],
)
def test_the_doctor_says_what_is_wrong_with_the_markers(lying: Sequence[Lying], small: float, words: str) -> None:
    assert any(words in each for each in looked_over(lying, small))
