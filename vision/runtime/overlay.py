"""The reading of the camera, drawn over its picture: edge, cells, figures or markers, doubts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from vision.evidence.marks.marks import Mark
from vision.evidence.marks.rows import find_rows
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.outlines import outlines
from vision.geometry.sheet import sheet_corners
from vision.inference.marked_recogniser import MarkedRecogniser

WIDTH = 960
QUALITY = 72
EDGE, GRID, SURE, DOUBTFUL, WRONG = (90, 230, 90), (190, 190, 190), (255, 255, 255), (0, 200, 255), (40, 40, 255)
FINE = 3
RIM = 12
"""Pixels of the table that are shown around the sheet."""
NO_MARKS: Mapping[str, str] = {}


@dataclass(frozen=True)
class OverlayView:
    """The canvas: the picture from ``corner`` (pixels) on, made smaller by ``factor``."""

    board_pose: BoardPose
    corner: tuple[int, int]
    factor: float

    def fixed(self, millimetres: ArrayLike) -> NDArray[np.int32]:
        """Return points of the board, as OpenCV draws outlines."""
        pixels = np.clip(self._pixels(millimetres), -4000, 8000)
        return np.asarray(np.round(pixels * 2**FINE), np.int32)

    def point(self, millimetres: tuple[float, float]) -> tuple[int, int]:
        """Take one point of the board."""
        x, y = self._pixels([millimetres])[0]
        return round(float(x)), round(float(y))

    def _pixels(self, millimetres: ArrayLike) -> Points:
        return (self.board_pose.pixels(np.asarray(millimetres, np.float64)) - self.corner) * self.factor


def small(picture: Picture, width: int = WIDTH) -> Picture:
    """Return the picture no wider than that."""
    height, wide = picture.shape[:2]
    if wide <= width:
        return picture
    return np.asarray(
        cv2.resize(picture, (width, round(height * width / wide)), interpolation=cv2.INTER_AREA), np.uint8
    )


def draw_overlay(
    picture: Picture,
    layout: Layout,
    board_pose: BoardPose,
    reading: Observation | None = None,
    wrong: Collection[str] = (),
    marks: Mapping[str, str] = NO_MARKS,
    dots: Collection[str] = (),
) -> Picture:
    """Return a smaller copy with the sheet's edge, every cell, and a mark on each figure that is believed there.

    Unknown cells, and figures that may be others, are amber, ``wrong`` cells and areas red and thick. ``marks`` are the
    letters of the figures' owners by the kind of the figure; without them a figure bears the letter of its colour.
    Figures of the families in ``dots`` are dots as well, and those of nobody, too.
    Where there is a reading or something wrong the copy ends with the sheet: phones are small.
    """
    left, top, right, bottom = (
        _bounds(board_pose.pixels(sheet_corners(layout)), picture) if wrong or reading else (0, 0, None, None)
    )
    part = np.asarray(picture[top:bottom, left:right], np.uint8)
    copy = small(part).copy()
    view = OverlayView(board_pose, (left, top), copy.shape[1] / part.shape[1])
    cv2.polylines(copy, [view.fixed(sheet_corners(layout))], True, EDGE, 2, cv2.LINE_AA, FINE)
    doubtful = set(reading.unknown) if reading else set()
    for cell in layout.by_id:
        colour, thick = (DOUBTFUL, 2) if cell in doubtful else (GRID, 1)
        cv2.polylines(copy, [view.fixed(layout.corners(cell))], True, colour, thick, cv2.LINE_AA, FINE)
    beside = outlines(layout)
    for where in wrong:
        shapes = [np.array(layout.corners(where))] if where in layout.by_id else beside.get(where, [])
        cv2.polylines(copy, [view.fixed(shape) for shape in shapes], True, WRONG, 4, cv2.LINE_AA, FINE)
    if reading:
        _label_figures(copy, view, layout, reading, marks, dots)
    return copy


def _label_figures(
    copy: Picture,
    view: OverlayView,
    layout: Layout,
    reading: Observation,
    marks: Mapping[str, str],
    dots: Collection[str],
) -> None:
    """Draw the mark of each figure that is believed on a cell, and a question mark on each unknown cell."""
    for cell, kind in reading.cells.items():
        if cell in layout.by_id:
            family, _, letter = kind.partition(":")
            ink = DOUBTFUL if cell in reading.alternatives else SURE
            word = marks.get(kind, letter)
            label(copy, view.point(layout.centre(cell)), word, ink, dot=family in dots or not word)
    for cell in reading.unknown:
        if cell in layout.by_id:
            label(copy, view.point(layout.centre(cell)), "?", DOUBTFUL)


def draw_marks(picture: Picture, reader: MarkedRecogniser, words: Mapping[str, str]) -> Picture:
    """Return a smaller copy: every marker with its place in its row, the rows as lines, hidden markers amber.

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


def jpeg(picture: Picture) -> bytes:
    """Return the picture as a small JPEG."""
    good, packed = cv2.imencode(".jpg", small(picture), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes() if good else b""


def _bounds(points: Points, picture: Picture) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the part of the picture in which they lie; else all of it."""
    height, width = picture.shape[:2]
    (left, top), (right, bottom) = points.min(axis=0) - RIM, points.max(axis=0) + RIM
    found = max(int(left), 0), max(int(top), 0), min(int(right), width), min(int(bottom), height)
    return found if found[0] < found[2] and found[1] < found[3] else (0, 0, width, height)


def label(copy: Picture, at: tuple[int, int], word: str, colour: tuple[int, int, int], dot: bool = False) -> None:
    """Draw a letter, or a dot, with a letter beside it where there is one."""
    (wide, tall), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 2)
    left = at[0] - wide // 2
    if dot:
        middle = (left - 2, at[1]) if word else at
        cv2.circle(copy, middle, 4, (0, 0, 0), 3, cv2.LINE_AA)
        cv2.circle(copy, middle, 4, colour, -1, cv2.LINE_AA)
        left += 6
    for ink, thick in (((0, 0, 0), 4), (colour, 1)):
        cv2.putText(copy, word, (left, at[1] + tall // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick, cv2.LINE_AA)
