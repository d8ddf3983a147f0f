"""The database file: its settings, its tables, its migrations.

Durability was measured, not assumed: with ``journal_mode=TRUNCATE`` and ``synchronous=FULL`` no
acknowledged row was lost in emulated power cuts. WAL with FULL is as safe and faster, but SQLite
before 3.51.3 has a WAL-reset bug that can lose commits, so WAL is used only from that version on.
"""

from __future__ import annotations

import logging
import os
import secrets
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlite_utils import Database

logger = logging.getLogger(__name__)

SAFE_WAL = (3, 51, 3)
BUSY_MS = 5_000
PAGES_KB = 1_024
"""of the file in memory: an action needs a few, and a log that is read whole is in the cache of the system"""
MEMORY = ":memory:"
MAX_DAMAGE = 5
"""Lines of SQLite's test that are of use to anybody."""


def connect(path: Path | str, create: bool = True) -> Database:
    """Return the database, brought up to date. Raise sqlite3.Error when the file cannot be used.

    With ``create`` a missing file is made, for nobody but its owner: it holds PINs and keys. Without, the file has to
    be there and of this version: a file in the place of one that was moved away is not filled.
    Transactions are begun by hand (``BEGIN IMMEDIATE``): a deferred one lets two readers spend the same money.
    """
    memory = str(path) == MEMORY
    if create and not memory:
        _make_private(Path(path))
    where = MEMORY if memory else f"{Path(path).absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    connection = sqlite3.connect(where, isolation_level=None, check_same_thread=False, uri=not memory)
    # A damaged letter must not keep the text beside it from being read.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        wal = sqlite3.sqlite_version_info >= SAFE_WAL and not memory
        connection.execute(f"PRAGMA journal_mode={'WAL' if wal else 'TRUNCATE'}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute(f"PRAGMA cache_size={-PAGES_KB}")
        database = Database(connection)
        if create:
            _migrate(database)
        elif _version(database) != len(MIGRATIONS):
            raise sqlite3.DatabaseError("another file lies in the place of the one that was opened")
    except BaseException:
        connection.close()
        raise
    return database


def _make_private(path: Path) -> None:
    """Make a new file its owner's alone, and so one that everybody could read; SQLite's journal follows it.

    SQLite will complain in its own words about a file that cannot be made or changed.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if path.stat().st_mode & 0o007:
            path.chmod(0o600)
    except OSError:
        logger.info("the file %s could not be made its owner's alone", path, exc_info=True)


def damage(database: Database) -> tuple[str, ...]:
    """Return what SQLite's own quick test says is wrong with the file; empty when nothing is."""
    try:
        rows = [str(words) for (words,) in database.execute(f"PRAGMA quick_check({MAX_DAMAGE})")]
        found = [line for words in rows for line in words.splitlines() if not line.startswith("***")]
    except sqlite3.DatabaseError as error:
        logger.debug("the file could not be tested", exc_info=True)
        found = [str(error)]
    return () if found == ["ok"] else tuple(found)


def identity(database: Database) -> str:
    """Return which file this is: drawn when it was made, so that another in its place is noticed."""
    return str(database.execute("SELECT value FROM settings WHERE name = 'file'").fetchone())


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


def _closed_tables(database: Database) -> None:
    """Add the list of closed tables (unreadable ones), the file's identity, and an index of tables by age."""
    database["closed"].create({"code": str, "at": float}, pk="code")  # type: ignore[union-attr]
    database.execute("INSERT INTO settings (name, value) VALUES ('file', ?)", (secrets.token_hex(16),))
    database.execute("CREATE INDEX tables_by_age ON tables (made)")


def _guarded_seats(database: Database) -> None:
    """Add how often a PIN was guessed wrong, and whether a phone has come with its key: those of before have."""
    database.execute("ALTER TABLE pins ADD COLUMN tries INTEGER NOT NULL DEFAULT 0")
    database.execute("ALTER TABLE phones ADD COLUMN came INTEGER NOT NULL DEFAULT 1")


def _defaults(database: Database) -> None:
    """Add with which defaults the rules of a table begin: those of before with the oldest."""
    database.execute("ALTER TABLE tables ADD COLUMN defaults INTEGER NOT NULL DEFAULT 0")


def _named(database: Database) -> None:
    """Add one place for whatever is kept by name; the boards are the first of it."""
    columns = {"kind": str, "name": str, "text": str, "made": float}
    database["named"].create(columns, pk=("kind", "name"))  # type: ignore[union-attr]
    database.execute("INSERT INTO named SELECT 'board', name, file, made FROM boards")
    database.execute("DROP TABLE boards")


def _signs(database: Database) -> None:
    """Add in what money a finished game was scored, where its table chose it."""
    database.execute("ALTER TABLE results ADD COLUMN sign TEXT")


def _decimals(database: Database) -> None:
    """Add how many digits of a finished game's scores are behind the decimal mark: of those of before, none."""
    database.execute("ALTER TABLE results ADD COLUMN decimals INTEGER NOT NULL DEFAULT 0")


def _feats(database: Database) -> None:
    """Add what of a finished game is worth a record: of those of before nothing is known."""
    database.execute("ALTER TABLE results ADD COLUMN feats TEXT NOT NULL DEFAULT '[]'")


def _evenings(database: Database) -> None:
    """Add what a finished game was called by its table: those of before have no name."""
    database.execute("ALTER TABLE results ADD COLUMN evening TEXT NOT NULL DEFAULT ''")


MIGRATIONS: tuple[Callable[[Database], None], ...] = (
    _first,
    _used_claims,
    _boards,
    _closed_tables,
    _guarded_seats,
    _defaults,
    _named,
    _signs,
    _decimals,
    _feats,
    _evenings,
)


def _migrate(database: Database) -> None:
    """Run every migration that the file has not seen, all or none; a second box that starts now finds them done."""
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
        # SQLite has rolled back by itself where the disk is full or failing: that error is the one to tell.
        if database.conn.in_transaction:
            database.execute("ROLLBACK")
        raise


def _version(database: Database) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
