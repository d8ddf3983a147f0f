"""The command line: ``companion`` with all its commands, and those that need only a few lines. Every one has help."""

from __future__ import annotations

import io
import logging
import pkgutil
import sys

import click

from companion import __version__
from companion.cli.database import Where, database_option, opened, untouched

LATER = {
    "backup": "companion.cli.keeping:backup",
    "camera": "companion.cli.camera.command:camera",
    "doctor": "companion.cli.doctor:doctor",
    "hotspot": "companion.cli.network:hotspot",
    "move": "companion.cli.keeping:move",
    "new-game": "companion.testing.commands:new_game",
    "print": "companion.printing.command:print_command",
    "record-game": "companion.testing.commands:record_game",
    "serve": "companion.cli.serve:serve",
    "tidy": "companion.cli.keeping:tidy",
    "wifi": "companion.cli.network:wifi",
}
"""Commands that are only imported when they are called: all of them together take longer than most of them."""


class Commands(click.Group):
    """Commands of which some are imported only when they are given."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*self.commands, *LATER])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in LATER:
            return super().get_command(ctx, cmd_name)
        command: click.Command = pkgutil.resolve_name(LATER[cmd_name])
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Run the table companion: money, secret votes and the tally of a board-game night."""
    logging.getLogger("companion").addHandler(logging.NullHandler())  # only ``serve`` shows its log
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # a terminal that cannot show the QR code's blocks still gets the words


@main.command()
def calc() -> None:
    """Answer rule questions: JSON lines in, JSON lines out."""
    from companion.cli.calc import answer_lines

    questions = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    for line in answer_lines(questions):
        click.echo(line)


@main.command()
def shelf() -> None:
    """List the games and editions on the shelf."""
    from companion.games import registry

    for game in (game for editions in registry().values() for game in editions.values()):
        edition = game.edition
        least, most = edition.players
        levels = ", ".join(level.value for level in edition.levels)
        click.echo(f"{game.name} {edition.id}: {edition.title} ({least}-{most} players; levels: {levels})")


@main.command()
@click.argument("code")
@database_option
def export(code: str, database: Where) -> None:
    """Write a table's game as JSON lines."""
    from companion.app.export import export_lines
    from companion.app.loaded_tables import NoSuchTable
    from companion.app.tables import Tables
    from companion.games import registry
    from companion.store.storage import StorageError

    with opened(database, must_exist=True) as log:
        tables = Tables(log, registry())
        try:
            for line in export_lines(tables, code.upper()):
                click.echo(line, nl=False)
        except (NoSuchTable, StorageError) as error:
            raise click.ClickException(str(error.text)) from error


@main.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def replay(file: io.TextIOBase) -> None:
    """Replay an exported game and print how it stands. Ends with 1 where it is not as a box writes it."""
    from companion.app.export import export_problems, read_export
    from companion.core.text import isolated
    from companion.games import registry

    try:
        found = read_export(registry(), file)
        table = found.at()
        problems = list(export_problems(found, table))
    except RecursionError as error:
        raise click.ClickException("This is not an exported game: it is nested too deeply.") from error
    except Exception as error:  # a changed file can make the rules raise anything
        raise click.ClickException(f"This is not an exported game: {type(error).__name__}: {error}.") from error
    names = {seat.id: isolated(seat.name) for seat in table.seats}
    click.echo(f"{table.game} {table.edition}, {table.phase.value}, {table.seq} events")
    for seat, cash in table.accounts.items():
        click.echo(f"  {names.get(seat, seat)}: {cash}")
    for line in problems:
        click.echo(line, err=True)
    if problems:
        raise click.ClickException(f"{len(problems)} problem(s) found: this export was changed.")


@main.command()
@database_option
def check(database: Where) -> None:
    """Check the file: SQLite's own test, every log replayed, every table's money in balance. Nothing is written."""
    from companion.app.check import problems
    from companion.games import registry

    with untouched(database) as log:
        found = problems(log, registry())
    for line in found:
        click.echo(line, err=True)
    if found:
        raise click.ClickException(f"{len(found)} problem(s) found.")
    click.echo("Everything is in order.")
