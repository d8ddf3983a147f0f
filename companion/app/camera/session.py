"""The box's end of the camera: its last report, its orders, and the latest picture.

All of it is in memory only, but for the code of the table that the camera serves: a box that was switched off in the
middle of a game goes on by itself.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.app.camera.demo_board import BARE, DemoBoard
from companion.app.camera.dice import RequestedDice, offer
from companion.app.camera.judgement import forget, observe, set_stickers, set_visibility
from companion.app.camera.phone import PhoneCamera
from companion.app.camera.table_facts import figure_labels, recording_metadata
from companion.app.loaded_table import LoadedTable
from companion.app.loaded_tables import NoSuchTable
from companion.app.tables import Tables
from companion.boards import board_file
from companion.boards.camera_messages import PHONE, STUMBLED, Ask, NormalisedPoint, Orders, Report, Show, Stage
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.lookups import board_of, expected_at, figure_rules_of, marked_table_of
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation, ObservationStatus
from companion.store.log import Log
from companion.store.settings import keep, kept_secret, setting

logger = logging.getLogger(__name__)

DEMO = "demo"
LOOKING = (Stage.WATCHING, Stage.LOST, Stage.NO_PICTURE)
"""while it is being set up it has nothing to say about the game"""
QUIET_SECONDS = 3.0
"""a camera that says nothing for so long is gone"""
LEARNING_SECONDS = 30.0
"""it may be silent longer while it does what it was asked: learning takes seconds on a small machine"""
LOOK_SECONDS = 4.0
"""how long after a request for pictures new ones are still wanted"""


class WatchedTable(NamedTuple):
    """The table that the camera serves, as far as its orders depend on it; by default there is none."""

    code: str = ""
    edition: str = ""
    board: str = ""
    marked: MarkedTable | None = None


@dataclass
class CameraSession:
    """The state of one camera, or none: ``source`` is what the box was started with, ``key`` the camera's secret."""

    tables: Tables
    source: str = ""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    clock: Callable[[], float] = time.monotonic
    report: Report | None = None
    table: str = ""
    asked: Ask = Ask.NOTHING
    number: int = 0
    corners: tuple[NormalisedPoint, ...] = ()
    picture: bytes = b""
    demo_board: DemoBoard | None = None
    observation: Observation | None = None
    start_reader: Callable[[], None] | None = None
    """starts what reads a phone's pictures; None: no phone can be the camera of this box"""

    def __post_init__(self) -> None:
        self.lock = threading.RLock()
        self.table = setting(self.tables.log, "camera_table")
        self.phone = PhoneCamera(self.tables.log, self.clock)
        self.demo_board = DemoBoard(self.clock) if self.source == DEMO else None
        self._revision = int(time.time())  # a camera that outlives the box must not take new orders for old ones
        self._watched = WatchedTable()
        self._layout: Layout | None = None
        self._marked: MarkedTable | None = None
        self._reported_at = self._viewed_at = self._operated_at = -1e9
        self._show = Show.NOTHING
        self._record, self._recorded_at = "", -1e9
        self._dice = RequestedDice()

    # --- what is known ------------------------------------------------------------------------

    @property
    def there(self) -> bool:
        """Return whether a camera is at work; the reader of a phone's pictures is none while no phone is invited."""
        patience = LEARNING_SECONDS if self.busy else QUIET_SECONDS
        if self.report is None or (self.report.source == PHONE and not self.phone.key):
            return False
        return self.clock() - self._reported_at < patience

    @property
    def expected(self) -> bool:
        """Return whether this box has a camera at all, at work or not."""
        return bool(self.source or self.phone.key) or self.there

    @property
    def offers_phone(self) -> bool:
        """Return whether a phone can be the camera: nothing else is, and the box can read its pictures."""
        return self.start_reader is not None and (not self.there or bool(self.phone.key))

    @property
    def busy(self) -> bool:
        """Return whether something that was asked of the camera has not been done."""
        return self.report is not None and self.number > self.report.done

    def stage(self, code: str) -> Stage:
        """Return the stage of the camera at this table."""
        if self.report is None or not self.there:
            return Stage.NO_PICTURE
        if self.table != code or self.report.known != self._revision:
            return Stage.IDLE
        return self.report.stage

    def operated(self, seconds: float) -> bool:
        """Return whether somebody has asked for something within so many seconds."""
        return self.clock() - self._operated_at < seconds

    # --- what people want ---------------------------------------------------------------------

    def serve(self, code: str) -> None:
        """Point the camera at this table from now on ("": at none)."""
        with self.lock:
            if code != self.table:
                if self.table:
                    self._quietly(lambda: forget(self.tables, self.table))
                self.phone.dismiss()
                self.table, self.asked, self.picture = code, Ask.NOTHING, b""
                keep(self.tables.log, "camera_table", code)

    def invite_phone(self, code: str) -> None:
        """Let a phone watch the board of this table from now on."""
        with self.lock:
            self.serve(code)
            self.phone.invite()
            if self.start_reader:
                self.start_reader()

    def ask(self, what: Ask, corners: tuple[NormalisedPoint, ...] = (), by_hand: bool = True) -> None:
        """Ask the camera for something once; ``by_hand``: somebody has pressed a button for it."""
        with self.lock:
            self.asked, self.corners, self.number = what, corners, self.number + 1
            self._operated_at = self.clock() if by_hand else self._operated_at
            if self.demo_board and what is Ask.EMPTY:
                self.demo_board.clear()
            elif self.demo_board and what in (Ask.START, Ask.AGAIN):
                self.demo_board.set_up(self._expected() or BARE)

    def latest_picture(self, show: Show) -> bytes:
        """Return the latest picture (empty: none yet); as long as somebody asks for it, new ones come."""
        self._show, self._viewed_at = show, self.clock()
        return self.picture

    def record(self, folder: str) -> int:
        """Keep confirmed pictures in this folder while asked again every few seconds; return how many were kept."""
        self._record, self._recorded_at = folder, self.clock()
        return self.report.recorded if self.report else 0

    @property
    def without_board(self) -> bool:
        """Return whether the table that it serves is watched by printed markers."""
        return self._marked is not None

    @property
    def recording(self) -> str:
        """Return the folder in which pictures are to be kept now ("": in none)."""
        return self._record if self.clock() - self._recorded_at < LOOK_SECONDS else ""

    # --- what the camera says -----------------------------------------------------------------

    def receive(self, report: Report) -> Observation | None:
        """Keep the report and return the new observation in it; nothing of a camera that was replaced."""
        with self.lock:
            if self.retired(report):
                return None
            self._log_changes(report)
            self.report, self._reported_at = report, self.clock()
            self.number = max(self.number, report.done)  # it was asked before this box started
            if self.table:
                self._quietly(lambda: self._publish_visibility(report))
                self._quietly(lambda: self._offer_dice(report))
            return report.observation if report.known == self._revision else None

    def _log_changes(self, report: Report) -> None:
        """Log one line for another camera or another stage of it."""
        if self.report is None or not self.there or report.started != self.report.started:
            logger.info("camera %s reports, stage %s", report.source, report.stage)
        elif report.stage is not self.report.stage:
            logger.info("camera %s at table %s: %s", report.source, self.table or "-", report.stage)
        if _status(report) is ObservationStatus.COVERED and _status(self.report) is not ObservationStatus.COVERED:
            logger.debug("camera %s at table %s: covered", report.source, self.table or "-")

    def _quietly(self, change: Callable[[], None]) -> None:
        """Make a change at the table, if it is still there."""
        try:
            change()
        except NoSuchTable:
            logger.debug("camera: table %s is not there any more", self.table, exc_info=True)

    def _publish_visibility(self, report: Report) -> None:
        """Tell the table how well the camera sees it."""
        if report.known != self._revision or report.stage not in LOOKING:
            forget(self.tables, self.table)
            return
        set_visibility(self.tables, self.table, _status(report))
        set_stickers(self.tables, self.table, report.stickers)

    def _offer_dice(self, report: Report) -> None:
        """Offer the dice that lie still before the camera to the seat that is asked for them."""
        live = self._live()
        if live and report.dice and report.roll == live.table.seq and report.known == self._revision:
            offer(self.tables, self.table, self._dice.at(live).seat, report.roll, report.dice, photo=False)

    def observe(self, observation: Observation) -> None:
        """Hand a new steady observation to the table that the camera serves."""
        if self.table:
            self.observation = observation
            observe(self.tables, self.table, observation)

    def retired(self, report: Report) -> bool:
        """Return whether a newer camera has taken over from the one that reports."""
        return self.report is not None and self.there and report.started < self.report.started

    def orders(self, report: Report) -> Orders:
        """Return the orders for the camera that just reported."""
        with self.lock:
            if self.retired(report):
                return Orders(retire=True)
            layout, marked = self._board_or_markers()
            live, expected = self._live(), self._expected()
            if self.demo_board:
                self.demo_board.follow(expected)
            show = self._show if self.clock() - self._viewed_at < LOOK_SECONDS else Show.NOTHING
            unknown = report.known != self._revision
            record = self.recording
            return Orders(
                revision=self._revision,
                table=self.table if layout or marked else "",
                board=board_file.to_json(layout) if layout and unknown else None,
                expected=expected,
                ask=self.asked if self.number > report.done else Ask.NOTHING,
                number=self.number,
                corners=self.corners,
                show=show,
                marks=figure_labels(live) if live and show is Show.DRAWN else {},
                drawn=self.demo_board.shown() if self.demo_board else None,
                record=record,
                moment=recording_metadata(live) if live and record else {},
                rules=(figure_rules_of(live.game) if live else FigureRules()) if unknown else None,
                marked=marked if unknown else None,
                dice=self._dice.at(live).dice if live else (),
                roll=live.table.seq if live else 0,
                frame=self.phone.frame,
            )

    def _board_or_markers(self) -> tuple[Layout | None, MarkedTable | None]:
        """Return the board of the table, or its printed markers; a change of either begins a new revision."""
        live, watched = self._live(), WatchedTable()
        if live:
            table = live.table
            watched = WatchedTable(table.code, table.edition, table.board, marked_table_of(live.game, table))
        if watched != self._watched:
            self._watched = watched
            self._revision += 1
            self._layout = board_of(live.game, live.table) if live else None
            self._marked = watched.marked
        return self._layout, self._marked

    def _live(self) -> LoadedTable | None:
        """Return the table it serves; None where there is none, or not any more."""
        try:
            return self.tables.live(self.table) if self.table else None
        except NoSuchTable:
            logger.warning("camera: table %s is not there any more", self.table, exc_info=True)
            self.table = ""
            return None

    def _expected(self) -> Observation | None:
        live = self._live()
        return expected_at(live.game, live.table) if live else None


def _status(report: Report | None) -> ObservationStatus:
    """Return how well the report says the board is seen."""
    if report is None or report.stage is not Stage.WATCHING:
        return ObservationStatus.NO_BOARD
    if report.trouble == STUMBLED:
        return ObservationStatus.FAILED
    return report.reading.status if report.reading else ObservationStatus.OK


def camera_key(log: Log) -> str:
    """Return the key that a camera of this box must know."""
    return kept_secret(log, "camera_key")
