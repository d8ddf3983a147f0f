"""The shadow of whoever takes a photo: large, with firm edges, over board and figures alike; and the sun.

It is found on the print, which is known: a large part of the board that is darker than the rest. What it took away is
given back before anything else is looked at. Shadows of figures are small, and stay for those who know them. The sun on
a part of the board is the same the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import SCALE, Background, Floats
from vision.evidence.background import TUNING as BACKGROUND_TUNING
from vision.evidence.illumination.shadow_depth import BLACK, brightened, disc, large_parts, light_and_depth, mean_around
from vision.geometry.board_pose import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """The photographer's shadow, lengths in millimetres. Defaults are the values in use."""

    lit: float = 0.8
    """The share of the print that is darker than what is taken to be lit."""
    dark: float = 0.16
    """A place that is darker by this (logarithms) may lie in the shadow ..."""
    wide: float = 22.0
    """... if all around it is, so far: figures are smaller."""
    figure: float = 20.0
    """Figures hide the print, and the shadow goes on under what is no larger than that."""
    gap: float = 35.0
    """Figures stand so close together that for so far hardly any print is seen between them."""
    nearly_all: float = 0.66
    """The share of the print there that is dark: between figures in the light it is less."""
    grain: float = 2.2
    """Print is smoothed so far before it is compared."""
    soft: float = 5.0
    """How far outside and inside of where it was found its edge may lie."""
    reach: float = 12.0
    """Dark print beside figures is in the shadow so far from where it was found: their own shadows may be as dark."""
    joint: float = 6.0
    """Pixels lie in the shadow together with those so far around ..."""
    figures: float = 0.15
    """... and those of figures count so much beside the print: dark ones look the same in light and shadow."""
    beside: float = 10.0
    """How far figures throw shadows of their own ..."""
    shaded: float = 0.02
    """... in which print counts so much."""
    close: float = 3.0
    """Else pixels so far around tell ..."""
    far: float = 25.0
    prior: float = 0.04
    """... and where little is seen those so far around, which count so much."""
    rounds: int = 2
    smallest: float = 0.015
    """The part of the board that it covers at least."""


TUNING = Tuning()


Explained = Callable[[Picture, Floats, NDArray[np.bool_]], Floats]
"""How well print, and figures where they are expected, explain each pixel of a rectified photo that is lit so."""


def without_cast_shadow(
    rectified: Picture, background: Background, expected: NDArray[np.bool_], explained: Explained
) -> tuple[Picture, Floats | None]:
    """The rectified photo with large shadows taken away and what the sun has brought, and how deep they were
    (logarithms, height x width x 3; below 0 in the sun); the photo itself and None where there are none.

    ``expected`` (height x width x kinds) is where figures are thought to stand: elsewhere the print tells how the light
    is. How far a shadow goes is told by what is ``explained`` better, the photo as it is or with the shadow taken away.
    """
    found = None
    for sign in (1, -1):
        depth = _cast(rectified, background, expected, explained, sign)
        if depth is not None:
            rectified = brightened(rectified, depth)
            found = depth if found is None else found + depth
    return rectified, found


def _cast(
    rectified: Picture, background: Background, expected: NDArray[np.bool_], explained: Explained, sign: int
) -> Floats | None:
    """How deep the shadow is (``sign`` 1), or how bright the sun (-1), below 0."""
    free = np.asarray(~expected.any(axis=2), np.bool_)
    board = np.maximum(np.exp(background.colour) - BACKGROUND_TUNING.dark, 0.0)
    dark, bright = (rectified, board) if sign > 0 else (board, rectified)
    change = np.log((dark + BLACK) / (bright + BLACK))
    beside = free & (cv2.dilate((~free).astype(np.uint8), disc(TUNING.beside)) > 0)
    sure = np.where(beside, np.float32(TUNING.shaded), free).astype(np.float32)
    brightness = mean_around(change.mean(axis=2), sure, TUNING.grain)
    lit = float(np.quantile(brightness[free], TUNING.lit))
    shadow = _large(lit - brightness > TUNING.dark, sure)
    if not shadow.any():
        return None
    may = free  # be in the shadow
    for _ in range(TUNING.rounds):
        light, deep = light_and_depth(dark, bright, shadow, sure)
        even = brightened(rectified, sign * deep)
        better = explained(even, sign * light, expected) - explained(rectified, sign * light, expected)
        may = ~free | (mean_around(better, np.maximum(free, np.float32(TUNING.figures)), TUNING.joint) > 0)
        shadow = _joined(_told(better, free, beside) > 0, shadow, may)
        if not shadow.any():
            return None
    light, deep = light_and_depth(dark, bright, shadow, sure)
    whole = np.maximum(deep.mean(axis=2), 0.08)
    fine = cv2.medianBlur(change.mean(axis=2), 5)  # keeps edges where a mean would not
    part = np.clip((light.mean(axis=2) - fine) / whole, 0, 1)
    rim = shadow | ((cv2.dilate(shadow, disc(TUNING.reach)) > 0) & free & may).astype(np.uint8)
    inside, outside = cv2.erode(shadow, disc(TUNING.soft)) > 0, cv2.dilate(rim, disc(TUNING.soft)) == 0
    smooth = cv2.GaussianBlur(shadow.astype(np.float32), (0, 0), TUNING.soft / 2 * SCALE)
    part = np.where(inside, 1.0, np.where(outside, 0.0, np.where(free, part, smooth))).astype(np.float32)
    part = cv2.GaussianBlur(part, (0, 0), 0.6)
    return np.asarray(sign * part[..., None] * deep, np.float32)


def _told(better: Floats, free: NDArray[np.bool_], beside: NDArray[np.bool_]) -> Floats:
    """What pixels say together with those around: dark print beside figures hardly counts, for these cast shadows of
    their own, and where little is to be seen those farther away tell."""
    weight = np.where(free, 1.0, TUNING.figures)
    weight = np.where(beside & (better > 0), TUNING.shaded, weight).astype(np.float32)
    near, far = (mean_around(np.stack([better * weight, weight], axis=2), np.ones_like(weight), spread)
                 for spread in (TUNING.close, TUNING.far))  # fmt: skip
    usual = far[..., 0] / np.maximum(far[..., 1], 1e-4)
    return np.asarray(near[..., 0] + TUNING.prior * usual, np.float32)


def _joined(dark: NDArray[np.bool_], before: Picture, may: NDArray[np.bool_]) -> Picture:
    """What of the dark is large, and hangs together with what was taken for the shadow before; between dark places all
    that ``may`` be in the shadow is: figures, and the dark print beside them."""
    between = cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_CLOSE, disc(TUNING.gap)) > 0
    whole = (dark | (between & may)).astype(np.uint8)
    opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, disc(TUNING.wide / 2))
    return large_parts(np.asarray(opened, np.uint8), before, TUNING.smallest * dark.size)


def _large(dark: NDArray[np.bool_], sure: Floats) -> Picture:
    """Where nearly all of the print is dark that can be seen, and what is left of that when all that is small goes."""
    share = mean_around(dark.astype(np.float32), sure, TUNING.figure / 2)
    opened = cv2.morphologyEx((share > TUNING.nearly_all).astype(np.uint8), cv2.MORPH_OPEN, disc(TUNING.wide / 2))
    return large_parts(np.asarray(opened, np.uint8), dark * sure, TUNING.smallest * dark.size)
