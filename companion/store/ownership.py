"""The ownership of tables by processes, where several serve one database.

Data that is in memory only (openings, lay-downs, counts of requests, observations, the box's own players) is in the
memory of one process; the others pass on to it whatever is asked about the table. The log does not depend on it:
``(table, seq)`` is written once.
"""

from __future__ import annotations

from typing import Protocol

from companion.core.text import say
from companion.store.storage import StorageError


class TakenOver(StorageError):
    """Refusal of a table whose owner does not answer, and which no other process has yet."""

    def __init__(self) -> None:
        super().__init__(say("This table is just being taken over by another machine. Please try again in a moment."))


class Ownership(Protocol):
    """The ownership of tables, asked before one is read or acted at. Every method may be called from any thread."""

    def take(self, code: str) -> str:
        """Return the address of the process that owns the table; "": this one does, or takes it now.

        Raise TakenOver while the owner is unknown.
        """
        ...

    def owns(self, code: str) -> bool:
        """Return whether this process owns the table already."""
        ...

    def release(self, code: str) -> None:
        """Release the table: the process that is asked next may own it."""
        ...

    def invalidate(self, code: str) -> None:
        """Look up the owner again, because it does not answer."""
        ...

    def runs(self, address: str) -> bool:
        """Return whether the process at this address shows signs of life; one that has stopped may never answer."""
        ...

    def tell(self, code: str, seq: int) -> None:
        """Tell the other processes, for their screens, that the table has come to ``seq``; never wait."""
        ...
