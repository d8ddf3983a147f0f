"""What the start tells, where it is known how the figures stand: how clearly each kind is seen, what reads wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation
from vision.evidence.background import Floats
from vision.evidence.likeness import Parts, likelier
from vision.inference.cell_classifier import TUNING as CELL_CLASSIFIER_TUNING
from vision.inference.cell_classifier import CellClassifier, margin, score


@dataclass(frozen=True, slots=True)
class Tuning:
    """Score calibration and set-up check. Defaults are the values in use."""

    few_doubts: int = 5
    """So many cells may be in doubt at the start, if what should stand there is among what may ..."""
    many_doubts: int = 16
    """... and so many, if no two of them would fit better with their figures exchanged."""
    own: float = 2.0
    """How much likelier (logarithm) a figure must be of its own kind to be so, whatever it was taken for ..."""
    strange: float = 4.0
    """... and how much likelier of another one to be exchanged, if one of that is as much likelier of its kind."""
    stands: float = 0.75
    """From what part of what usually speaks for a figure on one stands where the cell may be bare."""
    least_usual: float = 20.0
    """What the pixels say at least for a kind where one stands."""


TUNING = Tuning()


def calibrate_scores(
    classifier: CellClassifier, log_ratios: Floats, start: Observation
) -> tuple[Floats, Floats, float]:
    """What the pixels say for each kind where one stands (the median), from which part of that on one can be
    believed: between what they say for it where one stands and where nothing does; and how much the loudest kind
    counts, so that the figures that are likest to others differ most from them."""
    cells = classifier.model.cells
    best, _ = classifier.scores(log_ratios, np.arange(len(cells)))
    visible = classifier.usual / classifier.typical
    plain = best / visible
    its = np.array([start.cells.get(cell, EMPTY) for cell in cells])
    middle, sure = [], []
    for column, kind in enumerate(classifier.figures.kinds):
        own, none = plain[its == kind, column], plain[its == EMPTY, column]
        middle.append(max(float(np.median(own)), TUNING.least_usual))
        least, most = np.quantile(own, 0.1), np.quantile(none, 0.97) if len(none) else 0.0
        sure.append(
            np.clip((least + most) / 2 / middle[-1], CELL_CLASSIFIER_TUNING.sure, CELL_CLASSIFIER_TUNING.surest)
        )
    normal = np.array(middle, np.float32)
    own = its[:, None] == np.array(classifier.figures.kinds)
    contrast_weight = max(
        CELL_CLASSIFIER_TUNING.loudest,
        key=lambda share: margin(score(best, normal * visible, share)[its != EMPTY], own[its != EMPTY]),
    )
    return normal, np.array(sure, np.float32), contrast_weight


def setup_mismatches(layout: Layout, seen: Observation, start: Observation, parts: Parts) -> tuple[str, ...]:
    """The cells and areas of which the start was not read as it should be.

    A figure that looks like the others of its kind is one of them, whatever it was taken for. A few doubts are none,
    for it is known what stands there. More are none where the figures fit as they should stand: whoever sets them up
    wrongly exchanges two, or puts one beside its cell. ``parts`` is what speaks for each kind on each cell.
    """
    own = {cell for cell in start.cells if _of_its_kind(cell, seen, start, parts)}
    doubtful = [cell for cell in seen.doubts if cell not in own and _may_be(cell, seen, start, parts)]
    exchanged = _exchanged(doubtful, seen, start, parts)
    doubtful = [cell for cell in doubtful if cell not in exchanged]
    if len(doubtful) > TUNING.many_doubts:
        doubtful = []
    elif len(doubtful) > TUNING.few_doubts:
        doubtful = _in_their_places(doubtful, start, parts)
    wrong = sorted(
        cell
        for cell in layout.by_id
        if cell not in doubtful
        and cell not in own
        and (cell in seen.unknown or seen.cells.get(cell) != start.cells.get(cell))
    )
    return (
        *wrong,
        *(area for area in sorted({*seen.areas, *start.areas}) if seen.in_area(area) != start.in_area(area)),
    )


def _of_its_kind(cell: str, seen: Observation, start: Observation, parts: Parts) -> bool:
    """Whether a figure that was taken for others, or may be, looks like its own kind and unlike all of those."""
    kind, said = start.cells[cell], seen.doubts.get(cell, (seen.cells.get(cell, EMPTY),))
    others = {*said} - {kind, EMPTY}
    stands = EMPTY not in said or parts[cell].get(kind, 0.0) >= TUNING.stands
    return bool(others) and stands and all(likelier(cell, it, start.cells, parts) > TUNING.own for it in others)


def _may_be(cell: str, seen: Observation, start: Observation, parts: Parts) -> bool:
    """Whether what should stand on a cell in doubt is among what may; if nothing should, too little must speak for any
    figure."""
    kind, kinds = start.cells.get(cell, EMPTY), seen.doubts[cell]
    bare = all(parts[cell].get(other, 0.0) < TUNING.stands for other in kinds if other != EMPTY)
    return kind in kinds and (kind != EMPTY or bare)


def _exchanged(cells: Sequence[str], seen: Observation, start: Observation, parts: Parts) -> set[str]:
    """Which of these cells in doubt bear figures that look like those of another kind, while one that should be of that
    kind looks like theirs."""
    looks = {
        (cell, start.cells[cell], other)
        for cell in cells
        if cell in start.cells
        for other in {*seen.doubts[cell]} - {EMPTY, start.cells[cell]}
        if likelier(cell, other, start.cells, parts) < -TUNING.strange
    }
    changes = {(kind, other) for _, kind, other in looks}
    return {cell for cell, kind, other in looks if (other, kind) in changes}


def _in_their_places(cells: Sequence[str], start: Observation, parts: Parts) -> list[str]:
    """The cells without every two that would fit better with their figures exchanged, the clearest two first."""
    its = {cell: start.cells.get(cell, EMPTY) for cell in cells}

    def gain(pair: tuple[str, str]) -> float:
        """What more would speak for both if each bore what the other should."""
        one, other = pair
        exchanged = parts[one].get(its[other], 0.0) + parts[other].get(its[one], 0.0)
        return exchanged - parts[one].get(its[one], 0.0) - parts[other].get(its[other], 0.0)

    left = list(cells)
    for pair in sorted(combinations(cells, 2), key=gain, reverse=True):
        if gain(pair) > CELL_CLASSIFIER_TUNING.close and all(cell in left for cell in pair):
            left = [cell for cell in left if cell not in pair]
    return left
