"""The detection of hands, caps and other things over the board, and of the cells that they hide."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import Floats
from vision.evidence.frame_evidence import Evidence
from vision.evidence.occlusion.edge_template import EdgeTemplate
from vision.evidence.occlusion.occluders import TUNING as OCCLUDERS_TUNING
from vision.evidence.occlusion.occluders import detect_occluders, disc, entering, filled, residual_threshold
from vision.evidence.regions import regions_of_interest
from vision.evidence.templates import COARSER, PIXEL, TemplateModel


@dataclass(frozen=True, slots=True)
class Tuning:
    """Occlusion of cells. Defaults are the values in use."""

    hidden_board: float = 0.008
    """A thing over more than this part of the area looked at covers the board."""
    hidden_cell: float = 0.3
    """A cell of which more than this part is covered is not known."""
    print: float = 0.5
    """Correlation: what is so much like the print that it covers ..."""
    brighter: float = 0.25
    """... and so much brighter (logarithm) is light, and no thing ..."""
    less_print: float = 0.2
    """... and so is what is less like it (correlation) ..."""
    even: float = 0.18
    """... but evenly bright (logarithm, standard deviation): by chance a hand is like the print, too."""
    over: float = 125.0
    """Square millimetres of cells and areas over which something lies that comes in over the rim, if it hides any."""
    doubted: float = 20.0
    """Millimetres around what is taken for a thing at the start, where no thing lies, in which none is looked for."""


TUNING = Tuning()


class Hidden(NamedTuple):
    """Coarse pixels under occluders: ``places`` is 1 under any, ``hands`` numbers those that reach over the rim."""

    places: Floats
    hands: NDArray[np.int32]


class OcclusionDetector:
    """Detector of occlusion in the coarse pixels of a board with this ``edge_template``.

    Everywhere ``foreground_probability`` is that of a coarse pixel to show no bare board (0 to 1), ``edges`` are those
    of the frame that could be print, ``explained`` is the part of coarse pixels that figures explain, and ``hidden``
    what lies over them.
    """

    def __init__(self, model: TemplateModel, edge_template: EdgeTemplate) -> None:
        self.model, self.edge_template = model, edge_template
        self._rest = OCCLUDERS_TUNING.unexplained
        self._clear = np.ones(int(np.prod(model.coarse)), np.float32)
        """0 for the coarse pixels where nothing is taken for a thing"""

    def learn(self, foreground_probability: Floats, edges: Floats, explained: Floats, on_cells: Floats) -> None:
        """Learn from a frame over which nothing lies.

        It shows how much of the board differs from bare board beyond the figures, where its print is seen among them,
        and where a thing would be seen that is not there.
        """
        shape = self.model.coarse
        self._rest = residual_threshold(filled(foreground_probability.reshape(shape)), explained)
        self.edge_template = self.edge_template.with_contrast(self.edge_template.contrast(edges, explained, shape))
        self._clear = 1 - self._mean_around(self.hidden(foreground_probability, edges, explained, on_cells).places)

    def confirm(self, places: Floats) -> None:
        """Learn that nothing lies over these ``places``, though it seemed so (1 there, 0 elsewhere)."""
        self._clear = self._clear * (1 - self._mean_around(places))

    def _mean_around(self, places: Floats) -> Floats:
        return np.asarray(cv2.dilate(places.reshape(self.model.coarse), disc(TUNING.doubted)), np.float32).ravel()

    def hidden(self, foreground_probability: Floats, edges: Floats, explained: Floats, on_cells: Floats) -> Hidden:
        """Return where large things lie over cells and areas or come in over the rim.

        ``on_cells`` is what figures on cells alone explain.
        """
        shape = self.model.coarse
        differs = filled(foreground_probability.reshape(shape))
        occluders = detect_occluders(differs, explained, self._rest)
        contrast = self.edge_template.contrast(edges, explained, shape)
        over = self.edge_template.hidden(np.where(self._on_board.reshape(shape), contrast, np.float32(1)))
        hands = entering(differs, on_cells).ravel()
        hands = np.where(self._clear > 0, hands, 0)
        places = np.maximum(np.maximum(occluders, over).astype(np.float32).ravel(), hands > 0) * self._clear
        return Hidden(np.asarray(places, np.float32), hands)

    def is_covered(
        self,
        hidden: Hidden,
        seen: Set[int],
        evidence: Evidence,
        bare: Floats,
        explained: Floats,
        on_cells: Floats,
        edges: Floats,
    ) -> bool:
        """Return whether the board is ``covered``; ``bare`` (coarse pixels x 3) are its colours."""
        if not hidden.places.any():
            return False
        things = (evidence.foreground_probability > 0.5) & (np.where(hidden.hands, on_cells, explained) < 0.5)
        return self.covered(hidden, seen, things, (evidence.colour - bare).mean(axis=1), edges)

    def covered(
        self, hidden: Hidden, seen: Set[int], things: NDArray[np.bool_], brighter: Floats, edges: Floats
    ) -> bool:
        """Return whether too much is under things that lie over cells or areas, or under a hand.

        Nothing lies over the ``seen`` cells (their numbers), in either of these. Where ``things`` are ``brighter``
        (logarithms) than the board, and its print is seen on them, they are the sun, or the reflection of a lamp: of
        these cells nothing is known, and nobody waits.
        """
        _, parts = cv2.connectedComponents(hidden.places.reshape(self.model.coarse).astype(np.uint8))
        labels = parts.ravel()
        dark = ~self._lit(labels, things, brighter, edges)
        over = np.unique(labels[self._on_board & (hidden.places > 0) & dark[labels]])
        if float((np.isin(labels, over) & ~np.isin(self.cell_of, [*seen])).mean()) > TUNING.hidden_board:
            return True
        much = np.bincount(hidden.hands, self._on_board) * PIXEL**2
        return bool(((much > TUNING.over) & ~self._lit(hidden.hands, things, brighter, edges))[1:].any())

    def _lit(
        self, parts: NDArray[Any], things: NDArray[np.bool_], brighter: Floats, edges: Floats
    ) -> NDArray[np.bool_]:
        """Return for every number of the ``parts`` whether it is light, and no thing."""
        looked_at = things & self._on_board
        count = np.maximum(np.bincount(parts, looked_at), 1)
        much = np.bincount(parts, looked_at * brighter) / count
        uneven = np.bincount(parts, looked_at * brighter**2) / count - much**2
        asked = np.where(uneven < TUNING.even**2, TUNING.less_print, TUNING.print)
        return (self.edge_template.alike_in(edges, parts, looked_at) > asked) & (much > TUNING.brighter)

    def cells(self, hidden: Floats, seen: Set[int]) -> frozenset[str]:
        """Return the cells of which too much is hidden."""
        if not hidden.any():
            return frozenset()
        count = len(self.model.cells)
        whole = np.bincount(self.cell_of, minlength=count + 1)
        much = np.bincount(self.cell_of, hidden, count + 1) / np.maximum(whole, 1)
        return frozenset(
            cell
            for number, cell in enumerate(self.model.cells)
            if much[number] > TUNING.hidden_cell and number not in seen
        )

    @cached_property
    def cell_of(self) -> NDArray[np.intp]:
        """Return the number of the cell on which each coarse pixel is; one more than there are where it is on none."""
        found = np.full(self.model.coarse, len(self.model.cells), np.int32)
        for number, cell in enumerate(self.model.cells):
            outline = self.model.grid.at(np.array(self.model.layout.corners(cell))) / COARSER
            cv2.fillPoly(found, [outline.round().astype(np.int32)], number)
        return np.asarray(found.ravel(), np.intp)

    @cached_property
    def _on_board(self) -> NDArray[np.bool_]:
        """Return which coarse pixels are on a cell or an area: things beside them cover nothing."""
        found = (self.cell_of < len(self.model.cells)).reshape(self.model.coarse)
        for spot in regions_of_interest(self.model):
            found[spot.window] |= spot.outlined
        return np.asarray(found.ravel(), np.bool_)
