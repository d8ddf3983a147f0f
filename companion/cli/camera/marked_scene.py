"""Recorded pictures of a table without a board: the cards in each row, and their meaning."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

if TYPE_CHECKING:
    from companion.app.export import ExportedTable
    from companion.boards.marked_table import MarkedTable
    from companion.boards.observation import Observation
    from companion.boards.verdict import Judgement
    from companion.core.table.table import Table
    from vision.capture.scene_folder import RecordedScene, SceneFrame

logger = logging.getLogger(__name__)

Line = dict[str, Any]


@dataclass(frozen=True)
class Read:
    """A picture that was read: its observation, and the line of ``camera read`` for it."""

    frame: SceneFrame
    seen: Observation
    line: Line


def with_markers(found: RecordedScene) -> RecordedScene:
    """Return the scene with the markers of the table whose log is in its folder, where it refers to them.

    Raise ClickException.
    """
    if not found.by_log:
        return found
    from companion.boards.lookups import marked_table_of

    log = log_of(found)
    if log is None:
        raise click.ClickException("The folder has no table.jsonl (the export of the game), which says the markers.")
    marked = marked_table_of(log.game, log.at())
    if marked is None:
        raise click.ClickException("The table in table.jsonl plays without printed markers.")
    return replace(found, marked=marked)


def log_of(found: RecordedScene) -> ExportedTable | None:
    """Return the log in the folder; None where there is none. Raise ClickException with its fault."""
    from companion.app.export import read_export
    from companion.core.errors import RuleError
    from companion.games import registry
    from vision.capture.scene_folder import LOG

    file = found.folder / LOG
    if not file.is_file():
        return None
    try:
        return read_export(registry(), file.read_text(encoding="utf-8").splitlines())
    except (OSError, KeyError, IndexError, TypeError, ValueError, RuleError) as error:
        logger.debug("%s cannot be read", file, exc_info=True)
        raise click.ClickException(f"{LOG} is not the export of a game of this shelf: {error!r}.") from error


def read_markers(found: RecordedScene, table: MarkedTable, draw: Path | None = None) -> Iterator[Read]:
    """Yield every picture in order: hidden cards are remembered from the pictures before.

    ``draw``: a folder for the pictures with the belief drawn over them. For a picture that cannot be read a warning
    is printed to stderr. Raise ClickException where nothing can be written into the folder.
    """
    from companion.boards.marked_table import LOOSE
    from companion.boards.observation import Observation, ObservationStatus
    from vision.errors import BadPicture
    from vision.inference.marked_recogniser import MarkedRecogniser
    from vision.localisation.board_detection import valid_picture
    from vision.runtime.overlay import draw_marks, jpeg

    reader = MarkedRecogniser(table)
    for frame in found.frames:
        try:
            picture = valid_picture(found.picture(frame))
        except BadPicture as trouble:
            logger.debug("%s cannot be read", frame.file, exc_info=True)
            click.echo(f"Warning: {trouble.text}", err=True)
            seen = Observation(ObservationStatus.NO_BOARD)
        else:
            seen = reader.infer(reader.extract(picture)).observation
            if draw is not None:
                keep(draw / f"{Path(frame.file).stem}.jpg", jpeg(draw_marks(picture, reader, {})))
        yield Read(frame, seen, {"file": frame.file, **seen.line((LOOSE,))})


def check_markers(found: RecordedScene, table: MarkedTable) -> Iterator[Line]:
    """Yield the lines of ``read_markers`` with the changes since the last picture.

    Where the folder has the table's log, the answers for its phones are in them, too: verdict, reason, and
    proposals.
    """
    from companion.boards.marked_changes import changes, remembered
    from companion.boards.observation import ObservationStatus

    log, before = log_of(found), cast("Observation | None", None)
    for each in read_markers(found, table):
        if each.seen.status is ObservationStatus.NO_BOARD:
            yield {**each.line, "moves": [], **_verdict("none", "The markers of this table are not to be seen.")}
            continue
        moves = [shift.plain() for shift in changes(before, each.seen)] if before else []
        yield {**each.line, "moves": moves, **_judged(log, each)}
        before = remembered(before, each.seen) if before else each.seen


def _judged(log: ExportedTable | None, read: Read) -> Line:
    from companion.boards.lookups import watched

    if log is None:
        return _verdict("none", "The folder has no table.jsonl (the export of the game): nobody says what it means.")
    table = log.at(read.frame.seq)
    found = watch.judge(table, read.seen) if (watch := watched(log.game)) else None
    if found is None:
        return _verdict("none", "The game in table.jsonl is not watched at this moment.")
    return _words(log, table, found)


def _words(log: ExportedTable, table: Table, found: Judgement) -> Line:
    from companion.core.text import isolated
    from companion.i18n import Translator

    names = {seat.id: isolated(seat.name) for seat in table.seats}
    translate = Translator("en", lambda seat: names.get(seat, seat), log.game.edition.currency).translate
    sentence = translate(found.sentence) if found.sentence else ""
    return _verdict(found.ruling.value, sentence, [translate(each.title) for each in found.proposals])


def _verdict(verdict: str, reason: str, proposed: list[str] | None = None) -> Line:
    return {"verdict": verdict, "reason": reason, "proposed": proposed or []}


def keep(file: Path, data: bytes) -> None:
    """Write the file, and its folder. Raise ClickException."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    except OSError as error:
        raise click.ClickException(f"Cannot write {file}: {error.strerror or error}.") from error
