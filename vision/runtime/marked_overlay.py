"""What the camera sees of a table without a board, drawn over its picture: markers, rows, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import cv2
import numpy as np

from vision.evidence.marks.marked_recogniser import MarkedRecogniser
from vision.evidence.marks.marks import Mark
from vision.evidence.marks.rows import find_rows
from vision.geometry.board_pose import Picture
from vision.runtime.overlay import DOUBTFUL, EDGE, GRID, SURE, label, small


def draw_marks(picture: Picture, reader: MarkedRecogniser, words: Mapping[str, str]) -> Picture:
    """A smaller copy: every marker with its place in its row, the rows as lines, hidden markers amber.

    ``words`` are what people call rows and kinds.
    """
    copy = small(picture).copy()
    factor = copy.shape[1] / picture.shape[1]
    table, marks = reader.table, reader.marks
    starts = {name: marks[number] for name, number in table.rows.items() if number in marks}
    found = find_rows(starts, {number: mark for number, mark in marks.items() if number in table.pieces})
    for name, row in found.rows.items():
        line = [starts[name], *(marks[number] for number in row)]
        for one, other in pairwise(line):
            cv2.line(copy, _point(one, factor), _point(other, factor), EDGE, 2, cv2.LINE_AA)
        for at, mark in enumerate(line):
            hidden = mark.number in reader.hidden
            _outline(copy, mark, factor, DOUBTFUL if hidden else EDGE)
            label(
                copy, _point(mark, factor), words.get(name, name) if not at else str(at), DOUBTFUL if hidden else SURE
            )
    for number in found.loose:
        if number not in reader.hidden:
            _outline(copy, marks[number], factor, GRID)
            label(copy, _point(marks[number], factor), "?", DOUBTFUL)
    return copy


def _point(mark: Mark, factor: float) -> tuple[int, int]:
    x, y = mark.centre
    return round(x * factor), round(y * factor)


def _outline(copy: Picture, mark: Mark, factor: float, colour: tuple[int, int, int]) -> None:
    cv2.polylines(copy, [np.round(mark.points * factor).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
