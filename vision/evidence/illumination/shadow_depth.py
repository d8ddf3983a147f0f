"""How deep a large shadow is, and the picture with what it took away given back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import SCALE, Floats
from vision.geometry.board_pose import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """Depths of shadows, lengths in cell units. Defaults are the values in use."""

    even: float = 110.0
    """How wide the light of a lamp changes."""
    alike: float = 70.0
    """How wide the depth of a shadow changes."""
    soft: float = 5.0
    rim: float = 13.0
    """How far outside and inside of where it was found its edge may lie."""
    deepest: float = 2.2


TUNING = Tuning()

BLACK = np.float32(2)
"""Grey levels that are added where ratios are taken: below, there is only noise."""


def light_and_depth(
    rectified: Picture | Floats, usual: Picture | Floats, shadow: Picture, sure: Floats
) -> tuple[Floats, Floats]:
    """The light where there is no shadow, and how deep the shadow is, channel by channel: by what is ``usual`` in the
    one and in the other, away from the edge. Means are compared: single dark pixels are noise. ``sure`` (height x
    width, or for each channel) is how much a pixel counts."""
    core = cv2.erode(shadow, disc(TUNING.rim)) > 0
    clear = cv2.dilate(shadow, disc(TUNING.soft)) == 0

    def change(where: NDArray[np.bool_], spread: float) -> Floats:
        weight = sure * (where if sure.ndim == 2 else where[..., None])
        seen, was = (mean_around(each, weight, spread) + BLACK for each in (rectified, usual))
        return np.asarray(np.log(seen / was), np.float32)

    light = change(clear, TUNING.even)
    return light, np.clip(light - change(core, TUNING.alike), 0.0, TUNING.deepest).astype(np.float32)


def large_parts(found: Picture, counts: NDArray[Any] | None, least: float) -> Picture:
    """What hangs together (1 in ``found`` and here, 0 elsewhere) and counts at least so much; each pixel counts one, or
    as ``counts`` says."""
    count, parts = cv2.connectedComponents(found)
    weights = None if counts is None else counts.ravel()
    large = np.bincount(parts.ravel(), weights=weights, minlength=count) >= least
    large[0] = False
    return np.asarray(large[parts], np.uint8)


def brightened(picture: Picture, by: Floats) -> Picture:
    """The picture, brighter by these logarithms."""
    return np.asarray(np.clip((picture + BLACK) * np.exp(by) - BLACK, 0, 255), np.uint8)


def mean_around(values: NDArray[Any], weight: Floats, spread: float) -> Floats:
    """The weighted mean around each pixel."""
    sigma = spread * SCALE
    side, by_channel = (each if each.ndim == 3 else each[..., None] for each in (values, weight))
    by = 4 if sigma > 16 else 1
    small = [cv2.resize(np.asarray(each, np.float32), None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
             for each in (side * by_channel, by_channel)]  # fmt: skip
    sums, of = (cv2.GaussianBlur(each, (0, 0), sigma / by, borderType=cv2.BORDER_REFLECT) for each in small)
    found = sums.reshape(*of.shape[:2], -1) / np.maximum(of.reshape(*of.shape[:2], -1), 1e-4)
    whole = np.asarray(cv2.resize(found, values.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    return whole.reshape(values.shape)


def disc(radius: float) -> Picture:
    """For morphology: a disc of this radius."""
    side = 2 * max(1, round(radius * SCALE)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
