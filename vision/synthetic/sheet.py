"""The printed board of the demo: fields in the colours of their regions, start cells, town, areas, corner markers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from companion.boards.layout import Layout, Point
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_size

Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""
FINE = 4
"""Bits of a pixel when drawing."""
PAPER, LINE, INK = (190, 218, 232), (50, 60, 62), (45, 50, 60)
START, TOWN, AREA = (225, 235, 240), (150, 190, 215), (150, 140, 130)
FIELDS = ((118, 190, 205), (120, 170, 140), (105, 150, 195), (110, 160, 120), (150, 205, 185), (115, 140, 170))
"""regions take them in turn"""
WHITE, BLACK = (245, 245, 245), (20, 20, 20)
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def printed(layout: Layout, scale: float) -> Picture:
    """Return the whole sheet, ``scale`` pixels to the millimetre, the origin of the board in its middle."""
    across, down = (round(side * scale) for side in sheet_size(layout))
    canvas = _Canvas(np.full((down, across, 3), PAPER, np.uint8), scale)
    _draw_cells(canvas, layout)
    for outline in layout.hub_outlines():
        canvas.fill(outline, TOWN)
    if layout.hub:
        canvas.write(layout.name.partition("-")[0].upper()[:12], layout.centre(layout.hub.name), 6)
    for area in layout.areas:
        canvas.fill((area.x, area.y) + SQUARE * [area.width / 2, area.height / 2], AREA, 1.0)
        canvas.write(area.name.upper(), (area.x, area.y + area.height / 2 - 6), 4)
    _draw_markers(canvas, layout)
    return canvas.sheet


class _Canvas(NamedTuple):
    """The sheet while it is drawn, ``scale`` pixels to the millimetre; all points are in millimetres."""

    sheet: Picture
    scale: float

    def raster(self, points: Iterable[Point]) -> np.ndarray:
        """Return the points in pixels, as OpenCV takes them with ``FINE`` bits of a pixel."""
        down, across = self.sheet.shape[:2]
        pixels = np.array(list(points), np.float64) * self.scale + [across / 2 - 0.5, down / 2 - 0.5]
        return np.asarray(np.round(pixels * 2**FINE), np.int32)

    def fill(self, outline: Iterable[Point], colour: Colour, line: float = 0.0) -> None:
        """Fill a convex outline, and draw its edge in ink of this width, unless that is 0."""
        corners = self.raster(outline)
        cv2.fillConvexPoly(self.sheet, corners, colour, cv2.LINE_AA, FINE)
        if line:
            cv2.polylines(self.sheet, [corners], True, INK, max(1, round(line * self.scale)), cv2.LINE_AA, FINE)

    def write(self, text: str, middle: Point, height: float) -> None:
        """Write a line of text around its middle."""
        size = height * self.scale / 22
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, 1)
        x, y = (self.raster([middle])[0] >> FINE) + (-wide // 2, tall // 2)
        cv2.putText(self.sheet, text, (int(x), int(y)), cv2.FONT_HERSHEY_DUPLEX, size, INK, 2, cv2.LINE_AA)


def _draw_cells(canvas: _Canvas, layout: Layout) -> None:
    """Draw the cells in the colours of their regions, and the discs of the start cells."""
    colour_of = {region: FIELDS[at % len(FIELDS)] for at, region in enumerate(layout.regions)}
    for cell in layout.cells:
        canvas.fill(layout.corners(cell.id), colour_of[cell.region], 0.7)
    for flag, ring in (("cow_start", 0.0), ("cowboy_start", 1.5)):
        for start in layout.select(flag=flag):
            ((x, y),) = canvas.raster([layout.centre(start)])
            radius = round(layout.size * 0.42 * canvas.scale * 2**FINE)
            cv2.circle(canvas.sheet, (int(x), int(y)), radius, START, -1, cv2.LINE_AA, FINE)
            if ring:
                width = round(ring * canvas.scale)
                cv2.circle(canvas.sheet, (int(x), int(y)), radius // 2, INK, width, cv2.LINE_AA, FINE)


def _draw_markers(canvas: _Canvas, layout: Layout) -> None:
    """Draw the ArUco markers of the corners, each on its white margin."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in layout.markers:
        canvas.fill((marker.x, marker.y) + SQUARE * (layout.marker_side / 2 + layout.marker_margin), WHITE)
        module, tag = layout.marker_side / 6, cv2.aruco.generateImageMarker(known, marker.id, 6)
        for row, column in np.argwhere(tag == 0) - 2.5:
            canvas.fill((marker.x + column * module, marker.y + row * module) + SQUARE * module / 2, BLACK)
