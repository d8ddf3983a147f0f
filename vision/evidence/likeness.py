"""Whether a figure looks like others of its kind: all figures of a picture are seen alike, so they are compared.

What speaks for each kind depends on how well its form and its colours were learnt, which is the same for all figures of
one kind: a figure that seems to be of another kind is of its own, if all of its kind seem so and none of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Tuning:
    """Comparison of figures. Defaults are the values in use."""

    few: int = 2
    """So many other figures of a kind tell how it looks."""
    strangest: float = 2.5
    """How far off a single figure may be to count in full for how much they differ (standard deviations)."""
    least_spread: float = 0.03
    """How much what speaks for a kind differs at least."""
    apart: float = 9.0
    """How far apart two kinds must be to be told from each other (squared Mahalanobis distance)."""


TUNING = Tuning()

Parts = Mapping[str, Mapping[str, float]]
"""For every cell what speaks for each kind there."""


def likelier(cell: str, other: str, cells: Mapping[str, str], parts: Parts) -> float:
    """How much likelier (logarithm) it is that the figure on the cell is of the kind that it is told to be than of the
    ``other``, by how the figures of both look elsewhere; 0 where these cannot be told from each other. ``cells`` is
    what stands where.

    Linear discriminant analysis without the figure itself; each kind is known by its median figure, so that one that is
    not what it is told to be does no harm.
    """
    kind = cells[cell]
    kinds = sorted({*cells.values()})
    seen = {at: np.array([parts[at].get(each, 0.0) for each in kinds]) for at in cells}
    of_kinds = {each: [seen[at] for at, its in cells.items() if its == each and at != cell] for each in kinds}
    middles = {each: np.median(its, axis=0) for each, its in of_kinds.items() if len(its) >= TUNING.few}
    if kind not in middles or other not in middles:
        return 0.0
    precision = _precision(np.array([one - middles[each] for each in middles for one in of_kinds[each]]))

    def distance(vector: NDArray[np.float64]) -> float:
        return float(vector @ precision @ vector)

    if distance(middles[kind] - middles[other]) < TUNING.apart:
        return 0.0
    return (distance(seen[cell] - middles[other]) - distance(seen[cell] - middles[kind])) / 2


def _precision(off: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inverse of the covariance of figures around the middles of their kinds (n x kinds), single ones clipped."""
    spread = TUNING.strangest * (1.5 * np.median(np.abs(off), axis=0) + TUNING.least_spread)
    off = np.clip(off, -spread, spread)
    covariance = off.T @ off / len(off) + TUNING.least_spread**2 * np.eye(off.shape[1])
    return np.asarray(np.linalg.inv(covariance))
