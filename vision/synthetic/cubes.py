"""Draws printed sheets that lie on a table, with tiles and wooden cubes, as a camera would see them.

Colours are linear light, blue, green, red, until ``developed`` makes a picture of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import Picture
from vision.synthetic.view import Floats, Light, View

Linear = NDArray[np.float32]
CANVAS = 3.0
"""pixels to the millimetre of the flat table"""
FINE = 3
"""bits of a pixel when drawing; cubes are drawn ``2 ** FINE / 2`` times as large and then made small"""
OVER = 4
GRID = 24
"""points of the light on the table in each direction"""
BEVEL = 0.5
"""millimetres along the edges of a cube that are darker"""


@dataclass(frozen=True, eq=False)
class Lying:
    """A flat thing on the table: its picture, so many pixels to the millimetre, its middle, turned by degrees."""

    picture: Picture
    scale: float
    x: float
    y: float
    turn: float = 0.0
    round: bool = False


@dataclass(frozen=True)
class Cube:
    """A cube of ``side`` millimetres whose base stands ``above`` the table; ``paint`` is linear blue, green, red."""

    x: float
    y: float
    side: float
    turn: float
    paint: tuple[float, float, float]
    above: float = 0.0


@dataclass(frozen=True)
class Hand:
    """An arm that comes from one side, its palm at (x, y), ``height`` above the table."""

    x: float
    y: float
    towards: float
    """degrees: where the arm goes"""
    height: float = 35.0
    skin: tuple[float, float, float] = (0.20, 0.29, 0.50)
    sleeve: tuple[float, float, float] = (0.12, 0.08, 0.06)
    size: float = 1.0

    def outline(self) -> tuple[Floats, Floats]:
        """The skin and the sleeve as polygons on the table plane below them."""
        angle = np.radians(self.towards)
        along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        hand = [(-95, -8), (-95, 8), (-60, 30), (-85, 42), (-78, 55), (-40, 46), (0, 42), (70, 30), (70, -30), (0, -42)]
        hand += [(-60, -40), (-88, -34), (-88, -20)]
        arm = [(60, -34), (60, 34), (700, 60), (700, -60)]
        middle = np.array([self.x, self.y])
        shapes = (np.array(points, float) * self.size @ np.stack([along, across]) + middle for points in (hand, arm))
        skin, sleeve = shapes
        return skin, sleeve


@dataclass(frozen=True)
class Develop:
    """What camera and lens make of the light."""

    exposure: float = 1.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """of the white balance: blue, green, red"""
    blur: float = 0.6
    """pixels"""
    noise: float = 0.004
    vignette: float = 0.1
    jpeg: int = 92


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything on the table; ``ground`` is the paint of its top, ``rough`` how uneven that is."""

    view: View
    light: Light
    lying: tuple[Lying, ...]
    cubes: tuple[Cube, ...] = ()
    hands: tuple[Hand, ...] = ()
    ground: tuple[float, float, float] = (0.10, 0.16, 0.26)
    rough: float = 0.12
    develop: Develop = field(default_factory=Develop)


def rendered(scene: Scene, chance: np.random.Generator) -> Picture:
    """The picture of the scene; what is left to chance is the table's grain and the camera's noise."""
    view = scene.view
    width, height = view.size
    edge = np.array([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], float)
    seen = view.millimetres(edge)
    low, high = seen.min(axis=0) - 20, seen.max(axis=0) + 20
    flat = _table(scene, low, high, chance) * _light(scene, low, high)
    matrix = view.homography @ np.array([[1 / CANVAS, 0, low[0]], [0, 1 / CANVAS, low[1]], [0, 0, 1]])
    sharp = max(0.3, 0.4 * CANVAS / view.scale())
    flat = np.asarray(cv2.GaussianBlur(flat, (0, 0), sharp), np.float32)
    picture = np.asarray(cv2.warpPerspective(flat, matrix, view.size, flags=cv2.INTER_LINEAR), np.float32)
    for cube in sorted(
        scene.cubes, key=lambda each: (each.above, -np.hypot(each.x - view.place[0], each.y - view.place[1]))
    ):
        _draw_cube(picture, scene, cube)
    for hand in scene.hands:
        _draw_hand(picture, scene, hand)
    return developed(picture, scene.develop, chance)


def developed(picture: Linear, how: Develop, chance: np.random.Generator) -> Picture:
    """Lens, sensor, gamma and JPEG."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 + height**2) * 4
    picture = picture * (how.exposure * (1 - how.vignette * away))[..., None] * np.array(how.gains, np.float32)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), how.blur), np.float32)
    noise = chance.standard_normal(picture.shape, np.float32)
    picture = picture + noise * how.noise * np.sqrt(np.maximum(picture, 0) + 0.02) * 2
    grey = np.clip(picture, 0, 1)
    bent = np.where(
        grey <= 0.0031308,
        12.92 * grey,
        1.055 * np.power(grey, 1 / 2.4, where=grey > 0, out=np.zeros_like(grey)) - 0.055,
    )
    out = np.asarray(np.round(255 * bent), np.uint8)
    _, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, how.jpeg])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def linear(picture: Picture) -> Linear:
    """Light from an sRGB picture."""
    value = picture.astype(np.float32) / 255
    return np.asarray(np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4), np.float32)


def paint(colour: str) -> tuple[float, float, float]:
    """Linear blue, green, red of ``#rrggbb``."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    values = linear(np.array([[[blue, green, red]]], np.uint8)).ravel()
    return float(values[0]), float(values[1]), float(values[2])


def _table(scene: Scene, low: Floats, high: Floats, chance: np.random.Generator) -> Linear:
    """The colours of everything flat, from straight above."""
    width, height = (np.ceil((high - low) * CANVAS)).astype(int)
    grain = cv2.resize(chance.standard_normal((height // 60 + 2, width // 4 + 2)).astype(np.float32), (width, height))
    table = np.array(scene.ground, np.float32) * np.exp(scene.rough * grain)[..., None]
    for each in scene.lying:
        tall, wide = each.picture.shape[:2]
        turn = np.radians(each.turn)
        zoom = CANVAS / each.scale
        cos, sin = np.cos(turn) * zoom, np.sin(turn) * zoom
        middle = (np.array([each.x, each.y]) - low) * CANVAS
        matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
        matrix[:, 2] = middle - matrix[:, :2] @ [wide / 2 - 0.5, tall / 2 - 0.5]
        shape = np.full((tall, wide), 255, np.uint8)
        if each.round:
            shape[:] = 0
            cv2.circle(shape, (wide // 2, tall // 2), min(wide, tall) // 2 - 1, 255, -1)
        corners = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)]) @ matrix[:, :2].T + matrix[:, 2]
        left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
        right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, [width, height])
        if right <= left or bottom <= top:
            continue
        matrix[:, 2] -= (left, top)
        size = (int(right - left), int(bottom - top))
        small = each.picture
        onto = cv2.warpAffine(linear(small), matrix, size, flags=cv2.INTER_AREA)
        mask = cv2.warpAffine(shape, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
        part = table[top:bottom, left:right]
        part[:] = part * (1 - mask) + onto * mask
    return np.asarray(table, np.float32)


def _light(scene: Scene, low: Floats, high: Floats) -> Linear:
    """What falls on every point of the table, shadows included."""
    width, height = (np.ceil((high - low) * CANVAS)).astype(int)
    xs, ys = np.linspace(low[0], high[0], GRID), np.linspace(low[1], high[1], GRID)
    points = np.array([(x, y, 0.0) for y in ys for x in xs])
    light = np.broadcast_to(np.array(scene.light.ambient, np.float32), (height, width, 3)).copy()
    for lamp in scene.light.lamps:
        reach = lamp.reaching(points)
        strength = (np.maximum(reach[:, 2], 0) * reach[:, 3]).reshape(GRID, GRID).astype(np.float32)
        wide = cv2.resize(strength, (int(width), int(height)), interpolation=cv2.INTER_CUBIC)
        even = np.asarray(wide, np.float32) * (
            1 - _shadow(scene, np.array(lamp.place), lamp.soft, low, (int(width), int(height)))
        )
        light += even[..., None] * np.array(lamp.colour, np.float32)
    return light


def _shadow(scene: Scene, lamp: Floats, soft: float, low: Floats, size: tuple[int, int]) -> Linear:
    """How much of a lamp's light things keep from the table."""
    near, far = np.zeros(size[::-1], np.uint8), np.zeros(size[::-1], np.uint8)
    for cube in scene.cubes:
        corners = _corners(cube)
        fallen = _fallen(np.concatenate([corners[:4], corners[4:]]), lamp)
        _fill(near, fallen, low)
    for hand in scene.hands:
        for outline in hand.outline():
            _fill(far, _fallen(np.column_stack([outline, np.full(len(outline), hand.height)]), lamp), low, convex=False)
    shade = cv2.GaussianBlur(near.astype(np.float32) / 255, (0, 0), max(0.3, soft * 0.2) * CANVAS)
    if scene.hands:
        shade = np.maximum(shade, cv2.GaussianBlur(far.astype(np.float32) / 255, (0, 0), soft * CANVAS))
    return np.asarray(shade, np.float32)


def _fallen(points: Floats, lamp: Floats) -> Floats:
    """Where the shadows of points fall."""
    share = points[:, 2:] / (lamp[2] - points[:, 2:])
    return np.asarray(points[:, :2] + (points[:, :2] - lamp[:2]) * share)


def _fill(mask: NDArray[np.uint8], points: Floats, low: Floats, convex: bool = True) -> None:
    outline = np.round((points - low) * CANVAS * 2**FINE).astype(np.int32)
    cv2.fillPoly(mask, [cv2.convexHull(outline) if convex else outline], 255, cv2.LINE_AA, FINE)


def _corners(cube: Cube, inset: float = 0.0) -> Floats:
    """The eight corners: four below, four above, clockwise."""
    half, turn = cube.side / 2 - inset, np.radians(cube.turn)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    turned = square @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (cube.x, cube.y)
    below = np.column_stack([turned, np.full(4, cube.above)])
    above = np.column_stack([turned, np.full(4, cube.above + cube.side)])
    return np.concatenate([below, above])


def _draw_cube(picture: Linear, scene: Scene, cube: Cube) -> None:
    """Its sides that the camera sees, then its top."""
    corners, inner = _corners(cube), _corners(cube, BEVEL)
    pixels = scene.view.pixels(corners)
    low = np.floor(pixels.min(axis=0)).astype(int) - 2
    high = np.ceil(pixels.max(axis=0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, [picture.shape[1], picture.shape[0]])
    if (high <= low).any():
        return
    size = (high - low) * OVER
    colour, alpha = np.zeros((size[1], size[0], 3), np.float32), np.zeros((size[1], size[0]), np.uint8)
    middle, eye = np.array([cube.x, cube.y]), np.array(scene.view.place[:2])

    def face(points: Floats, light: Floats) -> None:
        outline = np.round(((scene.view.pixels(points) - low + 0.5) * OVER - 0.5) * 2**FINE).astype(np.int32)
        cv2.fillPoly(alpha, [outline], 255, cv2.LINE_8, FINE)
        cv2.fillPoly(colour, [outline], (light * cube.paint).tolist(), cv2.LINE_8, FINE)

    for at in range(4):
        side = corners[[at, (at + 1) % 4, (at + 1) % 4 + 4, at + 4]]
        out = side[:2, :2].mean(axis=0) - middle
        if out @ (eye - side[:2, :2].mean(axis=0)) > 0:
            face(side, _falling(scene.light, side.mean(axis=0), np.append(out / np.linalg.norm(out), 0.0)))
    top = _falling(scene.light, corners[4:].mean(axis=0), np.array([0.0, 0.0, 1.0]))
    face(corners[4:], top * 0.82)
    face(inner[4:] + np.array([0, 0, BEVEL]), top)
    small = (int(high[0] - low[0]), int(high[1] - low[1]))
    share = cv2.resize(alpha, small, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    lit = cv2.resize(colour, small, interpolation=cv2.INTER_AREA)
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - share) + lit


def _falling(light: Light, point: Floats, normal: Floats) -> Floats:
    """The light on a surface; sides see the bright table as well as the room."""
    total = np.array(light.ambient) * (0.55 + 0.45 * normal[2])
    for lamp in light.lamps:
        x, y, z, strength = lamp.reaching(point[None])[0]
        total = total + max(float(normal @ [x, y, z]), 0.0) * strength * np.array(lamp.colour)
    return np.asarray(total)


def _draw_hand(picture: Linear, scene: Scene, hand: Hand) -> None:
    for outline, tone in zip(hand.outline(), (hand.skin, hand.sleeve), strict=True):
        points = scene.view.pixels(np.column_stack([outline, np.full(len(outline), hand.height)]))
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(np.clip(points, -4000, 8000) * 2**FINE).astype(np.int32)], 255, cv2.LINE_AA, FINE)
        share = cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32)[..., None] / 255
        middle = np.array([hand.x, hand.y, hand.height])
        lit = _falling(scene.light, middle, np.array([0.0, 0.0, 1.0])) * tone
        picture[:] = picture * (1 - share) + lit.astype(np.float32) * share


def square_places(
    count: int, side: float, room: tuple[float, float], gap: float, chance: np.random.Generator
) -> Sequence[tuple[float, float, float]]:
    """Middles and turns of so many squares that lie at random ``gap`` apart around the origin, as many as fit."""
    found: list[tuple[float, float, float]] = []
    for _ in range(400):
        if len(found) == count:
            break
        turn = float(chance.uniform(0, 90))
        reach = side / 2 * (abs(np.cos(np.radians(turn))) + abs(np.sin(np.radians(turn))))
        half = np.array(room) / 2 - reach
        if (half < 0).any():
            continue
        x, y = chance.uniform(-half, half)
        apart = side * 1.42 if gap > 0.8 else side
        if all(np.hypot(x - a, y - b) > apart + gap for a, b, _ in found):
            found.append((float(x), float(y), turn))
    return found
