"""The shadow of whoever takes a photo: large, with firm edges, over board and figures alike.

It is found on the print, which is known: a large part of the board that is darker than the rest. What it took away is
given back before anything else is looked at. Shadows of figures are small, and stay for those who know them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import Picture
from vision.recognition.models.background import SCALE, Background, Floats
from vision.recognition.models.background import TUNING as BACKGROUND_TUNING


@dataclass(frozen=True, slots=True)
class Tuning:
    """The photographer's shadow, lengths in millimetres. Defaults are the values in use."""

    lit: float = 0.8
    """The share of the print that is darker than what is taken to be lit."""
    even: float = 110.0
    """How wide the light of a lamp changes."""
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
    alike: float = 70.0
    """How wide the depth of a shadow changes."""
    soft: float = 5.0
    rim: float = 13.0
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
    black: float = 2.0
    """Grey levels that are added where ratios are taken: below, there is only noise."""
    rounds: int = 2
    smallest: float = 0.015
    """The part of the board that it covers at least."""
    deepest: float = 2.2


TUNING = Tuning()


Explained = Callable[[Picture, Floats, NDArray[np.bool_]], Floats]
"""How well print, and figures where they are expected, explain each pixel of a rectified photo that is lit so."""


def without_cast_shadow(
    rectified: Picture, background: Background, expected: NDArray[np.bool_], explained: Explained
) -> tuple[Picture, Floats | None]:
    """The rectified photo with large shadows taken away, and how deep they were (logarithms, height x width x 3); the
    photo itself and None where there are none.

    ``expected`` (height x width x kinds) is where figures are thought to stand: elsewhere the print tells how the light
    is. How far a shadow goes is told by what is ``explained`` better, the photo as it is or with the shadow taken away.
    """
    free = np.asarray(~expected.any(axis=2), np.bool_)
    board = np.maximum(np.exp(background.colour) - BACKGROUND_TUNING.dark, 0.0)
    change = np.log((rectified + np.float32(TUNING.black)) / (board + np.float32(TUNING.black)))
    beside = free & (cv2.dilate((~free).astype(np.uint8), _disc(TUNING.beside)) > 0)
    sure = np.where(beside, np.float32(TUNING.shaded), free).astype(np.float32)
    brightness = _mean(change.mean(axis=2), sure, TUNING.grain)
    lit = float(np.quantile(brightness[free], TUNING.lit))
    shadow = _large(lit - brightness > TUNING.dark, sure)
    if not shadow.any():
        return rectified, None
    may = free  # be in the shadow
    for _ in range(TUNING.rounds):
        light, deep = _lighting(rectified, board, shadow, sure)
        better = explained(_brighter(rectified, deep), light, expected) - explained(rectified, light, expected)
        may = ~free | (_mean(better, np.maximum(free, np.float32(TUNING.figures)), TUNING.joint) > 0)
        shadow = _joined(_told(better, free, beside) > 0, shadow, may)
        if not shadow.any():
            return rectified, None
    light, deep = _lighting(rectified, board, shadow, sure)
    whole = np.maximum(deep.mean(axis=2), 0.08)
    fine = cv2.medianBlur(change.mean(axis=2), 5)  # keeps edges where a mean would not
    part = np.clip((light.mean(axis=2) - fine) / whole, 0, 1)
    rim = shadow | ((cv2.dilate(shadow, _disc(TUNING.reach)) > 0) & free & may).astype(np.uint8)
    inside, outside = cv2.erode(shadow, _disc(TUNING.soft)) > 0, cv2.dilate(rim, _disc(TUNING.soft)) == 0
    smooth = cv2.GaussianBlur(shadow.astype(np.float32), (0, 0), TUNING.soft / 2 * SCALE)
    part = np.where(inside, 1.0, np.where(outside, 0.0, np.where(free, part, smooth))).astype(np.float32)
    part = cv2.GaussianBlur(part, (0, 0), 0.6)
    depth = part[..., None] * deep
    return _brighter(rectified, depth), depth


def _lighting(rectified: Picture, board: Floats, shadow: Picture, sure: Floats) -> tuple[Floats, Floats]:
    """The light where there is no shadow, and how deep the shadow is, channel by channel: by the print in the one and
    in the other, away from the edge. Means are compared: single dark pixels are noise."""
    core = cv2.erode(shadow, _disc(TUNING.rim)) > 0
    clear = cv2.dilate(shadow, _disc(TUNING.soft)) == 0

    def change(weight: Floats, spread: float) -> Floats:
        seen, usual = (_mean(each, weight, spread) + TUNING.black for each in (rectified, board))
        return np.asarray(np.log(seen / usual), np.float32)

    light = change(sure * clear, TUNING.even)
    return light, np.clip(light - change(sure * core, TUNING.alike), 0.0, TUNING.deepest).astype(np.float32)


def _told(better: Floats, free: NDArray[np.bool_], beside: NDArray[np.bool_]) -> Floats:
    """What pixels say together with those around: dark print beside figures hardly counts, for these cast shadows of
    their own, and where little is to be seen those farther away tell."""
    weight = np.where(free, 1.0, TUNING.figures)
    weight = np.where(beside & (better > 0), TUNING.shaded, weight).astype(np.float32)
    near, far = (_mean(np.stack([better * weight, weight], axis=2), np.ones_like(weight), spread)
                 for spread in (TUNING.close, TUNING.far))  # fmt: skip
    usual = far[..., 0] / np.maximum(far[..., 1], 1e-4)
    return np.asarray(near[..., 0] + TUNING.prior * usual, np.float32)


def _brighter(rectified: Picture, by: Floats) -> Picture:
    black = np.float32(TUNING.black)
    return np.asarray(np.clip((rectified + black) * np.exp(by) - black, 0, 255), np.uint8)


def _joined(dark: NDArray[np.bool_], before: Picture, may: NDArray[np.bool_]) -> Picture:
    """What of the dark is large, and hangs together with what was taken for the shadow before; between dark places all
    that ``may`` be in the shadow is: figures, and the dark print beside them."""
    between = cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_CLOSE, _disc(TUNING.gap)) > 0
    whole = (dark | (between & may)).astype(np.uint8)
    opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, _disc(TUNING.wide / 2))
    count, parts = cv2.connectedComponents(opened)
    seen = np.bincount(parts.ravel(), weights=before.ravel(), minlength=count)
    large = seen >= TUNING.smallest * dark.size
    large[0] = False
    return np.asarray(large[parts], np.uint8)


def _large(dark: NDArray[np.bool_], sure: Floats) -> Picture:
    """Where nearly all of the print is dark that can be seen, and what is left of that when all that is small goes."""
    share = _mean(dark.astype(np.float32), sure, TUNING.figure / 2)
    opened = cv2.morphologyEx((share > TUNING.nearly_all).astype(np.uint8), cv2.MORPH_OPEN, _disc(TUNING.wide / 2))
    count, parts, _, _ = cv2.connectedComponentsWithStats(opened)
    seen = np.bincount(parts.ravel(), weights=(dark * sure).ravel(), minlength=count)
    large = seen >= TUNING.smallest * dark.size
    large[0] = False
    return np.asarray(large[parts], np.uint8)


def _mean(values: NDArray[Any], weight: Floats, spread: float) -> Floats:
    """The weighted mean around each pixel."""
    sigma = spread * SCALE
    side = values if values.ndim == 3 else values[..., None]
    by = 4 if sigma > 16 else 1
    small = [cv2.resize(np.asarray(each, np.float32), None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
             for each in (side * weight[..., None], weight)]  # fmt: skip
    sums, of = (cv2.GaussianBlur(each, (0, 0), sigma / by, borderType=cv2.BORDER_REFLECT) for each in small)
    found = sums.reshape(*of.shape, -1) / np.maximum(of, 1e-4)[..., None]
    whole = np.asarray(cv2.resize(found, values.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    return whole.reshape(values.shape)


def _disc(radius: float) -> Picture:
    side = 2 * max(1, round(radius * SCALE)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
