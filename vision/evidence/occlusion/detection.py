"""Occlusion: what lies over the board and is no figure, a hand, a sleeve or a cap, and which cells it hides.

An occluder is a connected part of the picture in which a wide disc shows no bare board and that figures do not explain,
or no print where there should be some: a hand can have the colours of the board. How much of such a disc figures leave
unexplained is learnt from the start. What comes in over the rim is a hand (reconstruction from markers: Vincent,
"Morphological grayscale reconstruction in image analysis", 1993).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import COARSER, Background, Floats, averaged
from vision.evidence.frame_evidence import Evidence
from vision.evidence.occlusion.edges import log_edges
from vision.evidence.regions import regions_of_interest
from vision.evidence.templates import PIXEL, TemplateModel
from vision.geometry.sheet import SPACING


@dataclass(frozen=True, slots=True)
class Tuning:
    """Occlusion. Defaults are the values in use."""

    full: float = 0.8
    """The part of a disc as wide as a cell that must be foreground: no figure fills it."""
    lost: float = 0.1
    """The part of its contrast with which print is not seen any more, where it would be known to as much."""


TUNING = Tuning()
MOST = 0.5
"""More than this part is most: of a probability, a cell, the board, and of a correlation."""


@dataclass(frozen=True)
class Occlusion:
    """What is hidden in a frame: ``hidden`` (coarse pixels) is 1 under an occluder and 0 elsewhere, ``cells`` are those
    that are not seen, and ``covered`` says whether a hand reaches in over them, or most of the board is hidden."""

    hidden: Floats
    cells: frozenset[str]
    covered: bool


class OcclusionDetector:
    """Looks for occluders over the board of this ``model``, which looks like the ``background``."""

    def __init__(self, model: TemplateModel, background: Background) -> None:
        self.model = model
        self._printed = log_edges(np.ascontiguousarray(background.colour[..., 1]))
        self._weight = np.asarray(self._printed / background.noise[..., 1], np.float32)
        self._strength = self._summed(self._printed)
        self._usual = 0.0
        """the largest part of a disc that figures leave unexplained"""
        self._known = np.zeros(model.coarse, np.uint8)
        """1 where something lies that hides nothing"""

    def learn(self, evidence: Evidence, edges: Floats, explained: Floats) -> None:
        """From a frame over which nothing lies; ``explained`` (coarse pixels) is what figures explain of it."""
        foreground, figures = self._filled(evidence), self._figures(explained)
        core = _mean(foreground) > TUNING.full
        self._usual = float(_mean(foreground * (1 - figures))[core].max(initial=0))
        self._known = self._things(foreground, self._summed(edges), figures)

    def confirm(self, hidden: Floats) -> None:
        """Nothing lies where a frame showed an occluder (``hidden``, coarse pixels)."""
        self._known = np.maximum(self._known, (hidden.reshape(self.model.coarse) > 0).astype(np.uint8))

    def find(
        self, evidence: Evidence, edges: Floats, explained: Floats, seen: Set[int], surplus: Set[int] = frozenset()
    ) -> Occlusion:
        """What is hidden in a frame with these ``edges`` (rows x columns).

        Nothing lies over the ``seen`` cells (their numbers); figures that are too many explain nothing on ``surplus``
        ones, nor in the areas if the number after the last cell's is among them. Under what comes in over the rim
        figures in areas explain nothing: a hand there looks like many.
        """
        foreground, count = self._filled(evidence), len(self.model.cells)
        figures = self._figures(np.where(np.isin(self.place_of, [*surplus]), 0, explained))
        on_cells = self._figures(np.where(np.isin(self.place_of, [*surplus, count]), 0, explained))
        seen_print = self._summed(edges)
        things = np.maximum(
            self._things(foreground, seen_print, figures), _reaching(self._things(foreground, seen_print, on_cells))
        ) * (1 - self._known)
        hidden = things.astype(np.float32).ravel()
        if not things.any():
            return Occlusion(hidden, frozenset(), False)
        share = np.bincount(self.place_of, hidden, count + 2)[:count] / np.maximum(self._size, 1)
        share[[*seen]] = 0
        cells = frozenset(self.model.cells[number] for number in np.flatnonzero(share > MOST).tolist())
        whole = cv2.morphologyEx(np.maximum(things, foreground > MOST), cv2.MORPH_CLOSE, _disc(SPACING / 2))
        parts = np.asarray(cv2.connectedComponents(_reaching(np.asarray(whole, np.uint8)))[1], np.int32)
        asked = hidden * (foreground * (1 - on_cells) > MOST).ravel()
        over = (
            np.where(self.place_of < count, hidden, asked) * (self.place_of <= count) * ~np.isin(self.place_of, [*seen])
        )
        hand = np.bincount(parts.ravel(), over) > MOST * self._size.mean()
        hand &= ~self._lit(parts, asked, edges)
        return Occlusion(hidden, cells, bool(hand[1:].any()) or len(cells) > MOST * count)

    def _things(self, foreground: Floats, seen_print: Floats, figures: Floats) -> NDArray[np.uint8]:
        """rows x columns: 1 under every occluder."""
        found = self._lost(seen_print, figures)
        unexplained = _mean(foreground * (1 - figures)) > (1 + self._usual) / 2
        if unexplained.any():
            core = (_mean(foreground) > TUNING.full).astype(np.uint8)
            _, parts = cv2.connectedComponents(core)
            found |= np.isin(parts, np.unique(parts[unexplained & (core > 0)])) & (core > 0)
        if not found.any():
            return np.zeros(found.shape, np.uint8)
        return np.asarray(cv2.dilate(found.astype(np.uint8), _disc()), np.uint8)

    def _lost(self, seen_print: Floats, figures: Floats) -> NDArray[np.bool_]:
        """rows x columns: where the print in a disc, of which figures cover hardly anything, is not seen; its contrast
        is estimated by least squares."""
        free = 1 - figures
        found, known = (_mean(its * free) for its in (seen_print, self._strength))
        missed = (known * _disc().sum() > 1 / TUNING.lost**2) & (_mean(free) > 1 - TUNING.full)
        lost = np.asarray(missed & (found < TUNING.lost * known), np.uint8)
        return np.asarray(cv2.morphologyEx(lost, cv2.MORPH_OPEN, _disc()) > 0, np.bool_)

    def _summed(self, edges: Floats) -> Floats:
        """rows x columns: how much the pixels that each coarse one stands for look like the print."""
        return np.asarray(averaged(self._weight * edges, COARSER) * COARSER**2, np.float32)

    def _lit(self, parts: NDArray[np.int32], asked: Floats, edges: Floats) -> NDArray[np.bool_]:
        """For every number of the ``parts``: whether the board's print is seen on the pixels that are ``asked``."""
        products = np.stack([edges * self._printed, edges * edges, self._printed * self._printed], axis=2)
        both, own, printed = (
            np.bincount(parts.ravel(), its * asked) for its in averaged(products, COARSER).reshape(-1, 3).T
        )
        return np.asarray(both > MOST * np.sqrt(own * printed) + 1e-6, np.bool_)

    def _filled(self, evidence: Evidence) -> Floats:
        """rows x columns: the probability of foreground without narrow gaps: here and there a hand looks like what it
        hides."""
        found = evidence.foreground_probability.reshape(self.model.coarse)
        return np.asarray(cv2.morphologyEx(found, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.float32)

    def _figures(self, explained: Floats) -> Floats:
        """rows x columns: the part of each pixel that figures explain, with their soft rims."""
        return np.asarray(cv2.dilate(explained.reshape(self.model.coarse), np.ones((3, 3), np.uint8)), np.float32)

    @cached_property
    def place_of(self) -> NDArray[np.intp]:
        """coarse pixels: the number of the cell that each is on; one more than there are in an area, two more beside
        both."""
        count = len(self.model.cells)
        found = np.full(self.model.coarse, count + 1, np.int32)
        for spot in regions_of_interest(self.model):
            found[spot.window][spot.own] = count
        for number, cell in enumerate(self.model.cells):
            outline = self.model.grid.at(np.array(self.model.layout.corners(cell))) / COARSER
            cv2.fillPoly(found, [outline.round().astype(np.int32)], number)
        return np.asarray(found.ravel(), np.intp)

    @cached_property
    def _size(self) -> NDArray[np.intp]:
        """cells: the coarse pixels of each."""
        count = len(self.model.cells)
        return np.asarray(np.bincount(self.place_of, minlength=count + 2)[:count], np.intp)


def _reaching(things: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """rows x columns: those of the things (1, else 0) that come in over the rim."""
    _, parts = cv2.connectedComponents(things)
    rim = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    return np.asarray(np.isin(parts, rim[rim > 0]), np.uint8)


def _mean(values: Floats) -> Floats:
    """rows x columns: the mean over a disc around each pixel; there is nothing beyond the rim."""
    disc = _disc().astype(np.float32)
    return np.asarray(cv2.filter2D(values, cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT), np.float32)


def _disc(across: float = SPACING) -> NDArray[np.uint8]:
    """The coarse pixels of a disc so many cell units across."""
    side = int(across / PIXEL / 2) * 2 + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
