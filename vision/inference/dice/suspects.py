"""What may be a die: whatever looks like a figure and has come since it was known how the figures stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from companion.boards.observation import EMPTY
from vision.evidence.frame_evidence import Evidence
from vision.evidence.reference_store import MatchedCells
from vision.geometry.board_pose import Points
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.cell_classifier import CellClassifier
from vision.inference.posterior import AreaFigure


@dataclass(frozen=True)
class Suspect:
    """Something new that may be a die: which ``kind`` it looks like, where it is, on which ``cell`` ("": on none), and
    what speaks for that kind in parts of what does where one stands."""

    kind: str
    at: Points
    cell: str = ""
    part: float = 0.0


@dataclass(frozen=True)
class Found:
    """What was believed of a frame: on the cells that are not ``matched``, and ``beside`` them."""

    matched: MatchedCells
    belief: CellBeliefs
    beside: Mapping[str, Sequence[AreaFigure]]

    def suspects(
        self, classifier: CellClassifier, evidence: Evidence, stood: Mapping[str, str], kinds_of: Set[str]
    ) -> Iterator[Suspect]:
        """All that looks like a figure of these kinds and may have come since they ``stood`` so: no die lies where a
        figure stands.

        What looks like none is not asked: a coin is flat and smooth as well, and whoever plays may say what it is.
        """
        for number, cell in enumerate(classifier.model.cells):
            kinds = (self.belief.cells[cell],) if cell in self.belief.cells else self.belief.doubts.get(cell)
            if (
                number not in self.matched.kinds
                and kinds is not None
                and stood.get(cell, EMPTY) not in {*kinds} - {EMPTY}
            ):
                kind = next((kind for kind in kinds if kind != EMPTY), "")
                if kind in kinds_of:
                    part = _part(classifier, evidence, number, kind)
                    yield Suspect(kind, classifier.model.base_points[number], cell, part)
        asked = dict(zip(classifier.figures.kinds, classifier.thresholds.tolist(), strict=True))
        for figures in self.beside.values():
            for one in (each for each in figures if each.kind in kinds_of):
                yield Suspect(one.kind, np.array([one.x, one.y]), part=one.strength * asked[one.kind])

    def count(self) -> Counter[str]:
        """How many figures of each kind there seem to be, doubts included."""
        doubts = (kinds[0] for kinds in self.belief.doubts.values() if kinds and kinds[0] != EMPTY)
        return Counter([*self._believed(), *doubts])

    def surplus(self, most: Mapping[str, int]) -> Counter[str]:
        """How many figures of each kind there are too many."""
        return Counter(self._believed()) - Counter(most)

    def count_beside(self) -> Counter[str]:
        """How many of each kind there seem to be beside the cells."""
        return Counter(one.kind for figures in self.beside.values() for one in figures)

    def _believed(self) -> list[str]:
        return [*self.belief.cells.values(), *(one.kind for figures in self.beside.values() for one in figures)]


def _part(classifier: CellClassifier, evidence: Evidence, number: int, kind: str) -> float:
    """What speaks for that kind on the cell of this number, in parts of what does where one stands."""
    best, _ = classifier.scores(evidence.log_ratios, np.array([number]))
    column = classifier.figures.kinds.index(kind)
    return float(best[0, column] / classifier.usual[number, column])
