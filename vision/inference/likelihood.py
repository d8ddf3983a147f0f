"""The log-likelihoods of cells, of what the classifier says of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from companion.boards.observation import EMPTY
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.posterior import SOMETHING, CellEvidence

CLEAR, HALF = 12.0, 6.0
"""Nats for what is seen clearly, and for what is just read."""


def evidence_of(
    belief: CellBeliefs,
    cells: Sequence[str],
    kinds: Sequence[str],
    matched: Collection[str],
    unseen: Mapping[str, Collection[str]],
    shaded: Collection[str],
) -> CellEvidence:
    """Return the evidence of what is believed of each cell alone.

    ``matched`` look as they did; on ``unseen`` ones figures of these kinds would not be seen. Beliefs about others that
    are ``shaded`` are tempered: they count as just read.
    """
    states = (EMPTY, *kinds, SOMETHING)
    column = {state: at for at, state in enumerate(states)}
    found = np.full((len(cells), len(states)), -CLEAR)
    for row, cell in zip(found, cells, strict=True):
        if cell in belief.doubts:
            listed = belief.doubts[cell]
            row[:] = -HALF
            for rank, state in enumerate(listed or (SOMETHING,)):
                row[column[state]] = -0.5 * rank
            continue
        its = belief.cells.get(cell, EMPTY)
        if cell not in matched:
            off = HALF + (CLEAR - HALF) * (2 * belief.confidence.get(cell, 1.0) - 1)
            for state in (*belief.possible.get(cell, ()), *belief.alike.get(cell, ()), SOMETHING, EMPTY):
                row[column[state]] = -off
        if cell not in belief.bare:
            row[column[EMPTY]] *= 2
        row[column[its]] = 0.0
        for kind in unseen.get(cell, ()):
            row[[column[kind], column[EMPTY]]] = row[[column[kind], column[EMPTY]]].max()
    found[[cell in shaded and cell not in matched for cell in cells]] *= HALF / CLEAR
    return CellEvidence(tuple(cells), states, found)
