"""A process among several that serve the same database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.app.background import BackgroundWork
    from companion.app.tables import Tables


@contextmanager
def sharing_database(tables: Tables, here: str) -> Iterator[tuple[BackgroundWork, ...]]:
    """Make this process one owner of tables in its database; a file has one process. Raise ClickException.

    ``here``: where the other processes reach this one.
    """
    from companion.store.sqlite_file import SqliteFile

    if isinstance(tables.log.storage, SqliteFile):
        yield ()
        return
    from companion.app.background import BackgroundWork
    from companion.core.errors import RuleError
    from companion.store.postgresql.database import PostgresqlDatabase
    from companion.store.postgresql.owners import Owners

    assert isinstance(tables.log.storage, PostgresqlDatabase)
    owners = Owners(tables.log.storage, here, tables.bell.ring_here, tables.forget, tables.bell.codes)
    try:
        owners.begin()
    except RuleError as error:
        raise click.ClickException(f"{owners.database.name} cannot be served just now: {error.__cause__}") from error
    tables.ownership = owners
    background = (BackgroundWork("owners", owners.look, 1.0), BackgroundWork("bells", owners.send_notifications, 1.0))
    for each in background:
        each.start()
    try:
        yield background
    finally:
        for each in background:
            each.stop(patience=5.0)
        owners.close()
