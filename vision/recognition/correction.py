"""What somebody knows better than the reader: corrections of the last frame, unless the table has moved on since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import Observation
from vision.recognition.cell_classifier import Evidence


@dataclass(frozen=True, slots=True)
class Tuning:
    """Corrections. Defaults are the values in use."""

    corrected: int = 3
    """So many cells may be said to bear something else than was seen, for the frame still to be believed in."""


TUNING = Tuning()


@dataclass(frozen=True)
class LastLook:
    """What was concluded from a frame, for somebody who knows better: which of the ``cells`` were in doubt, and what
    ``texture`` says of each: 1 something stands there, -1 nothing does."""

    cells: tuple[str, ...]
    evidence: Evidence
    seen: Observation
    doubts: frozenset[str]
    texture: NDArray[np.int8]

    def contradicted_by(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Of which cells something else was said than stands there."""
        every = {*self.seen.cells, *(cell for cell in cells if cell in self.cells)} - {*self.seen.unknown}
        return frozenset(cell for cell in every if self.seen.cells.get(cell) != cells.get(cell))

    def is_past(self, cells: Mapping[str, str], wrong: frozenset[str]) -> bool:
        """Whether the table has moved on since, and the frame does not show what it knows: too much stands otherwise, a
        figure elsewhere than it was seen, or a cell has not the texture of what it is said to bear."""
        if len(wrong) > TUNING.corrected:
            return True
        left = {self.seen.cells[cell] for cell in wrong if cell in self.seen.cells}
        come = {cells[cell] for cell in wrong if cell in cells}
        texture = dict(zip(self.cells, self.texture.tolist(), strict=True))
        return bool(left & come) or any(texture[cell] == (-1 if cell in cells else 1) for cell in wrong)
