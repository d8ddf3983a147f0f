"""Reads a view by what the evening has taught: two rounds, for what stands there says which cells show the light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.boards.figure_rules import FigureRules
from companion.boards.observation import EMPTY, Observation
from vision.cells.evening import Evening, standing
from vision.cells.view import View
from vision.inference.photos.areas import beside
from vision.inference.posterior import SOMETHING, STEADY, CellEvidence, Posterior, Prior, infer


@dataclass(frozen=True, slots=True)
class Tuning:
    """The prior of a photo, and what it proves. Defaults are the values in use."""

    changed: float = 1.5
    """Nats against a cell's bearing something else than before: less than under a camera that hangs still, for between
    two photos lie whole turns."""
    something: float = -14.0
    """Nats for what is no figure: nothing that was learnt looks like it."""
    aside: float = 40.0
    """Degrees off the vertical from which on figures hide one another."""
    proves: float = 0.4
    """The part of the log-likelihoods that counts of a photo from there (a tempered likelihood)."""


TUNING = Tuning()
ROUNDS = 2
"""Times a photo is read: the second time in the light of the cells that were read as bare."""


def believed(evening: Evening, view: View, stood: Observation, rules: FigureRules) -> Posterior:
    """Return what to believe of all cells, where the figures ``stood`` so before."""
    stands = standing(evening.places, evening.kinds, stood.cells)
    states, count = (*evening.kinds, SOMETHING), len(evening.places.cells)
    aside = view.tilt > TUNING.aside
    for _ in range(ROUNDS):
        likely = evening.likelihood(evening.crops(view, stands == 0))
        seen = np.concatenate([likely[:count], np.full((count, 1), TUNING.something)], axis=1)
        evidence = CellEvidence(evening.places.cells, states, seen)
        evidence = evidence.times(TUNING.proves) if aside else evidence
        figures = beside(evening, likely, rules)
        prior = Prior(TUNING.changed, STEADY.more, STEADY.fewer)
        made = infer(evidence, stood, figures, counted(stood, evening, rules), rules.counted, prior)
        stands = made.probability.argmax(axis=1)
    return made.pooled() if aside else made


def counted(stood: Observation, evening: Evening, rules: FigureRules) -> Mapping[str, int]:
    """Return how many figures of each kind there were; of a single kind, laid from a supply, nothing is known."""
    if len(evening.kinds) == 2 and not rules.counted:
        return {}
    before = stood.count()
    return {kind: before[kind] for kind in evening.kinds if kind != EMPTY}
