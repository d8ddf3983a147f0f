"""The printed board of the demo: fields in the colours of their regions, start cells, town, areas, corner markers."""

from __future__ import annotations

from collections.abc import Iterable

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
    sheet = np.full((down, across, 3), PAPER, np.uint8)

    def raster(points: Iterable[Point]) -> np.ndarray:
        pixels = np.array(list(points), np.float64) * scale + [across / 2 - 0.5, down / 2 - 0.5]
        return np.asarray(np.round(pixels * 2**FINE), np.int32)

    def fill(outline: Iterable[Point], colour: Colour, line: float = 0.0) -> None:
        cv2.fillConvexPoly(sheet, raster(outline), colour, cv2.LINE_AA, FINE)
        if line:
            cv2.polylines(sheet, [raster(outline)], True, INK, max(1, round(line * scale)), cv2.LINE_AA, FINE)

    def write(text: str, middle: Point, height: float) -> None:
        size = height * scale / 22
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, 1)
        x, y = (raster([middle])[0] >> FINE) + (-wide // 2, tall // 2)
        cv2.putText(sheet, text, (int(x), int(y)), cv2.FONT_HERSHEY_DUPLEX, size, INK, 2, cv2.LINE_AA)

    colour_of = {region: FIELDS[at % len(FIELDS)] for at, region in enumerate(layout.regions)}
    for cell in layout.cells:
        fill(layout.corners(cell.id), colour_of[cell.region], 0.7)
    for flag, ring in (("cow_start", 0.0), ("cowboy_start", 1.5)):
        for start in layout.select(flag=flag):
            ((x, y),) = raster([layout.centre(start)])
            radius = round(layout.size * 0.42 * scale * 2**FINE)
            cv2.circle(sheet, (int(x), int(y)), radius, START, -1, cv2.LINE_AA, FINE)
            if ring:
                cv2.circle(sheet, (int(x), int(y)), radius // 2, INK, round(ring * scale), cv2.LINE_AA, FINE)
    for outline in layout.hub_outlines():
        fill(outline, TOWN)
    if layout.hub:
        write(layout.name.partition("-")[0].upper()[:12], layout.centre(layout.hub.name), 6)
    for area in layout.areas:
        fill((area.x, area.y) + SQUARE * [area.width / 2, area.height / 2], AREA, 1.0)
        write(area.name.upper(), (area.x, area.y + area.height / 2 - 6), 4)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in layout.markers:
        fill((marker.x, marker.y) + SQUARE * (layout.marker_side / 2 + layout.marker_margin), WHITE)
        module, tag = layout.marker_side / 6, cv2.aruco.generateImageMarker(known, marker.id, 6)
        for row, column in np.argwhere(tag == 0) - 2.5:
            fill((marker.x + column * module, marker.y + row * module) + SQUARE * module / 2, BLACK)
    return sheet
