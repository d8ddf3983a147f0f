"""The check at the start, where the position is known: how clearly each kind is seen, what reads wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation
from vision.evidence.background import Floats
from vision.evidence.colour_model import bins, learn_colour_model
from vision.evidence.frame_evidence import Evidence
from vision.inference.cell_classifier import TUNING as CELL_CLASSIFIER_TUNING
from vision.inference.cell_classifier import CellClassifier, margin, score
from vision.inference.reading import Reading


@dataclass(frozen=True, slots=True)
class Tuning:
    """Score calibration and set-up check. Defaults are the values in use."""

    least_usual: float = 20.0
    """Least evidence of the pixels for a kind where one stands."""


TUNING = Tuning()


def calibrate_scores(
    classifier: CellClassifier, log_ratios: Floats, start: Observation
) -> tuple[Floats, Floats, float]:
    """Return the median score of each kind, its threshold of belief, and the weight of the loudest kind.

    The median is over the cells where one of the kind stands. The threshold, a part of it, lies between the scores
    there and those where nothing stands. With the weight the figures that are most like others differ most from them.
    """
    cells = classifier.model.cells
    best, _ = classifier.scores(log_ratios, np.arange(len(cells)))
    its = np.array([start.cells.get(cell, EMPTY) for cell in cells])
    middle, sure = [], []
    for column, kind in enumerate(classifier.figures.kinds):
        of_kind, none = best[its == kind, column], best[its == EMPTY, column]
        middle.append(max(float(np.median(of_kind)), TUNING.least_usual))
        least, most = np.quantile(of_kind, 0.1), np.quantile(none, 0.97) if len(none) else 0.0
        sure.append(
            np.clip((least + most) / 2 / middle[-1], CELL_CLASSIFIER_TUNING.sure, CELL_CLASSIFIER_TUNING.surest)
        )
    normal = np.array(middle, np.float32)
    is_kind = its[:, None] == np.array(classifier.figures.kinds)
    contrast_weight = max(
        CELL_CLASSIFIER_TUNING.loudest,
        key=lambda share: margin(score(best, normal, share)[its != EMPTY], is_kind[its != EMPTY]),
    )
    return normal, np.array(sure, np.float32), contrast_weight


def setup_mismatches(layout: Layout, seen: Reading, start: Observation) -> tuple[str, ...]:
    """Return the cells and areas of the start that were not read as it should be.

    The expected kind is not among the possible ones. A doubt is none, for it is known what stands there.
    """
    read = seen.observation
    wrong = sorted(cell for cell in layout.by_id if not seen.may_be(cell, start.cells.get(cell, EMPTY)))
    areas = sorted({*read.areas, *start.areas})
    return (*wrong, *(area for area in areas if read.in_area(area) != start.in_area(area)))


def outliers(classifier: CellClassifier, evidence: Evidence, start: Observation) -> tuple[str, ...]:
    """Return the cells of the start whose colours are not those of most others that should bear the same kind.

    Where the board under the figures is only guessed, print would else be taken for the colours of the figure that is
    missing on it. What speaks for a cell is the median of what the colours of each other one say for it: as long as
    most stand as they should, no wrong one counts (Huber, Robust Statistics, 1981).
    """
    number, wrong = {cell: at for at, cell in enumerate(classifier.model.cells)}, list[str]()
    for kind in sorted(set(start.cells.values())):
        poses = {c: classifier.pose(number[c], kind, evidence) for c, its in start.cells.items() if its == kind}
        samples = {cell: (evidence.colour[pose.places], pose.cover) for cell, pose in poses.items()}
        tables = {cell: learn_colour_model({kind: look}).table[:, 0] for cell, look in samples.items()}
        alike = {}
        for cell, (colour, cover) in samples.items():
            said = [cover @ table[bins(colour)] / cover.sum() for other, table in tables.items() if other != cell]
            alike[cell] = float(np.median(said or [1.0]))
        usual = float(np.median(list(alike.values())))
        wrong += [cell for cell, its in alike.items() if its < usual / 2]
    return tuple(wrong)
