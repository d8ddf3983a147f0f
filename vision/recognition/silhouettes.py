"""What a figure covers of the flattened sheet: its foot, and all that leans outwards from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.recognition.background import Floats


@dataclass(frozen=True)
class Form:
    """Millimetres: a foot ``long`` and ``wide`` (half of each), narrowing to ``taper`` of that at its ``height``."""

    long: float
    wide: float
    height: float
    taper: float

    @property
    def round(self) -> bool:
        """Whether it looks the same however it is turned."""
        return self.long == self.wide


def covered(
    form: Form,
    points: NDArray[np.float64],
    foot: NDArray[np.float64],
    lean: NDArray[np.float64],
    turn: NDArray[np.float64],
    pixel: float,
) -> Floats:
    """How much of each pixel a figure of this form covers, 0 to 1.

    ``points`` (... x 2), ``foot`` and ``lean`` (where the top appears, from the foot), both ... x 2, and ``turn`` in
    radians broadcast together, all in millimetres on the sheet; ``pixel`` is the side of a pixel.
    """
    cosine, sine = np.cos(turn).astype(np.float32), np.sin(turn).astype(np.float32)

    def own(vectors: NDArray[np.float64]) -> tuple[Floats, Floats]:
        x, y = np.moveaxis(vectors.astype(np.float32), -1, 0)
        along, aside = (x * cosine + y * sine) / form.long, (y * cosine - x * sine) / form.wide
        return np.asarray(along, np.float32), np.asarray(aside, np.float32)

    (x, y), (across, down) = own(points - foot), own(lean)
    along = np.clip((x * across + y * down) / np.maximum(across**2 + down**2, np.float32(1e-9)), 0, 1)
    away = np.sqrt(np.square(x - along * across) + np.square(y - along * down))
    depth = ((1 - np.float32(1 - form.taper) * along) - away) * np.float32(form.wide / pixel)
    return np.asarray(np.clip(depth + np.float32(0.5), 0, 1), np.float32)
