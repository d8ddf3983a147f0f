"""Options of several commands: the database of all games, and the level of the log."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from companion.logs import LEVELS

if TYPE_CHECKING:
    from companion.store.log import Log

logger = logging.getLogger(__name__)

DEFAULT = "companion.sqlite"

Where = Path | str
"""A file, or the address of a database in PostgreSQL"""


class DatabaseParameter(click.ParamType):  # type: ignore[type-arg]
    """A parameter that is a file, or an address that begins with ``postgresql://``."""

    name = "database"
    file = click.Path(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Where:
        """Return the address as it is, or the path. Raise click's own error for an invalid one."""
        from companion.store.storage import is_address

        return str(value) if is_address(value) else Path(str(self.file.convert(value, param, ctx)))


database_option = click.option(
    "--database",
    "-d",
    type=DatabaseParameter(),
    default=DEFAULT,
    show_default=True,
    envvar="COMPANION_DATABASE",
    help="The file that keeps all games, or postgresql://USER@HOST/DATABASE.",
)


log_level_option = click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    default="info",
    show_default=True,
    envvar="COMPANION_LOG_LEVEL",
    help="What is written to the error output; debug adds where every error came from.",
)


def shown(database: Where) -> str:
    """Return the database in words: an address without its password."""
    return f"the {'file' if isinstance(database, Path) else 'database'} {bare(database)}"


def bare(database: Where) -> str:
    """Return the path, or the address of the database without user and password."""
    if isinstance(database, Path):
        return str(database)
    at = str(database).partition("://")[2].partition("?")[0]
    return at.rpartition("@")[2] or "postgresql://"


@contextmanager
def opened(database: Where, must_exist: bool = False) -> Iterator[Log]:
    """Open the log in this database, also while a box serves it.

    Where it cannot be used, the command ends with a sentence, not a traceback.
    """
    import sqlite3

    from companion.store.log import Log
    from companion.store.storage import Unusable

    if must_exist and isinstance(database, Path) and not database.exists():
        raise click.ClickException(f"There is no file {database}.")
    try:
        log = Log(database)
    except Unusable as error:
        raise click.ClickException(f"{capital(shown(database))} cannot be used: {error}.") from error
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
def untouched(database: Where) -> Iterator[Log]:
    """Open the log without changing a byte of its file: a copy is opened, and upgraded where it is older.

    Raise ClickException where there is no database.
    """
    if not isinstance(database, Path):
        with opened(database) as log:
            yield log
        return
    if not database.is_file():
        raise click.ClickException(f"There is no file {database}.")
    with TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / database.name
        try:
            if database.stat().st_size == 0:
                raise click.ClickException(f"The file {database} is empty: there are no games in it.")
            _copy(database, copy)
        except OSError as error:
            raise click.ClickException(f"The file {database} cannot be read: {error.strerror or error}.") from error
        try:
            with opened(copy) as log:
                yield log
        except click.ClickException as error:
            raise click.ClickException(error.message.replace(str(copy), str(database))) from error


def _copy(database: Path, copy: Path) -> None:
    """Copy what is stored, also while a box writes to it. Raise OSError."""
    import sqlite3

    try:
        source = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
        with closing(source), closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error:  # damaged, or a hot journal: it is rolled back in the copy
        logger.debug("the file is copied as it is", exc_info=True)
        for end in ("", "-journal", "-wal"):
            if (beside := database.with_name(database.name + end)).exists():
                shutil.copyfile(beside, copy.with_name(copy.name + end))


@contextmanager
def served(database: Where, alone: bool = True) -> Iterator[Log]:
    """Open the log in this database for the one box that serves it. Raise ClickException when another does.

    A database in PostgreSQL may be served by several, unless it is wanted ``alone``.
    """
    from companion.store.lock import InUse, served_alone

    with ExitStack() as held:
        try:
            if isinstance(database, Path):
                held.enter_context(served_alone(database))
            elif alone:
                held.enter_context(_alone(database))
        except InUse as error:
            process = f" (process {error.holder})" if error.holder else ""
            raise click.ClickException(
                f"Another box{process} serves {shown(database)} already: stop that one, or name another one with"
                " --database."
            ) from error
        except OSError as error:
            raise click.ClickException(f"The file {database} cannot be used: {error.strerror or error}.") from error
        log = held.enter_context(opened(database))
        if found := "; ".join(log.storage.damage()):
            logger.error("the file is damaged: %s", found)
            click.echo(f"The file {database} is damaged ({found}). What can be read is played on.", err=True)
        yield log


def _alone(address: str) -> AbstractContextManager[None]:
    """Return a lock against other boxes at this address. Raise ClickException, and InUse when it is entered."""
    with opened(address):  # errors of the address or the database appear here
        from companion.store.postgresql import database

        return database.served_alone(address)


def capital(words: str) -> str:
    """Return the words with a capital letter, as at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
