"""The posterior of every cell: log-likelihood of what is seen, prior of what stood there, the counts, one assignment.

A cell is a doubt where the posterior of its likeliest state is below one threshold; its doubt lists the states that are
left before their posterior adds up to that (a credible set).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY, Observation
from vision.inference.assignment import Counts, Numbers, assign, max_marginal_costs

SOMETHING = "something"
"""The state of a cell that bears what is no figure: a die, a coin, a finger."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Priors and thresholds. Defaults are the values in use."""

    sure: float = 0.9
    """The posterior below which a cell is a doubt."""
    certain: float = 0.98
    """The posterior below which a cell that is read is not for sure."""
    changed: float = 4.0
    """Nats against a cell's bearing something else than what stood there (a turn changes some four cells of 160), and
    against one figure of a kind more or fewer than there were: it was, or is, in a hand, or has left the board."""
    known: float = 6.0
    """Nats by which a figure beside the cells is more certain where one of its kind lay before: of a new one, a thing
    that looks like it is as likely as not."""
    contested: float = 0.06
    """How probable it is that a new figure beside the cells is one, and a cell bears none, where the counts leave room
    for one of them and the cell speaks louder; or the other way round. It is between what is read and what is for sure.
    """
    counted: float = 20.0
    """Nats against one figure more of a kind than there were, where the game says that there never are."""


TUNING = Tuning()


@dataclass(frozen=True, slots=True)
class Prior:
    """The belief before anything is seen, in nats.

    It speaks against a cell's bearing something else than what stood there (``changed``), against one figure of a kind
    more than there were (``more``), and against one fewer.
    """

    changed: float
    more: float
    fewer: float


STEADY = Prior(TUNING.changed, TUNING.changed, TUNING.changed)


class Weighed(NamedTuple):
    """A state that a cell may be in: what is seen speaks for it, and what stood there (nats), and its posterior."""

    state: str
    evidence: float
    prior: float
    posterior: float


@dataclass(frozen=True)
class CellEvidence:
    """The evidence of each cell: log-likelihoods (cells x states, nats) over EMPTY, the kinds and SOMETHING."""

    cells: tuple[str, ...]
    states: tuple[str, ...]
    likelihood: Numbers

    def times(self, share: float) -> CellEvidence:
        """Return the same where only a share of it counts."""
        return replace(self, likelihood=share * self.likelihood)

    def without(self, covered: Set[str]) -> CellEvidence:
        """Return the same where nothing is seen of these cells."""
        if not covered:
            return self
        hidden = np.array([cell in covered for cell in self.cells])
        return replace(self, likelihood=np.where(hidden[:, None], 0.0, self.likelihood))


@dataclass(frozen=True)
class AreaFigure:
    """A figure beside the cells; ``strength`` is how much was seen of it, in parts of what is asked for."""

    kind: str
    strength: float
    others: tuple[AreaFigure, ...] = ()
    """the same figure as other kinds that it may be, where such are known"""

    @classmethod
    def worth_nats(cls, kind: str, nats: float) -> AreaFigure:
        """Return one of which it is known what it is worth."""
        return cls(kind, float(np.exp(nats / TUNING.changed)) / 2)

    @property
    def worth(self) -> float:
        """Return the nats for a figure there and against none."""
        return TUNING.changed * float(
            np.log(max(2 * self.strength, 1e-3))
        )  # half of what is asked for is worth nothing

    @property
    def known_worth(self) -> float:
        """Return what more it is worth where one of its kind lay before, which is no thing that looks like one."""
        return TUNING.known * float(np.clip(2 * self.strength - 1, 0, 1))


@dataclass(frozen=True)
class Posterior:
    """The beliefs of one frame.

    ``likelihood``, ``prior`` and ``probability`` are cells x states; ``areas`` has the figures beside the cells, and
    ``unsure`` the areas with a figure whose likeliest state is below the threshold.
    """

    cells: tuple[str, ...]
    states: tuple[str, ...]
    likelihood: Numbers
    prior: Numbers
    probability: Numbers
    areas: Mapping[str, list[AreaFigure]]
    unsure: frozenset[str] = frozenset()

    @cached_property
    def _number(self) -> Mapping[str, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def best(self) -> Mapping[str, tuple[str, float]]:
        """Return the likeliest state of each cell, and its posterior."""
        states = (self.states[at] for at in self.probability.argmax(axis=1).tolist())
        return dict(zip(self.cells, zip(states, self.probability.max(axis=1).tolist(), strict=True), strict=True))

    def credible(self, cell: str, sure: float) -> tuple[str, ...]:
        """Return the likeliest states of a cell, until their posterior adds up to ``sure``."""
        its, confidence = self.best[cell]
        if confidence >= sure:
            return (its,)
        probability = self.probability[self._number[cell]]
        order = np.argsort(-probability, kind="stable")
        enough = int(np.searchsorted(np.cumsum(probability[order]), sure)) + 1
        return tuple(self.states[state] for state in order[:enough])

    def pooled(self, only: Set[str] | None = None) -> Posterior:
        """Return it half by what is seen alone, on all cells or on some.

        Where that contradicts what stood there, neither is sure (a linear opinion pool, Stone, Annals of Mathematical
        Statistics 32, 1961).
        """
        pooled = (self.probability + self._alone) / 2
        if only is not None:
            pooled = np.where([[cell in only] for cell in self.cells], pooled, self.probability)
        return replace(self, probability=pooled)

    def contested(self, left_out: Set[str], come: Set[str]) -> Posterior:
        """Return it not for sure where a new figure beside the cells may be what the number of figures allows once.

        Of kinds of which one that is seen there is ``left_out``, no figure is for sure that is new on its cell; of
        kinds of which one has ``come`` there, no cell that looks as if it bore it.
        """
        claimed, seen, stood = (each.argmax(axis=1) for each in (self.probability, self._alone, self.prior))
        out, here = (np.isin(self.states, [*kinds]) for kinds in (left_out, come))
        other = self.probability.copy()
        other[np.arange(len(other)), claimed] = 1e-12
        other /= other.sum(axis=1, keepdims=True)
        contradicting = here[seen] & (seen != claimed)
        other[contradicting] = np.eye(len(self.states))[seen[contradicting]]
        weak = contradicting | (out[claimed] & (claimed != stood))
        mixed = (1 - TUNING.contested) * self.probability + TUNING.contested * other
        return replace(self, probability=np.where(weak[:, None], mixed, self.probability))

    def disputed(self) -> Posterior:
        """Return it pooled on the cells where the prior proves nothing.

        There what is seen alone would be sure of another state, or a change is not what is seen but what makes the
        number of figures right.
        """
        claimed, seen, stood = (each.argmax(axis=1) for each in (self.probability, self._alone, self.prior))
        cells = np.arange(len(self.cells))
        odds = self._alone[cells, seen] / np.maximum(self._alone[cells, claimed], 1e-12)
        against = (odds > TUNING.sure / (1 - TUNING.sure)) | ((claimed != stood) & (claimed != seen))
        return self.pooled({self.cells[at] for at in np.flatnonzero(against).tolist()})

    def reserved(self, cells: NDArray[np.bool_]) -> Posterior:
        """Return it in doubt where a change on one of these cells is not certain: what stood there is as likely."""
        claimed, stood = (each.argmax(axis=1) for each in (self.probability, self.prior))
        weak = cells & (claimed != stood) & (self.probability.max(axis=1) < TUNING.certain)
        kept = self.probability.copy()
        half = kept[weak, claimed[weak]] / 2
        kept[weak, claimed[weak]] -= half
        kept[weak, stood[weak]] += half
        return replace(self, probability=kept)

    @cached_property
    def _alone(self) -> Numbers:
        """Return the probability of each state by what is seen alone (cells x states)."""
        alone = np.exp(self.likelihood - self.likelihood.max(axis=1, keepdims=True))
        return np.asarray(alone / alone.sum(axis=1, keepdims=True))

    def certain(self) -> dict[str, str]:
        """Return the state of each cell of which it is certain."""
        return {cell: state for cell, (state, confidence) in self.best.items() if confidence >= TUNING.certain}

    def weighed(self, cell: str) -> Iterator[Weighed]:
        """Yield what decided of a cell: of each state in question, the likeliest first."""
        number = self._number[cell]
        for state in self.credible(cell, TUNING.certain):
            at = self.states.index(state)
            sums = (float(each[number, at]) for each in (self.likelihood, self.prior, self.probability))
            yield Weighed(state, *sums)

    def why(self, cell: str) -> str:
        """Return the same in a line."""
        return f"{cell}: " + "; ".join(
            f"{state} evidence {evidence:+.1f} prior {prior:+.1f} posterior {posterior:.3f}"
            for state, evidence, prior, posterior in self.weighed(cell)
        )


def _log_prior(seen: CellEvidence, stood: Observation | None, before: Prior) -> Numbers:
    """Return what speaks for each state of a cell before it is seen (cells x states): a change is unlikely."""
    prior = np.zeros_like(seen.likelihood)
    if stood is not None:
        number = {state: at for at, state in enumerate(seen.states)}
        its = np.array([number.get(stood.cells.get(cell, EMPTY), -1) for cell in seen.cells])
        known = np.flatnonzero(its >= 0)  # of a kind that nobody has learnt nothing is known beforehand
        prior[known] -= before.changed
        prior[known, its[known]] = 0.0
    return prior


def _rows_beside(
    states: Sequence[str], stood: Observation | None, figures: Sequence[tuple[str, AreaFigure]], before: Prior
) -> Numbers:
    """Return the log-likelihoods of the figures beside the cells (figures x states): each is one of its kinds, or none.

    Of those that lay there before, the figure is one that looks most like it.
    """
    rows = np.full((len(figures), len(states)), -1e6)
    rows[:, states.index(EMPTY)] = 0.0
    lay = {area: Counter(stood.in_area(area)) if stood else Counter[str]() for area, _ in figures}
    named = [(row, area, one) for row, (area, its) in enumerate(figures) for one in (its, *its.others)]
    for row, area, one in sorted(named, key=lambda each: -each[2].strength):
        lain = min(lay[area][one.kind], 1)
        lay[area][one.kind] -= lain
        rows[row, states.index(one.kind)] = one.worth + (before.changed + one.known_worth) * lain
    return rows


def infer(
    seen: CellEvidence,
    stood: Observation | None,
    beside: Mapping[str, Sequence[AreaFigure]],
    there: Mapping[str, int],
    strict: bool,
    before: Prior = STEADY,
) -> Posterior:
    """Return the posterior of every cell, and which of the figures ``beside`` them there are.

    ``stood`` is what is believed to have stood before (None where nothing is). So many of each
    kind are ``there``; where that is ``strict`` there cannot be more.
    """
    prior = _log_prior(seen, stood, before)
    figures = [(area, figure) for area, found in beside.items() for figure in found]
    worth = np.concatenate([seen.likelihood + prior, _rows_beside(seen.states, stood, figures, before)])
    counts = Counts(
        np.array([there.get(state, 0) for state in seen.states], float),
        np.array([there.get(state, np.inf) for state in seen.states], float),
        np.full(len(seen.states), before.fewer),
        np.full(len(seen.states), TUNING.counted if strict else before.more),
    )
    chosen = assign(worth, counts)
    likely = np.exp(-max_marginal_costs(worth, counts, chosen))
    likely /= likely.sum(axis=1, keepdims=True)
    count = len(seen.cells)
    areas: dict[str, list[AreaFigure]] = {area: [] for area in beside}
    lay = {area: Counter(stood.in_area(area)) if stood else Counter[str]() for area in beside}
    left_out, come = set[str](), set[str]()
    for (area, figure), state in zip(figures, chosen[count:].tolist(), strict=True):
        its = {one.kind: one for one in (figure, *figure.others)}.get(seen.states[state])
        known = lay[area][(its or figure).kind] > 0
        lay[area][(its or figure).kind] -= known
        if its:
            areas[area].append(its)
            if not known:
                come.add(its.kind)
        elif figure.strength >= 1:
            left_out.add(figure.kind)
    doubts = likely[count:].max(axis=1) < TUNING.sure
    unsure = frozenset(area for (area, _), doubt in zip(figures, doubts.tolist(), strict=True) if doubt)
    made = Posterior(seen.cells, seen.states, seen.likelihood, prior, likely[:count], areas, unsure)
    return made.contested(left_out, come)
