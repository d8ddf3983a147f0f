"""Which figure stands on which place: the most probable assignment under the counts of all kinds, and how sure it is.

Every place is in one state: empty, a kind of figure, something else. The assignment maximises the sum of log-likelihood
and log-prior over all places less what counts cost that are not kept, a transportation problem with convex costs. It is
solved by successive shortest paths between the few states, and its max-marginals come from the same residual network:
the cheapest repair of one place that is forced into another state is a shortest path back.

Ahuja, Magnanti and Orlin, "Network Flows" (1993), chapters 9 and 14, for the problem and its paths; Koller and
Friedman, "Probabilistic Graphical Models" (2009), chapter 13, for max-marginals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
States = NDArray[np.intp]


@dataclass(frozen=True)
class Counts:
    """The number of places that can be in each state.

    Each place too few (``under``) or too many (``over``) costs so much, in nats; all of n states.
    """

    least: Numbers
    most: Numbers
    under: Numbers
    over: Numbers

    def one_more(self, have: Numbers) -> Numbers:
        """Return what it costs if one place more is in that state than ``have`` are (one for each state)."""
        return np.asarray((have >= self.most) * self.over - (have < self.least) * self.under)

    def one_less(self, have: Numbers) -> Numbers:
        """Return what it costs if one place fewer is (one for each state); infinite where there is none."""
        cost = (have <= self.least) * self.under - (have > self.most) * self.over
        return np.where(have > 0, cost, np.inf)


def assign(worth: Numbers, counts: Counts) -> States:
    """Return the state of each place in the best assignment; ``worth``: of each state there (places x states, nats)."""
    chosen: States = worth.argmax(axis=1)
    for moved in range(len(worth) * worth.shape[1]):  # each step betters the sum; this is only the end of all ends
        have = np.bincount(chosen, minlength=worth.shape[1]).astype(float)
        less, more = counts.one_less(have), counts.one_more(have)
        if not moved and less.min() + more.min() >= 0:  # as long as nothing has moved no path gains anything
            break
        step, far = _steps(worth, chosen)
        distance, first = _shortest(step)
        gain = less[:, None] + distance + more
        source, target = np.unravel_index(int(gain.argmin()), gain.shape)
        if source == target or gain[source, target] > -1e-9:
            break
        moves, state = [], int(source)
        while state != target:
            after = int(first[state, target])
            moves.append((far[state, after], after))
            state = after
        for place, after in moves:
            chosen[place] = after
    return chosen


def max_marginal_costs(worth: Numbers, counts: Counts, chosen: States) -> Numbers:
    """Return what the best assignment costs that has a place in a state (places x states).

    It is counted against the best of all, which is ``chosen``; 0 for its own states.
    """
    states = worth.shape[1]
    have = np.bincount(chosen, minlength=states).astype(float)
    network = np.full((states + 1, states + 1), np.inf)
    network[:states, :states], _ = _steps(worth, chosen)
    network[:states, states], network[states, :states] = counts.one_more(have), counts.one_less(have)
    network[states, states] = 0.0
    distance, _ = _shortest(network)
    chosen_worth = worth[np.arange(len(worth)), chosen]
    cost = chosen_worth[:, None] - worth + distance[:states, :states].T[chosen]
    cost[np.arange(len(worth)), chosen] = 0.0
    return np.maximum(cost, 0.0)


def _steps(worth: Numbers, chosen: States) -> tuple[Numbers, States]:
    """Return what it costs at least to bring a place from one state to the other, and which place (states x states)."""
    states = worth.shape[1]
    step, far = np.full((states, states), np.inf), np.zeros((states, states), np.intp)
    for state in np.unique(chosen).tolist():
        places = np.flatnonzero(chosen == state)
        loss = worth[places, state][:, None] - worth[places]
        nearest = loss.argmin(axis=0)
        step[state], far[state] = loss[nearest, np.arange(states)], places[nearest]
    np.fill_diagonal(step, 0.0)
    return step, far


def _shortest(step: Numbers) -> tuple[Numbers, States]:
    """Return the lengths of the shortest paths between all nodes, and the first node on each (Floyd and Warshall)."""
    distance, first = step.copy(), np.broadcast_to(np.arange(len(step)), step.shape).copy()
    for middle in range(len(step)):
        through = distance[:, middle, None] + distance[None, middle]
        shorter = through < distance - 1e-12
        distance = np.where(shorter, through, distance)
        first = np.where(shorter, first[:, middle, None], first)
    return distance, first
