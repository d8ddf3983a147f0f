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
FINE = 3


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
) -> Picture:
    """A smaller copy with the sheet's edge, every cell, and a letter on each figure that is believed there.

    Cells of low confidence and unknown ones are amber, ``wrong`` ones red and thick.
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
                _letter(copy, layout, placement, factor, cell, kind, (confidence or {}).get(cell, 1.0))
        for cell in reading.unknown:
            if cell in layout.by_id:
                _letter(copy, layout, placement, factor, cell, "?", 0.0)
    return copy


def jpeg(picture: Picture) -> bytes:
    """The picture as a small JPEG."""
    good, packed = cv2.imencode(".jpg", small(picture), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes() if good else b""


def _letter(
    copy: Picture, layout: Layout, placement: Placement, factor: float, cell: str, kind: str, sure: float
) -> None:
    """A cow is a dot, a cowboy the letter of his colour; white when sure, amber when not."""
    x, y = placement.pixels(np.array([layout.centre(cell)]))[0] * factor
    at, colour = (round(float(x)), round(float(y))), SURE if sure >= 0.9 else DOUBTFUL
    word = kind.rpartition(":")[2] if ":" in kind or kind == "?" else ""
    if not word:
        cv2.circle(copy, at, 4, (0, 0, 0), 3, cv2.LINE_AA)
        cv2.circle(copy, at, 4, colour, -1, cv2.LINE_AA)
        return
    (wide, tall), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 2)
    place = (at[0] - wide // 2, at[1] + tall // 2)
    for ink, thick in (((0, 0, 0), 4), (colour, 1)):
        cv2.putText(copy, word, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick, cv2.LINE_AA)


def _fixed(placement: Placement, millimetres: np.ndarray, factor: float) -> np.ndarray:
    pixels = placement.pixels(np.asarray(millimetres, np.float64)) * factor
    return np.asarray(np.round(np.clip(pixels, -4000, 8000) * 2**FINE), np.int32)
