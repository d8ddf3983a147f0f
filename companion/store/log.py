"""The event log of every table: the only place that writes what happened.

The interface is small on purpose (append, read, snapshot), so that another database can stand behind it.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.core.errors import RuleError, Stale
from companion.core.messages import Command, kind_of
from companion.core.referee.reducer import StoredEvent
from companion.core.table.table import Table
from companion.core.table.table_messages import GameEnded, Undone
from companion.core.text import say
from companion.store.codec import Codec
from companion.store.database import connect

SNAPSHOT_EVERY = 100


class StorageError(RuleError):
    """The disk is full or failing. Nothing was acknowledged; the same request may be sent again."""

    code = "storage"


class ConcurrencyConflict(Stale):
    """Another process has written to the same table: this one's picture of it is old."""


logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is known of a table besides its log. ``demo``: the box plays the other seats, from ``seed``."""

    code: str
    game: str
    edition: str
    level: str
    demo: bool
    seed: str
    made: float


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A record with the command that caused it (the first of an action carries it)."""

    record: StoredEvent
    action_id: str | None
    command: str | None


class Log:
    """One database file. Every method may be called from any thread."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.lock = threading.RLock()
        self.database: Database = connect(path)
        self._trusted = True

    # --- tables -------------------------------------------------------------------------------

    def add_table(self, row: TableRow) -> None:
        """Raises StorageTrouble; a code that exists already is sqlite3.IntegrityError."""
        with self.writing() as database:
            database.execute(
                "INSERT INTO tables (code, game, edition, level, demo, seed, made) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (row.code, row.game, row.edition, row.level, int(row.demo), row.seed, row.made),
            )

    def table(self, code: str) -> TableRow | None:
        """The table with this code."""
        found = self.rows("SELECT code, game, edition, level, demo, seed, made FROM tables WHERE code = ?", (code,))
        return _table_row(found[0]) if found else None

    def tables(self) -> list[TableRow]:
        """Every table, the newest first."""
        found = self.rows("SELECT code, game, edition, level, demo, seed, made FROM tables ORDER BY made DESC")
        return [_table_row(row) for row in found]

    # --- the log ------------------------------------------------------------------------------

    def append(
        self, codec: Codec, table: Table, records: Sequence[StoredEvent], action_id: str | None, command: Command
    ) -> None:
        """All records or none; ``table`` is the table after them. Raises StorageTrouble or Overtaken."""
        message = codec.write(command)
        first = records[0].seq
        rows = [
            (
                table.code,
                record.seq,
                record.at,
                record.actor,
                record.action,
                *_kind_and_data(codec, record),
                action_id if record.seq == first else None,
                json.dumps({"kind": message.kind, "data": message.data}) if record.seq == first else None,
            )
            for record in records
        ]
        with self.writing() as database:
            try:
                database.conn.executemany(
                    "INSERT INTO events (code, seq, at, actor, action, kind, data, action_id, command)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    rows,
                )
            except sqlite3.IntegrityError as error:
                raise ConcurrencyConflict(say("The table moved while you were deciding: please look again.")) from error
            if _wants_snapshot(records):
                snapshot = codec.table_to_json(table)
                database.execute(
                    "REPLACE INTO snapshots (code, seq, data) VALUES (?, ?, ?)", (table.code, table.seq, snapshot)
                )
            for record in records:
                match record.event:
                    case GameEnded():
                        _note_result(database, table, record)
                    case Undone(to=to):  # an end that was taken back is no result
                        database.execute("DELETE FROM results WHERE code = ? AND seq > ?", (table.code, to))

    def acted(self, code: str, action_id: str) -> tuple[int, str | None, str] | None:
        """(sequence number, actor, command) of the action with this id, if it was applied."""
        found = self.rows(
            "SELECT action, actor, command FROM events WHERE code = ? AND action_id = ?", (code, action_id)
        )
        if not found:
            return None
        action, actor, command = found[0]
        last = self.rows("SELECT max(seq) FROM events WHERE code = ? AND action = ?", (code, action))
        return last[0][0], actor, command

    def read(self, codec: Codec, code: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """The records after a sequence number, in order."""
        found = self.rows(
            "SELECT seq, at, actor, action, kind, data, action_id, command FROM events"
            " WHERE code = ? AND seq > ? AND seq <= ? ORDER BY seq",
            (code, after, 2**62 if upto is None else upto),
        )
        return [
            LogEntry(StoredEvent(seq, at, actor, action, codec.event_from_json(kind, data)), action_id, command)
            for seq, at, actor, action, kind, data, action_id, command in found
        ]

    def snapshot(self, codec: Codec, code: str) -> Table | None:
        """The newest snapshot; it is never older than the last undo. None where the log itself has to be read."""
        for (data,) in self.rows("SELECT data FROM snapshots WHERE code = ?", (code,)):
            try:
                return codec.table_from_json(data)
            except (ValueError, KeyError):  # made by another version, or by no version at all
                logger.info("table %s: its snapshot cannot be read; its whole log is", code, exc_info=True)
        return None

    # --- the file -----------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """A transaction that began by taking the write lock. Any trouble with the disk is StorageTrouble,
        after which the outcome is unknown: the file is opened anew and the caller reads the log again."""
        with self.lock:
            try:
                database = self._ready()
                database.execute("BEGIN IMMEDIATE")
                yield database
                database.execute("COMMIT")
            except sqlite3.IntegrityError:
                self._roll_back()
                raise
            except sqlite3.Error as error:
                logger.error("cannot write to %s: %s", self.path, error)
                self._distrust()
                raise StorageError(
                    say("The box cannot write to its disk right now. Nothing was changed; please try again.")
                ) from error
            except BaseException:
                self._roll_back()
                raise

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; raises StorageTrouble."""
        with self.lock:
            try:
                return list(self._ready().execute(sql, parameters).fetchall())
            except sqlite3.Error as error:
                logger.error("cannot read %s: %s", self.path, error)
                self._distrust()
                raise StorageError(say("The box cannot read its disk right now. Please try again.")) from error

    def close(self) -> None:
        """Closes the file; nothing acknowledged waits to be written."""
        with self.lock:
            self.database.conn.close()

    def _roll_back(self) -> None:
        try:
            if self.database.conn.in_transaction:
                self.database.execute("ROLLBACK")
        except sqlite3.Error:
            logger.warning("%s cannot be rolled back; it is opened anew", self.path, exc_info=True)
            self._distrust()

    def _distrust(self) -> None:
        """A connection that has seen an I/O error is not used again; there may be no way to open another yet."""
        if str(self.path) == ":memory:":
            self._roll_back()
            return
        self.database.conn.close()
        self._trusted = False

    def _ready(self) -> Database:
        """The connection, opened anew after trouble; raises sqlite3.Error while that is impossible."""
        if not self._trusted:
            self.database = connect(self.path)
            self._trusted = True
        return self.database


def _table_row(row: tuple[Any, ...]) -> TableRow:
    code, game, edition, level, demo, seed, made = row
    return TableRow(code, game, edition, level, bool(demo), seed, made)


def _kind_and_data(codec: Codec, record: StoredEvent) -> tuple[str, str]:
    return kind_of(record.event), codec.event_to_json(record.event)


def _wants_snapshot(records: Sequence[StoredEvent]) -> bool:
    undone = any(isinstance(record.event, Undone) for record in records)
    return undone or any(record.seq % SNAPSHOT_EVERY == 0 for record in records)


def _note_result(database: Database, table: Table, record: StoredEvent) -> None:
    if not isinstance(record.event, GameEnded):
        return
    names = {seat.id: seat.name for seat in table.seats}
    standings = [
        {"rank": line.rank, "name": names.get(line.seat, line.seat), "score": line.score}
        for line in record.event.ending.standings
    ]
    database.execute(
        "REPLACE INTO results (code, seq, game, edition, ended, ending, standings) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (table.code, record.seq, table.game, table.edition, record.at, record.event.ending.code, json.dumps(standings)),
    )
