"""A copy of the file while it is played on."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.database import BUSY_MS

PAGES_AT_ONCE = 4_096
"""16 MiB with SQLite's usual pages: an action waits for one step at most, and the file of an evening fits into one."""

logger = logging.getLogger(__name__)


class _Moved(Exception):
    """Signal that the file was written between two parts: SQLite has begun the copy anew."""


def back_up(source: Path, target: Path) -> None:
    """Copy a database file, which may be served meanwhile, to a file that is not there yet.

    The copy appears under its name when it is complete, readable by its owner only. Raise FileExistsError, OSError, or
    sqlite3.Error where the source cannot be read or the disk of the target is full.
    """
    if target.exists():
        raise FileExistsError(target)
    part = target.with_name(f"{target.name}.part")
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        _copy(source, part)
        os.link(part, target)  # fails where a file of this name has appeared meanwhile
    finally:
        part.unlink(missing_ok=True)
    _sync(target.parent)


def _copy(source: Path, target: Path) -> None:
    """Copy in parts, so that play goes on meanwhile; where writes restart the copy, copy all at once."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_MS / 1000)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        remaining_before: list[int] = []

        def check_unchanged(_: int, remaining: int, total: int) -> None:
            if remaining_before and remaining >= remaining_before[-1]:
                raise _Moved
            remaining_before.append(remaining)

        try:
            old.backup(new, pages=PAGES_AT_ONCE, progress=check_unchanged, sleep=0.0)
        except _Moved:
            logger.debug("the copy was begun anew and is now made in one go", exc_info=True)
            old.backup(new)


def _sync(folder: Path) -> None:
    """Write the name of the copy to the disk, too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
