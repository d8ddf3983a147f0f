"""The background model: the rectified picture of the empty board, the light of a frame and what a shadow does.

Everything is done in logarithms, where light is a sum: a lamp, a shadow or a camera's exposure shifts a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from vision.evidence.illumination import DARK, STEP, Illumination, fit
from vision.evidence.shadows import ShadowModel
from vision.geometry.board_pose import BoardPose, Picture

Floats = NDArray[np.float32]

SCALE = 0.7
"""Pixels for each millimetre."""
ANYTHING = -3.5
"""The logarithm of how likely any colour is of what nobody knows (even over all that a pixel can be)."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The background model: light, noise and shadows. Defaults are the values in use."""

    margin: float = 14.0
    """Millimetres around the cells and areas: tall figures lean out of them, and figures lie over their edges."""
    least_noise: float = 0.02
    """Logarithm: the noise of a bright pixel is at least so much ..."""
    least_grain: float = 1.0
    """... and that of a dark one so many grey levels."""
    least_shake: float = 0.4
    """Pixels by which a frame may lie beside the empty board."""
    unsure: float = 0.12
    """How well the depth of a shadow is known that was taken away, for each unit of it."""
    burnt: tuple[float, float] = (215.0, 240.0)
    """Grey levels between which a channel is burnt out, more or less: it was brighter than it shows."""


TUNING = Tuning()


GREYS = np.arange(256, dtype=np.float32)
LOGARITHM = np.log(GREYS + DARK)
COARSE = 16
"""Where the board lies is worked out for one in so many pixels a side, and between them along straight lines."""
BLOCK = 4
"""Pixels along a block, by the mean of which a change is noticed: less noise than in a single pixel."""


@dataclass(frozen=True)
class Grid:
    """The pixels of the sheet that are looked at: those around cells and areas. ``left``, ``top`` in millimetres."""

    left: float
    top: float
    width: int
    height: int

    @classmethod
    def of(cls, layout: Layout) -> Grid:
        """Make it from the rectified picture of the empty board; how much frames stray from it is only guessed yet."""
        points = [point for cell in layout.by_id for point in layout.corners(cell)]
        for area in layout.areas:
            x, y = area.width / 2, area.height / 2
            points += [(area.x - x, area.y - y), (area.x + x, area.y + y)]
        low, high = np.min(points, axis=0) - TUNING.margin, np.max(points, axis=0) + TUNING.margin
        width, height = np.ceil((high - low) * SCALE).astype(int)
        return cls(float(low[0]), float(low[1]), int(width), int(height))

    def at(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pixels of the grid for millimetres."""
        return (np.asarray(points) - [self.left, self.top]) * SCALE - 0.5

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """Return the millimetres of every pixel (height x width x 2)."""
        x, y = np.meshgrid(np.arange(self.width), np.arange(self.height))
        return np.stack([(x + 0.5) / SCALE + self.left, (y + 0.5) / SCALE + self.top], axis=2)

    def remap_maps(self, board_pose: BoardPose) -> tuple[Floats, Floats]:
        """Return x and y in the picture of each pixel, for ``cv2.remap`` (OpenCV, Geometric Image Transformations)."""
        columns, rows = -(-self.width // COARSE) + 1, -(-self.height // COARSE) + 1
        x, y = np.meshgrid(np.arange(columns) * COARSE, np.arange(rows) * COARSE)
        points = np.stack([(x + 0.5) / SCALE + self.left, (y + 0.5) / SCALE + self.top], axis=2)
        pixels = board_pose.pixels(points.reshape(-1, 2)).reshape(rows, columns, 2).astype(np.float32)
        fx, fy = np.meshgrid(
            np.arange(self.width, dtype=np.float32) / COARSE, np.arange(self.height, dtype=np.float32) / COARSE
        )
        full = np.asarray(cv2.remap(pixels, fx, fy, cv2.INTER_LINEAR), np.float32)
        return full[..., 0].copy(), full[..., 1].copy()


def logarithms(rectified: Picture) -> Floats:
    """Return the logarithm of each channel (height x width x 3)."""
    return np.asarray(cv2.LUT(rectified, LOGARITHM), np.float32)


def rectify(grid: Grid, board_pose: BoardPose, picture: Picture) -> Picture:
    """Return the picture as seen from straight above, one pixel for each of the grid's."""
    x, y = grid.remap_maps(board_pose)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def averaged(values: NDArray[Any], side: int) -> NDArray[Any]:
    """Return the mean of each square (height / side x width / side x channels), without what is over at the rims."""
    rows, columns = values.shape[0] // side, values.shape[1] // side
    whole = values[: rows * side, : columns * side]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), values.dtype)


@dataclass(frozen=True)
class NoiseModel:
    """The differences between frames in which nothing has changed.

    ``shot`` noise (standard deviation of the logarithms) grows with the light, ``read`` noise (in grey levels) does
    not, and ``jitter`` (in pixels) is that of the registration.
    """

    shot: float
    read: float
    jitter: float

    def variance(self, colour: Floats) -> Floats:
        """Return that of the logarithms ``colour`` (height x width x 3)."""
        jitter = np.square(self.jitter * _gradient(colour))
        return np.asarray(self.shot**2 + np.square(self.read / np.exp(colour)) + jitter, np.float32)


@dataclass(frozen=True)
class Background:
    """The empty board, every array height x width x 3.

    ``colour`` are logarithms, ``noise`` the variance of a frame around them where nothing stands (by ``noise_model``).
    """

    colour: Floats
    noise: Floats
    noise_model: NoiseModel
    shadows: ShadowModel = field(default_factory=ShadowModel.unknown)
    depth: Floats | None = None
    """height x width x 1: how deep large shadows are (logarithms, below 0), if there are any"""
    guessed: Floats | None = None
    """height x width x 1: 1 where nobody has seen the board, and any other print is as likely as any colour"""

    @classmethod
    def of(cls, rectified: Picture, guessed: Floats | None = None) -> Background:
        """From the rectified picture of the empty board; how much frames stray from it is only guessed yet."""
        colour = logarithms(rectified)
        noise_model = NoiseModel(TUNING.least_noise, 3 * TUNING.least_grain, 2 * TUNING.least_shake)
        return cls(colour, noise_model.variance(colour), noise_model, guessed=guessed)

    def at(self, blocks: NDArray[np.intp]) -> Background:
        """Return some of its blocks (their numbers), on top of each other as a picture one block wide."""
        taken = {name: plane.take(blocks, axis=0).reshape(-1, BLOCK, 3) for name, plane in self._in_blocks.items()}
        depth, guessed = (taken[name][..., :1] if name in taken else None for name in ("_deep", "_guess"))
        made = replace(self, colour=taken["colour"], noise=taken["noise"], depth=depth, guessed=guessed)
        vars(made).update(levels=taken["levels"], _cast=taken["_cast"], _tint=taken["_tint"], _trust=taken["_trust"])
        return made

    @cached_property
    def _in_blocks(self) -> dict[str, Floats]:
        """Return what is asked again and again of some blocks, each in one piece (blocks x numbers)."""
        names = ("colour", "noise", "levels", "_cast", "_tint", "_trust")
        planes = {name: in_blocks(getattr(self, name)) for name in names}
        once = {"_deep": self.depth, "_guess": self.guessed}
        return planes | {name: in_blocks(_thrice(its)) for name, its in once.items() if its is not None}

    def illumination(self, rectified: Picture, usable: NDArray[np.bool_] | None = None) -> Illumination:
        """Return the light of a frame beside that of the empty board, by its ``usable`` pixels (height x width)."""
        seen, board, burnt = (each[::STEP, ::STEP].astype(np.float32) for each in (rectified, self.levels, self._burnt))
        return fit(seen, board, burnt, None if usable is None else usable[::STEP, ::STEP])

    @cached_property
    def levels(self) -> Floats:
        """Return the grey levels (height x width x 3)."""
        return np.exp(self.colour) - DARK

    @cached_property
    def _response(self) -> Floats:
        """Return by how much each logarithm changes with that of the light (height x width x 3).

        It is less than 1 where it is dark; nothing is darker than one grey level.
        """
        return np.asarray(np.maximum(self.levels, 1) / np.exp(self.colour), np.float32)

    def spread(self, thin: Floats) -> Floats:
        """Return what is known at the thin grid, at all pixels (height x width x 3)."""
        height, width = self.colour.shape[:2]
        size = (thin.shape[1] * STEP, thin.shape[0] * STEP)
        large = cv2.resize(thin, size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(large[:height, :width], np.float32)

    def with_noise(self, change: Floats, bare: NDArray[np.bool_]) -> Background:
        """Return the same, with the noise that a frame shows where it is ``bare``; its light is taken away."""
        quick = np.abs(change - _blurred(change, 2.5))
        colour = self.colour
        level = np.exp(colour)
        steep = _gradient(colour)
        sharp = steep > np.quantile(steep[bare], 0.9, axis=0)
        bright = bare[..., None] & ~sharp & (level >= np.median(level[bare], axis=0))  # all of it may be as white
        dim = bare[..., None] & ~sharp & (level <= np.quantile(level[bare], 0.2, axis=0))
        noise = 1.6 * float(np.median(quick[bright]))
        grain = 1.6 * float(np.median((quick * level)[dim]))
        shake = 1.6 * float(np.median((quick / np.maximum(steep, 1e-3))[sharp & bare[..., None]]))
        noise_model = NoiseModel(
            max(noise, TUNING.least_noise), max(grain, TUNING.least_grain), max(shake, TUNING.least_shake)
        )
        return replace(self, noise=noise_model.variance(colour), noise_model=noise_model)

    def under(self, light: Illumination) -> Background:
        """Return the same where a frame is lit so.

        In a large shadow there is more noise, and its depth is not known exactly.
        """
        if not light.step.any():
            return self
        depth = self.spread(np.asarray(cv2.merge([light.step] * 3), np.float32))
        noise = self.noise_model.variance(self.colour + depth) + np.square(TUNING.unsure * depth)
        return replace(self, noise=np.maximum(self.noise, noise), depth=depth[..., :1])

    def with_shadows(self, change: Floats, bare: NDArray[np.bool_]) -> Background:
        """Return the same, with shadows like those of figures on the board around them, where it is ``bare``."""
        whole = (change * self._response)[bare] / np.maximum(np.square(self._response[bare]), 0.1)
        return replace(self, shadows=ShadowModel.of(whole.astype(np.float32), self._burnt[bare]))

    def likelihood(self, change: Floats) -> Floats:
        """Return the log-likelihood (height x width) that an empty board changes so, once the light is taken away.

        It changes not at all, or by a shadow.
        """
        precise, least = self._precise
        shade = total(change * self._trust)
        shade /= precise
        shaded = np.float32(0) if self.depth is None else np.abs(self.depth[..., 0])
        left = np.maximum(self.shadows.deepest - shaded, 0)  # of the lamp, to be taken away by a figure
        fit = np.clip(shade, -left, 0)
        tinted = self._tint * _thrice(fit)
        allowed = np.square(tinted, out=tinted)
        allowed += self.noise
        off = self._cast * _thrice(shade)
        np.subtract(change, off, out=off)
        np.square(off, out=off)
        off /= allowed
        unshaded = -0.5 * precise * np.square(shade)
        shadow = least + self.shadows.likely(-fit) - 0.5 * precise * np.square(shade - fit)
        likely = np.maximum(unshaded, shadow, out=unshaded)
        likely -= 0.5 * total(off)
        likely += -0.5 * np.log(allowed[..., 0] * allowed[..., 1] * allowed[..., 2]) - 2.8
        if self.guessed is not None:
            np.maximum(likely, np.float32(ANYTHING), out=likely, where=self.guessed[..., 0] > 0)
        return np.asarray(likely, np.float32)

    @cached_property
    def _burnt(self) -> Floats:
        """Return from 0 to 1 how burnt out each channel is beside others that are not."""
        least, most = np.log(np.array(TUNING.burnt, np.float32) + DARK)
        much = np.clip((self.colour - least) / (most - least), 0, 1)
        return np.asarray(much * (1 - much.min(axis=2, keepdims=True)), np.float32)

    @cached_property
    def _cast(self) -> Floats:
        """Return what a shadow of depth 1 does to each pixel."""
        shadows = self.shadows
        return self._response * (shadows.direction + (shadows.burnt_direction - shadows.direction) * self._burnt)

    @cached_property
    def _tint(self) -> Floats:
        """Return how far each channel may stray from that."""
        return self.shadows.tint + (self.shadows.burnt_tint - self.shadows.tint) * self._burnt

    @cached_property
    def _trust(self) -> Floats:
        return np.asarray(self._cast / (self.noise + np.square(self._tint - self.shadows.tint)), np.float32)

    @cached_property
    def _precise(self) -> tuple[Floats, Floats]:
        """Return how precisely a pixel tells the light, and what it takes to believe in a shadow there."""
        precise = total(self._cast * self._trust)
        return precise, np.asarray(-0.5 * np.log(precise), np.float32)


def in_blocks(plane: Floats) -> Floats:
    """Return the numbers of each block in one piece (blocks x numbers); incomplete blocks at the rims are dropped."""
    rows, columns = plane.shape[0] // BLOCK, plane.shape[1] // BLOCK
    whole = plane[: rows * BLOCK, : columns * BLOCK].reshape(rows, BLOCK, columns, BLOCK * 3)
    return np.ascontiguousarray(whole.transpose(0, 2, 1, 3)).reshape(rows * columns, BLOCK * BLOCK * 3)


def total(planes: Floats) -> Floats:
    """Return the sum of the three channels (numpy is slow along short axes)."""
    return np.asarray(planes[..., 0] + planes[..., 1] + planes[..., 2], np.float32)


def _thrice(plane: NDArray[Any]) -> Floats:
    """Return the same for each of three channels (nor is numpy fast where it repeats numbers along them)."""
    return np.asarray(cv2.merge((plane, plane, plane)), np.float32)


def _gradient(colour: Floats) -> Floats:
    """Return how much each channel changes from a pixel to the next, thereabouts."""
    across, down = (np.asarray(cv2.Sobel(colour, cv2.CV_32F, dx, 1 - dx, ksize=3)) / 8 for dx in (1, 0))
    return np.asarray(cv2.blur(np.hypot(across, down), (3, 3)), np.float32)


def _blurred(values: Floats, spread: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), spread, borderType=cv2.BORDER_REFLECT), np.float32)
