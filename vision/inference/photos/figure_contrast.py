"""How much more figures stand out from the board on a photo than on that of the start: another phone's contrast.

``tone`` measures contrast on the print, which hardly has any on a plain sheet. The figures that are thought to stand on
the board tell it there: dark ones are darker, light ones lighter than at the start, all by the same measure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.evidence.background import Floats
from vision.evidence.frame_evidence import Evidence
from vision.evidence.illumination.tone import fitted_slope
from vision.inference.cell_classifier import CellClassifier


@dataclass(frozen=True, slots=True)
class Tuning:
    """The contrast of figures. Defaults are the values in use."""

    inside: float = 0.9
    """Coarse pixels covered by so much of a figure show it alone."""
    few: int = 12
    """Figures that tell anything."""
    stray: float = 0.12
    """How far (logarithms) a figure's colour may lie off: more, and it is another figure, or none."""
    same: float = 0.08
    """A contrast that differs by less is the same."""
    better: float = 0.9
    """How much nearer the figures must come by it (Cauchy's cost)."""
    most: float = 1.8
    """No camera changes its contrast by more."""


TUNING = Tuning()


@dataclass(frozen=True)
class FigureContrast:
    """``bare`` (coarse pixels x 3) is the empty board, ``colours`` the mean colour of each kind at the start, both
    logarithms without their light."""

    bare: Floats
    colours: Mapping[str, Floats]

    @classmethod
    def of(
        cls, classifier: CellClassifier, evidence: Evidence, stands: Mapping[str, str], bare: Floats
    ) -> FigureContrast:
        """That of the start, where the figures stand so."""
        kinds, seen, _ = _looks(classifier, evidence, stands, bare)
        return cls(bare, {kind: np.median(seen[kinds == kind], axis=0) for kind in sorted({*kinds.tolist()})})

    def of_photo(self, classifier: CellClassifier, evidence: Evidence, expected: Mapping[str, str]) -> float:
        """By how much figures stand out more from the board, by those that are ``expected``; 1 where that cannot be
        told. Figures that have moved are outliers."""
        known = {cell: kind for cell, kind in expected.items() if kind in self.colours}
        kinds, seen, ground = _looks(classifier, evidence, known, self.bare)
        if len(kinds) < TUNING.few:
            return 1.0
        usual = np.stack([self.colours[kind] for kind in kinds.tolist()]) - ground
        return fitted_slope(usual, seen - ground, 8, TUNING.stray, TUNING.same, TUNING.better, TUNING.most)


def _looks(
    classifier: CellClassifier, evidence: Evidence, stands: Mapping[str, str], bare: Floats
) -> tuple[NDArray[np.str_], Floats, Floats]:
    """The kinds (n) of the figures that are to be seen, their colours and those of the board under them (n x 3)."""
    kinds, seen, ground = [], [], []
    for number, cell in enumerate(classifier.model.cells):
        kind = stands.get(cell, EMPTY)
        if kind == EMPTY or kind not in classifier.figures.kinds:
            continue
        pose = classifier.pose(number, kind, evidence)
        inside = pose.places[pose.cover > TUNING.inside]
        if len(inside):
            kinds.append(kind)
            seen.append(np.median(evidence.colour[inside], axis=0))
            ground.append(np.median(bare[inside], axis=0))
    return (
        np.array(kinds, np.str_),
        np.array(seen, np.float32).reshape(-1, 3),
        np.array(ground, np.float32).reshape(-1, 3),
    )
