"""What lies over the board that is no figure, a hand or a cap, and which cells it hides."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognition import areas
from vision.recognition.background import Floats
from vision.recognition.occluders import UNEXPLAINED, disc, large_things, rest_of_figures
from vision.recognition.print_template import Print
from vision.recognition.templates import COARSER, Ways

HIDDEN_CELL = 0.3
"""A cell of which more than this part is covered is not known."""
DOUBTED = 20.0
"""Millimetres around what is taken for a thing at the start, where no thing lies, in which none is looked for."""


class Cover:
    """Looks for it in the coarse pixels of a board with this ``print``.

    Everywhere ``lively`` is how sure it is that a coarse pixel shows no bare board (0 to 1), ``lines`` are those of
    the frame that could be print, ``claimed`` is the part of coarse pixels that figures explain, and ``hidden`` is 1
    for those under something large.
    """

    def __init__(self, ways: Ways, print: Print) -> None:
        self.ways, self.print = ways, print
        self._rest = UNEXPLAINED
        self._clear = np.ones(int(np.prod(ways.coarse)), np.float32)
        """0 for the coarse pixels where nothing is taken for a thing"""

    def learn(self, lively: Floats, lines: Floats, claimed: Floats) -> None:
        """Learns from a frame over which nothing lies how much of the board differs from bare board beyond the figures,
        where its print is seen among them, and where a thing would be seen that is not there."""
        shape = self.ways.coarse
        self._rest = rest_of_figures(lively, claimed, shape)
        self.print = self.print.learnt(self.print.contrast(lines, claimed, shape))
        taken = self.hidden(lively, lines, claimed).reshape(shape)
        self._clear = 1 - np.asarray(cv2.dilate(taken, disc(DOUBTED)), np.float32).ravel()

    def hidden(self, lively: Floats, lines: Floats, claimed: Floats) -> Floats:
        """Where something large lies, of another colour or over the print."""
        shape = self.ways.coarse
        things = large_things(lively, claimed, shape, self._rest)
        over = self.print.hidden(self.print.contrast(lines, claimed, shape))
        return np.maximum(things, over).astype(np.float32).ravel() * self._clear

    def share(self, hidden: Floats, seen: Set[int]) -> float:
        """The part of what is looked at that is under things which lie over cells or areas, not only beside them.

        Nothing lies over the ``seen`` cells (their numbers), in either of these."""
        if not hidden.any():
            return 0.0
        _, parts = cv2.connectedComponents(hidden.reshape(self.ways.coarse).astype(np.uint8))
        over = np.unique(parts.ravel()[self._on_board & (hidden > 0)])
        return float((np.isin(parts.ravel(), over) & ~np.isin(self._cell, [*seen])).mean())

    def cells(self, hidden: Floats, seen: Set[int]) -> frozenset[str]:
        """The cells of which too much is hidden."""
        if not hidden.any():
            return frozenset()
        count = len(self.ways.cells)
        whole = np.bincount(self._cell, minlength=count + 1)
        much = np.bincount(self._cell, hidden, count + 1) / np.maximum(whole, 1)
        return frozenset(
            cell for number, cell in enumerate(self.ways.cells) if much[number] > HIDDEN_CELL and number not in seen
        )

    @cached_property
    def _cell(self) -> NDArray[np.intp]:
        """The number of the cell on which each coarse pixel is; one more than there are where it is on none."""
        found = np.full(self.ways.coarse, len(self.ways.cells), np.int32)
        for number, cell in enumerate(self.ways.cells):
            outline = self.ways.grid.at(np.array(self.ways.layout.corners(cell))) / COARSER
            cv2.fillPoly(found, [outline.round().astype(np.int32)], number)
        return np.asarray(found.ravel(), np.intp)

    @cached_property
    def _on_board(self) -> NDArray[np.bool_]:
        """Which coarse pixels are on a cell or an area: what lies beside them covers nothing."""
        found = (self._cell < len(self.ways.cells)).reshape(self.ways.coarse)
        for spot in areas.spots(self.ways):
            found[spot.window] |= spot.own
        return np.asarray(found.ravel(), np.bool_)
