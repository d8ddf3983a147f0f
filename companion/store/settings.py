"""What the box keeps about itself, beside the games: a text by its name."""

from __future__ import annotations

import secrets

from companion.store.log import Log

KEEP = "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def setting(log: Log, name: str) -> str:
    """What was kept under this name; empty when nothing was."""
    found = log.rows("SELECT value FROM settings WHERE name = ?", (name,))
    return str(found[0][0]) if found else ""


def keep(log: Log, name: str, value: str) -> None:
    """Keeps it from now on; raises StorageError."""
    with log.writing() as database:
        database.execute(KEEP, (name, value))


def kept_secret(log: Log, name: str) -> str:
    """A secret of 256 random bits: made when it is first asked for, then always the same."""
    if not setting(log, name):
        with log.writing() as database:  # somebody else may make it at this moment: the first one counts
            made = (name, secrets.token_urlsafe(32))
            database.execute("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", made)
    return setting(log, name)
