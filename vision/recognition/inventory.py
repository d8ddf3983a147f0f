"""More figures of a kind than there were at the start: one of them is something else, a die or a coin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.boards.layout import TOWN
from companion.boards.observation import EMPTY
from vision.recognition.cell_classifier import TUNING as CELL_CLASSIFIER_TUNING
from vision.recognition.cell_classifier import CellBeliefs


@dataclass(frozen=True, slots=True)
class Tuning:
    """The inventory constraint. Defaults are the values in use."""

    many: int = 8
    """Where more figures than this may be one too many, it tells nothing of any of them."""
    missing: int = 2
    """Kinds of which some are missing that such a figure may be as well: it was taken for another."""


TUNING = Tuning()


def apply_inventory(
    belief: CellBeliefs, beside: dict[str, list[str]], most: Mapping[str, int], still: Collection[str]
) -> None:
    """Makes a doubt of every figure that may be one too many, or takes it from the lists ``beside`` the cells.

    ``most`` are the figures of each kind in the game; those on the ``still`` cells have not moved and stay believed.
    Where none on the cells can be one too many, figures are taken from the areas, from the town last.
    """
    count = Counter(belief.cells.values()) + Counter(kind for kinds in beside.values() for kind in kinds)
    missing = [kind for kind in most if count[kind] < most[kind]][: TUNING.missing]
    for kind in [kind for kind in most if count[kind] > most[kind]]:
        suspects = [cell for cell, its in belief.cells.items() if its == kind and cell not in still]
        if len(suspects) > TUNING.many:
            continue
        for cell in suspects:
            del belief.cells[cell]
            belief.doubts[cell] = (kind, EMPTY, *missing)
            belief.confidence[cell] = CELL_CLASSIFIER_TUNING.doubtful
        for _ in range(count[kind] - most[kind] - len(suspects)):
            area = next((area for area in sorted(beside, key=TOWN.__eq__) if kind in beside[area]), None)
            if area is not None:
                beside[area].remove(kind)
