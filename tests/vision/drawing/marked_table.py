"""Renders a table without a board: cards with printed markers in rows, lamp light, shadows, hands, a cheap camera.

The places of things are given in millimetres on the table; the look of an evening (camera, lamp, wood, noise) is drawn
from a seed. Truth is what was given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.printed_markers import CARD_SIDE, DICTIONARY, ROW_SIDE, ROWS
from vision.geometry.board_pose import Picture, Points

WIDTH, HEIGHT = 1280, 720
TABLE = (1080.0, 620.0)
"""millimetres of the table that the camera sees, about"""
CARD = (63.0, 86.0)
FROM_CORNER = 14.2
"""from the lower right corner of a card to the middle of its marker, on both ways"""
FINE = 6
"""pixels to a millimetre of a card's face"""
SKIN = ((120, 150, 210), (90, 120, 190), (60, 85, 135), (150, 175, 225))
CLOTH = ((90, 60, 40), (60, 60, 60), (40, 90, 60), (130, 110, 160))
DICT = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))


@dataclass(frozen=True, slots=True)
class Lying:
    """A marker on the table: its number, its middle in millimetres, and by how many degrees it is turned clockwise."""

    number: int
    x: float
    y: float
    turned: float = 0.0


@dataclass
class Evening:
    """A camera, a lamp and a table. ``hard`` (0 to 1) makes all of it worse."""

    seed: int
    hard: float = 0.5
    table: Picture = field(init=False)
    pose: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        chance = np.random.default_rng(self.seed)
        self._noise = np.random.default_rng(self.seed + 1)
        self.pose = _pose(chance, self.hard)
        self.table = _wood(chance)
        self.lamp = _lamp(chance, self.hard)
        self.blur = 0.4 + 0.5 * self.hard * chance.random()
        self.grain = 2.0 + 3.5 * self.hard * chance.random()
        self.quality = int(90 - 25 * self.hard * chance.random())
        self.skin = SKIN[chance.integers(len(SKIN))]
        self.sleeve = CLOTH[chance.integers(len(CLOTH))]

    def picture(self, lying: Iterable[Lying], hands: Iterable[tuple[float, float, float]] = ()) -> Picture:
        """Return a frame; later things lie on top. ``hands``: each reaches to a point (mm) along its angle."""
        scene = self.table.copy()
        for each in lying:
            self._lay(scene, each)
        for hand in hands:
            self._reach(scene, *hand)
        return self._filmed(scene)

    def pixels(self, millimetres: Points) -> Points:
        """Return where points of the table are in the picture."""
        return np.asarray(cv2.perspectiveTransform(millimetres[None].astype(np.float64), self.pose)[0], np.float64)

    def _lay(self, scene: Picture, lying: Lying) -> None:
        face, corners = _face(lying.number)
        angle = np.radians(lying.turned)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        at = np.array([lying.x, lying.y])
        there = self.pixels(corners @ turn.T + at)
        left, top, right, bottom = _box(there, scene.shape[:2])
        part, corner = scene[top:bottom, left:right], np.array([left, top])
        size = (right - left, bottom - top)
        if min(size) <= 0:
            return
        shadow = self.pixels(corners @ turn.T + at + (1.6, 2.0)) - corner
        veil = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(veil, np.round(shadow).astype(np.int32), 255)
        dark = cv2.GaussianBlur(veil, (0, 0), 1.6)[:, :, None] / 255.0
        part[:] = part * (1 - 0.35 * dark)
        height, width = face.shape[:2]
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        change = cv2.getPerspectiveTransform(frame, (there - corner).astype(np.float32))
        laid = cv2.warpPerspective(face, change, size, flags=cv2.INTER_LINEAR)
        inside = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), change, size) > 127
        part[inside] = laid[inside]

    def _reach(self, scene: Picture, x: float, y: float, angle: float) -> None:
        """Draw a hand with its fingers at the point, an arm and a sleeve behind it."""
        at = self.pixels(np.array([[x, y]], np.float64))[0]
        back = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        side = np.array([-back[1], back[0]])
        shade = scene.copy()
        for spread in (-24, -9, 8, 22):
            tip = at + side * spread - back * (10 - abs(spread) / 3)
            cv2.line(shade, _whole(at + back * 45), _whole(tip), self.skin, 15, cv2.LINE_AA)
        cv2.circle(shade, _whole(at + back * 55), 38, self.skin, -1, cv2.LINE_AA)
        cv2.line(shade, _whole(at + back * 60), _whole(at + back * 170), self.skin, 50, cv2.LINE_AA)
        cv2.line(shade, _whole(at + back * 170), _whole(at + back * 1400), self.sleeve, 72, cv2.LINE_AA)
        changed = (shade != scene).any(axis=2)
        soft = cv2.GaussianBlur(changed.astype(np.float32), (0, 0), 9)[:, :, None]
        scene[:] = np.where(changed[:, :, None], shade, scene * (1 - 0.3 * soft)).astype(np.uint8)

    def _filmed(self, scene: Picture) -> Picture:
        lit = cv2.GaussianBlur(scene, (0, 0), self.blur).astype(np.float32) * self.lamp[:, :, None]
        lit += self._noise.normal(0, self.grain, (HEIGHT, WIDTH, 1)).astype(np.float32)
        good, packed = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), [1, self.quality])
        assert good
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


@cache
def _face(number: int) -> tuple[Picture, Points]:
    """Return a card or the beginning of a row as it is printed, and its corners in millimetres around its marker."""
    row = number in ROWS
    side = ROW_SIDE if row else CARD_SIDE
    width, height = (side + 20, side + 12) if row else CARD
    right = 3 + side / 2 if row else FROM_CORNER
    below = 9 + side / 2 if row else FROM_CORNER
    face = np.full((round(height * FINE), round(width * FINE), 3), 238, np.uint8)
    if not row:
        chance = np.random.default_rng(number)
        cv2.rectangle(face, (8, 8), (face.shape[1] - 9, face.shape[0] - 9), (40, 40, 40), 4)
        ink = tuple(int(each) for each in chance.integers(40, 200, 3))
        cv2.ellipse(face, (face.shape[1] // 2, 190), (100, 84), 0, 0, 360, ink, -1)
        cv2.putText(face, f"cow {number}", (30, 66), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (30, 30, 30), 5)
        cv2.putText(face, "300", (26, face.shape[0] - 40), cv2.FONT_HERSHEY_SIMPLEX, 2.4, (30, 30, 30), 8)
    tag = cv2.aruco.generateImageMarker(DICT, number, round(side * FINE))
    left = face.shape[1] - round((right + side / 2) * FINE)
    top = face.shape[0] - round((below + side / 2) * FINE)
    face[top : top + len(tag), left : left + len(tag)] = np.maximum(tag, 28)[:, :, None]
    corners = np.array(
        [(right - width, below - height), (right, below - height), (right, below), (right - width, below)]
    )
    return face, corners


def _pose(chance: np.random.Generator, hard: float) -> NDArray[np.float64]:
    """Return the homography from millimetres on the table to pixels: a camera overhead, a little tilted and turned."""
    wide, high = TABLE
    table = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    frame = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float64)
    off = chance.uniform(-1, 1, (4, 2)) * 55 * hard
    turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), float(chance.uniform(-5, 5) * hard), 1.0)
    corners = (frame + off) @ turn[:, :2].T + turn[:, 2]
    return np.asarray(cv2.getPerspectiveTransform(table, corners.astype(np.float32)), np.float64)


def _wood(chance: np.random.Generator) -> Picture:
    tone = np.array([(70, 110, 150), (60, 80, 105), (120, 150, 175), (90, 95, 100), (70, 100, 70)][chance.integers(5)])
    grain = cv2.resize(chance.normal(0, 1, (HEIGHT // 3, 20)).astype(np.float32), (WIDTH, HEIGHT))
    fine = cv2.GaussianBlur(chance.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 1.2)
    return np.asarray(np.clip(tone + (9 * grain + 12 * fine)[:, :, None], 0, 255), np.uint8)


def _lamp(chance: np.random.Generator, hard: float) -> NDArray[np.float32]:
    """Return the light: brighter under the lamp, darker to the edge, and perhaps the edge of a shadow."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    at = chance.uniform(0.2, 0.8, 2) * (WIDTH, HEIGHT)
    far = np.hypot(x - at[0], y - at[1]) / WIDTH
    light = 1.12 - (0.25 + 0.45 * hard) * far
    if chance.random() < hard:
        edge = (x - WIDTH * chance.uniform(0.2, 0.8)) * chance.uniform(-1, 1) + (y - HEIGHT / 2) * chance.uniform(-1, 1)
        light *= 1 - 0.4 / (1 + np.exp(-edge / 12))
    return np.asarray(light, np.float32)


def _box(points: Points, shape: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top = np.clip(points.min(axis=0) - 8, 0, None).astype(int)
    right, bottom = points.max(axis=0).astype(int) + 9
    return int(left), int(top), min(int(right), shape[1]), min(int(bottom), shape[0])


def _whole(point: Points) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
