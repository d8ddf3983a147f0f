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
from vision.evidence.located import LocatedPhoto
from vision.inference.photos.handheld import HandheldReader


@pytest.mark.torture
def test_a_folder_of_photographs_of_tiles_is_read_from_the_command_line(tmp_path: Path) -> None:
    tiles.write(tmp_path, moves=7)
    answer = CliRunner().invoke(main, ["camera", "read", str(tmp_path)])
    assert answer.exit_code == 0, answer.output
    seen = {line["file"]: (line["cells"], line["unknown"]) for line in map(json.loads, answer.stdout.splitlines())}
    assert seen == {file: (dict(sorted(cells.items())), []) for file, cells in PhotoSet.of(tmp_path).truth.items()}


BLOCK = [(column, row) for column in range(5, 9) for row in range(6, 9)]
LAID = Observation(ObservationStatus.OK, cells={tiles.name_of(square): "tile" for square in BLOCK})


def learnt() -> tuple[HandheldReader, LocatedPhoto]:
    """Return a reader that has seen the empty board and a block of tiles, and the photo of these."""
    rng = np.random.default_rng(0)
    reader, drawn = HandheldReader(board_file.from_json(tiles.board_file())), tiles.board(rng)
    empty, corners = tiles.seen(drawn, rng)
    reader.take_empty(reader.located(empty, [*map(tuple, ((corners + 0.5) / tiles.SIZE).tolist())]))
    for square in BLOCK:
        tiles.lay(drawn, *square, "E", rng)
    photo = reader.located(tiles.seen(drawn, rng)[0])
    assert reader.learn(photo, LAID, answered=False) == ()
    return reader, photo


def middle(reader: HandheldReader, photo: LocatedPhoto, cell: str) -> list[int]:
    """Return the pixel of the photo that shows the middle of a square."""
    ((x, y),) = photo.board_pose.pixels(np.array([reader.board.centre(cell)])).tolist()
    return [round(x), round(y)]


def test_tiles_that_dazzle_are_asked_and_nothing_around_them() -> None:
    """They explained nothing any more, so that they passed for a hand, which hid what lay around them."""
    reader, photo = learnt()
    dazzling = {tiles.name_of(square) for square in BLOCK if square[0] < 7}
    for cell in dazzling:
        cv2.circle(photo.picture, middle(reader, photo, cell), 9, (255, 255, 255), cv2.FILLED)
    assert {*reader.read(photo, LAID).unknown} == dazzling


def test_the_shadow_beside_tiles_is_no_hand() -> None:
    reader, photo = learnt()
    corners = [middle(reader, photo, cell) for cell in ("A9-5", "A10-5", "A10-9", "A9-9")]
    cast = cv2.fillConvexPoly(np.zeros(photo.picture.shape[:2], np.float32), np.array(corners), 1.0)
    cast = cv2.GaussianBlur(cast, (0, 0), 3.0)[..., None]
    photo.picture[:] = (photo.picture * (1 - 0.45 * cast)).astype(np.uint8)
    seen = reader.read(photo, LAID)
    assert (seen.cells, seen.unknown) == (LAID.cells, ())
