"""Rendered tables without a board: cards are where they were laid, and an evening from a folder is read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards.camera_messages import Orders, Stage
from companion.boards.marked_table import MarkedTable, row_of
from companion.boards.observation import Observation
from companion.boards.printed_markers import ROWS
from tests.vision.drawing.marked_table import Evening, Lying
from vision.capture.sources import FolderSource
from vision.evidence.marks.marks import read_marks
from vision.runtime.pipeline import Pipeline

STARTS = (Lying(ROWS[0], 950, 520), Lying(ROWS[1], 130, 110, 180))
ANN = tuple(Lying(80 + at, 880 - 60 * at, 520, 9 * (-1) ** at) for at in range(5))
BOB = tuple(Lying(90 + at, 200 + 45 * at, 110, 180) for at in range(3))
TABLE = MarkedTable({"A": ROWS[0], "B": ROWS[1]}, {number: f"card {number}" for number in range(80, 100)})


@pytest.mark.parametrize("seed", [1, 2])
def test_markers_are_read_where_they_were_laid_on_a_bad_evening(seed: int) -> None:
    evening, lying = Evening(seed, 1.0), (*STARTS, *ANN, *BOB)
    seen = read_marks(evening.picture(lying)).seen
    assert seen.keys() == {each.number for each in lying}
    for each in lying:
        (true,) = evening.pixels(np.array([(each.x, each.y)]))
        assert np.hypot(*(true - seen[each.number].centre)) < 1.5


def test_the_same_evening_looks_the_same_and_a_hand_hides_what_lies_under_it() -> None:
    lying = (*STARTS, *ANN)
    assert np.array_equal(Evening(3).picture(lying), Evening(3).picture(lying))
    seen = read_marks(Evening(3).picture(lying, [(ANN[2].x, ANN[2].y, 90)])).seen
    assert ANN[2].number not in seen
    assert STARTS[1].number in seen


def test_an_evening_from_a_folder_is_read_picture_after_picture(tmp_path: Path) -> None:
    """A row, a card more, a hand on one of them."""
    evening = Evening(4, 0.6)
    more = (*STARTS, *ANN, *BOB)
    pictures = [
        evening.picture((*STARTS, *ANN, *BOB[:2])),
        evening.picture(more),
        evening.picture(more, [(ANN[2].x, ANN[2].y, 90)]),
    ]
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    now = [0.0]
    source, line = FolderSource(tmp_path, 3.5, lambda: now[0]), Pipeline()
    line.apply_orders(Orders(revision=1, table="ABCD", marked=TABLE))
    sightings = []
    for _ in range(18):
        now[0] += 1.0
        shown = source.read()
        assert shown is not None
        line.see(shown)
        source.apply_orders(Orders(), line.stage)
        if line.unsent:
            sightings.append([row_text(line.unsent, row) for row in TABLE.rows])
            line.unsent = None
    assert line.stage is Stage.WATCHING
    assert sightings == [["8081828384", "9091"], ["8081828384", "909192"], ["8081?8384", "909192"]]


def row_text(seen: Observation, row: str) -> str:
    """Return the numbers of a row, with a question mark for what is only remembered."""
    return "".join(kind[-2:] if clear else "?" for kind, clear in row_of(seen, row))
