"""The printed sheet as a flat picture: cells, town, areas and corner markers in their true places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Area, Layout, Point
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_size
from vision.synthetic.sheet import Colour

Floats = NDArray[np.float64]
FINE = 4
"""Bits of a pixel when drawing."""


@dataclass(frozen=True)
class Style:
    """The colours of a printed board; regions take ``fields`` in turn, None leaves the paper as it is."""

    paper: Colour = (190, 218, 232)
    fields: tuple[Colour, ...] | None = (
        (118, 190, 205),
        (120, 170, 140),
        (105, 150, 195),
        (110, 160, 120),
        (150, 205, 185),
        (115, 140, 170),
    )
    line: Colour = (50, 60, 62)
    thin: float = 0.5
    """millimetres between cells"""
    thick: float = 1.4
    """millimetres between regions"""
    start: Colour | None = (225, 235, 240)
    """the discs under the start cells"""
    print: Colour = (45, 50, 60)
    town: Colour = (150, 190, 215)
    area: Colour = (150, 140, 130)


@dataclass(frozen=True, eq=False)
class Artwork:
    """``picture`` shows ``sheet`` millimetres around the origin, ``scale`` pixels to the millimetre."""

    picture: Picture
    scale: float

    def raster(self, points: Iterable[Point] | Floats) -> Floats:
        """Return the homography from millimetres to pixels of this picture."""
        height, width = self.picture.shape[:2]
        flat = np.array(list(points) if not isinstance(points, np.ndarray) else points, np.float64)
        return np.asarray(flat * self.scale + [width / 2 - 0.5, height / 2 - 0.5])

    def fill(self, outline: Iterable[Point], colour: Colour) -> None:
        """Fill a convex outline."""
        cv2.fillConvexPoly(self.picture, self._fixed(outline), colour, cv2.LINE_AA, FINE)

    def stroke(self, outline: Iterable[Point], colour: Colour, width: float, closed: bool = True) -> None:
        """Draw along an outline, ``width`` millimetres."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.picture, [self._fixed(outline)], closed, colour, thick, cv2.LINE_AA, FINE)

    def disc(self, middle: Point, radius: float, colour: Colour, width: float | None = None) -> None:
        """Draw a disc, or a ring of ``width`` millimetres."""
        ((x, y),) = self._fixed([middle])
        thick = -1 if width is None else max(1, round(width * self.scale))
        cv2.circle(
            self.picture, (int(x), int(y)), round(radius * self.scale * 2**FINE), colour, thick, cv2.LINE_AA, FINE
        )

    def write(self, text: str, middle: Point, height: float, colour: Colour) -> None:
        """Draw letters ``height`` millimetres tall."""
        face, size = cv2.FONT_HERSHEY_DUPLEX, height * self.scale / 22
        (width, tall), _ = cv2.getTextSize(text, face, size, 1)
        x, y = self.raster([middle])[0]
        thick = max(1, round(size * 1.6))
        place = (round(x - width / 2), round(y + tall / 2))
        cv2.putText(self.picture, text, place, face, size, colour, thick, cv2.LINE_AA)

    def _fixed(self, points: Iterable[Point]) -> np.ndarray:
        return np.asarray(np.round(self.raster(points) * 2**FINE), np.int32)


def blank(layout: Layout, scale: float, paper: Colour) -> Artwork:
    """Return the sheet with nothing printed on it."""
    across, down = (round(side * scale) for side in sheet_size(layout))
    return Artwork(np.full((down, across, 3), paper, np.uint8), scale)


def board(layout: Layout, style: Style = Style(), scale: float = 2.0, markers: bool = True) -> Artwork:
    """Return the whole printed sheet."""
    art = blank(layout, scale, style.paper)
    fields(art, layout, style)
    starts(art, layout, style)
    lines(art, layout, style)
    town(art, layout, style)
    for area in layout.areas:
        beside(art, area, style)
    if markers:
        corner_markers(art, layout)
    return art


def fields(art: Artwork, layout: Layout, style: Style) -> None:
    """Draw the ground of every cell."""
    if style.fields is None:
        return
    colour_of = {region: style.fields[i % len(style.fields)] for i, region in enumerate(layout.regions)}
    for cell in layout.cells:
        art.fill(layout.corners(cell.id), colour_of[cell.region])


def starts(art: Artwork, layout: Layout, style: Style) -> None:
    """Draw a disc with horns where cows start, one with a boot where cowboys do."""
    radius = layout.size * 0.42
    for mark in ("cow_start", "cowboy_start"):
        for cell in layout.select(flag=mark):
            x, y = layout.centre(cell)
            if style.start:
                art.disc((x, y), radius, style.start)
            for part in PRINTED[mark]:
                art.stroke([(x + px * radius, y + py * radius) for px, py in part], style.print, 1.2, closed=False)


PRINTED = {
    "cow_start": (
        ((-0.7, -0.5), (-0.4, -0.25), (0.0, -0.2), (0.4, -0.25), (0.7, -0.5)),
        ((-0.25, -0.2), (-0.15, 0.55), (0.15, 0.55), (0.25, -0.2)),
    ),
    "cowboy_start": (((-0.25, -0.6), (-0.25, 0.45), (0.55, 0.45), (0.5, 0.2), (0.1, 0.1), (0.1, -0.6), (-0.25, -0.6)),),
}


def lines(art: Artwork, layout: Layout, style: Style) -> None:
    """Draw lines, thin between cells, thick around regions."""
    sides: dict[tuple[Point, Point], list[str]] = {}
    for cell in layout.cells:
        outline = [(round(x, 2), round(y, 2)) for x, y in layout.corners(cell.id)]
        for one, other in zip(outline, outline[1:] + outline[:1], strict=True):
            sides.setdefault((min(one, other), max(one, other)), []).append(cell.region)
    for (one, other), regions in sides.items():
        inner = len(regions) == 2 and len(set(regions)) == 1
        art.stroke((one, other), style.line, style.thin if inner else style.thick, closed=False)


def town(art: Artwork, layout: Layout, style: Style) -> None:
    """Draw the town over its places, with houses and its name."""
    for outline in layout.hub_outlines():
        art.fill(outline, style.town)
        art.stroke(outline, style.town, 1.0)
    if not layout.hub:
        return
    x, y = layout.centre(layout.hub.name)
    for turn in range(9):
        angle = 2 * np.pi * turn / 9
        middle = x + 1.6 * layout.size * np.cos(angle), y + 1.6 * layout.size * np.sin(angle)
        art.fill([(middle[0] + dx, middle[1] + dy) for dx, dy in ((-5, -3), (5, -3), (5, 3), (-5, 3))], style.print)
    art.write("ABILENE" if "abilene" in layout.name else layout.name.upper()[:12], (x, y), 6, style.print)


def beside(art: Artwork, area: Area, style: Style) -> None:
    """Draw an area beside the cells with its name."""
    across, down = area.width / 2, area.height / 2
    outline = [(area.x + dx * across, area.y + dy * down) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    art.fill(outline, style.area)
    art.stroke(outline, style.print, 1.0)
    art.write(area.name.upper(), (area.x, area.y + down - 6), 4, style.print)


def corner_markers(art: Artwork, layout: Layout) -> None:
    """Draw ArUco markers of DICT_4X4_50, each on its white square."""
    if not layout.markers:
        return
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, white = layout.marker_side / 2, layout.marker_side / 2 + layout.marker_margin
    for marker in layout.markers:
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        art.fill([(marker.x + dx * white, marker.y + dy * white) for dx, dy in square], (245, 245, 245))
        tag = cv2.aruco.generateImageMarker(known, marker.id, 6)
        module = layout.marker_side / 6
        for row, column in np.argwhere(tag == 0):
            left, top = marker.x - side + column * module, marker.y - side + row * module
            corners = [(left + dx * module, top + dy * module) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
            art.fill(corners, (20, 20, 20))
