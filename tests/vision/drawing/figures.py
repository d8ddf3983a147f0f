"""Figures, hands and things as little surfaces of flat faces, to be drawn from any side.

A shape stands at the origin of its own millimetres (x, y, height) and looks along x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tests.vision.drawing.view import Floats, Place
from vision.synthetic.sheet import Colour
from vision.synthetic.table import COW, SKIN, SLEEVE


@dataclass(frozen=True, eq=False)
class Shape:
    """``points`` n x 3, ``faces`` m x 4 of their indexes, ``normals`` m x 3 outwards, ``colours`` m x 3."""

    points: Floats
    faces: NDArray[np.int64]
    normals: Floats
    colours: Floats

    def at(self, x: float, y: float, angle: float = 0.0, lift: float = 0.0) -> Shape:
        """Draw it turned by ``angle`` degrees and put there, ``lift`` above the table."""
        sine, cosine = np.sin(np.radians(angle)), np.cos(np.radians(angle))
        turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
        return Shape(self.points @ turn + [x, y, lift], self.faces, self.normals @ turn, self.colours)


def together(shapes: Sequence[Shape]) -> Shape:
    """Return all meshes as one."""
    starts = np.cumsum([0, *(len(shape.points) for shape in shapes[:-1])])
    return Shape(
        np.concatenate([shape.points for shape in shapes]),
        np.concatenate([shape.faces + start for shape, start in zip(shapes, starts, strict=True)]),
        np.concatenate([shape.normals for shape in shapes]),
        np.concatenate([shape.colours for shape in shapes]),
    )


def mesh_of_rings(rings: Floats, colour: Colour) -> Shape:
    """Return the surface through ``rings`` (k x s x 3), closed at both ends."""
    count, sides = rings.shape[:2]
    middles = rings.mean(axis=1)
    points = np.concatenate([rings.reshape(-1, 3), middles[[0, -1]]])
    ring, side = (each.ravel() for each in np.mgrid[0 : count - 1, 0:sides])
    after = (side + 1) % sides
    circle = np.column_stack(
        [ring * sides + side, ring * sides + after, (ring + 1) * sides + after, (ring + 1) * sides + side]
    )
    one, next_one = np.arange(sides), (np.arange(sides) + 1) % sides
    last = (count - 1) * sides
    lids = [
        np.column_stack([one, next_one, np.full(sides, count * sides), np.full(sides, count * sides)]),
        np.column_stack([last + one, last + next_one, *[np.full(sides, count * sides + 1)] * 2]),
    ]
    faces = np.concatenate([circle, *lids])
    inside = np.concatenate(
        [(middles[ring] + middles[ring + 1]) / 2, *[np.tile(middle, (sides, 1)) for middle in _within(middles)]]
    )
    corners = points[faces]
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 1] - corners[:, 3])
    flat = np.linalg.norm(normals, axis=1) < 1e-9
    normals[flat] = np.cross(corners[flat, 1] - corners[flat, 0], corners[flat, 2] - corners[flat, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    outwards = np.sign(((corners.mean(axis=1) - inside) * normals).sum(axis=1, keepdims=True))
    return Shape(
        points, faces, normals * np.where(outwards < 0, -1, 1), np.tile(np.array(colour, np.float64), (len(faces), 1))
    )


def _within(middles: Floats) -> Floats:
    """Return a point inside behind either end."""
    return np.stack([middles[1] - (middles[0] - middles[1]) * 1e-3, middles[-2] - (middles[-1] - middles[-2]) * 1e-3])


def lathe(profile: Sequence[tuple[float, float]], colour: Colour, sides: int = 12) -> Shape:
    """Return a turned piece: ``profile`` lists (height, radius) from the table upwards."""
    angles = np.arange(sides) * 2 * np.pi / sides
    circle = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(sides)])
    return mesh_of_rings(np.stack([circle * radius + [0, 0, height] for height, radius in profile]), colour)


def loft(ends: Sequence[Place], widths: Sequence[float], heights: Sequence[float], colour: Colour) -> Shape:
    """Return a body along a line that lies on the table: half ``widths`` across it and half ``heights`` at its
    stations.
    """
    line = np.array(ends, np.float64)
    along = np.gradient(line[:, :2], axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    across = np.column_stack([-along[:, 1], along[:, 0], np.zeros(len(line))])
    angles = np.arange(10) * 2 * np.pi / 10 + np.pi / 10
    rings = [
        middle + np.outer(np.cos(angles) * width, side) + np.outer(np.sin(angles) * height, [0, 0, 1])
        for middle, side, width, height in zip(line, across, widths, heights, strict=True)
    ]
    return mesh_of_rings(np.stack(rings), colour)


def box(length: float, width: float, height: float, colour: Colour) -> Shape:
    """Return a die, a telephone, a book."""
    edge = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, width / 2]
    rings = [np.column_stack([edge, np.full(4, level)]) for level in (0.0, height)]
    return mesh_of_rings(np.stack(rings), colour)


@lru_cache(maxsize=256)
def cowboy(colour: Colour, height: float = 30.0, base: float = 14.0, hat: float = 0.6) -> Shape:
    """Return a turned cowboy: foot, waist, shoulders, the brim of a hat (``hat`` of the foot's width) and its crown."""
    foot = base / 2
    profile = [
        (0.0, foot),
        (height * 0.08, foot),
        (height * 0.16, foot * 0.78),
        (height * 0.38, foot * 0.5),
        (height * 0.56, foot * 0.56),
        (height * 0.64, foot * 0.38),
        (height * 0.74, foot * hat),
        (height * 0.79, foot * hat),
        (height * 0.82, foot * 0.42),
        (height * 0.96, foot * 0.38),
        (height, foot * 0.2),
    ]
    return lathe(profile, colour)


@lru_cache(maxsize=256)
def cow(colour: Colour = COW, length: float = 28.0, width: float = 14.0, height: float = 20.0) -> Shape:
    """Return a cow on short legs, its head along x."""
    back, half = -length * 0.5, width / 2
    body = loft(
        [(back + length * part, 0.0, height * 0.52) for part in (0.0, 0.03, 0.12, 0.3, 0.5, 0.66, 0.74)],
        [half * part for part in (0.2, 0.6, 0.9, 1.0, 0.97, 0.9, 0.45)],
        [height * part for part in (0.1, 0.24, 0.36, 0.42, 0.4, 0.4, 0.2)],
        colour,
    )
    head = loft(
        [(back + length * part, 0.0, height * (0.78 - 0.12 * (part - 0.7) / 0.3)) for part in (0.68, 0.74, 0.86, 1.0)],
        [half * part for part in (0.3, 0.52, 0.42, 0.22)],
        [height * part for part in (0.14, 0.22, 0.17, 0.1)],
        colour,
    )
    bone: Colour = (150, 190, 205)
    horns = [
        loft(
            [(length * 0.28, side * half * 0.4, height * 0.92), (length * 0.3, side * half * 0.95, height)],
            [length * 0.03] * 2,
            [height * 0.04] * 2,
            bone,
        )
        for side in (-1, 1)
    ]
    dark = tuple(round(part * 0.6) for part in colour)
    legs = [
        box(length * 0.12, width * 0.22, height * 0.3, (dark[0], dark[1], dark[2])).at(x * length, y * width)
        for x in (-0.34, 0.14)
        for y in (-0.3, 0.3)
    ]
    return together([*legs, body, head, *horns])


def forearm(
    tip: tuple[float, float], elbow: tuple[float, float], sleeve: Colour = SLEEVE, flesh: Colour = SKIN
) -> Shape:
    """Return a forearm that comes from ``elbow``, with the fingers of its closed hand at ``tip``."""
    away = np.array(elbow) - np.array(tip)
    reach = float(np.linalg.norm(away))
    hand = loft(_rising((0.0, 12.0, 40.0, 75.0, 95.0), 34.0), (12, 30, 44, 38, 28), (9, 16, 20, 20, 20), flesh)
    fingers = [
        loft(
            [(-14.0 + 5 * abs(place), place * 17.0, 14.0), (12.0, place * 19.0, 34.0), (42.0, place * 20.0, 42.0)],
            (6.0, 8.5, 9.0),
            (6.0, 8.0, 9.0),
            flesh,
        )
        for place in (-1.5, -0.5, 0.5, 1.5)
    ]
    wrist = loft(_rising((85.0, 130.0, 165.0), 38.0), (27.0, 27.0, 31.0), (20, 22, 24), flesh)
    lengths = np.linspace(145.0, max(reach, 220.0), 6)
    arm = loft(
        _rising(lengths.tolist(), 40.0), np.linspace(38, 56, 6).tolist(), np.linspace(30, 42, 6).tolist(), sleeve
    )
    angle = float(np.degrees(np.arctan2(away[1], away[0])))
    return together([arm, wrist, hand, *fingers]).at(tip[0], tip[1], angle)


def _rising(along: Sequence[float], lift: float) -> list[Place]:
    """Return the stations of an arm that rises towards the elbow."""
    return [(distance, 0.0, lift + distance * 0.12) for distance in along]
