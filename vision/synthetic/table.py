"""A table as the demo's camera sees it: a printed sheet under one lamp, figures that lean outwards, shadows, an arm.

Millimetres are those of the board: x to the right, y downwards, the height above the sheet towards the camera.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout, Point
from companion.boards.observation import Observation
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_corners
from vision.synthetic.sheet import FINE, Colour, printed

Floats = NDArray[np.float64]
SIDES = 12
CAMERA, LAMP = np.array([0.0, 60.0, 900.0]), np.array([-300.0, -500.0, 1200.0])
AMBIENT, LAMPLIGHT, PENUMBRA = 0.45, 0.5, 4.0
"""light from everywhere and from the lamp, as parts of white; millimetres over which a shadow fades"""
TABLE: Colour = (70, 85, 100)
GREY: Colour = (128, 128, 128)
COW: Colour = (38, 58, 92)
SKIN: Colour = (120, 150, 205)
SLEEVE: Colour = (95, 62, 45)
COWBOYS: Mapping[str, Colour] = {
    "A": (40, 35, 205),
    "B": (190, 80, 25),
    "C": (35, 200, 235),
    "D": (60, 140, 30),
    "E": (38, 36, 36),
    "F": (232, 235, 236),
}
"""The looks of the colour letters in the reference sets, in blue, green and red; a game may have others."""

TURNED = ((0, 7), (2.4, 7), (4.8, 5.5), (11.4, 3.5), (16.8, 3.9), (19.2, 2.7), (22.2, 4.2), (23.7, 4.2), (24.6, 2.9))
COWBOY = tuple((high, half, half) for high, half in (*TURNED, (28.8, 2.7), (30, 1.4)))
BODY = ((1, 9, 5.5), (5, 11.5, 6.6), (10, 12, 7), (15, 11, 6.3), (18, 8.5, 3.5))
HEAD = ((9, 2.5, 1.8), (12, 4.2, 3), (16, 4.2, 3.4), (18.5, 2.5, 2))
HORNS = ((18, 1, 6), (20, 0.8, 6.8))
HAND = ((10, 40, 26), (34, 52, 42), (50, 44, 34))
ARM = ((30, 190, 30), (55, 200, 48), (90, 190, 34))
"""Rings from the table upwards: height, half the length, half the width, in millimetres."""


@dataclass(frozen=True)
class Solid:
    """A body made of elliptic rings (k x ``SIDES`` x 3 mm), each above the one before."""

    rings: Floats
    colour: Colour


def solid(rings: Sequence[tuple[float, float, float]], colour: Colour, at: Point, turn: float, ahead: float) -> Solid:
    """Return a body that stands at ``at`` and looks ``turn`` degrees from x, put ``ahead`` millimetres that way."""
    angles = np.arange(SIDES) * 2 * np.pi / SIDES
    sine, cosine = np.sin(np.radians(turn)), np.cos(np.radians(turn))
    found = []
    for high, along, across in rings:
        x, y = ahead + along * np.cos(angles), across * np.sin(angles)
        found.append(np.column_stack([at[0] + x * cosine - y * sine, at[1] + x * sine + y * cosine, 0 * x + high]))
    return Solid(np.array(found), colour)


def figure(kind: str, at: Point, turn: float) -> tuple[Solid, ...]:
    """Return a cowboy, or for any other kind a cow, in the colour of its letter."""
    what, _, letter = kind.partition(":")
    if what == "cowboy":
        return (solid(COWBOY, COWBOYS.get(letter, GREY), at, turn, 0),)
    colour = COWBOYS.get(letter, GREY) if letter else COW
    parts = ((BODY, colour, -2.0), (HEAD, colour, 10.0), (HORNS, (150, 190, 205), 8.0))
    return tuple(solid(rings, ink, at, turn, ahead) for rings, ink, ahead in parts)


def arm(tip: Point, elbow: Point) -> tuple[Solid, ...]:
    """Return a forearm from the elbow, with the fingers at ``tip``."""
    turn = float(np.degrees(np.arctan2(elbow[1] - tip[1], elbow[0] - tip[0])))
    return solid(ARM, SLEEVE, tip, turn, 270), solid(HAND, SKIN, tip, turn, 40)


@dataclass(frozen=True)
class DrawnTable:
    """A printed board on a table, seen from above its middle by a camera with a picture of ``size``."""

    layout: Layout
    size: tuple[int, int]

    @cached_property
    def matrix(self) -> Floats:
        """Return a pinhole camera (3 x 4) that looks at the origin and whose picture is filled by the sheet."""
        corners = sheet_corners(self.layout)
        focal = 0.92 * CAMERA[2] * min(side / np.ptp(corners[:, axis]) for axis, side in enumerate(self.size))
        ahead = np.array([0.0, -CAMERA[1], CAMERA[2]]) / np.linalg.norm(CAMERA)
        axes = np.stack([[1.0, 0.0, 0.0], np.cross(ahead, [1.0, 0.0, 0.0]), ahead]) * [1.0, 1.0, -1.0]
        width, height = self.size
        inner = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        return np.asarray(inner @ np.column_stack([axes, -axes @ CAMERA]))

    @cached_property
    def bare(self) -> Picture:
        """Return the empty board in even light."""
        scale = 1.5 * self.scale
        art, seen = printed(self.layout, scale), np.full((*self.size[::-1], 3), TABLE, np.uint8)
        height, width = art.shape[:2]
        onto_art = np.array([[scale, 0, width / 2 - 0.5], [0, scale, height / 2 - 0.5], [0, 0, 1]])
        change = self.matrix[:, [0, 1, 3]] @ np.linalg.inv(onto_art)
        cv2.warpPerspective(art, change, self.size, seen, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
        return seen

    @property
    def scale(self) -> float:
        """Return how many pixels a millimetre has around the middle."""
        one, other = self.pixels(np.array([[-5.0, 0, 0], [5.0, 0, 0]]))
        return float(np.linalg.norm(one - other)) / 10

    def pixels(self, points: Floats) -> Floats:
        """Return where these points (… x 3) appear."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(seen[..., :2] / seen[..., 2:])

    def picture(self, observation: Observation, above: Sequence[Solid] = ()) -> Picture:
        """Return what the camera sees when this stands on the table."""
        parts = [part for kind, at, turn in places(self.layout, observation) for part in figure(kind, at, turn)]
        seen = self._lit([*parts, *above])
        for each in [*parts, *above]:
            self._paint(seen, each)
        return seen

    def _lit(self, solids: Iterable[Solid]) -> Picture:
        """Return the board in the lamp's light, with the shadows of these."""
        shade = np.zeros(self.size[::-1], np.uint8)
        for each in solids:
            points = each.rings.reshape(-1, 3)
            fallen = points - (points - LAMP) * (points[:, 2:] / (points[:, 2:] - LAMP[2]))
            cv2.fillConvexPoly(shade, cv2.convexHull(self._fixed(fallen)), 255, cv2.LINE_AA, FINE)
        dark = cv2.GaussianBlur(shade, (0, 0), PENUMBRA * self.scale).astype(np.float32) / 255
        return np.asarray(self.bare * (AMBIENT + LAMPLIGHT * (1 - dark))[:, :, None], np.uint8)

    def _paint(self, seen: Picture, body: Solid) -> None:
        """Paint the walls that the camera sees, from below upwards, and the top."""
        low, high = body.rings[:-1], body.rings[1:]
        walls = np.stack([low, np.roll(low, -1, 1), np.roll(high, -1, 1), high], 2).reshape(-1, 4, 3)
        normals = np.cross(walls[:, 1] - walls[:, 0], walls[:, 3] - walls[:, 0])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        for wall, shade in zip(walls, self._shades(walls.mean(1), normals), strict=True):
            outline = self._fixed(wall)
            if cv2.contourArea(outline, oriented=True) > 0:
                cv2.fillConvexPoly(seen, outline, (shade * body.colour).tolist(), cv2.LINE_8, FINE)
        top = body.rings[-1]
        (shade,) = self._shades(top.mean(0)[None], np.array([[0.0, 0.0, 1.0]]))
        cv2.fillConvexPoly(seen, self._fixed(top), (shade * body.colour).tolist(), cv2.LINE_8, FINE)

    def _shades(self, middles: Floats, normals: Floats) -> Floats:
        """Return the light on faces, less of it from everywhere the nearer to the table (n x 1)."""
        towards = LAMP - middles
        towards /= np.linalg.norm(towards, axis=1, keepdims=True)
        sky = np.clip(0.62 + 0.02 * middles[:, 2], 0, 1) * (0.75 + 0.25 * normals[:, 2])
        facing = np.maximum((towards * normals).sum(1), 0)
        return np.asarray(np.minimum(AMBIENT * sky + 1.15 * LAMPLIGHT * facing, 1))[:, None]

    def _fixed(self, points: Floats) -> NDArray[np.int32]:
        return np.asarray(np.round(self.pixels(points) * 2**FINE), np.int32)


def places(layout: Layout, observation: Observation) -> Iterator[tuple[str, Point, float]]:
    """Yield (kind, where in millimetres, turned by how many degrees) of every figure, areas and the town included."""
    for cell, kind in sorted(observation.cells.items()):
        yield kind, layout.centre(cell), float(sum(map(ord, cell)) * 47 % 360)
    for area, kinds in observation.areas.items():
        count: Counter[str] = Counter()
        for kind, spot in zip(kinds, slots(layout, area), strict=False):
            yield kind, spot, float(31 * count[kind])
            count[kind] += 1


def slots(layout: Layout, node: str) -> tuple[Point, ...]:
    """Return where figures stand in the town or in an area, one after the other."""
    if layout.hub and node == layout.hub.name:
        x, y = layout.centre(node)
        spacing = layout.size * 1.45
        angles = [np.pi * (turn + 0.5) / 3 for turn in range(6)]
        return ((x, y), *((float(x + spacing * np.cos(angle)), float(y + spacing * np.sin(angle))) for angle in angles))
    return tuple(
        (area.x + area.width * (column / 8 - 0.375), area.y + area.height * (row / 3 - 1 / 3))
        for area in layout.areas
        if area.name == node
        for row in ((0, 1, 2) if node == "jail" else (1, 0, 2))
        for column in ((0, 2, 4, 6) if node == "jail" else (1, 5))
    )
