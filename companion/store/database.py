"""The database file: its settings, its tables, its migrations.

Durability was measured, not assumed: with ``journal_mode=TRUNCATE`` and ``synchronous=FULL`` no
acknowledged row was lost in emulated power cuts. WAL with FULL is as safe and faster, but SQLite
before 3.51.3 has a WAL-reset bug that can lose commits, so WAL is used only from that version on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlite_utils import Database

SAFE_WAL = (3, 51, 3)
BUSY_MS = 5_000


def connect(path: Path | str) -> Database:
    """The database, made and brought up to date; raises sqlite3.Error when the file cannot be used.

    Transactions are begun by hand (``BEGIN IMMEDIATE``): a deferred one lets two readers spend the same money.
    """
    connection = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
    wal = sqlite3.sqlite_version_info >= SAFE_WAL and str(path) != ":memory:"
    connection.execute(f"PRAGMA journal_mode={'WAL' if wal else 'TRUNCATE'}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    connection.execute("PRAGMA foreign_keys=ON")
    database = Database(connection)
    _migrate(database)
    return database


def _first(database: Database) -> None:
    database["tables"].create(  # type: ignore[union-attr]
        {"code": str, "game": str, "edition": str, "level": str, "demo": int, "seed": str, "made": float}, pk="code"
    )
    database["events"].create(  # type: ignore[union-attr]
        {
            "code": str,
            "seq": int,
            "at": float,
            "actor": str,
            "action": int,
            "kind": str,
            "data": str,
            "action_id": str,
            "command": str,
        },
        pk=("code", "seq"),
        foreign_keys=[("code", "tables", "code")],
    )
    database.execute("CREATE UNIQUE INDEX one_action_once ON events (code, action_id) WHERE action_id IS NOT NULL")
    database["snapshots"].create({"code": str, "seq": int, "data": str}, pk="code")  # type: ignore[union-attr]
    database["phones"].create(  # type: ignore[union-attr]
        {"code": str, "seat": str, "key": str, "serving": int, "made": float}, pk=("code", "seat", "key")
    )
    database["pins"].create({"code": str, "seat": str, "pin": str}, pk=("code", "seat"))  # type: ignore[union-attr]
    database["results"].create(  # type: ignore[union-attr]
        {"code": str, "seq": int, "game": str, "edition": str, "ended": float, "ending": str, "standings": str},
        pk=("code", "seq"),
    )
    database["settings"].create({"name": str, "value": str}, pk="name")  # type: ignore[union-attr]


def _used_claims(database: Database) -> None:
    database["used_claims"].create({"code": str, "claim": str}, pk=("code", "claim"))  # type: ignore[union-attr]


def _boards(database: Database) -> None:
    database["boards"].create({"name": str, "file": str, "made": float}, pk="name")  # type: ignore[union-attr]


MIGRATIONS: tuple[Callable[[Database], None], ...] = (_first, _used_claims, _boards)


def _migrate(database: Database) -> None:
    """Every migration that the file has not seen, all or none; a second box that starts now finds them done."""
    if _version(database) == len(MIGRATIONS):
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        done = _version(database)
        if done > len(MIGRATIONS):
            raise sqlite3.DatabaseError("this file was written by a newer version of the program")
        for migration in MIGRATIONS[done:]:
            migration(database)
        database.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def _version(database: Database) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
