"""The silhouette of a figure on the rectified sheet: its base, and all that parallax moves outwards from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import Floats


@dataclass(frozen=True)
class Silhouette:
    """An upright prism in cell units: a foot ``long`` and ``wide`` (half of each), and its ``height``."""

    long: float
    wide: float
    height: float

    @property
    def round(self) -> bool:
        """Return whether it looks the same however it is turned."""
        return self.long == self.wide


def silhouette_coverage(
    silhouette: Silhouette,
    points: NDArray[np.float64],
    base: NDArray[np.float64],
    parallax: NDArray[np.float64],
    turn: NDArray[np.float64],
    pixel: float,
) -> Floats:
    """Return how much of each pixel a figure of this silhouette covers, 0 to 1.

    ``points`` (... x 2), ``base`` and ``parallax`` (where the top appears, from the base), both ... x 2, and ``turn``
    in radians broadcast together, all in millimetres on the sheet; ``pixel`` is the side of a pixel.
    """
    cosine, sine = np.cos(turn).astype(np.float32), np.sin(turn).astype(np.float32)

    def along_axes(vectors: NDArray[np.float64]) -> tuple[Floats, Floats]:
        x, y = np.moveaxis(vectors.astype(np.float32), -1, 0)
        along, aside = (x * cosine + y * sine) / silhouette.long, (y * cosine - x * sine) / silhouette.wide
        return np.asarray(along, np.float32), np.asarray(aside, np.float32)

    (x, y), (across, down) = along_axes(points - base), along_axes(parallax)
    along = np.clip((x * across + y * down) / np.maximum(across**2 + down**2, np.float32(1e-9)), 0, 1)
    away = np.sqrt(np.square(x - along * across) + np.square(y - along * down))
    depth = (1 - away) * np.float32(silhouette.wide / pixel)
    return np.asarray(np.clip(depth + np.float32(0.5), 0, 1), np.float32)
