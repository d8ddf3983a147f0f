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

from companion.core.capabilities import WithTableEdition, edition_of
from companion.core.errors import NotNow, RuleError, Stale
from companion.core.messages import Command, kind_of
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.table.table import Table, everybody
from companion.core.table.table_messages import GameEnded, Undone
from companion.core.text import Text, say
from companion.store.codec import Codec
from companion.store.database import MEMORY, connect, identity

SNAPSHOT_EVERY = 100
ROWS_AT_ONCE = 500
"""of a log that is read for an export: play goes on between them"""
STORED = (
    "SELECT seq, at, actor, action, kind, iif(json_valid(data), data, json_quote(CAST(data AS TEXT))),"
    " iif(command IS NULL OR json_valid(command), command, json_quote(CAST(command AS TEXT)))"
    " FROM events WHERE code = ? AND seq > ? ORDER BY seq LIMIT ?"
)
MOST_TABLES = 10_000


class StorageError(RuleError):
    """The disk is full or failing. Nothing was acknowledged; the same request may be sent again."""

    code = "storage"


class DamagedFile(StorageError):
    """What is stored there makes no sense, however often somebody asks; what is stored elsewhere may."""

    code = "damaged"

    def __init__(self) -> None:
        super().__init__(say("A part of the file that keeps the games is damaged."))


class ConcurrencyConflict(Stale):
    """Another process has written to the same table: this one's picture of it is old."""


logger = logging.getLogger(__name__)


ROW = "code, game, edition, level, demo, seed, made, defaults"
"""The columns of a TableRow."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is known of a table besides its log. ``demo``: the box plays the other seats, from ``seed``.

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


class Log:
    """One database file. Every method may be called from any thread."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.lock = threading.RLock()
        self.database: Database = connect(path)
        self._identity = identity(self.database)
        self._trusted = True

    # --- tables -------------------------------------------------------------------------------

    def add_table(self, row: TableRow) -> None:
        """Raises StorageError, NotNow when there are too many, or sqlite3.IntegrityError for a code that there is."""
        if self.rows("SELECT count(*) FROM tables")[0][0] >= MOST_TABLES:
            raise NotNow(say("This box keeps %(count)s tables: its owner has to begin a new file.", count=MOST_TABLES))
        with self.writing() as database:
            database.execute(
                f"INSERT INTO tables ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (row.code, row.game, row.edition, row.level, int(row.demo), row.seed, row.made, row.defaults),
            )

    def table(self, code: str) -> TableRow | None:
        """The table with this code."""
        found = self.rows(f"SELECT {ROW} FROM tables WHERE code = ?", (code,))
        return _table_row(found[0]) if found else None

    def tables(self, most: int = -1, closed: bool = False) -> list[TableRow]:
        """So many tables (all of them), the newest first; ``closed``: those that were closed, too."""
        found = self.rows(
            f"SELECT {ROW} FROM tables WHERE ? OR code NOT IN (SELECT code FROM closed) ORDER BY made DESC LIMIT ?",
            (closed, most),
        )
        return [_table_row(row) for row in found]

    def close_table(self, code: str, now: float) -> None:
        """The table is no longer listed; its log stays. Raises StorageError."""
        with self.writing() as database:
            database.execute("INSERT OR IGNORE INTO closed (code, at) VALUES (?, ?)", (code, now))

    def reopen_table(self, code: str) -> None:
        """The table is listed again. Raises StorageError."""
        with self.writing() as database:
            database.execute("DELETE FROM closed WHERE code = ?", (code,))

    def closed_tables(self, most: int) -> list[TableRow]:
        """So many of the tables that were closed, the one that was closed last first."""
        found = self.rows(f"SELECT {ROW} FROM tables JOIN closed USING (code) ORDER BY closed.at DESC LIMIT ?", (most,))
        return [_table_row(row) for row in found]

    # --- the log ------------------------------------------------------------------------------

    def append(
        self, codec: Codec, table: Table, records: Sequence[StoredEvent], action_id: str | None, command: Command
    ) -> None:
        """All records or none, right after those that are stored; ``table`` is the table after them.

        Raises StorageError or ConcurrencyConflict.
        """
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
            (last,) = database.execute("SELECT max(seq) FROM events WHERE code = ?", (table.code,)).fetchone()
            if (last or 0) != first - 1:  # another box, or an older copy of the file put in its place
                raise ConcurrencyConflict
            try:
                database.conn.executemany(
                    "INSERT INTO events (code, seq, at, actor, action, kind, data, action_id, command)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    rows,
                )
            except sqlite3.IntegrityError as error:
                raise ConcurrencyConflict from error
            if _wants_snapshot(records):
                snapshot = codec.table_to_json(table)
                database.execute(
                    "REPLACE INTO snapshots (code, seq, data) VALUES (?, ?, ?)", (table.code, table.seq, snapshot)
                )
            for record in records:
                match record.event:
                    case GameEnded():
                        _note_result(database, codec.game, table, record)
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
        """The records after a sequence number, in order; raises DamagedFile for one that is no event of this game."""
        found = self.rows(
            "SELECT seq, at, actor, action, kind, data, action_id, command FROM events"
            " WHERE code = ? AND seq > ? AND seq <= ? ORDER BY seq",
            (code, after, 2**62 if upto is None else upto),
        )
        return [_log_entry(codec, row) for row in found]

    def stored(self, code: str) -> Iterator[tuple[Any, ...]]:
        """(seq, at, actor, action, kind, data, command) of every event as it is stored, read a part at a time.

        Data and command are JSON, a string of JSON where they are none any more; SQLite looks, so that play goes on
        meanwhile. No rule is asked and no event made: a log that makes no sense any more can be read, too.
        """
        after = 0
        while found := self.rows(STORED, (code, after, ROWS_AT_ONCE)):
            yield from found
            last = found[-1][0]
            if not isinstance(last, int):  # damaged: in what order the rest would come, nobody can say
                return
            after = last

    def snapshot_text(self, code: str) -> str | None:
        """The newest snapshot as it is stored, sound or not."""
        found = self.rows("SELECT data FROM snapshots WHERE code = ?", (code,))
        return str(found[0][0]) if found else None

    def snapshot(self, codec: Codec, code: str) -> Table | None:
        """The newest snapshot; it is never older than the last undo. None where the log itself has to be read."""
        text = self.snapshot_text(code)
        if text is None:
            return None
        try:
            return codec.table_from_json(text)
        except Exception:  # of another version, or damaged in whatever way: the log says it all again
            logger.info("table %s: its snapshot cannot be read; its whole log is", code, exc_info=True)
            return None

    # --- the file -----------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """A transaction that began by taking the write lock. Any trouble with the disk is StorageError,
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
                words = say("The box cannot write to its disk right now. Nothing was changed; please try again.")
                raise self._trouble(words) from error
            except BaseException:
                self._roll_back()
                raise

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; raises StorageError."""
        with self.lock:
            try:
                return list(self._ready().execute(sql, parameters).fetchall())
            except sqlite3.Error as error:
                logger.error("cannot read %s: %s", self.path, error)
                self._distrust()
                words = say("The box cannot read its disk right now. Please try again.")
                if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:  # a failing disk says so
                    words = say(
                        "A part of the file that keeps the games cannot be read. Its owner can have it checked."
                    )
                raise self._trouble(words) from error

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

    def _trouble(self, words: Text) -> StorageError:
        """What to tell of an error: the words, unless the file itself is gone."""
        if str(self.path) != MEMORY and not Path(self.path).exists():
            return StorageError(
                say("The file that keeps the games is gone. Put it back, then try again; nothing is lost meanwhile.")
            )
        return StorageError(words)

    def _distrust(self) -> None:
        """A connection that has seen an I/O error is not used again; there may be no way to open another yet."""
        if str(self.path) == MEMORY:
            self._roll_back()
            return
        self.database.conn.close()
        self._trusted = False

    def _ready(self) -> Database:
        """The connection, opened anew after trouble; raises sqlite3.Error while that is impossible."""
        if not self._trusted:
            database = connect(self.path, create=False)
            if identity(database) != self._identity:
                database.conn.close()
                raise sqlite3.DatabaseError("another file lies in the place of the one that was opened")
            self.database, self._trusted = database, True
        return self.database


def _log_entry(codec: Codec, row: tuple[Any, ...]) -> LogEntry:
    seq, at, actor, action, kind, data, action_id, command = row
    try:
        return LogEntry(StoredEvent(seq, at, actor, action, codec.event_from_json(kind, data)), action_id, command)
    except (KeyError, ValueError, TypeError) as error:
        raise DamagedFile from error


def _table_row(row: tuple[Any, ...]) -> TableRow:
    code, game, edition, level, demo, seed, made, defaults = row
    return TableRow(code, game, edition, level, bool(demo), seed, made, defaults)


def _kind_and_data(codec: Codec, record: StoredEvent) -> tuple[str, str]:
    return kind_of(record.event), codec.event_to_json(record.event)


def _wants_snapshot(records: Sequence[StoredEvent]) -> bool:
    undone = any(isinstance(record.event, Undone) for record in records)
    return undone or any(record.seq % SNAPSHOT_EVERY == 0 for record in records)


def _note_result(database: Database, game: Game, table: Table, record: StoredEvent) -> None:
    if not isinstance(record.event, GameEnded):
        return
    names = {seat.id: seat.name for seat in table.seats}
    standings = [
        {"rank": line.rank, "name": names.get(line.seat, line.seat), "score": line.score}
        for line in everybody(table, record.event.ending)
    ]
    played = (table.code, record.seq, table.game, table.edition)
    database.execute(
        "REPLACE INTO results (code, seq, game, edition, ended, ending, standings, sign)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*played, record.at, record.event.ending.code, json.dumps(standings), _sign(game, table)),
    )


def _sign(game: Game, table: Table) -> str | None:
    """The sign of the money that a game was scored in, where its table chose it; None: what the edition says."""
    edition = edition_of(game, table.rules)
    return edition.currency.sign if isinstance(game, WithTableEdition) and edition.points is None else None
