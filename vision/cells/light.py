"""The empty board as it would look under the light of this picture: by bare cells that are near and alike.

Of bare cell j the shift s_j is the median of what its disc shows less what it showed when the board was empty. That of
cell i is the mean of s_j with weights exp(-d_ij / NEAR - (c_ij / ALIKE)^2), where d_ij is how far they lie apart and
c_ij how far their colours do, made robust by three rounds of Cauchy weights: gloss lights dark fields alone, and a
shadow only what it falls on. Cells whose disc has not changed as a whole count for less: a figure may have come there.
The shift of an area beside the cells is the median of what its own ground shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells.places import Floats, single
from vision.cells.view import DARK, View, opponent, turned, turned_back
from vision.evidence.illumination import fit

NEAR = 60.0
"""Millimetres, two cells, over which light counts as the same ..."""
EVEN = 240.0
"""... and eight, where something may lie over the board: a hand is narrower, and its colour is no light."""
ALIKE = 0.25
"""Logarithm of colour, over which fields count as alike: light and dark fields lie 0.5 and more apart."""
STRAY = 0.06
"""Logarithm by which the shift of a cell may lie off the others'; larger deviations count less."""
BLACK = 1.0
"""Grey level that is added before the logarithm of a ratio."""
BURNT = (215.0, 240.0)
"""Grey levels of the empty board between which a channel is burnt out, more or less."""
THIN = 7
"""Millimetres: edges of light are looked for at one pixel in so many."""
FEW = 4
"""Bare cells below which all cells are taken for bare: the median bears with as many figures."""
QUIET = np.array([0.04, 0.025, 0.025], np.float32)
"""The least noise of the three colours, logarithm: a webcam by lamp light."""
WIDER = 1.3
"""The surplus of the edges of bare cells over their middle: misregistration of a pixel."""
CONTRAST = (0.5, 2.0)
"""By how much a picture may be sharper or more blurred than that of the empty board; more is a wrong pose."""


@dataclass(frozen=True, eq=False)
class Lit:
    """A view, compared with the empty board.

    ``shift`` (cells, then areas x 3) is the shift of its light; ``as_empty`` (height x width x 3) the view as if lit
    like the empty board, ``expected`` the brightness of the empty board in the light of the view, ``off`` how the view
    differs from the board, ``noise`` (3) by how much bare cells do, ``contrast`` how sharp the view is in parts of the
    empty board.

    Light multiplies grey levels: in a deep shadow their logarithm with DARK added does not simply move.
    """

    view: View
    shift: Floats
    as_empty: Floats
    expected: Floats
    off: Floats
    noise: Floats
    contrast: float

    @property
    def magnified(self) -> Floats:
        """Return by how much ``off`` changes for a grey level of the view (height x width): the more, the darker."""
        lit = np.maximum(np.exp(turned_back(self.as_empty)) - DARK, 0)
        return single((lit / (self.view.grey + BLACK) / (lit + DARK)).max(axis=2))

    @classmethod
    def of(cls, view: View, empty: Floats, bare: NDArray[np.bool_], near: float = NEAR) -> Self:
        """Return the view in the light of the cells that are believed to be bare; ``empty`` is in grey levels."""
        places, board = view.places, opponent(empty)
        seen = without_edges(view.grey, empty)
        change = turned(np.log((seen + BLACK) / (empty + BLACK)))
        known = np.flatnonzero(bare) if bare.sum() >= FEW else np.arange(len(bare))
        colours = single(np.median(places.discs(board), axis=1))
        discs = places.discs(change, places.middles)
        shifts = single(np.median(discs, axis=1))
        spread = np.abs(discs[..., 0] - shifts[:, None, 0]).mean(axis=1)
        trust = single(np.exp(-np.square(spread / (2 * max(STRAY, float(np.median(spread[known])))))))
        shift = _smoothed(shifts[: len(bare)], colours, places.distances / near, known, trust[known])
        beside = (_in_area(shifts[spots], trust[spots]) for spots in places.spots.values())
        shift = np.concatenate([shift, *(each[None] for each in beside)])
        gain = single(np.exp(turned_back(shift))[places.lit_by])
        as_empty, expected = opponent(seen / gain), opponent(empty * gain)[..., 0]
        off = single(as_empty - board)
        stray = np.median(np.abs(places.discs(off)[known]), axis=(0, 1)) * 1.48
        among = np.isin(places.owner, known)
        now, then = (float(_steps(each)[among].mean()) for each in (opponent(seen)[..., 0], expected))
        noise = single(np.maximum(stray, QUIET) * WIDER)
        return cls(view, shift, as_empty, expected, off, noise, float(np.clip(now / max(then, 1e-3), *CONTRAST)))


def without_edges(grey: Floats, empty: Floats) -> Floats:
    """Return the picture as if no head threw its shadow on the board and no sun lay on a part of it, if one does."""
    burnt = np.clip((empty - BURNT[0]) / (BURNT[1] - BURNT[0]), 0, 0.99)
    thin, bare, blind = (single(each[::THIN, ::THIN]) for each in (grey, empty, burnt))
    light = fit(thin, bare, blind)
    if not light.step.any():
        return grey
    height, width = grey.shape[:2]
    deep = cv2.resize(light.step, (light.step.shape[1] * THIN, light.step.shape[0] * THIN))[:height, :width, None]
    return single(grey / np.exp(deep * light.tint))


def shade(view: View, empty: Floats) -> Floats:
    """Return by how much the light of each cell is less than that around it (n, logarithm), where a shadow lies."""
    change = np.log((without_edges(view.grey, empty) + BLACK) / (view.grey + BLACK)).mean(axis=2, keepdims=True)
    return single(np.median(view.places.discs(single(change))[..., 0], axis=1))


def _in_area(shifts: Floats, trust: Floats) -> Floats:
    """Return the shift of an area (3) by those of its spots, most of which are bare."""
    order = np.argsort(shifts, axis=0)
    each = np.take_along_axis(shifts, order, axis=0)
    sums = np.cumsum(trust[order], axis=0)
    return single(np.take_along_axis(each, (sums > sums[-1] / 2).argmax(axis=0)[None], axis=0)[0])


def _smoothed(shifts: Floats, colours: Floats, distances: Floats, known: NDArray[np.intp], trust: Floats) -> Floats:
    """Return the shift of each cell (cells x 3), by that of the ``known`` ones but itself, which are trusted so far.

    ``distances``: in parts of NEAR.
    """
    unlike = np.linalg.norm(colours[:, None] - colours[None, known], axis=2)
    weight = np.exp(-distances[:, known] - (unlike / ALIKE) ** 2) + 1e-4
    weight *= trust
    weight[np.arange(len(colours))[:, None] == known[None]] = 1e-9
    seen = shifts[known]
    mean = (weight[:, :, None] * seen[None]).sum(axis=1) / weight.sum(axis=1)[:, None]
    for _ in range(3):
        robust = weight[:, :, None] / (1 + (np.abs(seen[None] - mean[:, None]) / STRAY) ** 2)
        mean = (robust * seen[None]).sum(axis=1) / robust.sum(axis=1)
    return single(mean)


def _steps(plane: Floats) -> Floats:
    """Return how steep each pixel is."""
    plane = np.ascontiguousarray(plane)
    return single(np.hypot(cv2.Sobel(plane, cv2.CV_32F, 1, 0), cv2.Sobel(plane, cv2.CV_32F, 0, 1)))
