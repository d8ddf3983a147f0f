"""Counts of what was right, by kind of light and kind of event: the columns of the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

Group = tuple[str, str]
"""the groups that are counted apart: ("part", "tuning"), ("light", "dim"), ("event", "theft")"""


@dataclass
class Tally:
    """The hits of each measure and its cases, in each group."""

    hits: Counter[tuple[str, Group]] = field(default_factory=Counter)
    total: Counter[tuple[str, Group]] = field(default_factory=Counter)

    def add(self, measure: str, hit: int, of: int, groups: Iterable[Group]) -> None:
        """Count in every one of these groups."""
        for group in groups:
            self.hits[measure, group] += hit
            self.total[measure, group] += of

    def join(self, other: Tally) -> None:
        """Count what another process counted."""
        self.hits.update(other.hits)
        self.total.update(other.total)

    def share(self, measure: str, group: Group) -> float | None:
        """Return the share in percent; None where nothing was counted."""
        of = self.total[measure, group]
        return 100 * self.hits[measure, group] / of if of else None

    def groups(self, by: str) -> list[Group]:
        """Return the groups of one sort, by name."""
        return sorted({group for _, group in self.total if group[0] == by})
