"""The reader that fits a folder of pictures: of a camera that hangs still, or of photos taken by hand."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from companion.boards.observation import Observation
    from companion.cli.camera.scene_board import SceneBoard
    from vision.capture.scene_folder import RecordedScene, SceneFrame
    from vision.evidence.located import LocatedPhoto
    from vision.geometry.board_pose import Picture, Points
    from vision.inference.photos.handheld import HandheldReader
    from vision.inference.reading import Reading
    from vision.inference.recogniser import Recogniser

logger = logging.getLogger(__name__)

MAX_NAMED = 8
"""Places that a warning names."""

Taps = Callable[[str], "Points | None"]
"""the file of a picture -> the corners of the sheet, if somebody would tap them"""


class SceneReader(Protocol):
    """A reader that has seen the empty board and the start of a scene."""

    @property
    def taps(self) -> int:
        """Return how many pictures somebody had to tap the corners in."""

    def look(self, picture: Picture, file: str) -> Reading:
        """Return the reading of the picture in this file. Raise BadPicture or BoardNotFound."""

    def confirm(self, believed: Observation) -> None:
        """Learn from what the table says of the last picture."""


@dataclass(frozen=True)
class FixedReader:
    """The reader of a camera that hangs still."""

    recogniser: Recogniser
    taps: int = 0

    def look(self, picture: Picture, file: str) -> Reading:
        """Return the reading of the picture. Raise BadPicture or BoardNotFound."""
        from vision.localisation.board_detection import valid_picture

        picture = valid_picture(picture)
        reading = self.recogniser.read(picture)
        if reading.board_pose is None:
            self.recogniser.extract(picture)  # raises the error that the reading has suppressed
        return reading

    def confirm(self, believed: Observation) -> None:
        """Learn from what the table says of the last picture."""
        self.recogniser.confirm(believed)


@dataclass
class HandReader:
    """The reader of photos taken by hand; ``corners`` are asked for where the board is not found."""

    reader: HandheldReader
    believed: Observation
    corners: Taps
    taught: frozenset[str] = frozenset()
    """the pictures of the set-up, which say nothing new"""
    taps: int = 0
    confirmed: bool = True
    """whether what is believed is what the table has said last, not what was merely read"""

    def located(self, picture: Picture, file: str) -> LocatedPhoto:
        """Return the photo with the board found in it, by four taps where need be. Raise BoardNotFound."""
        from vision.errors import BoardNotFound

        try:
            return self.reader.located(picture)
        except BoardNotFound:
            corners = self.corners(file)
            if corners is None:
                raise
        self.taps += 1
        size = (picture.shape[1], picture.shape[0])
        return self.reader.located(picture, [((x + 0.5) / size[0], (y + 0.5) / size[1]) for x, y in corners.tolist()])

    def look(self, picture: Picture, file: str) -> Reading:
        """Return the reading of the photo. Raise BadPicture or BoardNotFound."""
        reading = self.reader.look(self.located(picture, file), self.believed, self.confirmed)
        if file not in self.taught:
            self.believed, self.confirmed = reading.observation.merged_with(self.believed), False
        return reading

    def confirm(self, believed: Observation) -> None:
        """Learn from what the table says of the last picture."""
        self.believed, self.confirmed = believed, True


def no_taps(_: str) -> None:
    """Tap no corners: nobody is there."""


def reader_of(found: RecordedScene, board: SceneBoard, taps: Taps = no_taps) -> FixedReader | HandReader:
    """Return the reader that fits, taught by the scene's first pictures; a start that reads wrong is a warning.

    Raise ClickException with the fault of the pictures.
    """
    from vision.errors import BoardNotFound, VisionTrouble

    try:
        reader, wrong = by_hand(found, board, taps) if found.by_hand else fixed(found, board)
    except BoardNotFound as trouble:
        where = "" if found.corners is not None else " In scene.json these are its `corners_px`."
        raise click.ClickException(f"{trouble.text}{where}") from trouble
    except VisionTrouble as trouble:
        raise click.ClickException(str(trouble.text)) from trouble
    if wrong:
        places = ", ".join(wrong[:MAX_NAMED]) + (" …" if len(wrong) > MAX_NAMED else "")
        click.echo(f"Warning: The start position does not read as it should on {places}.", err=True)
    return reader


def fixed(found: RecordedScene, board: SceneBoard) -> tuple[FixedReader, tuple[str, ...]]:
    """Return the reader of a camera that hangs still, and the places whose start reads wrong. Raise VisionTrouble."""
    from vision.capture.scene_folder import FrameKind
    from vision.inference.recogniser import Recogniser

    corners = None if found.markers else found.corners
    empty, first = (found.picture(found.first(kind)) for kind in (FrameKind.EMPTY, FrameKind.START))
    recogniser = Recogniser.learn(board.layout, board.start, empty, first, corners, board.rules)
    return FixedReader(recogniser, int(corners is not None)), recogniser.mismatches


def by_hand(found: RecordedScene, board: SceneBoard, taps: Taps) -> tuple[HandReader, tuple[str, ...]]:
    """Return the reader of photos taken by hand, and the places whose start reads wrong. Raise VisionTrouble.

    The corners of scene.json are those of its first picture, which need not show the empty board.
    """
    from vision.capture.scene_folder import FrameKind
    from vision.inference.photos.handheld import HandheldReader

    start = found.first(FrameKind.START)
    first = found.frames[0].file

    def tapped(file: str) -> Points | None:
        corners = None if found.markers else found.corners
        return corners if file == first and corners is not None else taps(file)

    taught = frozenset(frame.file for frame in found.frames if frame.kind is not FrameKind.PLAY)
    reader = HandReader(HandheldReader(board.layout, board.rules), board.start, tapped, taught)
    for frame in found.frames:
        if frame.kind is FrameKind.EMPTY:
            reader.reader.take_empty(reader.located(found.picture(frame), frame.file))
            break
    photo = reader.located(found.picture(start), start.file)
    wrong = reader.reader.learn(photo, board.start, answered=False)
    if wrong:
        reader.reader.learn(photo, board.start, answered=True)
    return reader, wrong


def seen_in(reader: SceneReader, found: RecordedScene, frame: SceneFrame, board: SceneBoard) -> Observation:
    """Return the reading of this picture; faults of the picture are printed as warnings to stderr."""
    from companion.boards.observation import Observation, ObservationStatus
    from vision.errors import BadPicture, BoardNotFound

    status = ObservationStatus.NO_BOARD
    try:
        return reader.look(found.picture(frame), frame.file).observation
    except BadPicture as trouble:
        logger.debug("%s cannot be read", frame.file, exc_info=True)
        click.echo(f"Warning: {trouble.text}", err=True)
        status = ObservationStatus.UNCLEAR
    except BoardNotFound:
        logger.debug("no board in %s", frame.file, exc_info=True)
    return Observation(status, unknown=tuple(board.layout.by_id))
