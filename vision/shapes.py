"""What a figure covers of the flattened sheet: its foot, and all that leans outwards from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.ground import Floats


@dataclass(frozen=True)
class Form:
    """Millimetres: a foot ``long`` and ``wide`` (half of each), narrowing to ``taper`` of that at its ``height``."""

    long: float
    wide: float
    height: float
    taper: float

    @property
    def round(self) -> bool:
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
    cosine, sine = np.cos(turn), np.sin(turn)

    def own(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = vectors[..., 0], vectors[..., 1]
        return np.stack([(x * cosine + y * sine) / form.long, (y * cosine - x * sine) / form.wide], axis=-1)

    at, axis = own(points - foot), own(lean)
    along = np.clip((at * axis).sum(-1) / np.maximum((axis**2).sum(-1), 1e-9), 0, 1)
    away = np.hypot(at[..., 0] - along * axis[..., 0], at[..., 1] - along * axis[..., 1])
    depth = ((1 - (1 - form.taper) * along) - away) * form.wide
    return np.asarray(np.clip(depth / pixel + 0.5, 0, 1), np.float32)
