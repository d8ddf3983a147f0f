"""The event logs of all tables in one database; ``companion.store.storage`` opens it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from companion.core.errors import NotNow, Stale
from companion.core.messages import Command
from companion.core.referee.reducer import StoredEvent
from companion.core.table.events import Undone
from companion.core.table.table import Table
from companion.core.text import say
from companion.store import tally
from companion.store.codec import Codec
from companion.store.rows import EVENT, ROW, LogEntry, TableRow, event_rows, log_entry, moment, table_row
from companion.store.sqlite_file import SqliteFile
from companion.store.storage import AlreadyKept, Storage, Transaction, Unusable, is_address

SNAPSHOT_EVERY = 100
ROWS_AT_ONCE = 500
"""Rows of a log that are read at once for an export; play goes on between two reads."""
STORED = (
    "SELECT seq, at, actor, action, kind, CASE WHEN json_valid(data) THEN data ELSE json_quote(CAST(data AS TEXT)) END,"
    " CASE WHEN command IS NULL OR json_valid(command) THEN command ELSE json_quote(CAST(command AS TEXT)) END"
    " FROM events WHERE code = ? AND seq > ? ORDER BY seq LIMIT ?"
)
MAX_TABLES = 10_000
INSERT = f"INSERT INTO events ({EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
SNAPSHOT = (
    "INSERT INTO snapshots (code, seq, data) VALUES (?, ?, ?)"
    " ON CONFLICT (code) DO UPDATE SET seq = excluded.seq, data = excluded.data"
)
PLACE = "place"
"""The kind of named text that says at which place of the house a table was opened."""
PHOTOS = "photos"
"""The kind of named text that keeps the photos from which a table's set-up was learnt."""

EVERY = 2**62
"""A limit that no database reaches."""


Besides = Callable[[Transaction], None]
"""Further writes in the same transaction as an action."""


class ConcurrencyConflict(Stale):
    """Conflict with another process that has written to the same table since this one read it."""


logger = logging.getLogger(__name__)


ACTIVITY = (
    f"SELECT {ROW}, EXISTS (SELECT 1 FROM closed WHERE closed.code = tables.code),"
    " (SELECT max(seq) FROM events WHERE events.code = tables.code),"
    " (SELECT at FROM events WHERE events.code = tables.code ORDER BY seq DESC LIMIT 1)"
    " FROM tables ORDER BY made DESC LIMIT ?"
)


def storage_at(where: Path | str) -> Storage:
    """Return the database in the file at this path, or at an address of PostgreSQL. Raise sqlite3.Error or Unusable."""
    if is_address(where):
        try:
            from companion.store.postgresql.database import PostgresqlDatabase
        except ImportError as error:
            raise Unusable("PostgreSQL needs the extra `postgresql`: .ci/environment postgresql") from error
        return PostgresqlDatabase(str(where))
    return SqliteFile(where)


class Log:
    """The logs in one database. Every method may be called from any thread."""

    def __init__(self, where: Path | str) -> None:
        self.where = where
        self.storage: Storage = storage_at(where)

    # --- tables -------------------------------------------------------------------------------

    def add_table(self, row: TableRow) -> None:
        """Add a table. Raise StorageError, NotNow when there are too many, or AlreadyKept for a code that there is."""
        if self.rows("SELECT count(*) FROM tables")[0][0] >= MAX_TABLES:
            raise NotNow(say("This box keeps %(count)s tables: its owner has to begin a new file.", count=MAX_TABLES))
        with self.writing(row.code) as database:
            database.execute(
                f"INSERT INTO tables ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (row.code, row.game, row.edition, row.level, int(row.demo), row.seed, row.made, row.defaults),
            )

    def table(self, code: str) -> TableRow | None:
        """Return the table with this code."""
        found = self.rows(f"SELECT {ROW} FROM tables WHERE code = ?", (code,))
        return table_row(found[0]) if found else None

    def tables(self, most: int = EVERY, closed: bool = False) -> list[TableRow]:
        """Return at most ``most`` tables, the newest first; ``closed``: those that were closed, too."""
        found = self.rows(
            f"SELECT {ROW} FROM tables WHERE ? OR code NOT IN (SELECT code FROM closed) ORDER BY made DESC LIMIT ?",
            (closed, most),
        )
        return [table_row(row) for row in found]

    def activity(self, most: int) -> list[tuple[TableRow, bool, int, float]]:
        """Return the newest tables: each with whether it is closed, and the number and time of its last event.

        Without an event these are 0 and the time when it was opened.
        """
        found = self.rows(ACTIVITY, (most,))
        return [
            (table_row(row[:-3]), bool(closed), seq if isinstance(seq, int) else 0, moment(at or row[6]))
            for row in found
            for closed, seq, at in (row[-3:],)
        ]

    def close_table(self, code: str, now: float) -> None:
        """Take the table off the list; its log stays. Raise StorageError."""
        with self.writing(code) as database:
            database.execute("INSERT INTO closed (code, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (code, now))

    def reopen_table(self, code: str) -> None:
        """Put the table on the list again. Raise StorageError."""
        with self.writing(code) as database:
            database.execute("DELETE FROM closed WHERE code = ?", (code,))

    def is_closed(self, code: str) -> bool:
        """Return whether the table is no longer listed."""
        return bool(self.rows("SELECT 1 FROM closed WHERE code = ?", (code,)))

    def closed_tables(self, most: int) -> list[TableRow]:
        """Return at most ``most`` closed tables, the one that was closed last first."""
        found = self.rows(f"SELECT {ROW} FROM tables JOIN closed USING (code) ORDER BY closed.at DESC LIMIT ?", (most,))
        return [table_row(row) for row in found]

    def remove_table(self, code: str, seq: int) -> bool:
        """Remove the table with all that belongs to it; return False, unchanged, where its log is past ``seq``.

        The results of its games stay, except those of a table to try alone. Raise StorageError.
        """
        with self.writing(code) as database:
            (last,) = database.execute("SELECT max(seq) FROM events WHERE code = ?", (code,)).fetchone()
            if last != seq:
                return False
            demo = "DELETE FROM results WHERE code IN (SELECT code FROM tables WHERE code = ? AND demo = 1)"
            database.execute(demo, (code,))
            for name in ("events", "snapshots", "phones", "pins", "used_claims", "closed", "tables"):
                database.execute(f"DELETE FROM {name} WHERE code = ?", (code,))
            database.execute("DELETE FROM named WHERE kind IN (?, ?) AND name = ?", (PLACE, PHOTOS, code))
        return True

    def taken(self, code: str) -> bool:
        """Return whether a table has this code, or a finished game had it."""
        used = "SELECT 1 FROM tables WHERE code = ? UNION SELECT 1 FROM results WHERE code = ?"
        return bool(self.rows(used, (code, code)))

    # --- the log ------------------------------------------------------------------------------

    def append(
        self,
        codec: Codec,
        table: Table,
        records: Sequence[StoredEvent],
        action_id: str | None,
        command: Command,
        besides: Besides | None = None,
    ) -> None:
        """Write all records or none, right after those that are stored; ``table`` is the table after them.

        The writes of ``besides`` are done with them or not at all. Raise StorageError or ConcurrencyConflict.
        """
        first = records[0].seq
        summary = tally.summarise(
            codec.game, table, records, lambda: [each.record for each in self.read(codec, table.code)]
        )
        rows = event_rows(codec, table.code, records, action_id, command)
        try:
            with self.writing(table.code) as database:
                (last,) = database.execute("SELECT max(seq) FROM events WHERE code = ?", (table.code,)).fetchone()
                if (last or 0) != first - 1:  # another box, or an older copy in the file's place
                    raise ConcurrencyConflict
                database.executemany(INSERT, rows)
                if _needs_snapshot(records):
                    database.execute(SNAPSHOT, (table.code, table.seq, codec.table_to_json(table)))
                tally.note(database, codec.game, table, records, summary)
                if besides:
                    besides(database)
        except AlreadyKept as error:
            raise ConcurrencyConflict from error

    def newest(self, code: str) -> int:
        """Return the number of the last event; 0 where nothing has happened."""
        return int(self.rows("SELECT max(seq) FROM events WHERE code = ?", (code,))[0][0] or 0)

    def acted(self, code: str, action_id: str) -> tuple[int, str | None, str] | None:
        """Return (sequence number, actor, command) of the action with this id, if it was applied."""
        found = self.rows(
            "SELECT action, actor, command FROM events WHERE code = ? AND action_id = ?", (code, action_id)
        )
        if not found:
            return None
        action, actor, command = found[0]
        last = self.rows("SELECT max(seq) FROM events WHERE code = ? AND action = ?", (code, action))
        return last[0][0], actor, command

    def read(self, codec: Codec, code: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """Return the records after a sequence number, in order. Raise DamagedFile for one that cannot be decoded."""
        found = self.rows(
            "SELECT seq, at, actor, action, kind, data, action_id, command FROM events"
            " WHERE code = ? AND seq > ? AND seq <= ? ORDER BY seq",
            (code, after, EVERY if upto is None else upto),
        )
        return [log_entry(codec, row) for row in found]

    def stored(self, code: str) -> Iterator[tuple[Any, ...]]:
        """Yield (seq, at, actor, action, kind, data, command) of every event as it is stored, read a part at a time.

        Data and command are JSON; damaged ones are quoted as a JSON string, by the database, which does not hold up
        play. No event is decoded, so that a damaged log can be read, too.
        """
        after = 0
        while found := self.rows(STORED, (code, after, ROWS_AT_ONCE)):
            yield from found
            last = found[-1][0]
            if not isinstance(last, int):  # damaged: the order of the remaining rows is unknown
                return
            after = last

    def snapshot_text(self, code: str) -> str | None:
        """Return the newest snapshot as it is stored, sound or not."""
        found = self.rows("SELECT data FROM snapshots WHERE code = ?", (code,))
        return str(found[0][0]) if found else None

    def snapshot(self, codec: Codec, code: str) -> Table | None:
        """Return the newest snapshot, never older than the last undo, or None where the log itself has to be read."""
        text = self.snapshot_text(code)
        if text is None:
            return None
        try:
            return codec.table_from_json(text)
        except Exception:  # of another version, or damaged: the log has everything
            logger.info("table %s: its snapshot cannot be read; its whole log is", code, exc_info=True)
            return None

    # --- where it is kept ---------------------------------------------------------------------

    def writing(self, about: str = "") -> AbstractContextManager[Transaction]:
        """Begin ``Storage.writing``: a transaction about a table, or (empty) about the box itself."""
        return self.storage.writing(about)

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one statement. Raise StorageError."""
        return self.storage.rows(sql, parameters)

    def close(self) -> None:
        """Close the database; nothing acknowledged waits to be written."""
        self.storage.close()


def _needs_snapshot(records: Sequence[StoredEvent]) -> bool:
    undone = any(isinstance(record.event, Undone) for record in records)
    return undone or records[-1].seq // SNAPSHOT_EVERY > (records[0].seq - 1) // SNAPSHOT_EVERY
