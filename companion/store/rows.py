"""Rows of the database as values: tables, and the events of their logs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.messages import Command, kind_of
from companion.core.referee.reducer import StoredEvent
from companion.store.codec import Codec
from companion.store.storage import DamagedFile

ROW = "code, game, edition, level, demo, seed, made, defaults"
"""The columns of a TableRow."""
EVENT = "code, seq, at, actor, action, kind, data, action_id, command"
"""The columns of an event."""
LAST_MOMENT = 253_402_300_800
"""Seconds from 1970 to the year 10000, the end of Python's calendar."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The data of a table besides its log. ``demo``: the box plays the other seats, from ``seed``.

    ``defaults``: the number of the set of defaults with which its rules begin (``Edition.defaults``).
    """

    code: str
    game: str
    edition: str
    level: str
    demo: bool
    seed: str
    made: float
    defaults: int = 0


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A record with the command that caused it (the first of an action carries it)."""

    record: StoredEvent
    action_id: str | None
    command: str | None


def log_entry(codec: Codec, row: tuple[Any, ...]) -> LogEntry:
    """Return the entry of a row of the log. Raise DamagedFile for one that cannot be decoded."""
    seq, at, actor, action, kind, data, action_id, command = row
    try:
        if moment(at) != at:
            raise ValueError("an event at no time")
        return LogEntry(StoredEvent(seq, at, actor, action, codec.event_from_json(kind, data)), action_id, command)
    except (KeyError, ValueError, TypeError) as error:
        raise DamagedFile from error


def moment(stored: object) -> float:
    """Return the stored seconds since 1970; 0 for a damaged value that no calendar has."""
    return float(stored) if isinstance(stored, int | float) and 0 <= stored < LAST_MOMENT else 0.0


def table_row(row: tuple[Any, ...]) -> TableRow:
    """Return the row of the table ``tables`` as a value."""
    code, game, edition, level, demo, seed, made, defaults = row
    return TableRow(code, game, edition, level, bool(demo), seed, moment(made), defaults)


def event_rows(
    codec: Codec, code: str, records: Sequence[StoredEvent], action_id: str | None, command: Command
) -> list[tuple[Any, ...]]:
    """Return a row of the table ``events`` for each record; the first one carries the command and its action id."""
    message, first = codec.write(command), records[0].seq
    return [
        (
            code,
            record.seq,
            record.at,
            record.actor,
            record.action,
            kind_of(record.event),
            codec.event_to_json(record.event),
            action_id if record.seq == first else None,
            json.dumps({"kind": message.kind, "data": message.data}) if record.seq == first else None,
        )
        for record in records
    ]
