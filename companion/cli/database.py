"""The file that keeps all games, as the commands are told of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.store.log import Log

logger = logging.getLogger(__name__)

DEFAULT = "companion.sqlite"

database_option = click.option(
    "--database",
    "-d",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT,
    show_default=True,
    envvar="COMPANION_DATABASE",
    help="The file that keeps all games.",
)


@contextmanager
def opened(database: Path, must_exist: bool = False) -> Iterator[Log]:
    """The log in this file, also while a box serves it; a sentence instead of a traceback when it cannot be used."""
    import sqlite3

    from companion.store.log import Log

    if must_exist and not database.exists():
        raise click.ClickException(f"There is no file {database}.")
    try:
        log = Log(database)
    except sqlite3.Error as error:
        raise click.ClickException(
            f"The file {database} cannot be used: {error}. Put a backup in its place, or name another file with"
            " --database; `companion doctor` says more."
        ) from error
    try:
        yield log
    finally:
        log.close()


@contextmanager
def served(database: Path) -> Iterator[Log]:
    """The log in this file for the one box that serves it; raises ClickException when another does."""
    from companion.store.lock import InUse, served_alone

    with ExitStack() as held:
        try:
            held.enter_context(served_alone(database))
        except InUse as error:
            process = f" (process {error.holder})" if error.holder else ""
            raise click.ClickException(
                f"Another box{process} serves the file {database} already: stop that one, or name another file with"
                " --database."
            ) from error
        except OSError as error:
            raise click.ClickException(f"The file {database} cannot be used: {error.strerror or error}.") from error
        log = held.enter_context(opened(database))
        if found := "; ".join(log.storage.damage()):
            logger.error("the file is damaged: %s", found)
            click.echo(f"The file {database} is damaged ({found}). What can be read is played on.", err=True)
        yield log
