"""Figures of one colour and different form that have changed places: as many of each kind stand there as before.

Seen from aside all forms come nearer to one of them, so what one figure alone looks like is believed less than the
counts (``expectation``). But all figures of a photo are seen alike: they are compared with each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from companion.boards.observation import Observation
from vision.evidence.figure_models import colour_of
from vision.evidence.frame_evidence import Evidence
from vision.inference.cell_classifier import CellClassifier, score


@dataclass(frozen=True, slots=True)
class Tuning:
    """Comparison of forms. Defaults are the values in use."""

    clear: float = 0.1
    """How much more (scores) a figure must look like the other's form, and the other like its form, than expected."""


TUNING = Tuning()


def exchanged(
    classifier: CellClassifier, evidence: Evidence, seen: Observation, expected: Observation
) -> dict[str, tuple[str, ...]]:
    """The cells whose figures look as if they had changed places with others of their colour, beside each other; what
    may stand there, the likelier first."""
    standing = defaultdict(list)
    for cell, kind in expected.cells.items():
        if kind in classifier.figures.kinds and _of_colour(colour_of(kind), seen, cell):
            standing[kind].append(cell)
    found: dict[str, tuple[str, ...]] = {}
    for kind, other in combinations(sorted(standing), 2):
        if colour_of(kind) == colour_of(other):
            found |= _crossed(classifier, evidence, (kind, standing[kind]), (other, standing[other]))
    return found


def _of_colour(wanted: str, seen: Observation, cell: str) -> bool:
    """Whether a figure of that colour is seen there, whatever its form."""
    kinds = (seen.cells[cell],) if cell in seen.cells else seen.doubts.get(cell, ())
    return bool(kinds) and all(colour_of(kind) == wanted for kind in kinds)


def _crossed(
    classifier: CellClassifier,
    evidence: Evidence,
    ones: tuple[str, Sequence[str]],
    others: tuple[str, Sequence[str]],
) -> dict[str, tuple[str, ...]]:
    """Which of the cells look more like the other kind than some of its own, and what may stand there."""
    columns = [classifier.figures.kinds.index(kind) for kind, _ in (ones, others)]
    cells = [*ones[1], *others[1]]
    numbers = np.array([classifier.model.cells.index(cell) for cell in cells])
    best, _ = classifier.scores(evidence.log_ratios, numbers)
    likely = score(best, classifier.usual[numbers], classifier.contrast_weight)
    like_one = likely[:, columns[0]] - likely[:, columns[1]]
    crossed = like_one[None, len(ones[1]) :] - like_one[: len(ones[1]), None] > TUNING.clear
    of_ones: dict[str, tuple[str, ...]] = {
        ones[1][at]: (others[0], ones[0]) for at in np.flatnonzero(crossed.any(axis=1)).tolist()
    }
    of_others: dict[str, tuple[str, ...]] = {
        others[1][at]: (ones[0], others[0]) for at in np.flatnonzero(crossed.any(axis=0)).tolist()
    }
    return of_ones | of_others
