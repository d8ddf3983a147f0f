"""Draws rolled dice: rounded cubes with pips, sphere-traced, on a table or in the printed tray, under lamps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.dice import TRAY, TRAY_GROUND
from tests.vision.drawing.view import Floats, Light, View
from vision.dice.pips import ROWS
from vision.geometry.board_pose import Picture
from vision.synthetic.sheet import Colour

FINE = 2
"""Rays to a pixel, each way."""
STEPS = 28
"""of a ray towards a die"""
PLACES = ((-45.0, -20.0), (30.0, -35.0), (-30.0, 30.0), (0.0, 0.0), (40.0, 25.0))
"""Where five dice lie apart in the tray: the first two from left to right, and the last three."""
TRAY_SCALE = 4
"""Pixels to the millimetre of the printed tray."""


@dataclass(frozen=True)
class DieKind:
    """The make of one kind of dice. Lengths are parts of the edge, but for the ``edge`` (mm)."""

    name: str
    body: Colour
    ink: Colour
    edge: float = 16.0
    round: float = 0.12
    pip: float = 0.09
    pitch: float = 0.25
    engraved: bool = True
    gloss: float = 0.3
    one: Colour | None = None
    """the colour of a single pip, where it is another"""
    grain: float = 0.0
    """how much the body's colour varies, in levels"""


LOOKED_AT = (
    DieKind("ivory", (205, 228, 236), (25, 25, 25)),
    DieKind("black", (28, 26, 26), (235, 235, 235), engraved=False, round=0.08),
    DieKind("red", (40, 35, 190), (240, 240, 240), 14.0, gloss=0.6),
    DieKind("brown", (70, 105, 150), (30, 35, 40), pip=0.08, pitch=0.27, engraved=False, grain=8),
    DieKind("white", (245, 245, 245), (20, 20, 20), 12.0, round=0.18, one=(40, 30, 200)),
    DieKind("blue", (150, 70, 30), (240, 240, 240), 18.0, round=0.1, engraved=False, gloss=0.5),
    DieKind("wood", (130, 175, 210), (35, 45, 60), 15.0, round=0.06, pip=0.1, gloss=0.05, grain=14),
    DieKind("green", (60, 110, 25), (60, 220, 240), 13.0, round=0.16, pip=0.08, pitch=0.23),
    DieKind("grey", (75, 72, 70), (225, 225, 225), 12.0, gloss=0.15, engraved=False),
    DieKind("yellow", (50, 205, 240), (30, 25, 25), 16.0, round=0.2, pip=0.11, pitch=0.26, gloss=0.5),
)
HELD_OUT = (
    DieKind("bone", (185, 215, 228), (40, 60, 95), 13.0, round=0.14, pip=0.085, pitch=0.24, gloss=0.1, grain=6),
    DieKind("orange", (30, 130, 245), (245, 245, 245), 15.0, round=0.17, gloss=0.6),
    DieKind("sky", (235, 190, 120), (30, 30, 30), 12.0, round=0.1, pip=0.1, pitch=0.26, engraved=False),
    DieKind("pink", (180, 150, 240), (70, 25, 90), 17.0, round=0.2, pip=0.105, gloss=0.4),
    DieKind("clay", (105, 140, 185), (240, 240, 240), 18.0, round=0.07, pip=0.08, engraved=False, gloss=0.05, grain=10),
    DieKind("navy", (85, 35, 20), (230, 230, 230), 16.0, round=0.12, pip=0.095, gloss=0.5),
    DieKind("wine", (45, 20, 95), (150, 215, 235), 14.0, round=0.09, pip=0.08, pitch=0.27, engraved=False, gloss=0.2),
    DieKind("purple", (110, 40, 95), (240, 240, 240), 13.0, round=0.18, pip=0.1, pitch=0.235, gloss=0.6),
    DieKind("walnut", (40, 60, 90), (20, 22, 25), 18.0, round=0.05, pip=0.11, pitch=0.26, gloss=0.1, grain=7),
    DieKind("slate", (90, 70, 60), (60, 200, 235), 12.0, round=0.15, pip=0.105, engraved=False, gloss=0.3),
)


@dataclass(frozen=True)
class DrawnDie:
    """A die: the kind, its face, the middle of its base (mm), its turn (degrees). ``lean``: degrees by which it
    stands on an edge, another die under the other one.
    """

    kind: DieKind
    face: int
    x: float
    y: float
    turn: float
    lean: float = 0.0

    @property
    def matrix(self) -> Floats:
        """Return the die's axes in the table's directions, as columns; the face it shows points along the third."""
        a, b = np.radians(self.turn), np.radians(self.lean)
        flat = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        tipped = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
        return np.asarray(flat @ tipped)

    @property
    def middle(self) -> Floats:
        """Return where the middle is; the lowest point touches the table."""
        lowest = np.abs(self.matrix[2]).sum() * self.kind.edge / 2
        return np.array([self.x, self.y, lowest])

    def faces(self) -> dict[tuple[int, int], int]:
        """Return (axis, sign) -> the pips on that side: the one below and those around are some others."""
        side_faces = [number for number in (1, 2, 3, 4, 5, 6) if number not in (self.face, 7 - self.face)]
        sides = {(2, 1): self.face, (2, -1): (7 - self.face) % 7}
        return sides | dict(zip([(0, 1), (1, 1), (0, -1), (1, -1)], side_faces, strict=False))


def tray_picture(chance: np.random.Generator) -> Picture:
    """Return the printed tray, ``TRAY_SCALE`` pixels to the millimetre, as a cheap printer makes it."""
    wide, high = (round(side * TRAY_SCALE) for side in TRAY.sheet)
    ground = np.array([int(TRAY_GROUND[at : at + 2], 16) for at in (5, 3, 1)], np.float32)
    sheet = np.full((high, wide, 3), ground, np.float32)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in TRAY.markers:
        for half in (TRAY.marker_side / 2 + TRAY.marker_margin, TRAY.marker_side / 2):
            side, white = round(2 * half * TRAY_SCALE), half > TRAY.marker_side / 2
            left = round((marker.x + TRAY.sheet[0] / 2 - half) * TRAY_SCALE)
            top = round((marker.y + TRAY.sheet[1] / 2 - half) * TRAY_SCALE)
            image = np.full((side, side), 250) if white else cv2.aruco.generateImageMarker(known, marker.id, side)
            sheet[top : top + side, left : left + side] = np.clip(image, 25, 245)[..., None]
    return np.clip(sheet + chance.normal(0, 3, sheet.shape[:2])[..., None], 0, 255).astype(np.uint8)


def roll_drawn(
    dice: Sequence[DrawnDie], view: View, light: Light, table: Picture | Colour, tray: Picture | None = None
) -> Picture:
    """Return the picture without the faults of a camera. ``table`` has a pixel to the millimetre, its middle the
    origin's.
    """
    fine = view.larger(FINE)
    ground = _ground(fine, table, tray)
    shade = _shadows(dice, fine, light)
    ambient = np.array(light.ambient)
    lamps = np.zeros((*fine.size[::-1], 3))
    for lamp, part in zip(light.lamps, shade, strict=True):
        lamps += np.array(lamp.colour) * lamp.strength * part[..., None]
    seen = ground * (ambient + lamps)
    nearest = np.full(seen.shape[:2], np.inf, np.float32)
    for die in dice:
        _draw(die, fine, light, seen, nearest)
    whole = cv2.resize(seen.astype(np.float32), view.size, interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(whole, 0, 255), np.uint8)


def _ground(view: View, table: Picture | Colour, tray: Picture | None) -> NDArray[np.float32]:
    seen = np.full((*view.size[::-1], 3), table if isinstance(table, tuple) else 0, np.uint8)
    layers = [] if isinstance(table, tuple) else [(table, 1.0)]
    for picture, scale in [*layers, *([(tray, TRAY_SCALE)] if tray is not None else [])]:
        high, wide = picture.shape[:2]
        onto = np.array([[1 / scale, 0, -wide / scale / 2], [0, 1 / scale, -high / scale / 2], [0, 0, 1]])
        cv2.warpPerspective(picture, view.homography @ onto, view.size, seen, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return seen.astype(np.float32)


def _shadows(dice: Sequence[DrawnDie], view: View, light: Light) -> list[NDArray[np.float32]]:
    """Return for each lamp the share of it that reaches the table, 0 to 1."""
    lit = []
    for lamp in light.lamps:
        mask = np.zeros(view.size[::-1], np.uint8)
        for die in dice:
            corners = die.middle + (np.indices((2, 2, 2)).reshape(3, 8).T - 0.5) * die.kind.edge * 0.95 @ die.matrix.T
            away = np.array(lamp.place) - corners
            fallen = corners - away * (corners[:, 2:] / away[:, 2:])
            hull = cv2.convexHull(view.on_sheet(fallen[:, :2]).astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
        soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), max(0.8, lamp.soft * view.scale() / 3))
        lit.append(np.asarray(1 - soft, np.float32))
    return lit


def _draw(die: DrawnDie, view: View, light: Light, seen: Floats, nearest: NDArray[np.float32]) -> None:
    """Add the die where it is nearer than what is there."""
    corners = die.middle + (np.indices((2, 2, 2)).reshape(3, 8).T - 0.5) * die.kind.edge @ die.matrix.T
    outline = view.pixels(corners)
    (left, top), (right, bottom) = np.floor(outline.min(0)).astype(int) - 1, np.ceil(outline.max(0)).astype(int) + 2
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, view.size[0]), min(bottom, view.size[1])
    if right <= left or bottom <= top:
        return
    across, down = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    pixels = np.stack([across.ravel(), down.ravel(), np.ones(across.size)])
    rays = (np.linalg.inv(view.matrix[:, :3]) @ pixels).T
    rays *= -np.sign(rays[:, 2:]) / np.linalg.norm(rays, axis=1, keepdims=True)
    start, rays = (np.array(view.place) - die.middle) @ die.matrix, rays @ die.matrix
    half, corner = die.kind.edge / 2, die.kind.round * die.kind.edge
    far = np.full(len(rays), float(np.linalg.norm(start)) - 1.8 * half)
    for _ in range(STEPS):
        far += _distance(start + rays * far[:, None], half, corner)
    at = start + rays * far[:, None]
    hit = _distance(at, half, corner) < 0.02 * half
    place = (across.ravel()[hit], down.ravel()[hit])
    near = far[hit] < nearest[place[1], place[0]]
    place, at, rays, far = (place[0][near], place[1][near]), at[hit][near], rays[hit][near], far[hit][near]
    colour, normal = _surface(die, at, half, corner)
    seen[place[1], place[0]] = _lit(die, at, rays, colour, normal, light)
    nearest[place[1], place[0]] = far


def _distance(at: Floats, half: float, corner: float) -> Floats:
    away = np.abs(at) - (half - corner)
    return np.asarray(np.linalg.norm(np.maximum(away, 0), axis=1) + np.minimum(away.max(1), 0) - corner)


def _surface(die: DrawnDie, at: Floats, half: float, corner: float) -> tuple[Floats, Floats]:
    """Return colours and normals (in the die's axes) of these points."""
    kind, edge = die.kind, die.kind.edge
    away = np.abs(at) - (half - corner)
    normal = np.sign(at) * np.maximum(away, 1e-9) * (away > 0) + 1e-9 * np.sign(at)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    colour = np.tile(np.array(kind.body, np.float64), (len(at), 1))
    if kind.grain:
        colour += (np.sin(at[:, :1] * 2.3 + np.sin(at[:, 1:2] * 0.7) * 2) * kind.grain) * (0.6, 0.8, 1.0)
    axis = np.abs(normal).argmax(1)
    for (along, sign), number in die.faces().items():
        on = (axis == along) & (np.sign(at[:, along]) == sign)
        u, v = (at[on][:, other] for other in range(3) if other != along)
        for index, mark in enumerate(ROWS[number][number % 2 if len(ROWS[number]) > 1 else 0] if number else ""):
            if mark != "x":
                continue
            du, dv = u - (index % 3 - 1) * kind.pitch * edge, v - (index // 3 - 1) * kind.pitch * edge
            inside = np.hypot(du, dv) < kind.pip * edge
            rows = np.flatnonzero(on)[inside]
            colour[rows] = kind.one if number == 1 and kind.one else kind.ink
            if kind.engraved:  # a bowl: its normals lean to its middle
                flat = [other for other in range(3) if other != along]
                normal[rows[:, None], flat] -= np.stack([du[inside], dv[inside]], 1) / (kind.pip * edge) * 0.75
                normal[rows] /= np.linalg.norm(normal[rows], axis=1, keepdims=True)
    return colour, normal


def _lit(die: DrawnDie, at: Floats, rays: Floats, colour: Floats, normal: Floats, light: Light) -> Floats:
    world, look, points = normal @ die.matrix.T, rays @ die.matrix.T, at @ die.matrix.T + die.middle
    total = colour * np.array(light.ambient) * (0.75 + 0.25 * world[:, 2:])
    for lamp in light.lamps:
        reaching = lamp.reaching(points)
        towards, strength = reaching[:, :3], reaching[:, 3:]
        facing = np.maximum((world * towards).sum(1, keepdims=True), 0)
        mirrored = 2 * (world * towards).sum(1, keepdims=True) * world - towards
        shine = np.maximum(-(mirrored * look).sum(1, keepdims=True), 0) ** 30 * die.kind.gloss
        total += (colour * facing + 255 * shine) * strength * np.array(lamp.colour)
    return np.asarray(total)
