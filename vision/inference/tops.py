"""The tops of tall figures: a family has one form, but some of its figures are taller, as a king among pawns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import Floats
from vision.evidence.figure_models import TUNING, family
from vision.evidence.templates import SilhouetteMasks

ALIKE = 1.0
"""Nats by which the likeliest kind of a pixel may exceed the figure's own kind for the figure to explain it."""


def tops_explained(
    tall: Mapping[str, SilhouetteMasks],
    kinds: Sequence[str],
    standing: Iterable[tuple[int, str]],
    log_ratios: Floats,
    most: Floats,
    explained: Floats,
) -> Floats:
    """Return what is ``explained`` of each coarse pixel with the tops of the figures, each on a cell (its number).

    ``tall`` are the masks of the tallest figures of a family, ``log_ratios`` (pixels x ``kinds``) and ``most`` what the
    pixels say. No top takes anything from another figure.
    """
    with_tops = explained.copy()
    for cell, kind in standing:
        if family(kind) in tall:
            ratios = log_ratios[:, kinds.index(kind)]
            places, cover = _tall_one(tall[family(kind)], cell, ratios, explained)
            cover = cover * (ratios[places] >= most[places] - ALIKE)
            with_tops[places] = np.maximum(with_tops[places], cover)
    return with_tops


def _tall_one(masks: SilhouetteMasks, cell: int, ratios: Floats, explained: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return the pixels that the tallest figure on a cell may cover, with the part of each (0 where it is lower).

    It has the stance of the highest gain, and is as tall if the pixels that no figure explains yet support it.
    """
    places = masks.places[cell]
    gain = ratios[places] - TUNING.toll
    cover = masks.cover[cell, int((masks.cover[cell] @ gain).argmax())]
    taller = float((cover * (1 - explained[places])) @ gain) > 0
    return places, cover if taller else np.zeros_like(cover)
