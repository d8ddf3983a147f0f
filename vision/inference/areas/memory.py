"""Memory of areas: the figures known there, and their look then; an unchanged look is not read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import Floats, NoiseModel, total
from vision.evidence.templates import MIDDLE
from vision.inference.posterior import AreaFigure


@dataclass(frozen=True, slots=True)
class Tuning:
    """The memory of areas. Defaults are the values in use."""

    changed: float = 3.0
    """A place has changed where most pixels next to each other differ by so many variances."""
    gone: float = 0.3
    """A figure of which more than this part has changed is looked for anew."""


TUNING = Tuning()


class Standing(NamedTuple):
    """A figure in a region, and how much of each pixel of the region's window it covers."""

    figure: AreaFigure
    cover: Floats


@dataclass(frozen=True)
class KnownArea:
    """Figures beside the cells: ``standing`` is what was seen there, ``unseen`` the kinds that stood there as well.

    ``colour`` (rows x columns x 3) is how the window looked, and ``trust`` the inverse of its variance.
    """

    standing: tuple[Standing, ...]
    unseen: tuple[str, ...]
    colour: Floats
    trust: Floats

    @classmethod
    def of(cls, kinds: Iterable[str], seen: Iterable[Standing], colour: Floats, noise: NoiseModel) -> Self:
        """Return where figures of these ``kinds`` stand, and the ``seen`` ones were found.

        One that was taken for another kind is put right, and one that stands there no more was none.
        """
        left, named, surplus = Counter(kinds), list[Standing](), list[Standing]()
        for one in seen:
            right = left[one.figure.kind] > 0
            (named if right else surplus).append(one)
            left[one.figure.kind] -= right
        rest = [*(+left).elements()]
        for one, kind in zip(sorted(surplus, key=lambda it: -it.figure.strength), rest, strict=False):
            named.append(one._replace(figure=replace(one.figure, kind=kind)))
        trust = np.asarray(1 / noise.variance(colour) / 3, np.float32)
        return cls(tuple(named), tuple(rest[len(surplus) :]), colour, trust)

    def changed(self, colour: Floats) -> NDArray[np.bool_]:
        """Return where the window looks otherwise now (rows x columns)."""
        strange = total(np.square(colour - self.colour) * self.trust)
        return np.asarray(cv2.medianBlur(strange, 3) > TUNING.changed, np.bool_)

    def still(self, changed: NDArray[np.bool_]) -> tuple[Standing, ...]:
        """Return the figures that stand where hardly anything has changed."""
        return tuple(
            one for one in self.standing if float((one.cover * changed).sum()) < TUNING.gone * float(one.cover.sum())
        )


def reachable_from(changed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where something can have come to stand if only this has changed (rows x columns)."""
    around = np.ones((2 * MIDDLE + 1, 2 * MIDDLE + 1), np.uint8)
    return np.asarray(cv2.dilate(changed.astype(np.uint8), around), np.bool_)
