"""Real photographs: a few pictures of a game of chess, white figures on white fields among them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli.main import main
from tests.support.timing import every_third
from tests.vision.bench.missed_cells import MissedCells, write
from tests.vision.bench.photos import PhotoSet, read_by_difference

ROOT = Path(__file__).resolve().parents[2]
CHESS = Path(__file__).parent / "photos" / "cchess"


def read(folder: Path) -> dict[str, tuple[dict[str, str], list[str]]]:
    """Return what ``camera read`` says of every picture: what stands where, and which cells are unknown."""
    answer = CliRunner().invoke(main, ["camera", "read", str(folder)])
    assert answer.exit_code == 0, answer.output
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    return {line["file"]: (line["cells"], line["unknown"]) for line in lines}


def test_photographs_of_a_board_of_no_game_are_read_exactly() -> None:
    truth = PhotoSet.of(CHESS).truth
    assert read(CHESS) == {file: (dict(sorted(cells.items())), []) for file, cells in truth.items()}


@pytest.mark.parametrize("seed", every_third(range(3)))
def test_they_are_read_when_the_camera_is_held_by_hand(seed: int, tmp_path: Path) -> None:
    """Each picture is taken from another place: the board is a field further, turned and seen from aside."""
    folder, rng = tmp_path / "cchess", np.random.default_rng(seed)
    shutil.copytree(CHESS, folder)
    corners = np.array(PhotoSet.of(CHESS).found.corners, np.float32)
    middle, side = corners.mean(axis=0), np.ptp(corners, axis=0).max()
    for photo in sorted(folder.glob("*.jpg")):
        turn, near = np.radians(rng.uniform(-12, 12)), rng.uniform(0.85, 1.05)
        turned = (corners - middle) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * near
        there = turned + middle + side * (rng.uniform(-0.05, 0.05, (4, 2)) + rng.uniform(-0.1, 0.1, 2))
        change = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
        picture = np.asarray(cv2.imread(str(photo)))
        held = cv2.warpPerspective(picture, change, picture.shape[1::-1], borderMode=cv2.BORDER_REFLECT_101)
        cv2.imwrite(str(photo), held, [cv2.IMWRITE_JPEG_QUALITY, 95])
    seen, truth = read(folder), PhotoSet.of(CHESS).truth
    wrong = {file: dict(cells.items() ^ truth[file].items()) for file, (cells, _) in seen.items()}
    assert all(differs.keys() <= set(seen[file][1]) for file, differs in wrong.items())
    assert sum(len(unknown) for _, unknown in seen.values()) <= 3  # of 384


def test_the_plain_difference_to_the_empty_board_cannot_do_that() -> None:
    assert read_by_difference(PhotoSet.of(CHESS)).exact == 0


@pytest.mark.parametrize("argument", [(), ("nowhere",)])
def test_the_bench_says_when_there_are_no_photographs(argument: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "tests.vision.bench.photos", *argument]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=True)
    assert "No photographs are read" in done.stdout


def test_the_page_of_missed_cells_shows_each_beside_the_empty_board_and_says_what_is_there(tmp_path: Path) -> None:
    found = PhotoSet.of(CHESS).found
    file = PhotoSet.of(CHESS).play[0]
    missed = {file: {"A3-4": "asked", "A4-4": "cowboy:B"}}
    sets = [MissedCells(found, how, "a line", cells) for how, cells in (("answered", missed), ("told", missed))]
    page = write(tmp_path, [*sets, MissedCells(found, "alone", "a line", {file: {}})]).read_text()
    assert page.count("<figure class=asked>") == page.count("<figure class=wrong>") == 1
    assert "A4-4 \u2013 claimed: cowboy:B \u2013 truth: " in page
    assert "The same cells as answered." in page
    assert "Nothing wrong, nothing asked." in page
    tall, wide, _ = np.asarray(cv2.imread(str(tmp_path / f"0-{file}-A3-4.jpg"))).shape
    assert wide == 2 * tall, "the empty board is beside it"
