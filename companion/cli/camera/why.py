"""``companion camera why``: the evidence for the reading of a picture, or the reason of its refusal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.cli.camera.scene_reader import SceneReader
    from vision.capture.scene_folder import RecordedScene, SceneFrame
    from vision.inference.reading import Reading

COLUMNS = f"{'cell':8}{'may bear':14}{'evidence':>10}{'prior':>9}{'posterior':>11}"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("picture")
@click.argument("cell", required=False)
def why(folder: Path, picture: str, cell: str | None) -> None:
    """Say what decided of CELL in PICTURE, a file of FOLDER: evidence, prior and posterior of what may stand there.

    Without CELL it does so for every cell that is unknown. A picture that was refused says why. The pictures before it
    are read first, as `companion camera read` does.
    """
    from companion.cli.camera.scene_board import board_of_scene, scene_of
    from companion.cli.camera.scene_reader import reader_of

    found = scene_of(folder)
    if found.marked is not None or found.by_log:
        raise click.ClickException("A table without a board has no cells; `camera read` says what is hidden.")
    frames = list(up_to(found, picture))
    board = board_of_scene(found)
    if cell is not None and cell not in board.layout.by_id:
        raise click.ClickException(f"The board {board.layout.name} has no cell {cell}.")
    reader = reader_of(found, board)
    for frame in frames[:-1]:
        explanation_lines(reader, found, frame, None)
    for line in explanation_lines(reader, found, frames[-1], cell):
        click.echo(line)


def up_to(found: RecordedScene, picture: str) -> Iterator[SceneFrame]:
    """Yield the frames up to the one of this file. Raise ClickException where there is none."""
    if picture not in {frame.file for frame in found.frames}:
        files = ", ".join(frame.file for frame in found.frames[:3])
        raise click.ClickException(f"{picture} is no picture of scene.json, whose files are {files} …")
    for frame in found.frames:
        yield frame
        if frame.file == picture:
            return


def explanation_lines(reader: SceneReader, found: RecordedScene, frame: SceneFrame, cell: str | None) -> list[str]:
    """Return the explanation of one picture, line by line."""
    from vision.errors import BadPicture, BoardNotFound

    try:
        reading = reader.look(found.picture(frame), frame.file)
    except BadPicture as trouble:
        return [f"{frame.file}: no picture: {trouble.text}"]
    except BoardNotFound as trouble:
        return [f"{frame.file}: no pose: {trouble.text}"]
    seen = reading.observation
    head = f"{frame.file}: {seen.status}, {len(seen.cells)} figures, {len(seen.unknown)} cells unknown"
    cells = [cell] if cell else [*seen.unknown]
    return [head, *(COLUMNS for _ in cells[:1]), *(row for each in cells for row in rows(reading, each))]


def rows(reading: Reading, cell: str) -> Iterator[str]:
    """Yield a line for each hypothesis of the cell, the likeliest first: evidence and prior in nats, posterior."""
    believed = reading.believed
    if believed is None:
        return
    over = "  something lies over it" if cell in reading.covered else ""
    for state, evidence, prior, posterior in believed.weighed(cell):
        yield f"{cell:8}{state:14}{evidence:+10.1f}{prior:+9.1f}{posterior:11.3f}{over}"
