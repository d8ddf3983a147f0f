"""Clocks as screens show them: how much is left, from the times of the events between which they ran or stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.core.ui.page import PlayerRow, Timer


def timed(tables: Tables, live: LoadedTable, timer: Timer) -> Timer:
    """Return the clock with its end by the box's clock; with the seconds left, where it stands."""
    began = _happened_at(tables, live, timer.since) if timer.since else 0.0
    paused = sum(_happened_at(tables, live, last) - _happened_at(tables, live, first) for first, last in timer.stood)
    return replace(timer, ends=began + timer.seconds + paused)


def with_clocks(tables: Tables, live: LoadedTable, rows: Sequence[PlayerRow]) -> tuple[PlayerRow, ...]:
    """Return the players with the clocks of those who have one."""
    return tuple(replace(row, clock=timed(tables, live, row.clock)) if row.clock else row for row in rows)


def _happened_at(tables: Tables, live: LoadedTable, seq: int) -> float:
    """Return the time of the event of this number, by the box's clock; from the log where it is long ago."""
    if live.records[0].seq <= seq:
        return next(record.at for record in live.records if record.seq == seq)
    if seq not in live.derived.times:
        stored = tables.log.read(live.codec, live.table.code, after=seq - 1, upto=seq)
        live.derived.times[seq] = next(each.record.at for each in stored)
    return live.derived.times[seq]
