"""Surfaces made of noise: paper, felt, wood, cloth, landscapes. Every one is fixed by its source of chance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import Picture
from vision.synthetic.sheet import Colour

Chance = np.random.Generator
Grey = NDArray[np.float32]


def clouds(chance: Chance, shape: tuple[int, int], coarse: float, octaves: int = 4, stretch: float = 1.0) -> Grey:
    """Return noise around 0 with a spread of about 1; ``coarse`` is the size of its largest spots, ``stretch`` along
    x.
    """
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        step = max(1.0, coarse / 2**octave)
        rows, columns = (max(2, round(side / part)) for side, part in zip(shape, (step, step * stretch), strict=True))
        spots = chance.standard_normal((rows + 1, columns + 1)).astype(np.float32)
        total += cv2.resize(spots, shape[::-1], interpolation=cv2.INTER_CUBIC) * np.float32(0.6**octave)
    return np.asarray((total - total.mean()) / (total.std() + 1e-6), np.float32)


def tinted(grey: Grey, colour: Colour, contrast: float) -> Picture:
    """Return a colour made lighter and darker by noise; ``contrast`` in levels."""
    return np.asarray(np.clip(np.array(colour, np.float32) + grey[:, :, None] * contrast, 0, 255), np.uint8)


def blended(under: Picture, over: Picture, share: Grey | float) -> Picture:
    """Return ``over`` on ``under``, by a share from 0 to 1."""
    part = share[:, :, None] if isinstance(share, np.ndarray) else np.float32(share)
    return np.asarray(under * (1 - part) + over * part, np.uint8)


def paper(chance: Chance, shape: tuple[int, int], colour: Colour, stains: float = 6.0) -> Picture:
    """Return the texture of old or plain paper."""
    return tinted(clouds(chance, shape, shape[0] / 5) * stains + clouds(chance, shape, 6, 2) * 2.5, colour, 1.0)


def wood(chance: Chance, shape: tuple[int, int], colour: Colour, contrast: float = 14.0, planks: int = 5) -> Picture:
    """Return grain along x in planks of their own shade."""
    grain = clouds(chance, shape, 14, 4, stretch=18) + 0.4 * clouds(chance, shape, 3, 1, stretch=40)
    made = tinted(grain, colour, contrast).astype(np.float32)
    edges = np.linspace(0, shape[0], planks + 1).astype(int)
    for top, bottom in pairwise(edges):
        made[top:bottom] *= 1 + chance.normal(0, 0.06)
        if planks > 1:
            made[top : top + 2] *= 0.6
    return np.asarray(np.clip(made, 0, 255), np.uint8)


def felt(chance: Chance, shape: tuple[int, int], colour: Colour, contrast: float = 7.0) -> Picture:
    """Return short fibres, with the marks that hands leave on them."""
    fibres = clouds(chance, shape, 3, 2, stretch=2) + clouds(chance, shape, 3, 1)
    return tinted(fibres + 0.6 * clouds(chance, shape, shape[0] / 6, 2), colour, contrast)


def cloth(chance: Chance, shape: tuple[int, int], one: Colour, other: Colour, width: int) -> Picture:
    """Return a chequered tablecloth; the same colour twice makes a plain weave."""
    rows, columns = np.indices(shape) // width % 2
    made = np.where((rows + columns)[:, :, None] > 0, np.array(one, np.float32), np.array(other, np.float32))
    made[(rows + columns) == 1] = (np.array(one, np.float32) + np.array(other, np.float32)) / 2
    weave = clouds(chance, shape, 3, 1) * 4 + clouds(chance, shape, 200, 2) * 5
    return np.asarray(np.clip(made + weave[:, :, None], 0, 255), np.uint8)


def landscape(chance: Chance, shape: tuple[int, int], colours: Sequence[Colour], coarse: float) -> Picture:
    """Return a landscape from the air: patches of some colours, busy at all sizes."""
    height = clouds(chance, shape, coarse, 6)
    place = np.clip((height + 1.8) / 3.6, 0, 0.999) * (len(colours) - 1)
    table = np.array(colours, np.float32)
    low = place.astype(int)
    part = (place - low)[:, :, None].astype(np.float32)
    made = table[low] * (1 - part) + table[np.minimum(low + 1, len(colours) - 1)] * part
    return np.asarray(np.clip(made + clouds(chance, shape, 8, 3)[:, :, None] * 12, 0, 255), np.uint8)
