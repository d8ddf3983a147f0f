"""The picture that a cheap camera makes of the light: exposure, lens, noise, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.rendering.textures import Chance
from vision.geometry.board_pose import Picture


@dataclass(frozen=True)
class Film:
    """The properties that all pictures of one camera share."""

    noise: float
    defocus: float
    """spread of the blur in pixels"""
    vignette: float
    """how much darker the corners are"""
    sharpen: float
    contrast: float
    quality: int
    jitter: float = 0.15
    """pixels that the camera trembles between frames"""


def film(chance: Chance, noise: float) -> Film:
    """Return some camera."""
    return Film(
        noise=noise,
        defocus=float(chance.uniform(0.2, 0.9)),
        vignette=float(chance.uniform(0.0, 0.3)),
        sharpen=float(chance.choice([0.0, 0.0, 0.4, 0.8])),
        contrast=float(chance.uniform(0.9, 1.15)),
        quality=int(chance.integers(60, 96)),
        jitter=float(chance.choice([0.0, 0.05, 0.15, 0.3])),
    )


@dataclass(frozen=True)
class Moment:
    """The properties that differ in every picture: exposure and white balance as gains, motion in pixels."""

    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    motion: tuple[float, float] = (0.0, 0.0)


def developed(light: Picture, size: tuple[int, int], film: Film, moment: Moment, chance: Chance) -> Picture:
    """Return the picture of this size that the camera gives for the (larger) one without faults."""
    seen = cv2.resize(light, size, interpolation=cv2.INTER_AREA)
    if any(moment.motion):
        seen = cv2.filter2D(seen, -1, _streak(moment.motion))
    if film.defocus > 0.3:
        seen = cv2.GaussianBlur(seen, (0, 0), film.defocus)
    trembling = np.array([[1, 0, chance.normal(0, film.jitter)], [0, 1, chance.normal(0, film.jitter)]])
    seen = cv2.warpAffine(seen, trembling, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    exposed: NDArray[Any] = seen.astype(np.float32)
    exposed *= _shade(size, film.vignette)
    exposed *= np.array(moment.gains, np.float32)
    exposed += _grain(chance, exposed, film.noise)
    if film.sharpen:
        exposed = cv2.addWeighted(exposed, 1 + film.sharpen, cv2.GaussianBlur(exposed, (0, 0), 1.2), -film.sharpen, 0)
    exposed = (exposed - 110) * np.float32(film.contrast) + 110
    return np.asarray(np.clip(exposed, 0, 255), np.uint8)


def jpeg(picture: Picture, quality: int) -> bytes:
    """Return the file."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def _grain(chance: Chance, exposed: np.ndarray, noise: float) -> np.ndarray:
    """Return shot and read noise: stronger where it is lighter, partly the same in all channels as after
    demosaicing.
    """
    tall, wide = exposed.shape[:2]
    grey = chance.standard_normal((tall, wide, 1), np.float32)
    coarse = chance.standard_normal((tall // 2 + 1, wide // 2 + 1, 3), np.float32)
    colour = cv2.resize(coarse, (wide, tall), interpolation=cv2.INTER_LINEAR)
    strength = np.sqrt(0.4 + 0.6 * np.clip(exposed, 0, 255) / 128)
    return np.asarray((grey * 0.8 + colour * 0.7) * strength * np.float32(noise), np.float32)


def _shade(size: tuple[int, int], vignette: float) -> np.ndarray:
    across, down = np.linspace(-1, 1, size[0], dtype=np.float32), np.linspace(-1, 1, size[1], dtype=np.float32)
    squared = across[None, :, None] ** 2 + down[:, None, None] ** 2
    return np.asarray(1 - vignette / 2 * squared, np.float32)


def _streak(motion: tuple[float, float]) -> np.ndarray:
    reach = int(np.ceil(max(map(abs, motion)))) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    ends = [(round(reach + sign * motion[0] / 2), round(reach + sign * motion[1] / 2)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(kernel / kernel.sum())
