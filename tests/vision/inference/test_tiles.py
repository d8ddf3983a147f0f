"""A board of letter tiles: flat pieces of one kind that touch, photographed by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from tests.vision import tiles
from tests.vision.bench.photos import PhotoSet


@pytest.mark.torture
def test_a_folder_of_photographs_of_tiles_is_read_from_the_command_line(tmp_path: Path) -> None:
    tiles.write(tmp_path, moves=7)
    answer = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert answer.exit_code == 0, answer.output
    seen = {line["file"]: (line["cells"], line["unknown"]) for line in map(json.loads, answer.stdout.splitlines())}
    assert seen == {file: (dict(sorted(cells.items())), []) for file, cells in PhotoSet.of(tmp_path).truth.items()}
