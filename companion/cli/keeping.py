"""Commands of maintenance: copies, another database, and games of long ago."""

from __future__ import annotations

import time
from pathlib import Path

import click

from companion.cli.database import DatabaseParameter, Where, capital, database_option, opened, shown


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(file: Path, database: Where) -> None:
    """Copy all games to FILE, also while a box serves them.

    `companion check --database FILE` says whether the copy is sound.
    """
    import sqlite3

    from companion.store.backup import back_up

    if not isinstance(database, Path):
        raise click.ClickException(
            f"{capital(shown(database))} is copied with pg_dump, or into a file with `companion move`."
        )
    if not database.exists():
        raise click.ClickException(f"There is no file {database}.")
    try:
        back_up(database, file)
    except FileExistsError as error:
        raise click.ClickException(f"There is a file {file} already: name another one.") from error
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(f"{database} could not be copied to {file}: {error}.") from error
    click.echo(f"{database} was copied to {file} ({file.stat().st_size:,} bytes).")


@click.command()
@click.argument("source", type=DatabaseParameter())
@click.argument("target", type=DatabaseParameter())
def move(source: Where, target: Where) -> None:
    """Bring all games from SOURCE to TARGET, an empty database or a new one, and compare every event there.

    SOURCE stays as it is. No box may serve it meanwhile.
    """
    from companion.cli.database import served
    from companion.core.errors import RuleError
    from companion.store.transfer import Differs, NotEmpty
    from companion.store.transfer import move as bring

    if isinstance(source, Path) and not source.exists():
        raise click.ClickException(f"There is no file {source}.")
    with served(source) as old, served(target) as new:
        try:
            moved = bring(old, new)
        except NotEmpty as error:
            raise click.ClickException(f"There are tables in {shown(target)} already: name an empty one.") from error
        except Differs as error:
            raise click.ClickException(
                f"Nothing was moved: {shown(target)} did not keep {error} as it was. `companion check` says more."
            ) from error
        except RuleError as error:
            why = error.__cause__ or error
            raise click.ClickException(f"Nothing was moved to {shown(target)}: {why}.") from error
    click.echo(f"{moved.tables} tables with {moved.events} events are in {shown(target)} and were compared one by one.")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--keep-days", type=click.FloatRange(min=0), required=True, help="Leave what was played so lately.")
@database_option
def tidy(folder: Path, keep_days: float, database: Where) -> None:
    """Take finished games out of the database, each after it was exported to FOLDER; also while a box serves it.

    The list of games played keeps how they ended.
    """
    from companion.app.hosting.tidy import tidy as clear
    from companion.app.tables import Tables
    from companion.core.errors import RuleError
    from companion.games import registry

    taken = 0
    with opened(database, must_exist=True) as log:
        try:
            for row, stays in clear(Tables(log, registry()), folder, keep_days, time.time()):
                taken += not stays
                click.echo(f"Table {row.code} stays: {stays}" if stays else f"Table {row.code} was taken out.")
        except (OSError, RuleError) as error:
            raise click.ClickException(f"This could not be finished: {error}.") from error
    click.echo(f"{taken} tables were taken out; their games are in {folder}.")
