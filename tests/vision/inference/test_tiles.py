"""A board of letter tiles: flat pieces of one kind that touch, photographed by hand."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.boards import board_file
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.main import main
from tests.vision import tiles
from tests.vision.bench.photos import PhotoSet
from vision.inference.photos.handheld import HandheldReader


@pytest.mark.torture
def test_a_folder_of_photographs_of_tiles_is_read_from_the_command_line(tmp_path: Path) -> None:
    tiles.write(tmp_path, moves=7)
    answer = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert answer.exit_code == 0, answer.output
    seen = {line["file"]: (line["cells"], line["unknown"]) for line in map(json.loads, answer.stdout.splitlines())}
    assert seen == {file: (dict(sorted(cells.items())), []) for file, cells in PhotoSet.of(tmp_path).truth.items()}


def test_tiles_that_dazzle_are_asked_and_nothing_around_them() -> None:
    """They explained nothing any more, so that they passed for a hand, which hid what lay around them."""
    rng = np.random.default_rng(0)
    reader, drawn = HandheldReader(board_file.from_json(tiles.board_file())), tiles.board(rng)
    empty, corners = tiles.seen(drawn, rng)
    reader.take_empty(reader.located(empty, [*map(tuple, ((corners + 0.5) / tiles.SIZE).tolist())]))
    block = [(column, row) for column in range(5, 9) for row in range(6, 9)]
    for square in block:
        tiles.lay(drawn, *square, "E", rng)
    start = Observation(ObservationStatus.OK, cells={tiles.name_of(square): "tile" for square in block})
    photo = reader.located(tiles.seen(drawn, rng)[0])
    assert reader.learn(photo, start, answered=False) == ()
    dazzling = {tiles.name_of(square) for square in block if square[0] < 7}
    for cell in dazzling:
        middle = photo.board_pose.pixels(np.array([reader.board.centre(cell)]))[0]
        cv2.circle(photo.picture, np.rint(middle).astype(int).tolist(), 9, (255, 255, 255), cv2.FILLED)
    seen = reader.read(photo, start)
    assert {*seen.unknown} == dazzling
