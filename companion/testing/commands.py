"""The command for whoever writes a game: ``record-game``."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import click


@click.command("record-game")
@click.argument("name")
@click.option(
    "--script",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A Python file whose recordings() yields name and export of each; without: one for each ending.",
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of recordings; without: the folder recorded of the game.",
)
def record_game(name: str, script: Path | None, into: Path | None) -> None:
    """Play games of NAME and keep those that are played for the first time, or differently now."""
    from companion.games import folder_of, registry
    from companion.testing.recorder import usual
    from companion.testing.replay import Recordings

    if name not in registry():
        raise click.ClickException(f"There is no game {name} on the shelf.")
    sys.path.insert(0, str(Path.cwd()))  # a script may use what lies beside it
    recorded = runpy.run_path(str(script))["recordings"]() if script else usual(name)
    recordings = Recordings(into or (folder_of(name) or Path()) / "recorded")
    before = set(recordings.every)
    try:
        for each, path in recordings.keep(recorded):
            said = "as recorded" if path in before else f"kept in {path.parent.name}"
            click.echo(f"{each}: {path.read_text().count(chr(10)) - 1} events, {said}")
    except LookupError as error:
        raise click.ClickException(str(error)) from error
