"""Real photographs: a few pictures of a game of chess, white figures on white fields among them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from tests.vision.bench.photos import PhotoSet, read_by_difference

ROOT = Path(__file__).resolve().parents[2]
CHESS = Path(__file__).parent / "photos" / "cchess"


def test_photographs_of_a_board_of_no_game_are_read_exactly() -> None:
    answer = CliRunner().invoke(main, ["camera", "read", str(CHESS)])
    assert answer.exit_code == 0, answer.output
    truth = PhotoSet.of(CHESS).truth
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert {line["file"]: (line["cells"], line["unknown"]) for line in lines} == {
        file: (dict(sorted(cells.items())), []) for file, cells in truth.items()
    }


def test_the_plain_difference_to_the_empty_board_cannot_do_that() -> None:
    assert read_by_difference(PhotoSet.of(CHESS)).exact == 0


@pytest.mark.parametrize("argument", [(), ("nowhere",)])
def test_the_bench_says_when_there_are_no_photographs(argument: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "tests.vision.bench.photos", *argument]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert "No photographs are read" in done.stdout
