"""The box's end of the camera: what it last said, what it is wanted for, and the one picture somebody looks at.

All of it is in memory and goes with the box; only the code of the table it serves is kept, so that a box that was
switched off in the middle of a game goes on by itself.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.app.camera_judgement import forget, look, see, turned_over
from companion.app.demo_board import BARE, DrawnTable
from companion.app.tables import NoSuchTable, Tables
from companion.boards import board_file
from companion.boards.camera_messages import Ask, Orders, Report, Show, Spot, Stage
from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.core.plugin import board_of
from companion.store.log import Log
from companion.store.settings import keep, kept_secret, setting

DEMO = "demo"
LOOKING = (Stage.WATCHING, Stage.LOST, Stage.NO_PICTURE)
"""while it is being set up it has nothing to say about the game"""
QUIET_SECONDS = 3.0
"""a camera that says nothing for so long is gone"""
LEARNING_SECONDS = 30.0
"""it may be silent longer while it does what it was asked: learning takes seconds on a small machine"""
LOOK_SECONDS = 4.0
"""how long after the last look somebody still looks"""


@dataclass
class CameraSession:
    """One camera, or none: ``source`` is what the box was started with, ``key`` what the camera must know."""

    tables: Tables
    source: str = ""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    clock: Callable[[], float] = time.monotonic
    report: Report | None = None
    table: str = ""
    asked: Ask = Ask.NOTHING
    number: int = 0
    corners: tuple[Spot, ...] = ()
    picture: bytes = b""
    drawn: DrawnTable | None = None
    sighting: Observation | None = None

    def __post_init__(self) -> None:
        self.lock = threading.RLock()
        self.table = setting(self.tables.log, "camera_table")
        self.drawn = DrawnTable(self.clock) if self.source == DEMO else None
        self._revision = int(time.time())  # a camera that outlives the box must not take new orders for old ones
        self._which = ("", "", "")
        self._heard = self._looked = self._steered = -1e9
        self._show = Show.NOTHING
        self._record, self._recording = "", -1e9

    # --- what is known ------------------------------------------------------------------------

    @property
    def there(self) -> bool:
        """Whether a camera is at work."""
        patience = LEARNING_SECONDS if self.busy else QUIET_SECONDS
        return self.report is not None and self.clock() - self._heard < patience

    @property
    def expected(self) -> bool:
        """Whether this box has a camera at all, at work or not."""
        return bool(self.source) or self.there

    @property
    def busy(self) -> bool:
        """Whether something that was asked of the camera has not been done."""
        return self.report is not None and self.number > self.report.done

    def stage(self, code: str) -> Stage:
        """How far the camera is with this table."""
        if self.report is None or not self.there:
            return Stage.NO_PICTURE
        if self.table != code or self.report.known != self._revision:
            return Stage.IDLE
        return self.report.stage

    def steered(self, seconds: float) -> bool:
        """Whether somebody has asked for something within so many seconds."""
        return self.clock() - self._steered < seconds

    # --- what people want ---------------------------------------------------------------------

    def serve(self, code: str) -> None:
        """The camera looks at this table from now on ("": at none)."""
        with self.lock:
            if code != self.table:
                if self.table:
                    with suppress(NoSuchTable):
                        forget(self.tables, self.table)
                self.table, self.asked, self.picture = code, Ask.NOTHING, b""
                keep(self.tables.log, "camera_table", code)

    def ask(self, what: Ask, corners: tuple[Spot, ...] = (), by_hand: bool = True) -> None:
        """Asks the camera for something once; ``by_hand``: somebody has pressed a button for it."""
        with self.lock:
            self.asked, self.corners, self.number = what, corners, self.number + 1
            self._steered = self.clock() if by_hand else self._steered
            if self.drawn and what is Ask.EMPTY:
                self.drawn.clear()
            elif self.drawn and what in (Ask.START, Ask.AGAIN):
                self.drawn.set_up(self._expected() or BARE)

    def look(self, show: Show) -> bytes:
        """The latest picture (empty: none yet); as long as somebody looks, new ones come."""
        self._show, self._looked = show, self.clock()
        return self.picture

    def record(self, folder: str) -> int:
        """Confirmed pictures are kept in this folder as long as that is asked again every few seconds; how many."""
        self._record, self._recording = folder, self.clock()
        return self.report.recorded if self.report else 0

    # --- what the camera says -----------------------------------------------------------------

    def take(self, report: Report) -> Observation | None:
        """Keeps the report and returns the sighting that is new in it; one of a camera that was replaced is nothing."""
        with self.lock:
            if self.retired(report):
                return None
            self.report, self._heard = report, self.clock()
            self.number = max(self.number, report.done)  # it was asked before this box started
            if self.table:
                with suppress(NoSuchTable):
                    self._pass_on(report)
            return report.seen if report.known == self._revision else None

    def _pass_on(self, report: Report) -> None:
        """The table hears how well it is being looked at."""
        if report.known != self._revision or report.stage not in LOOKING:
            forget(self.tables, self.table)
            return
        watching = report.stage is Stage.WATCHING
        sight = (
            report.reading.status
            if watching and report.reading
            else ObservationStatus.OK
            if watching
            else ObservationStatus.NO_BOARD
        )
        look(self.tables, self.table, sight)
        turned_over(self.tables, self.table, report.stickers)

    def seen(self, sighting: Observation) -> None:
        """A new steady sighting of the table it serves."""
        self.sighting = sighting
        see(self.tables, self.table, sighting)

    def retired(self, report: Report) -> bool:
        """Whether a newer camera has taken over from the one that reports."""
        return self.report is not None and self.there and report.started < self.report.started

    def orders(self, report: Report) -> Orders:
        """What the camera that just reported is to do."""
        with self.lock:
            if self.retired(report):
                return Orders(retire=True)
            layout, expected = self._board(), self._expected()
            if self.drawn:
                self.drawn.follow(expected)
            show = self._show if self.clock() - self._looked < LOOK_SECONDS else Show.NOTHING
            return Orders(
                revision=self._revision,
                table=self.table if layout else "",
                board=board_file.to_json(layout) if layout and report.known != self._revision else None,
                expected=expected,
                ask=self.asked if self.number > report.done else Ask.NOTHING,
                number=self.number,
                corners=self.corners,
                show=show,
                marks=self._marks() if show is Show.DRAWN else {},
                drawn=self.drawn.shown() if self.drawn else None,
                record=self._record if self.clock() - self._recording < LOOK_SECONDS else "",
                moment=self._moment(),
            )

    def _marks(self) -> dict[str, str]:
        """The letters of the seats, by the kinds of their figures."""
        if not self.table:
            return {}
        live = self.tables.live(self.table)
        marks = {row.seat: row.mark for row in live.game.players(live.table, None)}
        return {kind: marks[seat] for kind, seat in live.game.whose(live.table).items()}

    def _moment(self) -> dict[str, Any]:
        """Whose turn it is, by the region of the board that is his, and the dice, as every screen shows them."""
        if not self.table:
            return {}
        live = self.tables.live(self.table)
        page = live.game.page(live.table, None)
        active = [row.seat for row in live.game.players(live.table, None) if row.active]
        regions = page.board.regions if page.board else {}
        seat = next((region for region, owner in regions.items() if owner in active[:1]), "")
        turn = sum(1 for record in live.records if live.game.turn_over(record.event))
        return {"seat": seat, "turn": turn, "dice": [list(die) for die in page.dice]}

    def _board(self) -> Layout | None:
        """The board of the table; another one than before makes another revision."""
        layout, which = None, ("", "", "")
        if self.table:
            try:
                live = self.tables.live(self.table)
                layout = board_of(live.game, live.table)
                which = (self.table, live.table.edition, live.table.board)
            except NoSuchTable:
                self.table = ""
        if which != self._which:
            self._which = which
            self._revision += 1
        return layout

    def _expected(self) -> Observation | None:
        if not self.table:
            return None
        live = self.tables.live(self.table)
        return live.game.sighted(live.table)


def camera_key(log: Log) -> str:
    """What a camera of this box must know."""
    return kept_secret(log, "camera_key")
