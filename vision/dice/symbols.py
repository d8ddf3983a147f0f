"""A die without pips: the symbol on its upper face is known by its colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Tuning:
    """Colours on a face. Defaults are the values in use."""

    coloured: float = 25.0
    """How far a drawn colour is from grey, in units of Lab ..."""
    part: float = 0.04
    """... and the least part of the face that it covers."""
    near: float = 14.0
    """Degrees of hue around a colour that are surely it."""


TUNING = Tuning()

HUES = {"red": 32.0, "orange": 62.0, "yellow": 95.0, "green": 145.0, "blue": 275.0}
"""Of the usual colours of print, in degrees of Lab."""


def symbol_on(face: NDArray[np.float32], symbols: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the face whose colours these are, and no other; None: in doubt."""
    edge = len(face) // 8
    inner = face[edge:-edge, edge:-edge].reshape(-1, 3)
    plain = inner - np.array([0.0, *np.median(inner[:, 1:], axis=0)])
    drawn = np.hypot(plain[:, 1], plain[:, 2]) > TUNING.coloured
    hues = np.degrees(np.arctan2(plain[drawn, 2], plain[drawn, 1])) % 360
    seen, doubtful = set(), drawn.sum()
    for name, hue in HUES.items():
        near = int((np.abs((hues - hue + 180) % 360 - 180) < TUNING.near).sum())
        doubtful -= near
        if near >= TUNING.part * len(inner):
            seen.add(name)
    if doubtful >= TUNING.part * len(inner):
        return None
    return next((value for value, colours in symbols.items() if set(colours) == seen), None)
