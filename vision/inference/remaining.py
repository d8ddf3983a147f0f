"""The remaining figures of each kind, after what is believed, and which of them are not seen on the cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from companion.boards.figure_rules import FigureRules
from companion.boards.observation import Observation
from vision.evidence.figure_models import family
from vision.inference.cell_beliefs import CellBeliefs


class Missing(NamedTuple):
    """Kinds of figures that are not all seen on the cells.

    Those ``on_cells`` are not seen for sure; of those ``anywhere`` there are more than the doubtful cells could bear.
    """

    on_cells: frozenset[str]
    anywhere: Counter[str]

    def without(self, kinds: Iterable[str]) -> Missing:
        """Return what is missing after figures of these kinds are seen in an area."""
        return self._replace(anywhere=self.anywhere - Counter(kinds))


@dataclass(frozen=True)
class Remaining:
    """The number of figures of each kind that there can be.

    ``on_board`` counts those on cells or in areas that are not a way off it, ``every`` one also those on their way off.
    Most kinds have as many as at the start, or more after a correction; figures of players who have left do not come
    back.
    """

    on_board: Mapping[str, int]
    every: Mapping[str, int]

    @classmethod
    def of(cls, counts: Mapping[str, int], believed: Observation, lying: Iterable[str], rules: FigureRules) -> Self:
        """Return the remaining figures where this is ``believed`` and these kinds were seen ``lying`` on their way off.

        ``counts`` are those of the start.
        """
        present, leaving = Counter(believed.cells.values()), Counter[str]()
        for area, kinds in believed.areas.items():
            (leaving if area in rules.exits else present).update(kinds)
        all_figures = present + (leaving | Counter(lying))
        bound = {kind: min if rules.leaves(family(kind)) else max for kind in counts}
        on_board, every = (
            {kind: bound[kind](count, its[kind]) for kind, count in counts.items()} for its in (present, all_figures)
        )
        return cls(on_board, every)

    def missing(self, belief: CellBeliefs) -> Missing:
        """Return which are not seen on the cells."""
        left = Counter(self.on_board) - Counter(belief.cells.values())
        doubtful = Counter(kind for kinds in belief.doubts.values() for kind in kinds)
        return Missing(frozenset(left), left - doubtful)
