"""Corrections of the reader by players: those of the last frame, unless the table has moved on since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY, Observation
from vision.evidence.background import Floats
from vision.evidence.frame_evidence import Evidence
from vision.inference.reading import Reading


@dataclass(frozen=True, slots=True)
class Tuning:
    """Corrections. Defaults are the values in use."""

    corrected: int = 3
    """The most cells that may be corrected in a frame that is still believed in."""


TUNING = Tuning()


@dataclass(frozen=True)
class LastLook:
    """The conclusion from a frame, for somebody who knows better.

    ``texture`` says of each of the ``cells``: 1 something stands there, -1 nothing does; ``hidden`` is 1 for the coarse
    pixels over which something small seemed to lie, else 0.
    """

    cells: tuple[str, ...]
    evidence: Evidence
    reading: Reading
    texture: NDArray[np.int8]
    hidden: Floats
    new: frozenset[str] = frozenset()
    """the cells that were read for certain, but look as nobody has confirmed that they do"""

    @property
    def seen(self) -> Observation:
        """Return what was said of the frame."""
        return self.reading.observation

    @property
    def doubts(self) -> frozenset[str]:
        """Return the cells that were in doubt, not those that something seemed to hide."""
        return frozenset(self.seen.unknown) - self.reading.covered

    @property
    def unsure(self) -> frozenset[str]:
        """Return the cells that were in doubt, and those that were not read for sure."""
        return self.doubts | self.seen.alternatives.keys()

    def hides_nothing(self, cells: Mapping[str, str]) -> bool:
        """Return whether all that seemed to be hidden looks as it should if these ``cells`` are right."""
        return all(self.reading.under.get(cell) == cells.get(cell, EMPTY) for cell in self.reading.covered)

    def shows_figures(self, cells: Mapping[str, str]) -> bool:
        """Return whether all else is seen and figures are where all seemed hidden: no cap looks like them."""
        figures = any(self.reading.under.get(cell, EMPTY) != EMPTY for cell in self.reading.covered)
        return figures and not self.doubts and self.hides_nothing(cells)

    def contradicted_by(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Return of which cells something else was said than stands there."""
        every = {*self.seen.cells, *(cell for cell in cells if cell in self.cells)} - {*self.seen.unknown}
        return frozenset(cell for cell in every if self.seen.cells.get(cell) != cells.get(cell))

    def is_past(self, believed: Observation, wrong: frozenset[str]) -> bool:
        """Return whether the table has moved on since, and the frame does not show what it knows.

        Too much stands otherwise, a figure elsewhere than it was seen, or a cell has not the texture of what it is said
        to bear.
        """
        cells = believed.cells
        if len(wrong) > TUNING.corrected:
            return True
        taken = [cell for cell in wrong if cell in self.seen.cells and cell in cells]
        if Counter(self.seen.cells[cell] for cell in taken) == Counter(cells[cell] for cell in taken):
            wrong = wrong.difference(taken)  # each was taken for the other: no turn exchanges two figures
        left = {self.seen.cells[cell] for cell in wrong if cell in self.seen.cells}
        come = {cells[cell] for cell in wrong if cell in cells}
        doubtful = self.seen.unknown
        if self.seen.areas != believed.areas and self.seen.count(doubtful) == believed.count(doubtful):
            return True  # none is lost and none is new: they have moved
        texture = dict(zip(self.cells, self.texture.tolist(), strict=True))
        return bool(left & come) or any(texture[cell] == (-1 if cell in cells else 1) for cell in wrong)
