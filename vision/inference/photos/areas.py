"""Figures in the town and in the areas beside the cells: spots that score like cells with figures, a cell apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from companion.boards.figure_rules import FigureRules
from vision.cells.evening import Evening
from vision.cells.linear import Doubles
from vision.inference.posterior import TUNING as POSTERIOR
from vision.inference.posterior import AreaFigure


@dataclass(frozen=True, slots=True)
class Tuning:
    """Figures beside the cells. Defaults are the values in use."""

    apart: float = 20.0
    """Millimetres between two figures at least: two thirds of a cell, for in an area they may touch."""


TUNING = Tuning()


def figures_in_areas(evening: Evening, likely: Doubles, rules: FigureRules) -> Mapping[str, list[AreaFigure]]:
    """Return the figures that may stand in each area, by the log-likelihoods of all places (places x kinds)."""
    return {area: _in_area(evening, likely, area, rules) for area in evening.places.spots}


def _in_area(evening: Evening, likely: Doubles, area: str, rules: FigureRules) -> list[AreaFigure]:
    """Return the figures that may stand there: the spot that says most for one, then the next that is apart.

    So down to those that only a figure that is missing elsewhere would make likely; each as all kinds that it may be.
    """
    may = [at for at, kind in enumerate(evening.kinds) if at and rules.may_stand(kind.partition(":")[0], area)]
    spots = evening.places.spots[area]
    middles, found = evening.places.middles[spots], list[AreaFigure]()
    if not may:
        return found
    worth = likely[spots][:, may] - likely[spots][:, :1]
    best = worth.max(axis=1)
    free = np.ones(len(best), bool)
    while (free & (best > -POSTERIOR.changed)).any():
        spot = int(np.where(free, best, -np.inf).argmax())
        kinds = (evening.kinds[may[at]] for at in np.argsort(-worth[spot], kind="stable").tolist())
        likeliest, *others = map(AreaFigure.worth_nats, kinds, sorted(worth[spot].tolist(), reverse=True))
        found.append(replace(likeliest, others=tuple(others)))
        free &= np.linalg.norm(middles - middles[spot], axis=1) > TUNING.apart
    return found
