"""What the reader says of one frame."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.evidence.background import Floats
from vision.geometry.board_pose import BoardPose
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.inventory.constraint import AreaFigure


@dataclass(frozen=True, slots=True)
class Tuning:
    """Readings. Defaults are the values in use."""

    unsure: float = 0.55
    """A confidence below which a cell is looked at again; that of a cell just believed is 0.5."""
    weak: float = 0.9
    """A confidence below which what is believed of a cell is not for sure."""
    shaded: int = 3
    """With so many cells in doubt a shadow is looked for that could be the cause."""


TUNING = Tuning()


@dataclass(frozen=True)
class Reading:
    """One frame: ``confidence`` (0 to 1) of every cell, ``stickers``: the markers seen where such are
    shown.

    ``board_pose`` is None where the board was not found."""

    observation: Observation
    board_pose: BoardPose | None = None
    confidence: Mapping[str, float] = field(default_factory=dict)
    stickers: tuple[int, ...] = ()
    unexplained: bool = False
    """whether something that is no known figure lies where stickers are shown"""
    covered: frozenset[str] = frozenset()
    """the unknown cells that something seems to hide; the others are in doubt"""
    under: Mapping[str, str] = field(default_factory=dict)
    """what cells that something seems to hide would bear if nothing did"""
    again: bool = False
    """whether a look at everything afresh might take away a doubt"""

    @property
    def is_puzzling(self) -> bool:
        """Whether something seems to lie over the board, or much of it is in doubt."""
        said = self.observation
        return said.status is not ObservationStatus.OK or len(said.unknown) >= TUNING.shaded

    def tells_more_than(self, other: Reading) -> bool:
        """Whether fewer cells are unknown, or the other says nothing of the board."""
        said = other.observation
        return said.status is not ObservationStatus.OK or len(self.observation.unknown) < len(said.unknown)

    @property
    def doubtful(self) -> frozenset[str]:
        """The cells of which a closer look might tell more; what a hand hides stays hidden."""
        if self.observation.status is not ObservationStatus.OK:
            return frozenset()
        return frozenset(cell for cell, sure in self.confidence.items() if sure < TUNING.unsure)


class Conclusion(NamedTuple):
    """What is concluded from a frame: figures on the cells and ``beside`` them, which part of each coarse pixel they
    explain, and which those on cells alone do."""

    belief: CellBeliefs
    beside: dict[str, list[AreaFigure]]
    explained: Floats
    on_cells: Floats


def told(
    board_pose: BoardPose,
    status: ObservationStatus,
    seen: Conclusion,
    covered: Set[str],
    bare: CellBeliefs,
) -> Reading:
    """What was concluded as a reading; ``bare`` is what would be believed if nothing lay over the ``covered`` cells."""
    belief = seen.belief
    doubts = {cell: kinds for cell, kinds in belief.doubts.items() if cell not in covered}
    observation = Observation(
        status,
        {cell: kind for cell, kind in sorted(belief.cells.items()) if cell not in covered},
        tuple(sorted(covered | doubts.keys())),
        {area: tuple(one.kind for one in found) for area, found in seen.beside.items()},
        {cell: kinds for cell, kinds in sorted(doubts.items()) if kinds},
        belief.alternatives(TUNING.weak),
    )
    sure = {cell: 0.0 if cell in covered else value for cell, value in belief.confidence.items()}
    under = {cell: bare.cells.get(cell, EMPTY) for cell in covered if cell not in bare.doubts}
    return Reading(observation, board_pose, sure, covered=frozenset(covered), under=under)
