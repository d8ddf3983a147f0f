"""The light of a frame beside that of the empty board: a smooth gain, the edges of large shadows, and what a small
shadow does to single pixels.

Each place of the board votes, with the pixels around it, for the gain that explains most of them (the mode of a
local histogram, as in the bilateral grid: Chen, Paris, Durand, SIGGRAPH 2007). Figures are outliers. What is left is
smooth and follows by weighted least squares. Exposure, white balance, a lamp that is moved, the shadow of a head, and
the sun are all the same to it. The shadows of figures are too small for it: they take the light of one lamp away and
leave that of the others, with its own tint (Horprasert, Harwood, Davis, ICCV FRAME-RATE 1999), which the start tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

STEP = 3
"""Coarse pixels: light is worked out for one in so many a side."""
DARK = np.float32(10)
"""Grey levels that are added before a logarithm: below, there is only the camera's noise."""
LEVEL = 0.15
"""Gains (logarithms) that are told from each other before the rest is fitted; nothing smaller has an edge or is a
shadow."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The light. Defaults are the values in use."""

    near: float = 1.7
    """Pixels of the thin grid, standard deviation: those so far around a place vote for its light ..."""
    wide: float = 6.7
    """... with those so far around, by which light is smooth and a shadow larger than a figure."""
    tint: float = 0.12
    """How far a channel may stray in a shadow, for each unit of its depth (logarithms), before any is known."""
    range: tuple[float, float] = (-1.6, 0.8)
    """Logarithms: no shadow is deeper, for there is always some other light; no sun is brighter."""
    smallest: float = 0.02
    """The share of the board that a large shadow covers: those of figures standing together are smaller."""
    unchanged: float = 0.1
    """The share of the votes that a place gives beforehand to the light of most of the board."""
    odds: float = 0.4
    """How likely a pixel is in the shadow of a figure."""
    enough: int = 100
    """So many pixels in shadows tell what shadows do."""


TUNING = Tuning()


@dataclass(frozen=True, eq=False)
class ShadowModel:
    """``direction`` (3, its mean 1) is how a shadow of depth 1 changes the logarithms of blue, green and red, ``tint``
    how far single pixels stray from that, and ``deepest`` the depth of the deepest one; any depth is as likely."""

    direction: Floats
    tint: float
    deepest: float

    @classmethod
    def unknown(cls) -> ShadowModel:
        """Before any shadow has been seen: grey, of any depth."""
        return cls(np.ones(3, np.float32), TUNING.tint, -TUNING.range[0])

    @classmethod
    def of(cls, change: Floats) -> ShadowModel:
        """From bare pixels beside figures (n x 3, logarithms, as if all of them were as bright as can be)."""
        if len(change) < TUNING.enough:
            return cls.unknown()
        depth = -change.mean(axis=1)
        deepest = float(np.clip(np.sort(depth)[-TUNING.enough] + LEVEL, LEVEL, -TUNING.range[0]))
        dark = depth > 2 * LEVEL
        if dark.sum() < TUNING.enough:
            return cls(np.ones(3, np.float32), TUNING.tint, deepest)
        each = -change[dark] / depth[dark, None]
        direction = np.median(each, axis=0)
        direction /= direction.mean()
        stray = 1.5 * float(np.median(np.abs(each - direction)))  # a standard deviation by the median deviation
        return cls(direction.astype(np.float32), min(stray, TUNING.tint), deepest)

    @property
    def likely(self) -> float:
        """The logarithm of how likely a pixel is in a shadow of any depth, for each unit of it."""
        return float(np.log(TUNING.odds / self.deepest))


class Illumination(NamedTuple):
    """``gain`` (rows x columns x 3, of the thin grid) is what the logarithms of the empty board change by;  ``step``
    (rows x columns) is the part of it that has edges; ``tint`` (3) is what it does to the channels for each unit."""

    gain: Floats
    step: Floats
    tint: Floats

    def beside(self) -> tuple[Floats, ...]:
        """The gain of every place, or if large shadows have edges that of its darkest and that of its lightest
        neighbour: nobody knows to a pixel where the edge runs."""
        if not self.step.any():
            return (self.gain,)
        return tuple(
            self.gain + (change(self.step, np.ones((3, 3), np.uint8)) - self.step)[..., None] * self.tint
            for change in (cv2.dilate, cv2.erode)
        )


def thinned(plane: NDArray[Any]) -> NDArray[Any]:
    """One coarse pixel of so many: its middle, for a mean would mix figures with the board."""
    return plane[STEP // 2 :: STEP, STEP // 2 :: STEP]


def fit(
    seen: Floats, board: Floats, noise: Floats, burnt: Floats, usable: NDArray[np.bool_] | None = None
) -> Illumination:
    """The light of a frame that is ``seen`` beside that of the empty ``board`` (grey levels, rows x columns x 3, both
    of the thin grid), whose logarithms have this ``noise`` (rows x columns, variance); ``burnt`` (rows x columns x 3, 0
    to 1) is how far its channels are burnt out: they do not vote for large shadows; ``usable`` (rows x columns) are the
    pixels that tell."""
    weight = np.ones(seen.shape[:2], np.float32) if usable is None else usable.astype(np.float32)
    near, wide = TUNING.near, TUNING.wide
    colour, response = np.log(seen + DARK), board / (board + DARK)
    told = np.log((seen + 2) / (board + 2))
    whole = np.median(told[weight > 0], axis=0).astype(np.float32)
    smooth = whole + _smooth(colour - lit(board, whole), response, weight, noise, wide, 2 * LEVEL)
    levels = np.arange(round(TUNING.range[0] / LEVEL), round(TUNING.range[1] / LEVEL) + 1) * np.float32(LEVEL)
    levels = np.append(np.float32(0), levels[np.abs(levels) > 1.5 * LEVEL])
    changes = ((level, colour - lit(board, smooth + level), 1 - burnt * (level < 0)) for level in levels)
    each = (weight * _votes(rest, noise, LEVEL / 2, level, clear) for level, rest, clear in changes)
    votes = np.stack([_blurred(vote, near) + _blurred(vote, wide) for vote in each], axis=2)
    votes[..., 0] += TUNING.unchanged
    step = _large(levels[votes.argmax(axis=2)].astype(np.float32))
    tint = _tint(told - smooth, step, weight)
    gain = smooth + step[..., None] * tint
    gain += _smooth(colour - lit(board, gain), response, weight, noise, near, LEVEL)
    return Illumination(gain.astype(np.float32), step, tint)


def lit(levels: Floats, gain: Floats) -> Floats:
    """The logarithms of grey ``levels`` under a light that is so much more; nothing is shown brighter than 255."""
    return np.asarray(np.log(np.minimum(levels * np.exp(gain), 255) + DARK), np.float32)


def _large(step: Floats) -> Floats:
    """Without what is smaller than a large shadow."""
    _, parts, about, _ = cv2.connectedComponentsWithStats((step != 0).astype(np.uint8))
    large = about[:, cv2.CC_STAT_AREA] > TUNING.smallest * step.size
    return np.asarray(step * large[parts], np.float32)


def _votes(rest: Floats, noise: Floats, unsure: float, level: float = 0.0, clear: Floats | float = 1.0) -> Floats:
    """rows x columns: how far bare board may stray so, 0 to 1, as far as its channels are ``clear`` (0 to 1), where its
    light is known so far and lies a ``level`` off."""
    share = np.broadcast_to(np.asarray(clear, np.float32), rest.shape)
    middle = (share * rest).sum(axis=2) / share.sum(axis=2)
    turned = (share * np.square(rest - middle[..., None])).sum(axis=2)
    deep = TUNING.tint * (abs(level) + unsure)
    off = np.square(middle) / (noise + deep**2 + unsure**2) + turned / (noise + deep**2)
    return np.asarray(1 / np.square(1 + off), np.float32)


def _smooth(rest: Floats, response: Floats, weight: Floats, noise: Floats, around: float, unsure: float) -> Floats:
    """rows x columns x 3: the smooth gain that is left in ``rest``, by the pixels that stray little from none."""
    count = (weight * _votes(rest, noise, unsure))[..., None]
    known = _blurred(np.square(response) * count, around)
    return np.asarray(_blurred(response * count * rest, around) / (known + np.float32(TUNING.unchanged)), np.float32)


def _tint(told: Floats, step: Floats, weight: Floats) -> Floats:
    """3: what a shadow of depth 1 does to each channel, their mean 1."""
    deep = (np.abs(step) > LEVEL) & (weight > 0)
    if not deep.any():
        return np.ones(3, np.float32)
    each = told[deep] / step[deep][:, None]
    found = np.median(each, axis=0)
    return np.asarray(1 + np.clip(found - found.mean(), -2 * TUNING.tint, 2 * TUNING.tint), np.float32)


def _blurred(values: Floats, around: float) -> Floats:
    blurred = cv2.GaussianBlur(values, (0, 0), around, borderType=cv2.BORDER_REFLECT)
    return np.asarray(blurred, np.float32).reshape(values.shape)
