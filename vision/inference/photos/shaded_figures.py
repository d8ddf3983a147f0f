"""How much of what usually speaks for figures still does in a deep shadow: colours fade there, and grain grows.

The figures that are thought to stand in the shadow tell it, kind by kind, beside the cells that are thought to be bare
there. Few of them have moved since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.evidence.background import Floats
from vision.evidence.frame_evidence import Evidence
from vision.evidence.templates import downsampled
from vision.inference.cell_classifier import CellClassifier


@dataclass(frozen=True, slots=True)
class Tuning:
    """Figures in a deep shadow. Defaults are the values in use."""

    dark: float = 0.15
    """A cell lies in the shadow where that is so deep (logarithms) ..."""
    inside: float = 0.7
    """... on this part of its middle."""
    few: int = 3
    """Figures of one kind that tell anything."""
    bare: float = 0.95
    apart: float = 2.0
    """So much more must speak for figures of a kind than for nearly all cells that are bare."""


TUNING = Tuning()


def speaking_in_shadow(
    classifier: CellClassifier, evidence: Evidence, depth: Floats, expected: Mapping[str, str]
) -> Floats:
    """cells x kinds: the part of what usually speaks for each kind that does so on each cell, where the shadow has this
    ``depth`` (height x width x 3, logarithms); 1 where there is none, or nothing tells."""
    kinds = classifier.figures.kinds
    dark = downsampled((depth.mean(axis=2, keepdims=True) > TUNING.dark).astype(np.float32))[:, 0]
    share = classifier.middles.share(dark)
    found = np.ones((len(share), len(kinds)), np.float32)
    inside = np.flatnonzero(share > TUNING.inside)
    best, _ = classifier.scores(evidence.log_ratios, inside)
    parts = best / classifier.usual[inside]
    stands = np.array([expected.get(classifier.model.cells[cell], EMPTY) for cell in inside.tolist()])
    for column, kind in enumerate(kinds):
        found[:, column] = 1 - share * (1 - faded(parts[:, column], stands, kind))
    return found


def faded(parts: Floats, stands: NDArray[np.str_], kind: str) -> float:
    """What speaks for a kind in the shadow, in parts of what usually does; ``stands`` is what is expected there."""
    own, bare = parts[stands == kind], parts[stands == EMPTY]
    if len(own) < TUNING.few or len(bare) < TUNING.few:
        return 1.0
    usual, other = float(np.median(own)), float(np.quantile(bare, TUNING.bare))
    return min(usual, 1.0) if usual > TUNING.apart * max(other, 0.03) else 1.0
