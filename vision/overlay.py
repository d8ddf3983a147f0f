"""What the camera sees, drawn over its picture for whoever wants to know: edge, cells, figures, doubts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import cv2
import numpy as np

from companion.core.board import Layout
from companion.core.sighting import Sighting
from vision.drawn_board import sheet_corners
from vision.placement import Picture, Placement

WIDTH = 960
QUALITY = 72
EDGE, GRID, SURE, DOUBTFUL, WRONG = (90, 230, 90), (190, 190, 190), (255, 255, 255), (0, 200, 255), (40, 40, 255)
SURE_ENOUGH = 0.9
FINE = 3
COWBOY = "cowboy"
NO_MARKS: Mapping[str, str] = {}


def small(picture: Picture, width: int = WIDTH) -> Picture:
    """The picture no wider than that."""
    height, wide = picture.shape[:2]
    if wide <= width:
        return picture
    return np.asarray(
        cv2.resize(picture, (width, round(height * width / wide)), interpolation=cv2.INTER_AREA), np.uint8
    )


def drawn(
    picture: Picture,
    layout: Layout,
    placement: Placement,
    reading: Sighting | None = None,
    confidence: Mapping[str, float] | None = None,
    wrong: Collection[str] = (),
    marks: Mapping[str, str] = NO_MARKS,
) -> Picture:
    """A smaller copy with the sheet's edge, every cell, and a mark on each figure that is believed there.

    Cells of low confidence and unknown ones are amber, ``wrong`` ones red and thick. ``marks`` are the letters of the
    figures' owners by the kind of the figure; without them a figure bears the letter of its colour.
    """
    copy = small(picture).copy()
    factor = copy.shape[1] / picture.shape[1]
    cv2.polylines(copy, [_fixed(placement, sheet_corners(layout), factor)], True, EDGE, 2, cv2.LINE_AA, FINE)
    doubtful = set(reading.unknown) if reading else set()
    for cell in layout.by_id:
        colour, thick = (WRONG, 3) if cell in wrong else (DOUBTFUL, 2) if cell in doubtful else (GRID, 1)
        outline = _fixed(placement, np.array(layout.corners(cell)), factor)
        cv2.polylines(copy, [outline], True, colour, thick, cv2.LINE_AA, FINE)
    if reading:
        for cell, kind in reading.cells.items():
            if cell in layout.by_id:
                what, _, letter = kind.partition(":")
                place = _spot(layout, placement, factor, cell)
                ink = SURE if (confidence or {}).get(cell, 1.0) >= SURE_ENOUGH else DOUBTFUL
                _mark(copy, place, marks.get(kind, letter), ink, dot=what != COWBOY)
        for cell in reading.unknown:
            if cell in layout.by_id:
                _mark(copy, _spot(layout, placement, factor, cell), "?", DOUBTFUL)
    return copy


def jpeg(picture: Picture) -> bytes:
    """The picture as a small JPEG."""
    good, packed = cv2.imencode(".jpg", small(picture), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes() if good else b""


def _spot(layout: Layout, placement: Placement, factor: float, cell: str) -> tuple[int, int]:
    """The middle of a cell in the smaller copy."""
    x, y = placement.pixels(np.array([layout.centre(cell)]))[0] * factor
    return round(float(x)), round(float(y))


def _mark(copy: Picture, at: tuple[int, int], word: str, colour: tuple[int, int, int], dot: bool = False) -> None:
    """A cowboy is a letter, cattle a dot, with a letter beside it where it is somebody's."""
    (wide, tall), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 2)
    left = at[0] - wide // 2
    if dot:
        middle = (left - 2, at[1]) if word else at
        cv2.circle(copy, middle, 4, (0, 0, 0), 3, cv2.LINE_AA)
        cv2.circle(copy, middle, 4, colour, -1, cv2.LINE_AA)
        left += 6
    for ink, thick in (((0, 0, 0), 4), (colour, 1)):
        cv2.putText(copy, word, (left, at[1] + tall // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick, cv2.LINE_AA)


def _fixed(placement: Placement, millimetres: np.ndarray, factor: float) -> np.ndarray:
    pixels = placement.pixels(np.asarray(millimetres, np.float64)) * factor
    return np.asarray(np.round(np.clip(pixels, -4000, 8000) * 2**FINE), np.int32)
