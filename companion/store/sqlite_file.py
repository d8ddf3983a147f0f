"""The file that keeps everything of one box: the storage that needs nothing else."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.core.text import Text, say
from companion.store.database import MEMORY, connect, damage, identity
from companion.store.storage import CANNOT_READ, CANNOT_WRITE, AlreadyKept, StorageError, Transaction

logger = logging.getLogger(__name__)


class SqliteFile:
    """A SQLite file, or one in memory. Its one connection is for one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.lock = threading.RLock()
        self.database: Database = connect(path)
        self._identity = identity(self.database)
        self._trusted = True

    @contextmanager
    def writing(self, about: str = "") -> Iterator[Transaction]:
        """Begin a transaction by taking the write lock of the whole file, whatever it is about.

        Any trouble with the disk is StorageError, after which the file is opened anew.
        """
        with self.lock:
            try:
                connection = self._ready().conn
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                self._roll_back()
                raise AlreadyKept from error
            except sqlite3.Error as error:
                logger.error("cannot write to %s: %s", self.path, error)
                self._distrust()
                raise self._trouble(CANNOT_WRITE) from error
            except BaseException:
                self._roll_back()
                raise

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one statement. Raise StorageError."""
        with self.lock:
            try:
                return list(self._ready().conn.execute(sql, parameters).fetchall())
            except sqlite3.Error as error:
                logger.error("cannot read %s: %s", self.path, error)
                self._distrust()
                sentence = CANNOT_READ
                if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:  # a failing disk says so
                    sentence = say(
                        "A part of the file that keeps the games cannot be read. Its owner can have it checked."
                    )
                raise self._trouble(sentence) from error

    def damage(self, thorough: bool = False) -> tuple[str, ...]:
        """Return what SQLite's own test says is wrong with the file: the quick one, or the ``thorough`` one."""
        if thorough:
            return tuple(str(line) for (line,) in self.rows("PRAGMA integrity_check") if line != "ok")
        return damage(self.database)

    def close(self) -> None:
        """Close the file; nothing acknowledged waits to be written."""
        with self.lock:
            self.database.conn.close()

    def _roll_back(self) -> None:
        try:
            if self.database.conn.in_transaction:
                self.database.conn.execute("ROLLBACK")
        except sqlite3.Error:
            logger.warning("%s cannot be rolled back; it is opened anew", self.path, exc_info=True)
            self._distrust()

    def _trouble(self, sentence: Text) -> StorageError:
        """Return what to tell of an error: the words, unless the file itself is gone."""
        if str(self.path) != MEMORY and not Path(self.path).exists():
            return StorageError(
                say("The file that keeps the games is gone. Put it back, then try again; nothing is lost meanwhile.")
            )
        return StorageError(sentence)

    def _distrust(self) -> None:
        """Give up a connection that has seen an I/O error; there may be no way to open another yet."""
        if str(self.path) == MEMORY:
            self._roll_back()
            return
        self.database.conn.close()
        self._trusted = False

    def _ready(self) -> Database:
        """Return the connection, opened anew after trouble. Raise sqlite3.Error while that is impossible."""
        if not self._trusted:
            database = connect(self.path, create=False)
            if identity(database) != self._identity:
                database.conn.close()
                raise sqlite3.DatabaseError("another file lies in the place of the one that was opened")
            self.database, self._trusted = database, True
        return self.database
