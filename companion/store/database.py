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
from functools import partial
from pathlib import Path
from sqlite3 import Connection

logger = logging.getLogger(__name__)

SAFE_WAL = (3, 51, 3)
BUSY_MS = 5_000
MEMORY = ":memory:"
MOST_DAMAGE = 5
"""Lines of SQLite's test that are of use to anybody."""


def connect(path: Path | str, create: bool = True) -> Connection:
    """The database, brought up to date; raises sqlite3.Error when the file cannot be used.

    With ``create`` a missing file is made, for nobody but its owner: it holds PINs and keys. Without, the file has to
    be there and of this version: what lies in the place of a file that was moved away is not filled.
    Transactions are begun by hand (``BEGIN IMMEDIATE``): a deferred one lets two readers spend the same money.
    """
    memory = str(path) == MEMORY
    if create and not memory:
        _make_private(Path(path))
    where = MEMORY if memory else f"{Path(path).absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    connection = sqlite3.connect(where, isolation_level=None, check_same_thread=False, uri=not memory)
    # A damaged letter must not keep what stands beside it from being read.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        wal = sqlite3.sqlite_version_info >= SAFE_WAL and not memory
        connection.execute(f"PRAGMA journal_mode={'WAL' if wal else 'TRUNCATE'}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
        if create:
            _migrate(connection)
        elif _version(connection) != len(MIGRATIONS):
            raise sqlite3.DatabaseError("another file lies in the place of the one that was opened")
    except BaseException:
        connection.close()
        raise
    return connection


def _make_private(path: Path) -> None:
    """A new file is its owner's alone, and so is one that everybody could read; SQLite's journal follows it.

    What cannot be made or changed, SQLite will complain about in its own words.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if path.stat().st_mode & 0o007:
            path.chmod(0o600)
    except OSError:
        logger.info("the file %s could not be made its owner's alone", path, exc_info=True)


def damage(database: Connection) -> tuple[str, ...]:
    """What SQLite's own quick test says is wrong with the file; empty when nothing is."""
    try:
        told = [str(words) for (words,) in database.execute(f"PRAGMA quick_check({MOST_DAMAGE})")]
        found = [line for words in told for line in words.splitlines() if not line.startswith("***")]
    except sqlite3.DatabaseError as error:
        logger.debug("the file could not be tested", exc_info=True)
        found = [str(error)]
    return () if found == ["ok"] else tuple(found)


def identity(database: Connection) -> str:
    """Which file this is: drawn when it was made, so that another in its place is noticed."""
    return str(database.execute("SELECT value FROM settings WHERE name = 'file'").fetchone())


FIRST = """
CREATE TABLE tables (
    code TEXT PRIMARY KEY, game TEXT, edition TEXT, level TEXT, demo INTEGER, seed TEXT, made FLOAT
);
CREATE TABLE events (
    code TEXT REFERENCES tables (code), seq INTEGER, at FLOAT, actor TEXT, action INTEGER, kind TEXT, data TEXT,
    action_id TEXT, command TEXT, PRIMARY KEY (code, seq)
);
CREATE UNIQUE INDEX one_action_once ON events (code, action_id) WHERE action_id IS NOT NULL;
CREATE TABLE snapshots (code TEXT PRIMARY KEY, seq INTEGER, data TEXT);
CREATE TABLE phones (code TEXT, seat TEXT, key TEXT, serving INTEGER, made FLOAT, PRIMARY KEY (code, seat, key));
CREATE TABLE pins (code TEXT, seat TEXT, pin TEXT, PRIMARY KEY (code, seat));
CREATE TABLE results (
    code TEXT, seq INTEGER, game TEXT, edition TEXT, ended FLOAT, ending TEXT, standings TEXT, PRIMARY KEY (code, seq)
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT);
"""

USED_CLAIMS = "CREATE TABLE used_claims (code TEXT, claim TEXT, PRIMARY KEY (code, claim))"
BOARDS = "CREATE TABLE boards (name TEXT PRIMARY KEY, file TEXT, made FLOAT)"
CLOSED_TABLES = """
CREATE TABLE closed (code TEXT PRIMARY KEY, at FLOAT);
INSERT INTO settings (name, value) VALUES ('file', :drawn);
CREATE INDEX tables_by_age ON tables (made);
"""
"""Tables that could not be read and were closed; which file this is; the newest tables found without a sort."""

GUARDED_SEATS = """
ALTER TABLE pins ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE phones ADD COLUMN came INTEGER NOT NULL DEFAULT 1;
"""
"""How often a PIN was guessed wrong, and whether a phone has come with its key: those of before have."""

DEFAULTS = "ALTER TABLE tables ADD COLUMN defaults INTEGER NOT NULL DEFAULT 0"
"""With which defaults the rules of a table begin: those of before with the oldest."""

NAMED = """
CREATE TABLE named (kind TEXT, name TEXT, text TEXT, made FLOAT, PRIMARY KEY (kind, name));
INSERT INTO named SELECT 'board', name, file, made FROM boards;
DROP TABLE boards;
"""
"""One place for whatever is kept by name; the boards are the first of it."""

SIGNS = "ALTER TABLE results ADD COLUMN sign TEXT"
"""In what money a finished game was scored, where its table chose it."""

DECIMALS = "ALTER TABLE results ADD COLUMN decimals INTEGER NOT NULL DEFAULT 0"
"""How many digits of the scores of a finished game stand behind the decimal mark: of those of before, none."""

MIGRATIONS = (FIRST, USED_CLAIMS, BOARDS, CLOSED_TABLES, GUARDED_SEATS, DEFAULTS, NAMED, SIGNS, DECIMALS)


def _migrate(database: Connection) -> None:
    """Every migration that the file has not seen, all or none; a second box that starts now finds them done."""
    if _version(database) == len(MIGRATIONS):
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        done = _version(database)
        if done > len(MIGRATIONS):
            raise sqlite3.DatabaseError("this file was written by a newer version of the program")
        for statement in ";".join(MIGRATIONS[done:]).split(";"):  # executescript would commit first
            database.execute(statement, {"drawn": secrets.token_hex(16)})
        database.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
        database.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself where the disk is full or failing: that error is the one to tell.
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _version(database: Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
