"""Recorded pictures of a table without a board: what lies in which row, picture by picture."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from companion.boards.marked_table import MarkedTable
    from vision.capture.scene_folder import RecordedScene

logger = logging.getLogger(__name__)


def read_markers(found: RecordedScene, table: MarkedTable, draw: Path | None) -> Iterator[dict[str, Any]]:
    """A line for every picture, in their order: what is hidden in one is remembered from those before.

    ``draw``: a folder for the pictures with what is believed drawn over them. A picture that cannot be read is told as
    a warning, on the side; raises ClickException where nothing can be written into the folder.
    """
    from companion.boards.marked_table import LOOSE
    from companion.boards.observation import Observation, ObservationStatus
    from vision.errors import BadPicture
    from vision.localisation.board_detection import valid_picture
    from vision.recognition.marks.marked_recogniser import MarkedRecogniser
    from vision.runtime.marked_overlay import draw_marks
    from vision.runtime.overlay import jpeg

    reader = MarkedRecogniser(table)
    for frame in found.frames:
        try:
            picture = valid_picture(found.picture(frame))
        except BadPicture as trouble:
            logger.debug("%s cannot be read", frame.file, exc_info=True)
            click.echo(f"Warning: {trouble.text}", err=True)
            yield {"file": frame.file, **Observation(ObservationStatus.NO_BOARD).line((LOOSE,))}
            continue
        seen = reader.infer([reader.extract(picture)])
        if draw is not None:
            keep(draw / f"{Path(frame.file).stem}.jpg", jpeg(draw_marks(picture, reader, {})))
        yield {"file": frame.file, **seen.line((LOOSE,))}


def keep(file: Path, data: bytes) -> None:
    """Writes the file, and its folder; raises ClickException."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    except OSError as error:
        raise click.ClickException(f"Cannot write {file}: {error.strerror or error}.") from error
