"""Photos of the board, for tables without a camera: what has been learnt at each, and the reading of the next one.

The program that reads them is another process, passed in as a ``Reader``. It may crash, and the box may be
restarted: then a table is learnt again from the same photos, of which the board alone is kept (see ``shelf``).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from companion.app.camera.dice import die_requests, offer
from companion.app.loaded_table import LoadedTable
from companion.app.photos import shelf
from companion.app.photos.judgement import observe_photo
from companion.app.photos.shelf import TrainingPhoto
from companion.app.seen import SeenPhoto
from companion.app.tables import Tables
from companion.boards import board_file
from companion.boards.camera_messages import STUMBLED, NormalisedPoint
from companion.boards.dice import can_be_answered
from companion.boards.lookups import board_of, expected_at, figure_rules_of
from companion.boards.photo_messages import PhotoAnswer, PhotoKind, PhotoRequest
from companion.core.errors import NotNow
from companion.core.table.table import TablePhase
from companion.core.text import Text, say

logger = logging.getLogger(__name__)

MOVED_ON = say("The game has gone on since this photo was taken. Take another one.")
DOUBTFUL = say(
    "Cannot read the dice. Lay them flat and apart, best on the printed tray, and shoot from above; or tap the numbers."
)
MAX_TABLES = 20
"""the number of tables whose progress is in memory"""


class ReaderGone(Exception):
    """Crash of the program that reads photos, by this photo."""


class ReaderSlow(ReaderGone):
    """Timeout of the program that reads photos."""


class Reader(Protocol):
    """The program that reads photos."""

    def wake(self) -> int:
        """Start the program unless it runs; return the number of this run. Raise ReaderGone."""

    def ask(self, request: PhotoRequest, photo: bytes) -> PhotoAnswer:
        """Return the program's answer about this photo. Raise ReaderGone."""


class PhotoStage(StrEnum):
    """The stage of the set-up."""

    EMPTY = "empty"
    """a photo of the figures as they stand is wanted, or one of the empty board before it"""
    FIGURES = "figures"
    """one of the figures as they stand"""
    MISMATCH = "misread"
    """on that, some places read otherwise"""
    READY = "ready"
    """photos can be checked"""


@dataclass
class PhotoTable:
    """The set-up of one table: its ``training`` photos; ``taught`` is the run of the program that learnt from them."""

    board: str
    stage: PhotoStage = PhotoStage.EMPTY
    training: list[TrainingPhoto] = field(default_factory=list)
    open: TrainingPhoto | None = None
    """the photo of the figures on which some places read otherwise"""
    wrong: tuple[str, ...] = ()
    taught: int = 0


@dataclass(frozen=True)
class PhotoResult:
    """The result of a photo: ``trouble``, or ``seen`` of one to be checked. ``tap``: four taps would help.

    ``wrong``: places that read otherwise, on a photo from which the figures were to be learnt.
    """

    stage: PhotoStage
    trouble: Text | None = None
    tap: bool = False
    seen: SeenPhoto | None = None
    wrong: tuple[str, ...] = ()


class PhotoDesk:
    """The desk that takes the photos of all tables, one after the other.

    ``recording`` says in which folder photos are to be kept now ("": in none).
    """

    def __init__(self, tables: Tables, reader: Reader, recording: Callable[[], str] = str) -> None:
        self.tables, self.reader, self.recording = tables, reader, recording
        self.lock = threading.Lock()
        self._known: dict[str, PhotoTable] = {}

    def at(self, code: str) -> PhotoTable:
        """Return what is known of this table; nothing of another board than it plays on now."""
        live = self.tables.live(code)
        board = f"{live.table.edition} {live.table.board}"
        known = self._known.get(code)
        if known is None or known.board != board:
            known = self._kept(code, board)
            self._remember(code, known)
        return known

    def _kept(self, code: str, board: str) -> PhotoTable:
        """Return what is known where the box, or another table in its place, has begun anew."""
        kept = shelf.TrainingPhotos.of(self.tables.log, code)
        if kept is None or kept.board != board or not kept.photos:
            return PhotoTable(board)
        learnt = kept.photos[-1].request.kind is PhotoKind.FIGURES
        ready = PhotoStage.READY if learnt else PhotoStage.FIGURES
        return PhotoTable(board, ready, list(kept.photos))

    def take(
        self, code: str, seat: str, kind: PhotoKind, photo: bytes, corners: tuple[NormalisedPoint, ...] = ()
    ) -> PhotoResult:
        """Take a photo that somebody at this seat has sent. Raise NotNow and NoSuchTable."""
        with self.lock:
            live = self.tables.live(code)
            known, seq, camera = self.at(code), live.table.seq, live.seen.observation
            if kind is PhotoKind.CHECK and live.table.phase is not TablePhase.PLAYING:
                raise NotNow(say("There is nothing to check before the game has begun."))
            training = TrainingPhoto(self._request(live, kind, corners), photo)
            answer = self._answer(known, training)
            if answer.trouble or answer.observation is None:
                if answer.trouble is None:
                    self._learnt(code, known, training.cut(answer), answer)
                return PhotoResult(known.stage, answer.trouble, answer.tap, wrong=answer.wrong)
        seen = observe_photo(self.tables, code, seat, seq, answer.observation, camera, answer.hint)
        return PhotoResult(known.stage, None if seen else MOVED_ON, seen=seen)

    def dice(self, code: str, seat: str, photo: bytes) -> PhotoResult:
        """Take a photo of the dice that this seat is asked for. Raise NotNow and NoSuchTable."""
        with self.lock:
            live = self.tables.live(code)
            dice, seq = die_requests(live, seat), live.table.seq
            if not dice:
                raise NotNow(say("Nobody asks you for dice now."))
            request = PhotoRequest(code, PhotoKind.DICE, {}, dice=dice)
            answer = self._answer(PhotoTable(""), TrainingPhoto(request, photo))
        if answer.trouble:
            return PhotoResult(PhotoStage.READY, answer.trouble)
        if not can_be_answered(answer.dice):
            return PhotoResult(PhotoStage.READY, DOUBTFUL)
        offered = offer(self.tables, code, seat, seq, answer.dice, photo=True)
        return PhotoResult(PhotoStage.READY, None if offered else MOVED_ON)

    def accept(self, code: str) -> PhotoResult:
        """Accept the places that read otherwise: a player has looked, and all is as it should be. Raise NotNow."""
        with self.lock:
            known = self.at(code)
            if known.open is None:
                raise NotNow(say("First take a photo of the figures as they are."))
            training = TrainingPhoto(replace(known.open.request, answered=True, record=""), known.open.photo)
            answer = self._answer(known, training)
            if answer.trouble is None:
                self._learnt(code, known, training.cut(answer), answer)
            return PhotoResult(known.stage, answer.trouble)

    def forget(self, code: str) -> None:
        """Begin this table again."""
        self._known.pop(code, None)
        shelf.forget(self.tables.log, code)

    def _request(self, live: LoadedTable, kind: PhotoKind, corners: tuple[NormalisedPoint, ...]) -> PhotoRequest:
        layout, expected = board_of(live.game, live.table), expected_at(live.game, live.table)
        if layout is None or expected is None:
            raise NotNow(say("Here the box does not follow the figures: choose the level Whole board."))
        board, rules = board_file.to_json(layout), figure_rules_of(live.game)
        return PhotoRequest(live.table.code, kind, board, rules, expected, corners, record=self.recording())

    def _answer(self, known: PhotoTable, training: TrainingPhoto) -> PhotoAnswer:
        """Ask the program, which first learns again what an earlier run of it knew."""
        try:
            run = self.reader.wake()
            if known.training and known.taught != run:
                for earlier in known.training:
                    self.reader.ask(replace(earlier.request, record=""), earlier.photo)
            known.taught = run
            return self.reader.ask(training.request, training.photo)
        except ReaderSlow:
            logger.warning("a photo was not read", exc_info=True)
            return PhotoAnswer(say("This photo could not be read: it took too long. Take another one."))
        except ReaderGone:
            logger.exception("the program that reads photos died of one")
            return PhotoAnswer(STUMBLED)

    def _remember(self, code: str, known: PhotoTable) -> None:
        self._known.pop(code, None)
        self._known[code] = known
        while len(self._known) > MAX_TABLES:
            self._known.pop(next(iter(self._known)), None)

    def _learnt(self, code: str, known: PhotoTable, training: TrainingPhoto, answer: PhotoAnswer) -> None:
        """Go to the next step of the set-up."""
        known.wrong = answer.wrong
        if answer.wrong:
            known.open, known.stage = training, PhotoStage.MISMATCH
            return
        if training.request.kind is PhotoKind.EMPTY:
            known.training, known.stage = [training], PhotoStage.FIGURES
        else:
            empty = [one for one in known.training if one.request.kind is PhotoKind.EMPTY]
            known.training, known.stage = [*empty, training], PhotoStage.READY
        known.open = None
        shelf.keep(self.tables.log, code, known.board, known.training, self.tables.clock())
