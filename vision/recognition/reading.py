"""What the reader says of one frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.boards.observation import Observation, ObservationStatus
from vision.geometry.board_pose import BoardPose


@dataclass(frozen=True, slots=True)
class Tuning:
    """Readings. Defaults are the values in use."""

    unsure: float = 0.55
    """A confidence below which a cell is looked at again; that of a cell just believed is 0.5."""


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
    under: Mapping[str, str] = field(default_factory=dict)
    """what cells that something seems to hide would bear if nothing did"""
    again: bool = False
    """whether a look at everything afresh might take away a doubt"""

    @property
    def doubtful(self) -> frozenset[str]:
        """The cells of which a closer look might tell more; what a hand hides stays hidden."""
        if self.observation.status is not ObservationStatus.OK:
            return frozenset()
        return frozenset(cell for cell, sure in self.confidence.items() if sure < TUNING.unsure)
