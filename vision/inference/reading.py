"""The reading of one frame."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.evidence.background import Floats
from vision.geometry.board_pose import BoardPose
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.posterior import SOMETHING, TUNING, AreaFigure, Posterior


@dataclass(frozen=True)
class Reading:
    """The reading of a frame.

    ``confidence`` (0 to 1) of every cell, ``stickers``: the markers seen where such are shown.

    ``board_pose`` is None where the board was not found.
    """

    observation: Observation
    board_pose: BoardPose | None = None
    confidence: Mapping[str, float] = field(default_factory=dict)
    stickers: tuple[int, ...] = ()
    unexplained: bool = False
    """whether something that is no known figure lies where stickers are shown"""
    covered: frozenset[str] = frozenset()
    """the unknown cells that something seems to hide; the others are in doubt"""
    under: Mapping[str, str] = field(default_factory=dict)
    """cell that something seems to hide -> its content if nothing does"""
    dazzled: bool = False
    """whether some cells are unknown because they are burnt out"""
    cut_off: bool = False
    """whether some cells are unknown because they are not in the picture"""
    again: bool = False
    """whether a look at everything afresh might take away a doubt"""
    believed: Posterior | None = None
    """the posterior that decided; None where the board was not read"""

    def may_be(self, cell: str, state: str) -> bool:
        """Return whether the cell was seen, and may be in that state."""
        if self.believed is None or cell in self.covered:
            return False
        return state in self.believed.credible(cell, TUNING.sure)

    def why(self, cell: str) -> str:
        """Return what decided about a cell, in a line.

        That is the thing that hides it, or evidence, prior and posterior of its kinds.
        """
        if self.believed is None:
            return f"{cell}: the board was not read"
        return ("something lies over " if cell in self.covered else "") + self.believed.why(cell)

    @property
    def doubtful(self) -> frozenset[str]:
        """Return the cells of which a closer look might tell more; cells under a hand stay hidden."""
        if self.observation.status is not ObservationStatus.OK:
            return frozenset()
        return frozenset(cell for cell, sure in self.confidence.items() if sure < TUNING.sure)


class Conclusion(NamedTuple):
    """The conclusion from a frame.

    It has the figures on the cells and ``beside`` them, the part of each coarse pixel that they explain, and the part
    that those on cells alone do.
    """

    belief: CellBeliefs
    beside: dict[str, list[AreaFigure]]
    explained: Floats
    on_cells: Floats

    def explaining(self, places: Floats) -> Conclusion:
        """Return the conclusion with these ``places`` (coarse pixels, 0 to 1) explained by something on the cells."""
        explained, on_cells = np.maximum(self.explained, places), np.maximum(self.on_cells, places)
        return self._replace(explained=explained, on_cells=on_cells)


def as_reading(
    board_pose: BoardPose, status: ObservationStatus, believed: Posterior, covered: Set[str], bare: Posterior
) -> Reading:
    """Return what is believed as a reading.

    ``bare`` is what would be believed if nothing lay over the ``covered`` cells.
    """
    cells, doubts, alternatives = dict[str, str](), dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
    for cell, (its, confidence) in sorted(believed.best.items()):
        if cell in covered:
            continue
        if confidence < TUNING.sure or its == SOMETHING:
            doubts[cell] = tuple(state for state in believed.credible(cell, TUNING.sure) if state != SOMETHING)
            continue
        if its != EMPTY:
            cells[cell] = its
        also = (EMPTY if state == SOMETHING else state for state in believed.credible(cell, TUNING.certain)[1:])
        if different := tuple(state for state in dict.fromkeys(also) if state != its):
            alternatives[cell] = different
    areas = {area: tuple(one.kind for one in found) for area, found in believed.areas.items()}
    known = {cell: kinds for cell, kinds in doubts.items() if kinds}
    observation = Observation(status, cells, tuple(sorted(covered | doubts.keys())), areas, known, alternatives)
    sure = {cell: 0.0 if cell in covered else value for cell, (_, value) in believed.best.items()}
    seen = {cell: bare.credible(cell, TUNING.sure) for cell in covered}
    under = {cell: states[0] for cell, states in seen.items() if len(states) == 1}
    return Reading(observation, board_pose, sure, covered=frozenset(covered), under=under, believed=believed)
