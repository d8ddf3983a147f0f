"""From pictures to a report, at a table without a board: nothing is set up, the markers are looked for at once.

It is to ``Process`` what ``vision.runtime.pipeline.Pipeline`` is, and takes over when the box orders ``marked``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.boards.camera_messages import Ask, Orders, Report, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import Text
from vision.capture.marked_recording import MarkedRecording
from vision.geometry.board_pose import Picture
from vision.runtime.line import Line
from vision.runtime.marked_filter import MarkedFilter
from vision.runtime.marked_overlay import draw_marks


@dataclass
class MarkedPipeline(Line):
    """See ``Line``."""

    stage: Stage = Stage.IDLE
    revision: int = 0
    done: int = 0
    trouble: Text | None = None
    watcher: MarkedFilter | None = None
    size: tuple[int, int] = (0, 0)
    unsent: Observation | None = None

    def __post_init__(self) -> None:
        self._told: Observation | None = None
        self._orders = Orders()
        self.recording: MarkedRecording | None = None

    def apply_orders(self, orders: Orders) -> None:
        """What the box wants from now on; looking again, bumped or not, is beginning anew."""
        self._orders = orders
        if not orders.record or orders.marked is not None:
            self.recording = None
        if orders.marked is not None:
            self.watcher, self.stage, self.trouble = MarkedFilter(orders.marked), Stage.SEARCHING, None
            self.revision, self._told, self.unsent = orders.revision, None, None
        elif not orders.table:
            self.watcher, self.stage, self.revision = None, Stage.IDLE, orders.revision
        if orders.number > self.done:
            self.done = orders.number
            if orders.ask in (Ask.FIND, Ask.AGAIN) and self.watcher is not None:
                self.watcher, self.stage = MarkedFilter(self.watcher.reader.table), Stage.SEARCHING

    def _look(self, picture: Picture) -> None:
        if self.watcher is not None:
            self._watch(picture, self.watcher)

    def _watch(self, picture: Picture, watcher: MarkedFilter) -> None:
        observation = watcher.see(picture)
        self._told_by(watcher.state, observation)
        if observation is None:
            return
        if observation.status is ObservationStatus.NO_BOARD:
            self.stage = Stage.SEARCHING if self.stage is Stage.SEARCHING else Stage.LOST
            return
        self.stage = Stage.WATCHING
        if observation != self._told:
            self._told = self.unsent = observation
        self._record(picture, watcher, observation)

    def _record(self, picture: Picture, watcher: MarkedFilter, seen: Observation) -> None:
        """Keeps the picture if somebody has asked for a recording and it shows something new."""
        orders = self._orders
        if not orders.record:
            return
        if self.recording is None or self.recording.folder != Path(orders.record):
            self.recording = MarkedRecording(Path(orders.record), watcher.reader.table)
        self.recording.see(picture, seen, orders.expected, orders.moment)

    def drawn(self, picture: Picture, words: Mapping[str, str]) -> Picture:
        """The picture with what is believed drawn over it."""
        return picture if self.watcher is None else draw_marks(picture, self.watcher.reader, words)

    def report(self, started: float, source: str, rate: float, missing: bool) -> Report:
        """How things stand; ``missing``: there is no picture now."""
        watcher = self.watcher
        return Report(
            started=started,
            source=source,
            stage=Stage.NO_PICTURE if missing else self.stage,
            known=self.revision,
            done=self.done,
            trouble=self.trouble,
            state=watcher.state if watcher else None,
            rate=round(rate, 1),
            size=self.size,
            reading=watcher.reading if watcher else None,
            observation=self.unsent,
            recorded=self.recording.frames if self.recording else 0,
        )
