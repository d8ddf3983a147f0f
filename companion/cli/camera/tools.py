"""``companion camera doctor``, ``record``, ``run`` and ``key``: commands for a camera at the table."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.camera.process import KEY_VARIABLE, check_installed
from companion.cli.database import Where, database_option, log_level_option, opened
from companion.logs import configure

if TYPE_CHECKING:
    from companion.boards.layout import Layout

BEAT_SECONDS = 1.5
SOURCES = "a number or path (0, /dev/video0), csi, a video, a folder of pictures, or demo"

source_option = click.option(
    "--camera", metavar="SOURCE", default="0", show_default=True, help=f"The camera: {SOURCES}."
)
box_option = click.option("--box", default="http://127.0.0.1:8000", show_default=True, help="Where the box listens.")
key_option = click.option("--key", envvar=KEY_VARIABLE, default="", help="What `companion camera key` prints.")


@click.command()
@source_option
@click.option("--board", help="The board: a name or a board file; the first game's own if none is named.")
@click.option("--markers", is_flag=True, help="A table without a board: look for its printed markers.")
def doctor(camera: str, board: str | None, markers: bool) -> None:
    """Look the camera over: focus, light, coverage, frame rate, markers. Ends with 1 if something is wrong."""
    check_installed()
    from companion.boards import board_file
    from companion.boards.camera_messages import Orders, Stage
    from vision.errors import VisionTrouble
    from vision.runtime.diagnostics import findings, grab_frames, marked_findings
    from vision.runtime.process import source_of

    layout = board_named(board)
    try:
        source = source_of(camera)
        source.apply_orders(Orders(board=board_file.to_json(layout)), Stage.WATCHING)
        try:
            pictures, rate = grab_frames(source.read)
        finally:
            source.close()
        found = marked_findings(pictures, rate) if markers else findings(pictures, rate, layout)
    except VisionTrouble as trouble:
        raise click.ClickException(str(trouble.text)) from trouble
    for each in found:
        click.echo(f"{'good   ' if each.good else 'TROUBLE'}  {each.text}")
    if not all(each.good for each in found):
        raise SystemExit(1)


@click.command()
@source_option
@box_option
@key_option
@database_option
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), help="The file that keeps the set-up.")
@log_level_option
def run(camera: str, box: str, key: str, database: Where, keep: Path | None, log_level: str) -> None:
    """Run the camera apart from its box, on this machine or another; it waits for a box that is away."""
    configure(log_level)
    check_installed()
    from vision.runtime.process import run as run_camera

    raise SystemExit(run_camera(camera, box, key_for(key, database), keep))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@box_option
@key_option
@database_option
def record(folder: Path, box: str, key: str, database: Where) -> None:
    """Keep the game at the camera as a scene in FOLDER until Ctrl+C: pictures, and what the table confirmed of them.

    Begin before the figures are set up for the camera, so that empty board and start are in it. Of a table without a
    board everything new that lies there is kept, and the table's log beside it (table.jsonl).
    """
    printed, known = -1, key_for(key, database)
    target = folder.absolute()
    click.echo(f"Recording into {target}. Stop with Ctrl+C.")
    try:
        while True:
            answer = request_recording(box, known, target)
            if not answer["there"] or not answer["table"]:
                raise click.ClickException("No camera looks at a table now: start one, and set it up on its page.")
            if answer["frames"] != printed:
                printed = answer["frames"]
                keep_log(target, answer.get("log"))
                click.echo(f"{printed} pictures")
            time.sleep(BEAT_SECONDS)
    except KeyboardInterrupt:
        click.echo(f"{max(printed, 0)} pictures are in {target}.")


def keep_log(folder: Path, log: object) -> None:
    """Write the log of a table without a board beside its pictures. Raise ClickException."""
    from companion.cli.camera.marked_scene import keep
    from vision.capture.scene_folder import LOG

    if isinstance(log, str):
        keep(folder / LOG, log.encode())


@click.command()
@database_option
def key(database: Where) -> None:
    """Print the key with which a camera that runs apart comes in."""
    click.echo(key_for("", database))


def key_for(given: str, database: Where) -> str:
    """Return the key that was given, else the one in the box's file. Raise ClickException."""
    from companion.app.camera.session import camera_key

    if given:
        return given
    with opened(database, must_exist=True) as log:
        return camera_key(log)


def request_recording(box: str, key: str, folder: Path) -> dict[str, Any]:
    """Return the box's answer to the request for a recording. Raise ClickException."""
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen  # `serve` imports this module, and asks nobody

    headers = {"X-Camera-Key": key, "Content-Type": "application/json"}
    request = Request(f"{box}/camera/record", json.dumps({"folder": str(folder), "log": True}).encode(), headers)
    try:
        with urlopen(request, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except HTTPError as error:
        raise click.ClickException("The box refuses: the key is not that of its camera.") from error
    except (URLError, OSError, ValueError) as error:
        raise click.ClickException(f"No box answers at {box}: name it with --box.") from error


def board_named(name: str | None) -> Layout:
    """Return the board of that name, of that board file, or the first.

    Raise ClickException with the names there are.
    """
    from companion.cli.camera.scene_board import layout_of
    from companion.games import registry

    games = (game for editions in registry().values() for game in editions.values())
    boards = {layout.name: layout for game in games if game.board for layout in (game.board.layout(),)}
    name = name or next(iter(boards), "")
    if name in boards:
        return boards[name]
    if Path(name).is_file():
        return layout_of(Path(name))
    raise click.ClickException(f"There is no board {name}. There are: {', '.join(sorted(boards))}.")
