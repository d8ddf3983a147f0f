"""Linear classifiers by running sums: samples of hours ago count less, and learning again takes milliseconds.

Of each class c are kept n_c, the sum of z and the sum of z z' of its samples z = (x, 1). Every class weighs
w_c = n_c^-balance, so that the many bare cells do not drown the figures. Presence is ridge regression to -1 and 1
(Hoerl and Kennedy, Technometrics 12, 1970), the kind linear discriminant analysis (Fisher 1936); both with
lambda tr(C) / d added to the diagonal of the covariance C of d numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.cells.places import Floats

Doubles = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Linear:
    """The scores (n x classes) of samples are (x - mean) weights + offset."""

    mean: Doubles
    weights: Doubles
    offset: Doubles

    def scores(self, samples: Floats) -> Doubles:
        """Return n x classes."""
        return np.asarray((samples - self.mean) @ self.weights + self.offset)


@dataclass(frozen=True, eq=False)
class Sums:
    """Classes x ..: the ``count`` of samples and the sum of their ``squares`` (z z')."""

    count: Doubles
    squares: Doubles

    @classmethod
    def none(cls, classes: int, numbers: int) -> Self:
        """Return the sums of no samples."""
        return cls(np.zeros(classes), np.zeros((classes, numbers + 1, numbers + 1), np.float32))

    @classmethod
    def none_like(cls, other: Sums) -> Self:
        """Return the sums of no samples of as many numbers."""
        return cls(np.zeros_like(other.count), np.zeros_like(other.squares))

    def with_samples(self, samples: Floats, classes: NDArray[np.intp]) -> Sums:
        """Return the sums with these samples of these classes."""
        count, squares = self.count.copy(), self.squares.copy()
        ones = np.concatenate([samples, np.ones((len(samples), 1), np.float32)], axis=1)
        for number in np.unique(classes).tolist():
            of_class = ones[classes == number]
            count[number] += len(of_class)
            squares[number] += of_class.T @ of_class
        return Sums(count, squares)

    def faded(self, part: float) -> Sums:
        """Return the sums where only this part of them counts."""
        return Sums(self.count * part, self.squares * np.float32(part))

    def without(self, other: Sums) -> Sums:
        """Return the sums without the samples of others."""
        return Sums(self.count - other.count, self.squares - other.squares)

    def ridge(self, damping: float) -> Linear:
        """Return the regression to 1 for the own class of a sample and -1 for others."""
        mean, middles, covariance, share = self._moments(1.0)
        targets = 2 * np.eye(len(share)) - 1
        weights = np.linalg.solve(_damped(covariance, damping), ((middles - mean).T * share) @ targets)
        return Linear(mean, np.asarray(weights), share @ targets)

    def discriminant(self, damping: float, balance: float) -> Linear:
        """Return the log-likelihoods of the classes, but for what all have in common."""
        mean, middles, covariance, share = self._moments(balance)
        within = covariance - ((middles - mean).T * share) @ (middles - mean)
        weights = np.linalg.solve(_damped(within, damping), (middles - mean).T)
        return Linear(mean, np.asarray(weights), np.asarray(-0.5 * ((middles - mean).T * weights).sum(axis=0)))

    def _moments(self, balance: float) -> tuple[Doubles, Doubles, Doubles, Doubles]:
        """Return mean, means of the classes, covariance, and the share of each class in them."""
        known = np.maximum(self.count, 1e-9)
        weight = np.where(self.count > 1e-6, known**-balance, 0.0)
        weight /= (weight * self.count).sum()
        every = np.tensordot(weight, self.squares.astype(np.float64), axes=1)
        mean = every[:-1, -1]
        middles = self.squares[:, :-1, -1] / known[:, None]
        return mean, np.asarray(middles, np.float64), every[:-1, :-1] - np.outer(mean, mean), weight * self.count


def _damped(covariance: Doubles, damping: float) -> Doubles:
    size = len(covariance)
    return np.asarray(covariance + damping * np.trace(covariance) / size * np.eye(size))
