"""Candidates for dice: compact shapes that stand out from what lies around them, at some threshold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import Picture, Points

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Shapes against their surroundings. Defaults are the values in use."""

    solid: float = 0.9
    """The least part of its convex outline that a shape fills, its pips included."""
    faint: float = 7.0
    """The lowest threshold, in units of Lab."""
    round: float = 0.965
    """The overlap with an ellipse from which on a shape is no die but a pip, a coin or a cap. On photographs pips have
    0.98 at some threshold, dice 0.95 at most, however round their corners are."""


TUNING = Tuning()

LEVELS = TUNING.faint * 1.5 ** np.arange(7)
"""Thresholds: a die is a shape of its own at some of them, whatever its shadow is."""
COARSE = 4
"""Pixels to one of the picture in which the surroundings are looked for."""


@dataclass(frozen=True)
class Body:
    """A shape by its convex outline in the picture."""

    hull: Floats
    area: float
    solid: float
    """the part of it that the shape fills"""
    roundness: float
    """its overlap with an ellipse"""

    @cached_property
    def middle(self) -> tuple[float, float]:
        """Return the middle, in pixels."""
        x, y = self.hull.reshape(-1, 2).mean(0)
        return float(x), float(y)


def lab(picture: Picture) -> Floats:
    """Return lightness, 0 to 100, and two colours."""
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def bodies(colours: Floats, ground: Floats, unshaded: Floats, least: float, most: float) -> Iterator[Body]:
    """Yield the shapes on this ground of ``least`` to ``most`` pixels a side, by rising thresholds.

    They differ from the ground in all, in more than a shadow does, or in being lighter or darker alone.
    """
    lightness = colours[..., 0] - ground[..., 0]
    for strength in (np.linalg.norm(colours - ground, axis=2), unshaded, lightness, -lightness):
        for level in LEVELS:
            mask = cv2.morphologyEx((strength > level).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
            yield from _shapes(np.asarray(mask, np.uint8), least, most)


def unshaded(colours: Floats, ground: Floats) -> Floats:
    """Return how much each pixel differs from the ground, but for what a shadow does.

    Less of the same light makes lightness (from -16 on) and both colours smaller by the same factor. Colours are seen
    less sharply than lightness.
    """
    smooth = cv2.GaussianBlur(colours, (0, 0), 1.0)
    dimmed = np.minimum((smooth[..., :1] + 16) / (ground[..., :1] + 16), 1)
    tinted = np.linalg.norm(smooth[..., 1:] / dimmed - ground[..., 1:], axis=2)
    return np.asarray(np.hypot(np.maximum(colours[..., 0] - ground[..., 0], 0), tinted), np.float32)


def without_spots(colours: Floats, most: float) -> Floats:
    """Return the colours of the surface without things of up to ``most`` pixels on it: medians of wide regions."""
    by = max(COARSE, int(np.ceil(most / 12)))
    small = cv2.resize(colours, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
    middle = np.array((0, 128, 128), np.float32)
    flat = np.clip(small + middle, 0, 255).astype(np.uint8)
    side = min(2 * round(1.5 * most / by) + 1, 2 * (min(flat.shape[:2]) // 2) - 1)
    wide = cv2.medianBlur(flat, max(3, side)).astype(np.float32) - middle
    return np.asarray(cv2.resize(wide, colours.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def filled(outline: Points, colours: Floats) -> NDArray[np.uint8]:
    """Return 1 inside a convex outline in this picture, else 0."""
    mask = np.zeros(colours.shape[:2], np.uint8)
    return np.asarray(cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1), np.uint8)


def even(colours: Floats, corners: Points) -> Floats:
    """Return the colours of a surface of one colour, evenly lit, between these corners; else all as it is."""
    inside = cv2.erode(filled(corners, colours), np.ones((3, 3)))
    small = cv2.resize(colours, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    few = cv2.resize(inside, small.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0
    down, across = (axis / max(few.shape) for axis in np.indices(few.shape, np.float32))
    slopes = np.stack([np.ones_like(down), across, down, across**2, across * down, down**2], axis=2)
    basis, values = slopes[few], small[few]
    off = np.linalg.norm(values - np.median(values, axis=0), axis=1)
    for _ in range(4):
        kept = off <= 2 * np.median(off)
        fit = np.linalg.lstsq(basis[kept], values[kept], rcond=None)[0]
        off = np.linalg.norm(values - basis @ fit, axis=1)
    ground = cv2.resize(slopes @ fit, colours.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.where(inside[..., None] > 0, ground, colours), np.float32)


def _shapes(mask: NDArray[np.uint8], least: float, most: float) -> Iterator[Body]:
    height, width = mask.shape
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        x, y, wide, high = cv2.boundingRect(outline)
        if not least <= min(wide, high) or max(wide, high) > most:
            continue
        if x == 0 or y == 0 or x + wide == width or y + high == height:
            continue
        hull = cv2.convexHull(outline)
        area = cv2.contourArea(hull)
        if area > 0 and cv2.contourArea(outline) >= TUNING.solid * area:
            # an outline runs through the middles of the pixels at its edge, the shape half a pixel farther
            yield Body(_wider(hull), area, cv2.contourArea(outline) / area, _roundness(hull, area))


def _roundness(hull: NDArray[Any], area: float) -> float:
    """Return the intersection over union of a convex outline of this area and the ellipse with its moments."""
    found = cv2.moments(hull)
    spread = np.array([[found["mu20"], found["mu11"]], [found["mu11"], found["mu02"]]]) / area
    lengths, axes = np.linalg.eigh(spread)
    half = np.sqrt(lengths) * np.sqrt(area / (np.pi * np.sqrt(lengths.prod())))
    middle = np.array([found["m10"], found["m01"]]) / area
    ellipse = np.asarray((_circle() * half) @ axes.T + middle, np.float32)
    both, _ = cv2.intersectConvexConvex(ellipse, hull.astype(np.float32))
    return float(both / (2 * area - both))


@cache
def _circle() -> Floats:
    """Return points of a circle of radius 1, as close to one another as the outline of a die has pixels."""
    turn = np.arange(0, 2 * np.pi, 1 / 8)
    return np.stack([np.cos(turn), np.sin(turn)], axis=1).astype(np.float32)


def _wider(hull: NDArray[Any]) -> Floats:
    points = hull.reshape(-1, 2).astype(np.float32)
    middle = points.mean(0)
    away = points - middle
    return np.asarray((middle + away * (1 + 0.5 / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1)))[:, None])
