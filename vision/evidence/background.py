"""The background model: the rectified picture of the empty board, the light of a frame and what a shadow does.

Everything is done in logarithms, where light is a sum: a lamp, a shadow or a camera's exposure shifts a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from vision.evidence.illumination import DARK, Illumination, ShadowModel, fit, lit, thinned
from vision.evidence.illumination import TUNING as LIGHT
from vision.geometry.board_pose import BoardPose, Picture

Floats = NDArray[np.float32]

SCALE = 0.7
"""Pixels for each millimetre."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The background model. Defaults are the values in use."""

    margin: float = 14.0
    """Millimetres around the cells and areas: tall figures lean out of them."""
    shot: float = 0.02
    """The least noise of a bright pixel, in logarithms ..."""
    read: float = 1.0
    """... that of a dark one, in grey levels ..."""
    jitter: float = 0.4
    """... and the pixels by which a frame may lie beside the empty board."""
    burnt: float = 215.0
    """Grey levels from which a channel is burnt out, more and more: it was brighter than it shows."""
    lost: float = 0.3
    """How much less a channel that is burnt out may lose in a shadow, for each unit of its depth."""


TUNING = Tuning()


COARSE = 16
"""Where the board lies is worked out for one in so many pixels a side, and between them along straight lines."""
COARSER = 2
"""What a pixel shows is asked of one coarse pixel for so many of the grid's a side, the mean of them."""


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
        low, high = np.min(points, axis=0) - TUNING.margin, np.max(points, axis=0) + TUNING.margin
        width, height = np.ceil((high - low) * SCALE).astype(int)
        return cls(float(low[0]), float(low[1]), int(width), int(height))

    def at(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Millimetres to pixels of the grid."""
        return (np.asarray(points) - [self.left, self.top]) * SCALE - 0.5

    def remap_maps(self, board_pose: BoardPose) -> tuple[Floats, Floats]:
        """For ``cv2.remap`` (OpenCV, Geometric Image Transformations): x and y in the picture of each of its pixels."""
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
    """height x width x 3: the logarithm of each channel."""
    return np.asarray(cv2.LUT(rectified, _logarithms()), np.float32)


@cache
def _logarithms() -> Floats:
    """Of every level that a byte can tell."""
    return np.asarray(np.log(np.arange(256) + DARK), np.float32)


def rectify(grid: Grid, board_pose: BoardPose, picture: Picture) -> Picture:
    """The picture as seen from straight above, one pixel for each of the grid's."""
    x, y = grid.remap_maps(board_pose)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def averaged(values: NDArray[Any], side: int) -> NDArray[Any]:
    """height / side x width / side x channels: the mean of each square; what is left over at the rims is dropped."""
    rows, columns = values.shape[0] // side, values.shape[1] // side
    whole = values[: rows * side, : columns * side]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), values.dtype)


@dataclass(frozen=True)
class NoiseModel:
    """How frames differ where nothing has changed: ``shot`` noise (standard deviation of the logarithms), which grows
    with the light, ``read`` noise (in grey levels), which does not, and registration ``jitter`` (in pixels)."""

    shot: float
    read: float
    jitter: float

    def variance(self, colour: Floats) -> Floats:
        """That of the logarithms ``colour`` (height x width x 3)."""
        jitter = np.square(self.jitter * _gradient(colour))
        return np.asarray(self.shot**2 + np.square(self.read / np.exp(colour)) + jitter, np.float32)


@dataclass(frozen=True)
class Background:
    """The empty board, every array height x width x 3, of the grid's pixels or of coarse ones.

    ``colour`` are logarithms, ``noise`` the variance of a frame around them where nothing stands (by ``noise_model``).
    """

    colour: Floats
    noise: Floats
    noise_model: NoiseModel
    shadows: ShadowModel = field(default_factory=ShadowModel.unknown)
    depth: Floats | None = None
    """height x width x 1: how deep large shadows are (logarithms, below 0), if there are any"""

    @classmethod
    def of(cls, rectified: Picture) -> Background:
        """From the rectified picture of the empty board; how much frames stray from it is only guessed yet."""
        colour = logarithms(rectified)
        noise_model = NoiseModel(TUNING.shot, TUNING.read, TUNING.jitter)
        return cls(colour, noise_model.variance(colour), noise_model)

    def coarser(self) -> Background:
        """The same of coarse pixels."""
        colour = np.log(averaged(self.levels, COARSER) + DARK)
        return replace(self, colour=colour, noise=averaged(self.noise, COARSER))

    def illumination(self, seen: Floats, usable: NDArray[np.bool_] | None = None) -> Illumination:
        """The light of a frame (grey levels of coarse pixels) beside that of the empty board, by its ``usable`` pixels
        (height x width)."""
        board, noise, burnt = (thinned(each) for each in (self.levels, self.noise, self._burnt))
        return fit(thinned(seen), board, noise.mean(axis=2), burnt, None if usable is None else thinned(usable))

    @cached_property
    def levels(self) -> Floats:
        """height x width x 3: grey levels."""
        return np.exp(self.colour) - DARK

    @cached_property
    def response(self) -> Floats:
        """height x width x 3: the derivative of each logarithm by that of the light, less than 1 where it is dark."""
        return np.asarray(self.levels / (self.levels + DARK), np.float32)

    def spread(self, thin: Floats) -> Floats:
        """height x width x 3: what is known at the thin grid, at all pixels."""
        height, width = self.colour.shape[:2]
        return np.asarray(cv2.resize(thin, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)

    def change(self, seen: Floats, light: Floats) -> Floats:
        """height x width x 3: how the logarithms of a frame (grey levels) differ from those of the board in its light
        (all of its pixels)."""
        return np.asarray(np.log(seen + DARK) - lit(self.levels, light), np.float32)

    def with_noise(self, change: Floats, bare: NDArray[np.bool_]) -> Background:
        """The same, with the noise that a frame shows where it is ``bare``; its light is taken away."""
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
        noise_model = NoiseModel(max(noise, TUNING.shot), max(grain, TUNING.read), max(shake, TUNING.jitter))
        return replace(self, noise=noise_model.variance(colour), noise_model=noise_model)

    def under(self, light: Illumination) -> Background:
        """The same where a frame is lit so: what was noise is more in a large shadow, and nobody knows exactly how dark
        that is."""
        if not light.step.any():
            return self
        depth = self.spread(light.step)[..., None]
        dim = np.square(self.noise_model.read / np.exp(self.colour)) * (np.exp(-2 * np.minimum(depth, 0)) - 1)
        return replace(self, noise=self.noise + dim + np.square(LIGHT.tint * depth), depth=depth)

    def with_shadows(self, change: Floats, bare: NDArray[np.bool_]) -> Background:
        """The same, with shadows like those of figures on the board around them, where it is ``bare``."""
        told = bare & (self.levels > DARK).all(axis=2) & ~self._burnt.any(axis=2)
        return replace(self, shadows=ShadowModel.of(change[told] / self.response[told]))

    def likelihood(self, change: Floats) -> Floats:
        """height x width: the logarithm of how likely an empty board changes so, once the light is taken away: not at
        all, or by a shadow of any depth."""
        cast, trust, stray, precise, told = self._shadowed
        shade = total(change * trust) / precise
        gone = np.float32(0) if self.depth is None else np.abs(self.depth[..., 0])
        left = np.maximum(self.shadows.deepest - gone, 0)  # of the lamp, to be taken away by a figure
        fit = np.clip(shade, -left, 0)
        allowed = self.noise + np.square(stray * _thrice(fit))
        off = total(np.square(change - cast * _thrice(shade)) / allowed)
        still, shadow = precise * np.square(shade), precise * np.square(shade - fit) - told
        likely = np.minimum(still, shadow) + off + np.log(allowed[..., 0] * allowed[..., 1] * allowed[..., 2])
        return np.asarray(-0.5 * likely - 1.5 * np.log(2 * np.pi), np.float32)

    @cached_property
    def _shadowed(self) -> tuple[Floats, ...]:
        """What a shadow of depth 1 does to each channel, how much each tells of the depth and how far it may stray; how
        precisely a pixel tells it, and twice the logarithm of what speaks for any shadow there beforehand."""
        lost = TUNING.lost * self._burnt
        cast = self.response * self.shadows.direction
        trust = cast / (self.noise + np.square(lost))
        precise = np.maximum(total(cast * trust), 1e-6)
        told = np.minimum(np.log(2 * np.pi / precise), 0)  # a pixel that tells nothing speaks for no shadow
        stray, told = self.shadows.tint + lost, told + 2 * self.shadows.likely
        return tuple(np.asarray(plane, np.float32) for plane in (cast, trust, stray, precise, told))

    @cached_property
    def _burnt(self) -> Floats:
        """From 0 to 1: how burnt out each channel is beside others that are not."""
        much = np.clip((self.levels - TUNING.burnt) / (255 - TUNING.burnt), 0, 1)
        return np.asarray(much * (1 - much.min(axis=2, keepdims=True)), np.float32)


def total(planes: Floats) -> Floats:
    """The sum of the three channels (numpy is slow along short axes)."""
    return np.asarray(planes[..., 0] + planes[..., 1] + planes[..., 2], np.float32)


def _thrice(plane: Floats) -> Floats:
    """The same for each of three channels (nor is numpy fast where it repeats numbers along them)."""
    return np.asarray(cv2.merge((plane, plane, plane)), np.float32)


def _gradient(colour: Floats) -> Floats:
    """How much each channel changes from a pixel to the next, thereabouts."""
    across, down = (np.asarray(cv2.Sobel(colour, cv2.CV_32F, dx, 1 - dx, ksize=3)) / 8 for dx in (1, 0))
    return np.asarray(cv2.blur(np.hypot(across, down), (3, 3)), np.float32)


def _blurred(values: Floats, spread: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), spread, borderType=cv2.BORDER_REFLECT), np.float32)
