"""The recent history of a table: its state, the states before it and the latest events, as one frozen value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.referee.reducer import StoredEvent
from companion.core.table.table import Table

KEPT_STATES = 24
"""the number of actions that are undone without reading the log"""
LANDMARKS = 8
LANDMARK_EVERY = 100
"""actions: an earlier state is reached from the landmark before it, not from the beginning of the log"""
KEPT_RECORDS = 80
"""the number of lines of the log that are shown without reading it"""


@dataclass(frozen=True, slots=True)
class History:
    """The state of a table, with as much of what was before as is needed often."""

    table: Table
    records: tuple[StoredEvent, ...] = ()
    """the latest ``KEPT_RECORDS`` events"""
    past: tuple[Table, ...] = ()
    """the latest ``KEPT_STATES`` states before ``table``"""
    landmarks: tuple[Table, ...] = ()
    """a few older states, ``LANDMARK_EVERY`` events apart"""

    def followed_by(self, table: Table, records: Iterable[StoredEvent] = ()) -> History:
        """Return the history after an action that led to ``table`` by the events ``records``."""
        passed = self.table.seq // LANDMARK_EVERY < table.seq // LANDMARK_EVERY
        return History(
            table,
            (*self.records, *records)[-KEPT_RECORDS:],
            (*self.past, self.table)[-KEPT_STATES:],
            (*self.landmarks, self.table)[-LANDMARKS:] if passed else self.landmarks,
        )

    def state_before(self, seq: int) -> Table | None:
        """Return the latest state kept that is not after the event of this number; None if there is none."""
        kept = [table for table in (*self.landmarks, *self.past, self.table) if table.seq <= seq]
        return max(kept, key=lambda table: table.seq, default=None)
