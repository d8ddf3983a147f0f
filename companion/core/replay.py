"""From a log to a table: undo is an event, and what was undone does not count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.referee import Record, Referee
from companion.core.table import Table
from companion.core.table_messages import TableEvent, Undone


def fold(referee: Referee, table: Table, records: Iterable[Record]) -> Table:
    """The table after the records, in order. Every ``Undone`` must go back to a state inside ``records``
    or to ``table`` itself; raises KeyError otherwise."""
    states = {table.seq: table}
    for record in records:
        if isinstance(record.event, Undone):
            table = referee.restore(states[record.event.to], table, record)
        else:
            table = referee.apply(table, record)
        states[record.seq] = table
    return table


def standing(records: Sequence[Record]) -> tuple[Record, ...]:
    """The records that still count: without what an undo took back (events about the table stay)."""
    kept: list[Record] = []
    for record in records:
        if isinstance(record.event, Undone):
            to = record.event.to
            kept = [old for old in kept if old.seq <= to or isinstance(old.event, TableEvent)]
        kept.append(record)
    return tuple(kept)
