"""The file that keeps all games, as the commands are told of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.store.log import Log

database_option = click.option(
    "--database",
    "-d",
    type=click.Path(dir_okay=False, path_type=Path),
    default="companion.sqlite",
    show_default=True,
    envvar="COMPANION_DATABASE",
    help="The file that keeps all games.",
)


@contextmanager
def opened(database: Path, must_exist: bool = False) -> Iterator[Log]:
    """The log in this file; a sentence instead of a traceback when it cannot be used."""
    import sqlite3

    from companion.store.log import Log

    if must_exist and not database.exists():
        raise click.ClickException(f"There is no file {database}.")
    try:
        log = Log(database)
    except sqlite3.Error as error:
        raise click.ClickException(f"The file {database} cannot be used: {error}.") from error
    try:
        yield log
    finally:
        log.close()
