"""The sheet seen from straight above: the pixels of a frame at the millimetres of the board, light taken away.

Everything is done in logarithms, where light is a sum: a pixel is (brightness, red against green, both against blue),
and a lamp, a shadow or a camera's exposure shifts it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.board import Layout
from vision.placement import Picture, Placement

Floats = NDArray[np.float32]

SCALE = 0.7
"""Pixels for each millimetre."""
MARGIN = 14.0
"""Millimetres around the cells and areas: tall figures lean out of them."""
DARK = 10.0
"""Added to a pixel before its logarithm: below, there is only the camera's noise."""
LOGARITHM = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK))
OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 0.5, 0.5]], np.float32)
"""From log blue, green, red to (brightness, red - green, yellow - blue)."""
COARSE = 16
"""Where the board lies is worked out for one in so many pixels a side, and between them along straight lines."""
DEEPEST = 1.0
"""The deepest shadow before any is known, as the logarithm of how much darker it is."""
DEEPER = 0.2
"""How much deeper than those of figures the shadow of a hand may be."""
SHADOW_ODDS = float(np.log(0.4))
SHADOW_TINT = 0.12
"""How much the colour may turn in a shadow, for each unit of its depth."""
LEAST_NOISE = 0.02
LEAST_SHAKE = 0.4
BACKGROUND_FLOOR = -8.0


@dataclass(frozen=True)
class Grid:
    """The pixels of the sheet that are looked at: those around cells and areas. ``left``, ``top`` in millimetres."""

    left: float
    top: float
    width: int
    height: int

    @classmethod
    def of(cls, layout: Layout) -> Grid:
        """All that can show a figure."""
        points = [point for cell in layout.by_id for point in layout.corners(cell)]
        for area in layout.areas:
            x, y = area.width / 2, area.height / 2
            points += [(area.x - x, area.y - y), (area.x + x, area.y + y)]
        low, high = np.min(points, axis=0) - MARGIN, np.max(points, axis=0) + MARGIN
        width, height = np.ceil((high - low) * SCALE).astype(int)
        return cls(float(low[0]), float(low[1]), int(width), int(height))

    def at(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Millimetres to pixels of the grid."""
        return (np.asarray(points) - [self.left, self.top]) * SCALE - 0.5

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """height x width x 2: the millimetres of every pixel."""
        x, y = np.meshgrid(np.arange(self.width), np.arange(self.height))
        return np.stack([(x + 0.5) / SCALE + self.left, (y + 0.5) / SCALE + self.top], axis=2)

    @cached_property
    def curves(self) -> Floats:
        """height x width x 6: what light over the board is made of: even, sloping and bowed."""
        across, down = self.points[..., 0] / 250, self.points[..., 1] / 250
        return np.stack([np.ones_like(across), across, down, across**2, across * down, down**2], axis=2).astype(
            np.float32
        )

    def paths(self, placement: Placement) -> tuple[Floats, Floats]:
        """For ``cv2.remap``: which pixel of the picture shows each pixel of the grid."""
        columns, rows = -(-self.width // COARSE) + 1, -(-self.height // COARSE) + 1
        x, y = np.meshgrid(np.arange(columns) * COARSE, np.arange(rows) * COARSE)
        points = np.stack([(x + 0.5) / SCALE + self.left, (y + 0.5) / SCALE + self.top], axis=2)
        pixels = placement.pixels(points.reshape(-1, 2)).reshape(rows, columns, 2).astype(np.float32)
        fx, fy = np.meshgrid(
            np.arange(self.width, dtype=np.float32) / COARSE, np.arange(self.height, dtype=np.float32) / COARSE
        )
        full = np.asarray(cv2.remap(pixels, fx, fy, cv2.INTER_LINEAR), np.float32)
        return full[..., 0].copy(), full[..., 1].copy()


def colours(flat: Picture) -> Floats:
    """height x width x 3: the picture as (brightness, red - green, yellow - blue) in logarithms."""
    return np.asarray(cv2.transform(cv2.LUT(flat, LOGARITHM), OPPONENT), np.float32)


def flattened(grid: Grid, placement: Placement, picture: Picture) -> Picture:
    """The picture as seen from straight above, one pixel for each of the grid's."""
    x, y = grid.paths(placement)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def fitted_light(grid: Grid, change: Floats, usable: NDArray[np.bool_], rounds: int = 6) -> Floats:
    """6 x 3: the smooth change of light that most usable pixels went through (what does not follow is left out)."""
    step = 3
    sample = usable[::step, ::step]
    basis, values = grid.curves[::step, ::step][sample], change[::step, ::step][sample]
    weight = np.ones(len(values), np.float32)
    light = np.zeros((6, 3), np.float32)
    if len(values) < 100:
        return light
    light[0] = np.median(values, axis=0)
    for _ in range(rounds):
        rest = values - basis @ light
        weight[:] = 1 / (1 + (rest**2 @ np.array([1.0, 2.0, 2.0], np.float32)) / 0.05**2) ** 2
        heavy = basis * weight[:, None]
        ridge = np.diag([1e-3, 1, 1, 1, 1, 1]).astype(np.float32) * 0.002 * len(values)
        light = np.linalg.solve(heavy.T @ basis + ridge, heavy.T @ values).astype(np.float32)
    return light


@dataclass(frozen=True)
class Background:
    """The empty board: its ``colour`` at every pixel (height x width x 3), and how far a frame may stray from it."""

    colour: Floats
    bright: Floats
    """standard deviation of the brightness where nothing stands"""
    tint: Floats
    """standard deviation of the two colour differences"""
    deepest: float = DEEPEST
    """how dark a shadow can be, as the logarithm of how much darker it is"""

    @classmethod
    def of(cls, colour: Floats, change: Floats, bare: NDArray[np.bool_]) -> Background:
        """Learnt from the empty board and how another frame differs from it where ``bare``.

        Along the edges of the artwork the smallest shake shows: there more is allowed.
        """
        steep = [_steepness(colour[..., channel]) for channel in range(3)]
        steep_tint = np.asarray(np.hypot(steep[1], steep[2]) / np.float32(np.sqrt(2)), np.float32)
        rest = np.abs(change)
        return cls(
            colour,
            _spread(rest[..., 0], steep[0], bare),
            _spread(np.asarray((rest[..., 1] + rest[..., 2]) / 2), steep_tint, bare),
        )

    def shaded(self, change: Floats, free: NDArray[np.bool_]) -> Background:
        """The same, with shadows as deep as those that figures cast on the board where it is ``free`` of them."""
        found = float(np.quantile(-change[..., 0][free], 0.997))
        return replace(self, deepest=min(max(found, 0.1) + DEEPER, DEEPEST))

    @property
    def _depth(self) -> float:
        """Shadows are that deep on average."""
        return self.deepest / 3

    def likelihood(self, change: Floats) -> Floats:
        """height x width: the logarithm of how likely an empty board changes so: not at all, or by a shadow."""
        bright, tints = change[..., 0], change[..., 1:]
        shade = np.clip(-bright, 0, self.deepest)
        strange = np.square(tints[..., 0]) + np.square(tints[..., 1])
        tint = np.square(self.tint) + np.square(SHADOW_TINT * shade)
        still = -0.5 * np.square(bright / self.bright)
        beyond = np.maximum(bright, 0) + np.maximum(-bright - self.deepest, 0)
        odds = SHADOW_ODDS + np.log(self.bright / self._depth)
        shadow = odds - shade / self._depth - 0.5 * np.square(beyond / self.bright)
        density = -np.log(self.bright) - np.log(tint) - 2.8
        likely = np.maximum(still, shadow) - 0.5 * strange / tint + density
        return np.asarray(np.maximum(likely, BACKGROUND_FLOOR), np.float32)


def _steepness(channel: Floats) -> Floats:
    """How much it changes from a pixel to the next, thereabouts."""
    across, down = (np.asarray(cv2.Sobel(channel, cv2.CV_32F, dx, 1 - dx, ksize=3)) / 8 for dx in (1, 0))
    return np.asarray(cv2.blur(np.hypot(across, down), (3, 3)), np.float32)


def _spread(rest: Floats, steep: Floats, bare: NDArray[np.bool_]) -> Floats:
    """Noise everywhere, and a share of how steep the artwork is."""
    flat = bare & (steep < np.median(steep[bare]))
    noise = max(1.48 * float(np.median(rest[flat])), LEAST_NOISE)
    edges = bare & (steep > np.quantile(steep[bare], 0.9))
    shake = max(1.48 * float(np.median(rest[edges] / steep[edges])), LEAST_SHAKE)
    return np.asarray(np.sqrt(noise**2 + (shake * steep) ** 2), np.float32)
