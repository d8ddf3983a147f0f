"""Printed sheets and tiles as flat pictures, drawn from what a camera is told of them: markers, cells, boxes."""

from __future__ import annotations

import cv2
import numpy as np

from companion.boards.marked_sheets import MarkedSheet, Rectangle
from companion.boards.printed_markers import DICTIONARY
from vision.geometry.board_pose import Picture

SCALE = 4.0
"""pixels to the millimetre"""
PAPER, CELL, INK = (234, 246, 251), (255, 255, 255), (33, 25, 20)
TILE, DISC, TILE_MARK, DISC_MARK = 38.0, 24.0, 11.4, 12.48
BARE_MARK = 12.0


def colour(paint: str) -> tuple[int, int, int]:
    """Blue, green, red of ``#rrggbb``."""
    return int(paint[5:7], 16), int(paint[3:5], 16), int(paint[1:3], 16)


def sheet(printed: MarkedSheet, ground: str) -> Picture:
    """The sheet with nothing on it."""
    art = np.full((round(printed.height * SCALE), round(printed.width * SCALE), 3), PAPER, np.uint8)
    for each in printed.places:
        _box(art, each.place, CELL)
        _mark(art, each.bare, each.place.x, each.place.y + each.place.height / 2 - BARE_MARK / 2 - 3, BARE_MARK)
    if printed.field:
        _box(art, printed.field, colour(ground))
    for corner in printed.corners:
        _mark(art, corner.id, corner.x, corner.y, printed.side)
    return art


def tile(number: int) -> Picture:
    """A tile with its marker at the lower left."""
    art = np.full((round(TILE * SCALE),) * 2 + (3,), 255, np.uint8)
    cv2.rectangle(art, (4, 4), (art.shape[1] - 5, art.shape[0] - 5), (40, 70, 110), 2)
    at = TILE_MARK / 2 - TILE / 2
    _mark(art, number, at + 2.3, -at - 5.2, TILE_MARK)
    return art


def disc(number: int) -> Picture:
    """A round marker."""
    art = np.full((round(DISC * SCALE),) * 2 + (3,), 255, np.uint8)
    _mark(art, number, 0.0, 0.4 * DISC - DISC / 2, DISC_MARK)
    return art


def _raster(art: Picture, x: float, y: float) -> tuple[int, int]:
    tall, wide = art.shape[:2]
    return round(x * SCALE + wide / 2), round(y * SCALE + tall / 2)


def _box(art: Picture, place: Rectangle, fill: tuple[int, int, int]) -> None:
    upper = _raster(art, place.x - place.width / 2, place.y - place.height / 2)
    lower = _raster(art, place.x + place.width / 2, place.y + place.height / 2)
    cv2.rectangle(art, upper, (lower[0] - 1, lower[1] - 1), fill, -1)


def _mark(art: Picture, number: int, x: float, y: float, side: float) -> None:
    size = round(side * SCALE)
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    drawn = cv2.aruco.generateImageMarker(known, number, size, borderBits=1)
    left, top = _raster(art, x - side / 2, y - side / 2)
    white = round(size / 7)
    art[max(top - white, 0) : top + size + white, max(left - white, 0) : left + size + white] = 255
    art[top : top + size, left : left + size] = drawn[..., None]
