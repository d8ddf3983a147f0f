"""``companion camera``: what the overhead camera sees, from folders of pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.camera_tools import doctor, key, record, run

if TYPE_CHECKING:
    from companion.core.board import Layout
    from companion.core.game import Game
    from companion.core.sighting import Sighting


@click.group()
def camera() -> None:
    """Read the board through an overhead camera."""


for tool in (doctor, record, run, key):
    camera.add_command(tool)

folder_argument = click.argument("folder", type=click.Path(path_type=Path))


@camera.command()
@folder_argument
def read(folder: Path) -> None:
    """Say what stands where in each picture of FOLDER: one JSON line per frame.

    FOLDER holds pictures and scene.json, as `companion camera record` writes it.
    """
    from vision.errors import BadPicture, VisionTrouble
    from vision.reader import Reader
    from vision.scene_folder import FrameKind, scene

    try:
        found = scene(folder)
        layout, start = board_of(found.board, found.ranches, folder)
        empty, first = (found.picture(found.first(kind)) for kind in (FrameKind.EMPTY, FrameKind.START))
        reader = Reader.learnt(layout, start, empty, first, None if found.markers else found.corners)
    except VisionTrouble as trouble:
        raise click.ClickException(str(trouble.text)) from trouble
    if wrong := reader.misread:
        click.echo(f"Warning: {wrong.text}", err=True)
    for frame in found.frames:
        try:
            seen = reader.read(found.picture(frame)).sighting
        except BadPicture as trouble:
            click.echo(f"Warning: {trouble.text}", err=True)
            seen = reader.blind()
        click.echo(json.dumps({"file": frame.file, **seen.plain()}))


def board_of(name: str, regions: tuple[str, ...], folder: Path | None = None) -> tuple[Layout, Sighting]:
    """The board of that name, or of the folder's own board file, and its start with these regions in play.

    Raises ClickException.
    """
    from companion.core.board_file import from_text
    from companion.core.errors import BadRequest
    from companion.games import shelf
    from vision.scene_folder import BOARD

    own = folder / BOARD if folder else None
    try:
        traced = from_text(own.read_text(encoding="utf-8")) if own and own.is_file() else None
        for game in shelf().values():
            for edition in game.editions:
                layout = traced or game.layout(edition)
                if layout and (fits(game, edition, layout) if traced else layout.name == name):
                    start = game.opening(edition, regions, layout)
                    if start is not None and start.cells:
                        return layout, start
                    raise click.ClickException("The scene names no ranch that is in play.")
    except BadRequest as error:
        raise click.ClickException(str(error.text)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"Cannot read {own}: {error}.") from error
    raise click.ClickException(f"No game on the shelf is played on a board called {name}.")


def fits(game: Game, edition: str, layout: Layout) -> bool:
    """Whether the edition can be played on the board."""
    from companion.core.errors import BadRequest

    try:
        game.check_board(edition, layout)
    except BadRequest:
        return False
    return True
