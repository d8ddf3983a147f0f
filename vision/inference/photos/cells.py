"""Reads a view by what the evening has taught: two rounds, for what stands there says which cells show the light.

Where something lies over the board a third one, by the light of the cells beside it; of those under it nothing is
claimed, and of those that it touches nothing new.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.boards.figure_rules import FigureRules
from companion.boards.observation import EMPTY, Observation
from vision.cells.covers import Covers
from vision.cells.evening import Evening, KindNumbers, standing
from vision.cells.light import EVEN, Lit
from vision.cells.view import View
from vision.inference.photos.areas import figures_in_areas
from vision.inference.posterior import SOMETHING, STEADY, CellEvidence, Posterior, Prior, infer

CellMask = NDArray[np.bool_]
"""A boolean for each of the n cells."""


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
    touches: float = 62.0
    """Millimetres from the middle of a hidden cell within which nothing new is believed: two cells."""
    proves: float = 0.4
    """The part of the log-likelihoods that counts of a photo from there (a tempered likelihood)."""


TUNING = Tuning()
ROUNDS = 2
"""Times a photo is read: the second time in the light of the cells that were read as bare."""


class Believed(NamedTuple):
    """Beliefs about all cells, and the cells that something hides; the areas that it hides, or that are unsure."""

    cells: Posterior
    hidden: frozenset[str] = frozenset()
    areas: frozenset[str] = frozenset()


def believed(evening: Evening, view: View, stood: Observation, rules: FigureRules) -> Believed:
    """Return what to believe of all cells, where the figures ``stood`` so before."""
    look = Look(evening, view, stood, rules)
    kind_numbers, unread = look.before, view.outside | evening.dazzled(view) | evening.in_the_dark(view)
    for _ in range(ROUNDS):
        made = look.inferred(kind_numbers, unread)
        kind_numbers = look.likeliest_kinds(made)
    under = look.covers(kind_numbers, unread, under=np.zeros_like(unread)).hidden
    hidden, covered = under | unread, frozenset[str]()
    if (under & ~unread).any():
        made = look.inferred(kind_numbers, hidden)
        covers = look.covers(look.likeliest_kinds(made), hidden, under)
        hidden, covered = hidden | covers.hidden, covers.hidden_areas
        hidden |= look.misread_beside(hidden, made)
        made = look.inferred(kind_numbers, hidden)
    unsure = covered | made.unsure
    made = made.pooled() if view.tilt > TUNING.aside else made.disputed()
    made = made.reserved(evening.shaded(view))
    return Believed(made, frozenset(np.array(evening.places.cells)[hidden].tolist()), unsure)


@dataclass(frozen=True, eq=False)
class Look:
    """A view, and what is known before it is read."""

    evening: Evening
    view: View
    stood: Observation
    rules: FigureRules

    def inferred(self, kind_numbers: KindNumbers, hidden: CellMask) -> Posterior:
        """Return what to believe if the figures stand so, in the light of bare cells that are not ``hidden``."""
        evening, count = self.evening, len(hidden)
        likely = evening.likelihood(evening.crops(self.view, (kind_numbers == 0) & ~hidden))
        seen = np.concatenate([likely[:count], np.full((count, 1), TUNING.something)], axis=1)
        seen[hidden] = 0.0
        evidence = CellEvidence(evening.places.cells, (*evening.kinds, SOMETHING), seen)
        share = TUNING.proves if self.view.tilt > TUNING.aside else 1.0
        prior, there = Prior(TUNING.changed, STEADY.more, STEADY.fewer), counted(self.stood, evening, self.rules)
        beside = figures_in_areas(evening, share * likely, self.rules)
        return infer(evidence.times(share), self.stood, beside, there, self.rules.counted, prior)

    def likeliest_kinds(self, made: Posterior) -> KindNumbers:
        """Return the likeliest kind on each cell."""
        likeliest = made.probability.argmax(axis=1)
        return np.where(likeliest < len(self.evening.kinds), likeliest, 0)

    def covers(self, kind_numbers: KindNumbers, unread: CellMask, under: CellMask) -> Covers:
        """Return what is no figure, in the light of the bare cells that are not ``unread``.

        Figures explain what is seen of them, also on cells that dazzle, but not where they lie ``under`` a thing.
        """
        lit = Lit.of(self.view, self.evening.empty, (kind_numbers == 0) & ~unread, EVEN)
        figures = (kind_numbers > 0) & ~under
        stood, come = (np.flatnonzero(figures & each) for each in (self.before > 0, self.before == 0))
        return Covers.of(lit, self.evening.colours, stood, come)

    def misread_beside(self, hidden: CellMask, made: Posterior) -> CellMask:
        """Return the cells beside ``hidden`` ones that read otherwise than before: fingers may be what is seen."""
        near = (self.evening.places.distances[:, hidden] < TUNING.touches).any(axis=1)
        return np.asarray(near & (self.likeliest_kinds(made) != self.before))

    @cached_property
    def before(self) -> KindNumbers:
        """Return the kind that stood on each cell before."""
        return standing(self.evening.places, self.evening.kinds, self.stood.cells)


def counted(stood: Observation, evening: Evening, rules: FigureRules) -> Mapping[str, int]:
    """Return how many figures of each kind there were; of a single kind, laid from a supply, nothing is known."""
    if len(evening.kinds) == 2 and not rules.counted:
        return {}
    before = stood.count()
    return {kind: before[kind] for kind in evening.kinds if kind != EMPTY}
