"""The beliefs about the cells of one frame."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.boards.observation import Observation


@dataclass
class CellBeliefs:
    """Beliefs about cells.

    ``cells`` bear figures for sure; ``doubts`` lists what may stand on the doubtful ones; ``confidence`` of the others,
    from 0.5, just read, to 1.
    """

    cells: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)
    bare: set[str] = field(default_factory=set)
    """cells that were looked at and show nothing but board, whatever speaks for a figure of its colours there"""
    possible: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """cell -> kinds that may stand there besides the one that is believed, the likeliest first"""
    alike: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """for which kinds but its own a figure may be taken though it is read for sure"""
    by_texture: set[str] = field(default_factory=set)
    """cells whose figure is told by its edges alone: its colours do not say that one stands there"""

    def newly_overhung(self, stood: Observation | None) -> frozenset[str]:
        """Return the doubts about what edges alone tell, where something else stood.

        Neither that nor the number of figures may decide them.
        """
        before = stood.cells if stood else {}
        return frozenset(
            cell for cell in self.by_texture if cell in self.doubts and before.get(cell) != self.doubts[cell][0]
        )
