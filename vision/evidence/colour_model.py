"""The likelihood of each colour for each kind of figure tonight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import ANYTHING, Floats

OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 0.5, 0.5]], np.float32)
"""From log blue, green, red to (brightness, red - green, yellow - blue)."""
LOW, HIGH = np.array([1.9, -1.7, -1.7], np.float32), np.array([5.9, 1.7, 1.7], np.float32)
"""The range of these in which colours are told from each other."""
BINS = (28, 34, 34)
INTO_BINS = np.hstack([OPPONENT, -LOW[:, None]]) * (np.array(BINS, np.float32) / (HIGH - LOW))[:, None]


@dataclass(frozen=True, slots=True)
class Tuning:
    """The colour model. Defaults are the values in use."""

    blur: tuple[float, float, float] = (1.3, 1.0, 1.0)
    """How far a colour counts for its neighbours, in bins."""
    stray: float = 0.04
    """The share of a figure's pixels that may have any colour: gloss, a reflection."""
    dim: float = 0.25
    """How much brighter or darker (logarithms) a figure may be from which a shadow was taken away."""
    burnt: float = 0.3
    """The part of a figure that must be burnt out for white ground to hide it: so much hides a cell, too."""
    most_for: float = 5.0
    """Nats: how far a single pixel can speak for a kind, or bare board: pixels are not independent ..."""
    most_against: float = 3.0
    """... and how far against it."""


TUNING = Tuning()


@dataclass(frozen=True)
class ColourModel:
    """Colour model: ``table`` is bins x kinds, logarithms of densities.

    ``brightest`` (3) is what the brightest part of the brightest kind is in each channel, logarithms as colours are.
    """

    kinds: tuple[str, ...]
    table: Floats
    brightest: Floats

    def log_ratios(self, colour: Floats, bare: Floats, depth: Floats | None = None) -> Floats:
        """Return the log-likelihood ratio of each kind against bare board for each pixel (... x 3), as ... x kinds.

        In a large shadow of some ``depth`` (... x 1) figures may be a little brighter or darker than they were.
        """
        board = np.clip(bare - ANYTHING, -TUNING.most_against, TUNING.most_for)
        log_ratios = self.table.take(bins(colour), axis=0)
        if depth is not None:
            for off in (-TUNING.dim, TUNING.dim):
                np.maximum(log_ratios, self.table.take(bins(colour + off * depth), axis=0), out=log_ratios)
        log_ratios -= board[..., None]
        return log_ratios


def bins(colour: Floats) -> NDArray[np.intp]:
    """Return which row of the table a colour (log blue, green, red) is in."""
    place = cv2.transform(colour.reshape(1, -1, 3), INTO_BINS).reshape(*colour.shape)
    row = np.zeros(colour.shape[:-1], np.int32)
    for axis, count in enumerate(BINS):
        row = row * count + np.clip(place[..., axis], 0, count - 1).astype(np.int32)
    return row.astype(np.intp)


def learn_colour_model(samples: Mapping[str, tuple[Floats, Floats]]) -> ColourModel:
    """Learn from the colours (n x 3) of each kind's pixels and what each counts (n)."""
    volume = float(np.prod((HIGH - LOW) / BINS))
    columns = []
    for colour, weight in samples.values():
        flat = np.bincount(bins(colour), weights=weight, minlength=int(np.prod(BINS)))
        counts: NDArray[np.float64] = flat.astype(np.float64).reshape(BINS)
        for axis, spread in enumerate(TUNING.blur):
            counts = _smoothed(counts, axis, spread)
        density = counts / max(counts.sum(), 1e-9) / volume
        columns.append(np.log((1 - TUNING.stray) * density + TUNING.stray * np.exp(ANYTHING)).ravel() - ANYTHING)
    table = np.clip(np.stack(columns, axis=1), -TUNING.most_against, TUNING.most_for)
    shown = (colour[weight > 0] for colour, weight in samples.values() if (weight > 0).any())
    brightest = np.max([np.quantile(colour, 1 - TUNING.burnt, axis=0) for colour in shown], axis=0, initial=-np.inf)
    return ColourModel(tuple(samples), table.astype(np.float32), brightest.astype(np.float32))


def _smoothed(counts: NDArray[np.float64], axis: int, spread: float) -> NDArray[np.float64]:
    moved = np.moveaxis(counts, axis, 0)
    flat = np.ascontiguousarray(moved.reshape(moved.shape[0], -1))
    kernel = cv2.getGaussianKernel(9, spread)
    blurred = np.asarray(cv2.sepFilter2D(flat, cv2.CV_64F, np.ones(1), kernel, borderType=cv2.BORDER_CONSTANT))
    return np.asarray(np.moveaxis(blurred.reshape(moved.shape), 0, axis), np.float64)
