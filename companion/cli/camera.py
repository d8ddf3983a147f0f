"""``companion camera``: the overhead camera's reading of folders of pictures."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.camera_tools import doctor, key, record, run
from companion.cli.camera_why import why
from companion.cli.marked_scene import check_markers, read_markers, with_markers
from companion.cli.scene_board import SceneBoard, board_of_scene, no_umpire

if TYPE_CHECKING:
    from companion.boards.observation import Observation
    from companion.boards.verdict import Umpire, Verdict
    from vision.capture.scene_folder import RecordedScene, SceneFrame
    from vision.inference.recogniser import Recogniser

logger = logging.getLogger(__name__)

MOST_NAMED = 8
"""Places that a warning names."""


@click.group()
def camera() -> None:
    """Read the board through an overhead camera."""


for tool in (doctor, record, run, key, why):
    camera.add_command(tool)

folder_argument = click.argument("folder", type=click.Path(path_type=Path))


@camera.command()
@folder_argument
@click.option(
    "--draw",
    type=click.Path(file_okay=False, path_type=Path),
    help="Of a table without a board: a folder for pictures with what is believed drawn over them.",
)
def read(folder: Path, draw: Path | None) -> None:
    """Say what stands where in each picture of FOLDER: one JSON line per frame.

    FOLDER holds pictures and scene.json, as `companion camera record` writes it, of any board: one on which no game of
    the shelf is played brings its board file, and says what stands where at the start. For a table without a board
    scene.json says which printed markers mean what (marked): cards in rows.
    """
    found = with_markers(scene_of(folder))
    if found.marked is not None:
        for each in read_markers(found, found.marked, draw):
            click.echo(json.dumps(each.line))
        return
    board = board_of_scene(found)
    reader, areas = reader_of(found, board), board.areas
    for frame in found.frames:
        click.echo(json.dumps({"file": frame.file, **seen_in(reader, found, frame).line(areas)}))


@camera.command()
@folder_argument
def check(folder: Path) -> None:
    """Say which figures moved in each picture of FOLDER, and whether they were allowed to: one JSON line per frame.

    As `companion camera read`, and of the change since the last picture without a hand: moves, verdict (legal,
    illegal, unclear or none) and the reason, by the seats and dice that scene.json tells. Of a table without a board
    also what its phones would have been offered, by the export of the game in FOLDER (table.jsonl).
    """
    from companion.core.errors import BadRequest

    found = with_markers(scene_of(folder))
    if found.marked is not None:
        for line in check_markers(found, found.marked):
            click.echo(json.dumps(line))
        return
    board = board_of_scene(found)
    umpire = board.camera.umpire(found.ranches, board.layout) if board.camera else None
    if umpire is None:
        raise click.ClickException(no_umpire(board))
    reader, areas = reader_of(found, board), board.areas
    for frame in found.frames:
        seen = seen_in(reader, found, frame)
        try:
            verdict = judged(umpire, frame, seen)
        except BadRequest as error:
            raise click.ClickException(f"{frame.file}: {error.text}") from error
        if umpire.believed is not None:
            reader.confirm(umpire.believed)
        click.echo(json.dumps({"file": frame.file, **seen.line(areas), **verdict.plain()}))


def judged(umpire: Umpire, frame: SceneFrame, seen: Observation) -> Verdict:
    """Return the verdict on one frame. Raise BadRequest for a seat that does not play."""
    from companion.boards.verdict import Ruling, Verdict
    from vision.capture.scene_folder import FrameKind

    if frame.kind is FrameKind.PLAY and frame.seat is not None:
        return umpire.play(seen, frame.turn or 0, frame.seat, frame.dice)
    if frame.kind is FrameKind.START:
        umpire.start(seen)
    return Verdict(Ruling.NONE)


def scene_of(folder: Path) -> RecordedScene:
    """Return the scene in the folder. Raise ClickException with its fault."""
    from vision.capture.scene_folder import scene
    from vision.errors import VisionTrouble

    try:
        return scene(folder)
    except VisionTrouble as trouble:
        raise click.ClickException(str(trouble.text)) from trouble


def reader_of(found: RecordedScene, board: SceneBoard) -> Recogniser:
    """Return a recogniser trained on the scene's first pictures; a start that reads wrong is a warning on stderr.

    Raise ClickException with the fault of the pictures.
    """
    from vision.capture.scene_folder import FrameKind
    from vision.errors import BoardNotFound, VisionTrouble
    from vision.inference.recogniser import Recogniser

    corners = None if found.markers else found.corners
    try:
        empty, first = (found.picture(found.first(kind)) for kind in (FrameKind.EMPTY, FrameKind.START))
        reader = Recogniser.learn(board.layout, board.start, empty, first, corners, board.rules)
    except BoardNotFound as trouble:
        where = "" if corners is not None else " In scene.json these are its `corners_px`."
        raise click.ClickException(f"{trouble.text}{where}") from trouble
    except VisionTrouble as trouble:
        raise click.ClickException(str(trouble.text)) from trouble
    if reader.mismatches:
        places = ", ".join(reader.mismatches[:MOST_NAMED]) + (" …" if len(reader.mismatches) > MOST_NAMED else "")
        click.echo(f"Warning: The start position does not read as it should on {places}.", err=True)
    return reader


def seen_in(reader: Recogniser, found: RecordedScene, frame: SceneFrame) -> Observation:
    """Return the reading of this picture; faults of the picture are printed as warnings to stderr."""
    from vision.errors import BadPicture

    try:
        return reader.read(found.picture(frame)).observation
    except BadPicture as trouble:
        logger.debug("%s cannot be read", frame.file, exc_info=True)
        click.echo(f"Warning: {trouble.text}", err=True)
        return reader.nothing_seen()
