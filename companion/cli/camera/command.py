"""``companion camera``: the overhead camera's reading of folders of pictures."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.camera.marked_scene import check_markers, read_markers, with_markers
from companion.cli.camera.scene_board import board_of_scene, no_umpire, scene_of
from companion.cli.camera.scene_reader import reader_of, seen_in
from companion.cli.camera.scene_truth import Score, Truth, readings
from companion.cli.camera.tools import doctor, key, record, run
from companion.cli.camera.why import why

if TYPE_CHECKING:
    from companion.boards.observation import Observation
    from companion.boards.verdict import Umpire, Verdict
    from vision.capture.scene_folder import SceneFrame

logger = logging.getLogger(__name__)


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
@click.option(
    "--answer", is_flag=True, help="Answer from truth.json what is asked, as players do; claims are believed."
)
@click.option(
    "--told", "confirm_all", is_flag=True, help="Say after every picture what truth.json says, as a game does."
)
def read(folder: Path, draw: Path | None, answer: bool, confirm_all: bool) -> None:
    """Say what stands where in each picture of FOLDER: one JSON line per frame.

    FOLDER holds pictures and scene.json, as `companion camera record` writes it, of any board: one on which no game of
    the shelf is played brings its board file, and says what stands where at the start. Photos taken by hand (by_hand in
    scene.json) are read as a phone's are. For a table without a board scene.json says which printed markers mean what
    (marked): cards in rows. With --answer or --told the last line, on stderr, says how well it was read.
    """
    if answer and confirm_all:
        raise click.UsageError("Either --answer or --told: a table that is told everything is asked nothing.")
    found = with_markers(scene_of(folder))
    if found.marked is not None:
        for each in read_markers(found, found.marked, draw):
            click.echo(json.dumps(each.line))
        return
    board = board_of_scene(found)
    truth = Truth.of(folder, board.areas) if answer or confirm_all else None
    score = Score()
    for frame, seen in readings(found, board, truth, confirm_all, score):
        click.echo(json.dumps({"file": frame.file, **seen.line(board.areas)}))
    if truth is not None:
        click.echo(f"{folder.name}: {score.line}", err=True)


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
        seen = seen_in(reader, found, frame, board)
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
