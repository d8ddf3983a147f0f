"""What keeps the logs: one protocol, and a database behind it that nothing above has to know.

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
    """Whether this names a database of PostgreSQL, and no file."""
    return str(where).startswith(ADDRESSES)


class StorageError(RuleError):
    """The disk is full or failing. Nothing was acknowledged; the same request may be sent again."""

    code = "storage"


class DamagedFile(StorageError):
    """What is stored there makes no sense, however often somebody asks; what is stored elsewhere may."""

    code = "damaged"

    def __init__(self) -> None:
        super().__init__(say("A part of the file that keeps the games is damaged."))


class AlreadyKept(StorageError):
    """What was to be written is there already, under the same key: somebody else has written it. Nothing changed."""

    def __init__(self) -> None:
        super().__init__(CANNOT_WRITE)


class Unusable(Exception):
    """A database at an address cannot be opened; the words say why, for whoever has given the address."""


class Found(Protocol):
    """What a statement has found, or how many rows it has changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Transaction(Protocol):
    """Statements of which all count or none."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Found: ...

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> object: ...


class Storage(Protocol):
    """A database that keeps the logs. Every method may be called from any thread."""

    def writing(self, about: str = "") -> AbstractContextManager[Transaction]:
        """A transaction during which nobody else writes about the same: a table's code, empty for the box's own things.

        What it reads stays true until it is committed, which is when the context ends. Raises AlreadyKept, or
        StorageError, after which the outcome is unknown: the caller reads again.
        """
        ...

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of one statement; raises StorageError."""
        ...

    def damage(self, thorough: bool = False) -> tuple[str, ...]:
        """What the database's own test finds wrong with what it keeps; empty when nothing is. Raises StorageError."""
        ...

    def close(self) -> None:
        """Lets go of the database; nothing acknowledged waits to be written."""
        ...
