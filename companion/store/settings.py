"""Settings of the box itself, beside the games: texts by their names."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable

from companion.store.log import Log
from companion.store.storage import StorageError

logger = logging.getLogger(__name__)

TRIED_SECONDS = 10.0
"""between two attempts to store something: a card wears out, and anybody may ask"""

KEEP = "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def setting(log: Log, name: str) -> str:
    """Return the text that was kept under this name; empty when none was."""
    found = log.rows("SELECT value FROM settings WHERE name = ?", (name,))
    return str(found[0][0]) if found else ""


def keep(log: Log, name: str, value: str) -> None:
    """Keep the text from now on. Raise StorageError."""
    with log.writing() as database:
        database.execute(KEEP, (name, value))


def kept_secret(log: Log, name: str) -> str:
    """Return a secret of 256 random bits: made when it is first asked for, then always the same."""
    if not setting(log, name):
        with log.writing() as database:  # somebody else may make it at this moment: the first one counts
            made = (name, secrets.token_urlsafe(32))
            database.execute("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", made)
    return setting(log, name)


class Storing:
    """A check whether something can be stored: made when it is asked for, every ``TRIED_SECONDS`` at most."""

    def __init__(self, log: Log, clock: Callable[[], float] = time.monotonic) -> None:
        self.log, self.clock = log, clock
        self._trouble: tuple[str, ...] = ()
        self._until = float("-inf")

    def trouble(self) -> tuple[str, ...]:
        """Return why nothing can be stored, in a sentence; empty where something was stored."""
        if self.clock() >= self._until:
            self._until = self.clock() + TRIED_SECONDS
            self._trouble = self._tried()
        return self._trouble

    def _tried(self) -> tuple[str, ...]:
        try:
            keep(self.log, "tried", "1")
        except StorageError as error:
            logger.debug("nothing can be stored", exc_info=True)
            why = error.__cause__ or error
            return (f"Nothing can be stored, so every action is refused ({why}): make room on the disk or replace it.",)
        return ()
