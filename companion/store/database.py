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
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from companion.store.versions import Versions

logger = logging.getLogger(__name__)

SAFE_WAL = (3, 51, 3)
BUSY_MS = 5_000
PAGES_KB = 1_024
"""Kilobytes of the page cache: an action needs few pages, and a log that is read whole is in the system's cache."""
MEMORY = ":memory:"
MAX_DAMAGE = 5
"""Lines of SQLite's own test that are reported."""


def connect(path: Path | str, create: bool = True) -> Database:
    """Return the database, brought up to date. Raise sqlite3.Error when the file cannot be used.

    With ``create`` a missing file is made, readable by its owner only: it holds PINs and keys. Without, the file has to
    exist and have this version: a file in the place of one that was moved away is not filled.
    Transactions are begun by hand (``BEGIN IMMEDIATE``): a deferred one lets two readers spend the same money.
    """
    memory = str(path) == MEMORY
    if create and not memory:
        _make_private(Path(path))
    address = MEMORY if memory else f"{Path(path).absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    connection = sqlite3.connect(address, isolation_level=None, check_same_thread=False, uri=not memory)
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
        elif _version(database) != VERSIONS.newest:
            raise sqlite3.DatabaseError("another file lies in the place of the one that was opened")
    except BaseException:
        connection.close()
        raise
    return database


def _make_private(path: Path) -> None:
    """Make the file, or one that everybody could read, readable by its owner only; SQLite's journal gets the same mode.

    A file that cannot be made or changed is left to SQLite, which reports it.
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
    """Return the random identity that the file got when it was made, so that another file in its place is noticed."""
    return str(database.execute("SELECT value FROM settings WHERE name = 'file'").fetchone())


SCHEMA = (
    """CREATE TABLE tables (
    code TEXT PRIMARY KEY, game TEXT, edition TEXT, level TEXT, demo INTEGER, seed TEXT, made REAL,
    defaults INTEGER NOT NULL DEFAULT 0)""",
    "CREATE INDEX tables_by_age ON tables (made)",
    """CREATE TABLE events (
    code TEXT REFERENCES tables (code), seq INTEGER, at REAL, actor TEXT, action INTEGER, kind TEXT, data TEXT,
    action_id TEXT, command TEXT, PRIMARY KEY (code, seq))""",
    "CREATE UNIQUE INDEX one_action_once ON events (code, action_id) WHERE action_id IS NOT NULL",
    "CREATE TABLE snapshots (code TEXT PRIMARY KEY, seq INTEGER, data TEXT)",
    """CREATE TABLE phones (
    code TEXT, seat TEXT, "key" TEXT, serving INTEGER, made REAL, came INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (code, seat, "key"))""",
    """CREATE TABLE pins (
    code TEXT, seat TEXT, pin TEXT, tries INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (code, seat))""",
    """CREATE TABLE results (
    code TEXT, seq INTEGER, game TEXT, edition TEXT, ended REAL, ending TEXT, standings TEXT, sign TEXT,
    decimals INTEGER NOT NULL DEFAULT 0, feats TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (code, seq))""",
    "CREATE TABLE used_claims (code TEXT, claim TEXT, PRIMARY KEY (code, claim))",
    "CREATE TABLE closed (code TEXT PRIMARY KEY, at REAL)",
    "CREATE TABLE named (kind TEXT, name TEXT, text TEXT, made REAL, PRIMARY KEY (kind, name))",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT)",
)
"""The tables of the file."""

EVENINGS = ("ALTER TABLE results ADD COLUMN evening TEXT NOT NULL DEFAULT ''",)
"""The name that the table gave a finished game."""

VERSIONS: Versions[Iterable[str]] = Versions(10, (SCHEMA, EVENINGS))


def _migrate(database: Database) -> None:
    """Run every migration that the file has not had, all or none; a second box that starts meanwhile waits for them.

    Raise sqlite3.DatabaseError for a file of a version that this program does not read.
    """
    if _version(database) == VERSIONS.newest:
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        version = _version(database)
        if writer := VERSIONS.unreadable(version):
            raise sqlite3.DatabaseError(f"this file was written by {writer}")
        for step in VERSIONS.missing(version):
            for statement in step:
                database.execute(statement)
        if not version:
            database.execute("INSERT INTO settings VALUES ('file', ?)", (secrets.token_hex(16),))
        database.execute(f"PRAGMA user_version={VERSIONS.newest}")
        database.execute("COMMIT")
    except BaseException:
        # On a full or failing disk SQLite has rolled back already: its error is the one to report.
        if database.conn.in_transaction:
            database.execute("ROLLBACK")
        raise


def _version(database: Database) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
