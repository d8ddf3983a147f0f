"""Which process a table belongs to, where several serve one database.

What is nowhere but in memory (openings, lay-downs, who asked how often, a camera's sight, the box's own players) is in
the memory of one process; the others pass on to it whatever is asked about the table. The log does not depend on it:
``(table, seq)`` is written once, whoever believes what.
"""

from __future__ import annotations

from typing import Protocol

from companion.core.text import say
from companion.store.storage import StorageError


class TakenOver(StorageError):
    """The owner does not answer, and nobody else has the table yet."""

    def __init__(self) -> None:
        super().__init__(say("This table is just being taken over by another machine. Please try again in a moment."))


class Ownership(Protocol):
    """Asked before a table is read or acted at. Every method may be called from any thread."""

    def take(self, code: str) -> str:
        """The address of the process that owns the table; empty: it is this one's, from now on at the latest.

        Raises TakenOver where nobody can say.
        """
        ...

    def holds(self, code: str) -> bool:
        """Whether this process owns the table already."""
        ...

    def release(self, code: str) -> None:
        """Whoever is asked next may own it."""
        ...

    def doubt(self, code: str) -> None:
        """The owner does not answer: whether there is another one is asked anew."""
        ...

    def runs(self, address: str) -> bool:
        """Whether the process at this address shows signs of life; one that has stopped may be waited for in vain."""
        ...

    def tell(self, code: str, seq: int) -> None:
        """Lets the other processes' screens know what this one's were told; never waits."""
        ...
