"""The storage of logs: one protocol, and a database behind it that nothing above has to know.

The statements are the same for every database: ``?`` for a parameter, upserts by ``ON CONFLICT``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from companion.core.errors import RuleError
from companion.core.text import say

CANNOT_WRITE = say("The box cannot write to its disk right now. Nothing was changed; please try again.")
CANNOT_READ = say("The box cannot read its disk right now. Please try again.")
ADDRESSES = ("postgresql://", "postgres://")


def is_address(where: Path | str) -> bool:
    """Return whether this is the address of a PostgreSQL database rather than a file."""
    return str(where).startswith(ADDRESSES)


class StorageError(RuleError):
    """Failure of a disk that is full or broken. Nothing was acknowledged; the same request may be sent again."""

    code = "storage"


class DamagedFile(StorageError):
    """Damage of stored data: another try does not help, and other data may be intact."""

    code = "damaged"

    def __init__(self) -> None:
        super().__init__(say("A part of the file that keeps the games is damaged."))


class AlreadyKept(StorageError):
    """Refusal to write a key that exists already. Nothing changed."""

    def __init__(self) -> None:
        super().__init__(CANNOT_WRITE)


class Unusable(Exception):
    """Failure to open the database at an address; its text tells the person who gave the address why."""


class Found(Protocol):
    """The result of a statement: the rows it found, or the number of rows it changed."""

    @property
    def rowcount(self) -> int:
        """Return how many rows the statement has changed."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""


class Transaction(Protocol):
    """A group of statements of which all count or none."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Found:
        """Run a statement with these parameters."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> object:
        """Run a statement once for each group of parameters."""


class Storage(Protocol):
    """A database that keeps the logs. Every method may be called from any thread."""

    def writing(self, about: str = "") -> AbstractContextManager[Transaction]:
        """Begin a transaction that is alone in writing about this: a table's code, or empty for the box's own things.

        Its reads stay true until it is committed, which is when the context ends. Raise AlreadyKept, or
        StorageError, after which the outcome is unknown: the caller reads again.
        """
        ...

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one statement. Raise StorageError."""
        ...

    def damage(self, thorough: bool = False) -> tuple[str, ...]:
        """Return what the database's own test finds wrong with it; empty when nothing is. Raise StorageError."""
        ...

    def close(self) -> None:
        """Close the database; nothing acknowledged waits to be written."""
        ...
