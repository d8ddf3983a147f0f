"""The colours of each kind of figure, as a histogram, and how much likelier a pixel is of a kind than of the board.

odds_k(x) = log p_k(x) - log p_bare(x), where p_k is the histogram of the start in the light of the empty board, nine
parts of it with one part of any colour, and p_bare a Student t around the expected colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.cells.light import Lit
from vision.cells.places import Floats, single

LOWEST = np.array([1.8, -1.0, -1.3], np.float32)
"""The darkest, greenest colour of a histogram, logarithms."""
WIDTH = np.array([0.24, 0.12, 0.12], np.float32)
"""Of a bin, logarithms: three times the noise of a bare cell, so that a colour keeps its bin."""
BINS = (17, 18, 18)
ANY = 0.1
"""The part of a kind that may have any colour: letters, gloss, what no figure of the start has shown."""
HALFWAY = 14.0
"""Millimetres above the board at which a figure's colours are taken besides its foot: half a figure of 28."""
LIMIT = 4.0
"""Nats that one pixel may say at most: neighbours say the same."""
SURELY_FIGURE = 4.0
"""Noises by which a pixel differs from the board that belongs to the figure for certain ..."""
SHOWS_THROUGH = 0.05
"""... and how much one counts that does not differ at all: it may be of a figure of the board's colour."""


@dataclass(frozen=True, eq=False)
class KindColours:
    """Log density of each kind's colours (kinds x bins)."""

    density: Floats

    @classmethod
    def of(cls, lit: Lit, kind_numbers: NDArray[np.intp], kinds: int) -> Self:
        """Return those of a view in which the cells bear these kinds (1 to ``kinds``, 0: none)."""
        return cls(np.stack([_histogram(lit, np.flatnonzero(kind_numbers == kind)) for kind in range(1, kinds + 1)]))

    def odds(self, lit: Lit) -> Floats:
        """Return the odds of each kind against the bare board, -1 to 1 of the limit (height x width x kinds)."""
        stray = np.abs(lit.off) / lit.noise
        bare = -1.5 * np.log1p(stray**2 / 3).sum(axis=2) - np.log(lit.noise).sum() - 1.5 * np.log(2 * np.pi)
        density = self._of_pixels(lit)
        return np.asarray(np.clip(density - bare[..., None], -LIMIT, LIMIT) / LIMIT, np.float32)

    def usual(self, lit: Lit) -> NDArray[np.bool_]:
        """Return which pixels (height x width) have a colour that figures of any kind have oftener than by chance."""
        chance = -np.log(np.prod(BINS) * WIDTH.prod())
        return np.asarray(self._of_pixels(lit).max(axis=2) > chance)

    def _of_pixels(self, lit: Lit) -> Floats:
        """Return the log density of each pixel's colour (height x width x kinds)."""
        bins = ((lit.as_empty - LOWEST) / WIDTH).astype(np.intp)
        bins = np.clip(bins, 0, np.array(BINS) - 1)
        flat = np.ravel_multi_index(tuple(np.moveaxis(bins, -1, 0)), BINS)
        return np.asarray(self.density.reshape(len(self.density), -1).T[flat], np.float32)


def _histogram(lit: Lit, cells: NDArray[np.intp]) -> Floats:
    """Return the log density of the colours on these cells by bin, blurred by a quarter of a bin to each side."""
    feet, halfway = lit.view.at(0.0)[cells], lit.view.at(HALFWAY)[cells]
    discs = lit.view.places.discs
    seen = np.concatenate([discs(lit.as_empty, feet), discs(lit.as_empty, halfway)]).reshape(-1, 3)
    off = np.concatenate([discs(lit.off, feet), discs(lit.off, halfway)]).reshape(-1, 3)
    weight = np.clip((np.abs(off) / lit.noise).max(axis=1) / SURELY_FIGURE, SHOWS_THROUGH, 1.0)
    edges: Sequence[tuple[float, float]] = [
        (float(low), float(low + width * bins)) for low, width, bins in zip(LOWEST, WIDTH, BINS, strict=True)
    ]
    counts, _ = np.histogramdd(seen, bins=BINS, range=edges, weights=weight)
    for axis in range(3):
        counts = 0.5 * counts + 0.25 * (np.roll(counts, 1, axis) + np.roll(counts, -1, axis))
    size = float(WIDTH.prod())
    share = counts / max(float(counts.sum()), 1e-6)
    return single(np.log((1 - ANY) * share / size + ANY / (np.prod(BINS) * size)))
