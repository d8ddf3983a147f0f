"""Draws a table as a camera would see it: the printed sheet, figures that lean outwards, their shadows, a hand.

Nothing is stored: tests and benches make their pictures out of these parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.boards.layout import Layout, Point
from companion.boards.observation import Observation
from tests.vision.drawing.figures import Shape, cow, cowboy
from tests.vision.drawing.sheet import Artwork, board
from tests.vision.drawing.view import EVENING, Floats, Lamp, Light, View
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_corners
from vision.synthetic.sheet import Colour
from vision.synthetic.table import COWBOYS, places

FINE = 4
GRID = 8
"""Pixels between the points where the lens is worked out exactly; between them it is as good as straight."""
SHINE = 24.0
KIND = "cowboy"
GREY = (128, 128, 128)


@dataclass(frozen=True, eq=False)
class Renderer:
    """A printed sheet on a table, the lights and the camera: everything that stays while figures move.

    ``table`` is a picture of the table's surface around the origin, a pixel to a millimetre, or one colour.
    """

    art: Artwork
    view: View
    light: Light = EVENING
    table: Picture | Colour = (70, 85, 100)
    glare: Picture | None = None
    """what the sheet mirrors, added to it"""

    @cached_property
    def ground(self) -> Picture:
        """Return table and sheet under even light."""
        where = self._maps
        if isinstance(self.table, tuple):
            seen = np.full((*self.view.size[::-1], 3), self.table, np.uint8)
        else:
            seen = np.empty((*self.view.size[::-1], 3), np.uint8)
            cv2.remap(self.table, *_maps_into(self.table, where), cv2.INTER_LINEAR, seen, cv2.BORDER_REFLECT)
        maps = _maps_into(self.art.picture, where * np.float32(self.art.scale))
        cv2.remap(self.art.picture, *maps, cv2.INTER_LINEAR, seen, cv2.BORDER_TRANSPARENT)
        return seen

    @cached_property
    def _maps(self) -> np.ndarray:
        """Return for every pixel the place on the table in millimetres, h x w x 2."""
        width, height = self.view.size
        across = (np.arange(-1, width // GRID + 2) + 0.5) * GRID - 0.5
        down = (np.arange(-1, height // GRID + 2) + 0.5) * GRID - 0.5
        points = np.stack(np.meshgrid(across, down), axis=-1)
        coarse = self.view.millimetres(points.reshape(-1, 2)).reshape(points.shape).astype(np.float32)
        fine = cv2.resize(coarse, None, fx=GRID, fy=GRID, interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(fine[GRID : GRID + height, GRID : GRID + width])

    @cached_property
    def _lamplight(self) -> tuple[np.ndarray, ...]:
        """Return the light of the lamps on each half-size pixel of the ground: blue, green and red."""
        width, height = (side // 2 for side in self.view.size)
        small = cv2.resize(self._maps, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
        flat = np.column_stack([small.reshape(-1, 2), np.zeros(small.shape[0] * small.shape[1])])
        given = []
        for lamp in self.light.lamps:
            reaching = lamp.reaching(flat)
            steep = np.asarray(lamp.place)[2] / np.linalg.norm(lamp.place)
            strength = (reaching[:, 2] / steep * reaching[:, 3]).reshape(small.shape[:2]).astype(np.float32)
            grown = cv2.resize(strength, (width, height), interpolation=cv2.INTER_LINEAR)
            given.append(grown[:, :, None] * np.array(lamp.colour, np.float32))
        return tuple(given)

    def picture(self, figures: Sequence[Shape], above: Sequence[Shape] = (), unseen: Sequence[Shape] = ()) -> Picture:
        """Return what the camera sees with these figures on the table and ``above`` them hands and the like.

        ``unseen`` things only throw shadows: a head between lamp and board.
        """
        shades = [self._shade((*above, *unseen), lamp) for lamp in self.light.lamps]
        lit = self._lit(figures, shades)
        solids = [*figures, *above]
        if solids:
            self._paint(lit, solids, shades, len(figures))
        return lit

    def silhouette(self, shapes: Sequence[Shape]) -> Picture:
        """Return one channel: 255 where the camera sees any of these."""
        mask = np.zeros(self.view.size[::-1], np.uint8)
        for shape in shapes:
            corners = _fixed(self.view.pixels(shape.points))
            for face in shape.faces:
                cv2.fillConvexPoly(mask, corners[face], 255, cv2.LINE_8, FINE)
        return mask

    def _shade(self, shapes: Sequence[Shape], lamp: Lamp) -> Picture:
        """Return a mask of half size, one channel: where these shapes keep the lamp away, before it is softened."""
        width, height = (side // 2 for side in self.view.size)
        mask = np.zeros((height, width), np.uint8)
        x, y, high = lamp.place
        for shape in shapes:
            up = np.minimum(shape.points[:, 2:], high * 0.9)
            fallen = shape.points[:, :2] + (shape.points[:, :2] - [x, y]) * up / (high - up)
            hull = cv2.convexHull(self.view.on_sheet(fallen).astype(np.float32))[:, 0] / 2 - 0.25
            cv2.fillConvexPoly(mask, _fixed(hull), 255, cv2.LINE_AA, FINE)
        return mask

    def _lit(self, figures: Sequence[Shape], shades: Sequence[Picture]) -> Picture:
        """Return the ground with light and shadow on it."""
        width, height = self.view.size
        scale = self.view.scale() / 2
        gain = np.full((height // 2, width // 2, 3), self.light.ambient, np.float32)
        touch = self._touch(figures)
        gain *= 1 - 0.35 * cv2.GaussianBlur(touch, (0, 0), max(0.6, 2.5 * scale))[:, :, None].astype(np.float32) / 255
        for lamp, given, shade in zip(self.light.lamps, self._lamplight, shades, strict=True):
            dark = cv2.max(shade, self._shade(figures, lamp))
            dark = cv2.GaussianBlur(dark, (0, 0), max(0.6, lamp.soft * scale))
            gain += given * (1 - dark.astype(np.float32)[:, :, None] / 255)
        grown = cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR)
        lit = cv2.multiply(self.ground, grown, dtype=cv2.CV_8U)
        return np.asarray(lit if self.glare is None else cv2.add(lit, self.glare))

    def _touch(self, figures: Sequence[Shape]) -> Picture:
        """Return a mask of half size: the ground right under and around the figures, which little light reaches."""
        mask = np.zeros((self.view.size[1] // 2, self.view.size[0] // 2), np.uint8)
        for shape in figures:
            low = shape.points[shape.points[:, 2] < 8.0]
            if len(low):
                hull = cv2.convexHull(self.view.on_sheet(low[:, :2]).astype(np.float32))[:, 0] / 2 - 0.25
                cv2.fillConvexPoly(mask, _fixed(hull), 255, cv2.LINE_AA, FINE)
        return mask

    def _paint(self, picture: Picture, solids: Sequence[Shape], shades: Sequence[Picture], standing: int) -> None:
        """Paint the faces turned to the camera, the farthest first."""
        points = np.concatenate([shape.points for shape in solids])
        starts = np.cumsum([0, *(len(shape.points) for shape in solids[:-1])])
        faces = np.concatenate([shape.faces + start for shape, start in zip(solids, starts, strict=True)])
        normals = np.concatenate([shape.normals for shape in solids])
        colours = np.concatenate([shape.colours for shape in solids])
        figures = np.concatenate([np.full(len(shape.faces), i < standing) for i, shape in enumerate(solids)])
        middles = points[faces].mean(axis=1)
        towards = np.array(self.view.place) - middles
        distance = np.linalg.norm(towards, axis=1)
        towards /= distance[:, None]
        seen = np.flatnonzero((towards * normals).sum(axis=1) > 0)
        seen = seen[np.argsort(-distance[seen])]
        shading = self._shading(middles[seen], normals[seen], towards[seen], colours[seen], figures[seen], shades)
        corners = _fixed(self.view.pixels(points))[faces[seen]]
        for corner, colour in zip(corners, shading.tolist(), strict=True):
            cv2.fillConvexPoly(picture, corner, colour, cv2.LINE_8, FINE)

    def _shading(
        self,
        middles: Floats,
        normals: Floats,
        towards: Floats,
        colours: Floats,
        figures: np.ndarray,
        shades: Sequence[Picture],
    ) -> Floats:
        """Return the colour of every face: ambient light, less of it near the table, lamps, and a little shine."""
        open_sky = np.clip(0.62 + 0.38 * middles[:, 2] / 20.0, 0.0, 1.0) * (0.75 + 0.25 * normals[:, 2])
        colour = colours * np.array(self.light.ambient) * open_sky[:, None]
        pixels = np.round(self.view.on_sheet(middles[:, :2]) / 2).astype(int)
        for lamp, shade in zip(self.light.lamps, shades, strict=True):
            reaching = lamp.reaching(middles)
            rows = np.clip(pixels[:, 1], 0, shade.shape[0] - 1)
            columns = np.clip(pixels[:, 0], 0, shade.shape[1] - 1)
            light = reaching[:, 3] * np.where(figures, 1 - shade[rows, columns] / 255, 1.0)
            facing = np.maximum((reaching[:, :3] * normals).sum(axis=1), 0.0)
            half = reaching[:, :3] + towards
            half /= np.linalg.norm(half, axis=1, keepdims=True)
            shine = np.maximum((half * normals).sum(axis=1), 0.0) ** SHINE
            tint = light[:, None] * np.array(lamp.colour)
            colour = colour + tint * (colours * facing[:, None] * 1.15 + 70.0 * shine[:, None])
        return np.asarray(np.clip(colour, 0, 255))


@dataclass(frozen=True)
class Scene:
    """The figures on a drawn board, as a faultless camera would report them."""

    layout: Layout
    observation: Observation
    colours: Mapping[str, Colour] | None = None
    """letter -> colour of the cowboys; None: the reference colours"""


def draw(scene: Scene, renderer_for: Renderer, above: Sequence[Shape] = ()) -> Picture:
    """Return the picture of a scene; figures stand in the middle of their cells, turned by their cell's name."""
    return renderer_for.picture(solids_of(scene), above)


def renderer_for(layout: Layout, view: View, light: Light = EVENING, markers: bool = True) -> Renderer:
    """Return a plainly printed board of this layout as this camera sees it."""
    return Renderer(board(layout, scale=max(1.0, 1.5 * view.scale()), markers=markers), view, light)


def overhead(layout: Layout, size: tuple[int, int] = (1280, 720), height: float = 900.0) -> View:
    """Return a camera above the middle of the sheet whose picture is filled by it."""
    corners = sheet_corners(layout)
    focal = 0.92 * height * min(size[0] / np.ptp(corners[:, 0]), size[1] / np.ptp(corners[:, 1]))
    return View((0.0, 60.0, height), (0.0, 0.0), float(focal), size)


def solids_of(scene: Scene) -> tuple[Shape, ...]:
    """Return all figures of the scene in their places."""
    return tuple(figure(scene, kind, place, turn) for kind, place, turn in places(scene.layout, scene.observation))


def figure(scene: Scene, kind: str, place: Point, turn: float) -> Shape:
    """Return one figure of this kind, turned by ``turn`` degrees."""
    colours = COWBOYS if scene.colours is None else scene.colours
    what, _, letter = kind.partition(":")
    colour = colours.get(letter, GREY)
    if what != KIND:
        return (cow(colour) if letter else cow()).at(*place, turn)
    return cowboy(colour).at(*place, turn)


def _fixed(points: Floats) -> np.ndarray:
    return np.asarray(np.round(np.clip(points, -5000.0, 15000.0) * 2**FINE), np.int32)


def _maps_into(picture: Picture, where: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return maps for ``remap``: pixels of the picture, whose middle is the origin, from distances to it in pixels."""
    tall, wide = picture.shape[:2]
    return where[..., 0] + np.float32(wide / 2 - 0.5), where[..., 1] + np.float32(tall / 2 - 0.5)
