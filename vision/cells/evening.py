"""The classifiers that are learnt in one evening: whether a figure stands on a cell, and of which kind.

log p(seen | figure) - log p(seen | none) = STEEP (s - BORDER), where s is the score of all kinds together; the
likelihood of a figure is divided among the kinds by the softmax of KIND times their discriminants.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.cells.colours import KindColours
from vision.cells.features import Crops, Measured, Nudge
from vision.cells.light import Lit, shade
from vision.cells.linear import Doubles, Linear, Sums
from vision.cells.places import Floats, Places
from vision.cells.view import View

KindNumbers = NDArray[np.intp]
"""For each cell, the index in ``kinds`` of the kind on it; 0: none."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Learning and reading of cells. Defaults are the values in use, chosen with one set left out at a time."""

    steep: float = 8.0
    """Nats to a unit of the score, which is -1 on bare cells and 1 on figures as learnt: at 1, 7 nats."""
    border: float = 0.1
    """The score at which a figure is as likely as none: new places score lower than those that were learnt."""
    kind: float = 0.25
    """Nats to one of the discriminant: its features are not independent, so it counts for a quarter."""
    least: float = -14.0
    """The least log-likelihood from one picture, in nats: odds of about one in a million."""
    damping: float = 0.05
    """For presence, the part of the mean variance that is added to each feature's (ridge)."""
    kind_damping: float = 0.1
    """The same for the kind, which has fewer samples."""
    balance: float = 0.5
    """The compensation of rare kinds: 1 whole, 0 none."""
    fading: float = 0.95
    """The weight of earlier samples after one more photo: those of twenty photos ago count a third."""
    contradicts: float = 2.2
    """Nats by which the other cells of the start must speak against one for it to be named: nine times as likely ..."""
    contradicts_guess: float = 0.9
    """... and where the board under the figures is only guessed: a missing figure looks like something there, too."""
    beside: float = 3.0
    """Millimetres by which shifted copies of each crop are learnt, too: figures do not stand in the middle."""
    brighter: float = 0.06
    """Log brightness that is added to, or taken from, those copies: the light is corrected about as exactly."""


TUNING = Tuning()

DAZZLED = 0.25
"""The part of a cell's ground, burnt out or black, from which on the cell is not read, as if something covered it."""
AROUND = 48.0
"""Millimetres around a cell (one and a half cells); a deep shadow covers most of that."""
DEEP = 1.0
"""Logarithm of light: in a shadow that leaves a third, figures look unlike those that were learnt."""
FOLDS = 5
"""Parts of the start for cross-validation: each is read by classifiers of the others."""


def nudges() -> Iterator[Nudge]:
    """Yield the shifts and changes of brightness with which each crop is learnt."""
    by, light = TUNING.beside, TUNING.brighter
    yield Nudge()
    yield from (Nudge(by, 0.0, light), Nudge(-by, 0.0, -light), Nudge(0.0, by, -light), Nudge(0.0, -by, light))


@dataclass(frozen=True, eq=False)
class Lesson:
    """The samples of one view, a row for each place; of class 1 where a figure stands."""

    measured: tuple[Measured, ...]
    """one for every nudge; spots of areas are only measured in place, because they lie close together"""
    kind_numbers: KindNumbers
    known: NDArray[np.intp]
    """the places (cells, then spots of areas) whose contents are known"""

    def presence(self, sums: Sums, only: NDArray[np.bool_] | None = None) -> Sums:
        """Return the sums with the samples of all places, or of those in the mask ``only``."""
        known = self.known if only is None else self.known[only[self.known]]
        for each in self.measured:
            rows = known[known < len(each.presence)]
            sums = sums.with_samples(each.presence[rows], (self.kind_numbers[rows] > 0).astype(np.intp))
        return sums

    def kind(self, sums: Sums, only: NDArray[np.bool_] | None = None) -> Sums:
        """Return the sums of kinds with the samples of all places, or of those in the mask ``only``."""
        known = self.known if only is None else self.known[only[self.known]]
        known = known[self.kind_numbers[known] > 0]
        for each in self.measured:
            sums = sums.with_samples(each.kind[known], self.kind_numbers[known] - 1)
        return sums


@dataclass(frozen=True, eq=False)
class Classifiers:
    """The classifier of all lessons: the score of presence, and the discriminant of kinds if there are several."""

    presence: Linear
    kind: Linear | None

    @classmethod
    def of(cls, presence: Sums, kind: Sums) -> Self:
        """Return the classifiers of these sums."""
        several = len(kind.count) > 1 and bool(kind.count.any())
        of_kind = kind.discriminant(TUNING.kind_damping, TUNING.balance) if several else None
        return cls(presence.ridge(TUNING.damping), of_kind)

    def likelihood(self, measured: Measured, kinds: int) -> Doubles:
        """Return log-likelihoods in nats (places x (1 + kinds)); the first column is that of an empty place."""
        log_odds = TUNING.steep * (self.presence.scores(measured.presence)[:, 1] - TUNING.border)
        share = np.zeros((len(log_odds), kinds))
        if self.kind is not None:
            share = TUNING.kind * self.kind.scores(measured.kind)
            share -= share.max(axis=1, keepdims=True)
            share -= np.log(np.exp(share).sum(axis=1, keepdims=True))
        figure = -np.logaddexp(0, -log_odds)[:, None] + share
        both = np.concatenate([-np.logaddexp(0, log_odds)[:, None], figure], axis=1)
        return np.asarray(np.maximum(both, TUNING.least))


@dataclass(frozen=True, eq=False)
class Evening:
    """The sum of an evening's lessons.

    ``empty`` (height x width x 3, grey levels) is the empty board as far as it is known; ``kinds`` begins with EMPTY.
    """

    places: Places
    kinds: tuple[str, ...]
    empty: Floats
    colours: KindColours
    presence: Sums
    kind: Sums
    classifiers: Classifiers
    burnt: Floats
    """the share of each cell's ground that was burnt out in the pictures learnt from (n)"""
    black: Floats
    """the same of black ground (n)"""
    wrong: tuple[str, ...] = ()
    """the cells of the start that the classifiers of all other cells contradict"""

    @classmethod
    def of(cls, empty: View, start: View, cells: Mapping[str, str], free: Collection[str], seen_bare: bool) -> Self:
        """Learn from a view of the empty board and one of the start, where ``cells`` says which figures stand.

        ``free`` are the areas with nothing in them. ``seen_bare``: the empty board was photographed; otherwise it is
        composed of other pictures, and nothing is learnt from it.
        """
        kinds = (EMPTY, *sorted(set(cells.values())))
        places, all_cells = start.places, np.ones(len(start.places.cells), bool)
        kind_numbers = standing(places, kinds, cells)
        colours = KindColours.of(Lit.of(start, empty.grey, kind_numbers == 0), kind_numbers, len(kinds) - 1)
        first = lesson(Crops.of(Lit.of(start, empty.grey, kind_numbers == 0), colours), kind_numbers, all_cells, free)
        size = first.measured[0]
        before = Sums.none(2, size.presence.shape[1])
        if seen_bare:
            lit = Lit.of(empty, empty.grey, all_cells)
            before = lesson(Crops.of(lit, colours), np.zeros_like(kind_numbers), all_cells, places.spots).presence(
                before
            )
        presence, kind = first.presence(before), first.kind(Sums.none(len(kinds) - 1, size.kind.shape[1]))
        burnt = np.maximum(empty.burnt, start.burnt[kind_numbers > 0].max(initial=0.0))
        black = np.maximum(empty.black, start.black[kind_numbers > 0].max(initial=0.0))
        evening = cls(places, kinds, empty.grey, colours, presence, kind, Classifiers.of(presence, kind), burnt, black)
        against = TUNING.contradicts if seen_bare else TUNING.contradicts_guess
        return replace(evening, wrong=evening._contradicted(first, against))

    def crops(self, view: View, bare: NDArray[np.bool_]) -> Crops:
        """Return the crops of a view; the light is estimated on the cells that are believed to be bare."""
        return Crops.of(Lit.of(view, self.empty, bare), self.colours)

    def dazzled(self, view: View) -> NDArray[np.bool_]:
        """Return the cells much of whose ground is burnt out, and was not when learnt: they show white on white."""
        return np.asarray(view.burnt - self.burnt > DAZZLED)

    def in_the_dark(self, view: View) -> NDArray[np.bool_]:
        """Return the cells in a shadow so deep that much of their ground is black, and was not when learnt.

        Most of the cells around are black as well, which tells a shadow from a black figure.
        """
        deep = view.black - self.black > DAZZLED
        around = self.places.distances < AROUND
        return np.asarray(deep & ((around @ deep.astype(np.intp)) > around.sum(axis=1) / 2))

    def shaded(self, view: View) -> NDArray[np.bool_]:
        """Return the cells on which a deep shadow lies."""
        return np.asarray(shade(view, self.empty) > DEEP)

    def likelihood(self, crops: Crops) -> Doubles:
        """Return log-likelihoods of what is seen, in nats (places x kinds)."""
        return self.classifiers.likelihood(crops.measured(), len(self.kinds) - 1)

    def taught(self, view: View, kind_numbers: KindNumbers, sure: NDArray[np.bool_], free: Collection[str]) -> Self:
        """Return the evening after learning from the ``sure`` cells of a view; earlier samples fade."""
        more = lesson(self.crops(view, kind_numbers == 0), kind_numbers, sure, free)
        presence, kind = more.presence(self.presence.faded(TUNING.fading)), more.kind(self.kind.faded(TUNING.fading))
        return replace(self, presence=presence, kind=kind, classifiers=Classifiers.of(presence, kind))

    def _contradicted(self, start: Lesson, enough: float) -> tuple[str, ...]:
        """Return the cells that read otherwise by cross-validation (FOLDS)."""
        wrong, cells = list[str](), len(self.places.cells)
        for turn in range(FOLDS):
            left = np.arange(len(self.places.middles)) % FOLDS == turn
            presence = self.presence.without(start.presence(Sums.none_like(self.presence), left))
            kind = self.kind.without(start.kind(Sums.none_like(self.kind), left))
            kind = kind if (kind.count > 0.5).all() else self.kind
            likely = Classifiers.of(presence, kind).likelihood(start.measured[0], len(self.kinds) - 1)
            by_start = likely[np.arange(cells), start.kind_numbers[:cells]]
            against = likely[:cells].max(axis=1) - by_start > enough
            wrong += [self.places.cells[at] for at in np.flatnonzero(against & left[:cells]).tolist()]
        return tuple(sorted(wrong))


def lesson(crops: Crops, kind_numbers: KindNumbers, sure: NDArray[np.bool_], free: Collection[str]) -> Lesson:
    """Return the samples of the cells that are ``sure``, and of the ``free`` areas."""
    places = crops.lit.view.places
    spots = np.zeros(len(places.middles) - len(sure), bool)
    every = np.concatenate([sure, spots])
    for area in free:
        every[places.spots.get(area, slice(0, 0))] = True
    padded = np.concatenate([kind_numbers, np.zeros(len(spots), np.intp)])
    plain, *beside = nudges()
    measured = (crops.measured(plain), *(crops.measured(nudge, len(sure)) for nudge in beside))
    return Lesson(measured, padded, np.flatnonzero(every))


def standing(places: Places, kinds: Sequence[str], cells: Mapping[str, str]) -> KindNumbers:
    """Return the index of the kind on each cell; 0 for a kind that was not learnt."""
    number = {kind: at for at, kind in enumerate(kinds)}
    return np.array([number.get(cells.get(cell, EMPTY), 0) for cell in places.cells], np.intp)
