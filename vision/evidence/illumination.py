"""The light of a frame beside that of the empty board: a smooth gain, and the edges of large shadows.

Each place of the board votes, with the pixels around it, for the gain that explains most of them (the mode of a
local histogram, as in the bilateral grid: Chen, Paris, Durand, SIGGRAPH 2007). Figures are outliers. What is left is
smooth and follows by weighted least squares. Exposure, white balance, a lamp that is moved, the shadow of a head, and
the sun are all the same to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

STEP = 5
"""Pixels: light is worked out for one in so many a side."""
DARK = np.float32(10)
"""Grey levels that are added before a logarithm: below, there is only the camera's noise."""
WHITE, BRIGHTEST = np.float32(250), np.float32(255)
"""Grey level from which on a channel is burnt out, so that nobody knows how bright it was, and the highest there is."""
LEVEL = 0.15
"""Gains (logarithms) that are told from each other before the rest is fitted; one of a single level has no edges."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The fit of the light. Defaults are the values in use."""

    near: float = 2.0
    """Pixels of the thin grid, standard deviation: those so far around a place vote for its light ..."""
    wide: float = 8.0
    """... with those so far around, by which light is smooth and a shadow larger than a figure."""
    stray: float = 0.12
    """Logarithm: bare board strays by this from what its light makes of it."""
    tinted: float = 6.0
    """How much more a change of colour is against bare board than one of brightness: the ratio of their variances."""
    unsure: float = 0.15
    """How far brightness and colour may stray in a shadow, for each unit of its depth."""
    smallest: float = 0.02
    """The share of the board that a large shadow covers: those of figures standing together are smaller."""
    range: tuple[float, float] = (-1.6, 0.8)
    """Logarithms: no shadow is deeper beside the lit board, no sun brighter."""
    unchanged: float = 0.1
    """The share of the votes that a place gives beforehand to the light of most of the board."""
    lit: float = 0.85
    """The quantile of the brightness of the board that is lit."""


TUNING = Tuning()

NEARLY_WHITE = np.float32(BRIGHTEST * np.exp(-TUNING.stray))
"""Grey level from which on bare board is burnt out as often as not."""


class Illumination(NamedTuple):
    """Light of a frame.

    ``gain`` (rows x columns x 3, of the thin grid) is what the logarithms of the empty board change by; ``step`` (rows
    x columns) is the part of it that has edges; ``tint`` (3) is what it does to the channels for each unit.
    """

    gain: Floats
    step: Floats
    tint: Floats

    def gains(self) -> tuple[Floats, ...]:
        """Return the gain of every place.

        Where large shadows have edges: that of its darkest and that of its lightest neighbour.


        Nobody knows to a pixel where the edge runs.
        """
        if np.ptp(self.step) < LEVEL / 2:
            return (self.gain,)
        return tuple(
            self.gain + (change(self.step, np.ones((3, 3), np.uint8)) - self.step)[..., None] * self.tint
            for change in (cv2.dilate, cv2.erode)
        )


def fit(seen: Floats, board: Floats, burnt: Floats, usable: NDArray[np.bool_] | None = None) -> Illumination:
    """Return the light of a frame as ``seen`` beside the empty ``board``.

        Both are grey levels of the thin grid, rows x columns x 3.


    ``burnt`` (rows x columns x 3, 0 to 1) is how far its channels are burnt out: they do not vote for large shadows;
    ``usable`` (rows x columns) are the pixels that tell.
    """
    weight = np.ones(seen.shape[:2], np.float32) if usable is None else usable.astype(np.float32)
    colour = np.log(seen + DARK)
    log_gain = np.log((seen + 2) / (board + 2))
    whole = _whole(log_gain[weight > 0], ((seen < WHITE) | (board > NEARLY_WHITE))[weight > 0])
    smooth = whole + _smooth(colour, board, whole, weight, TUNING.wide, 2 * TUNING.stray)
    levels = np.arange(round(TUNING.range[0] / LEVEL), round(TUNING.range[1] / LEVEL) + 1) * np.float32(LEVEL)
    levels = np.append(np.float32(0), levels[np.abs(levels) > 1.5 * LEVEL])
    changes = ((level, colour - exposed(board, smooth + level), 1 - burnt * (level < 0)) for level in levels)
    each = (weight * _votes(rest, TUNING.stray, level, clear) for level, rest, clear in changes)
    votes = np.stack([_blurred(vote, TUNING.near) + _blurred(vote, TUNING.wide) for vote in each], axis=2)
    votes[..., 0] += TUNING.unchanged
    step = _large(levels[votes.argmax(axis=2)].astype(np.float32))
    tint = _tint(log_gain - smooth, step, weight)
    gain = smooth + step[..., None] * tint
    gain += _smooth(colour, board, gain, weight, TUNING.near, TUNING.stray)
    return Illumination(gain.astype(np.float32), step, tint)


def lit(levels: Floats, gain: Floats) -> Floats:
    """Return the logarithms of grey ``levels`` under a light that is so much more."""
    return np.asarray(np.log(levels * np.exp(gain) + DARK), np.float32)


def exposed(levels: Floats, gain: Floats) -> Floats:
    """Return the same of a picture of the board, in which nothing is brighter than white.

    Nearly white board, within the noise of bare board, is taken for as bright as it was seen to be.
    """
    brighter = levels * np.exp(gain)
    if brighter.max(initial=0) > BRIGHTEST:
        np.minimum(brighter, BRIGHTEST, out=brighter, where=levels < NEARLY_WHITE)
    return np.asarray(np.log(brighter + DARK), np.float32)


def _whole(log_gain: Floats, clear: NDArray[np.bool_]) -> Floats:
    """Return the light of most of the board that is lit (3), by the channels that are ``clear`` (both pixels x 3)."""
    some = clear if clear.any(axis=0).all() else np.ones_like(clear)
    whole = np.array([np.median(its[seen]) for its, seen in zip(log_gain.T, some.T, strict=True)])
    bright = (log_gain * some).sum(axis=1)[some.any(axis=1)] / some.sum(axis=1)[some.any(axis=1)]
    return np.asarray(whole + np.quantile(bright, TUNING.lit) - whole.mean(), np.float32)


def _large(step: Floats) -> Floats:
    """Return it without what is smaller than a large shadow."""
    _, parts, about, _ = cv2.connectedComponentsWithStats((step != 0).astype(np.uint8))
    large = about[:, cv2.CC_STAT_AREA] > TUNING.smallest * step.size
    return np.asarray(step * large[parts], np.float32)


def _votes(rest: Floats, stray: float, level: float = 0.0, clear: Floats | float = 1.0) -> Floats:
    """Return how far (0 to 1, rows x columns) bare board may stray so, as far as its channels are ``clear``.

    ``clear``: 0 to 1.
    """
    middle = np.average(rest, axis=2, weights=np.broadcast_to(clear, rest.shape))
    turned = (clear * np.square(rest - middle[..., None])).sum(axis=2)
    unsure = (TUNING.unsure * level) ** 2
    off = np.square(middle) / (stray**2 + unsure) + turned / (stray**2 / TUNING.tinted + unsure)
    return np.asarray(1 / np.square(1 + off), np.float32)


def _smooth(colour: Floats, board: Floats, gain: Floats, weight: Floats, radius: float, stray: float) -> Floats:
    """Return the smooth gain that is left beside this one (rows x columns x 3), by the pixels that stray little.

    Where the board would be burnt out a channel tells no more of the light.
    """
    rest = colour - exposed(board, gain)
    response = board / (board + DARK) * ((board * np.exp(gain) < BRIGHTEST) | (board > NEARLY_WHITE))
    count = (weight * _votes(rest, stray))[..., None]
    known = _blurred(np.square(response) * count, radius)
    return np.asarray(_blurred(response * count * rest, radius) / (known + np.float32(TUNING.unchanged)), np.float32)


def _tint(log_gain: Floats, step: Floats, weight: Floats) -> Floats:
    """Return what a shadow of depth 1 does to each channel, their mean 1 (one for each channel)."""
    deep = (np.abs(step) > LEVEL) & (weight > 0)
    if not deep.any():
        return np.ones(3, np.float32)
    each = log_gain[deep] / step[deep][:, None]
    found = np.median(each, axis=0)
    return np.asarray(1 + np.clip(found - found.mean(), -2 * TUNING.unsure, 2 * TUNING.unsure), np.float32)


def _blurred(values: Floats, radius: float) -> Floats:
    blurred = cv2.GaussianBlur(values, (0, 0), radius, borderType=cv2.BORDER_REFLECT)
    return np.asarray(blurred, np.float32).reshape(values.shape)
