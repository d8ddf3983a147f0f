"""From pictures to a report: finding the board, learning it, watching it, one picture after the other.

A table without a board is watched by its printed markers: nothing is set up, they are looked for at once.
It holds no clock, file handle or connection: orders and pictures go in, ``report`` says what has come of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.boards import board_file
from companion.boards.camera_messages import STUMBLED, Ask, NormalisedPoint, Orders, Report, Stage
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import Text, say
from vision.capture.recording import MarkedRecording, Recording
from vision.errors import VisionTrouble
from vision.geometry import calibration
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.calibration import Calibration
from vision.geometry.camera_pose import PHONE, WEBCAM, CameraPose, Lens
from vision.geometry.sheet import sheet_corners
from vision.inference.marked_recogniser import MarkedRecogniser
from vision.inference.recogniser import Recogniser
from vision.localisation.board_detection import find_board, pose_from_corners, valid_picture
from vision.runtime.dice_watch import DiceWatch
from vision.runtime.overlay import draw_marks, draw_overlay
from vision.runtime.temporal_filter import MARKERS, TOO_BRIGHT, TemporalFilter

logger = logging.getLogger(__name__)

CLEAR = (ObservationStatus.OK, ObservationStatus.UNCLEAR)
"""statuses of observations that are reported: a board under a hand says nothing new"""

Learn = Callable[[Layout, Observation, Picture | None, Picture, Points | None, FigureRules, Lens], TemporalFilter]
"""layout, how the figures stand, the empty board if a picture shows it, the board with the figures, its corners if they
were tapped in the first of these, what the game says of its figures, the lens -> the filter
over the reader; raises VisionTrouble"""


def learn_board(
    layout: Layout,
    start: Observation,
    empty: Picture | None,
    first: Picture,
    corners: Points | None,
    rules: FigureRules,
    lens: Lens,
) -> TemporalFilter:
    """Return a filter over a reader that has learnt the board; see ``Learn``."""
    reader = Recogniser.learn(layout, start, empty, first, corners, rules, lens)
    return TemporalFilter(reader, sent=lens is PHONE)


@dataclass
class Pipeline:
    """Pipeline from pictures to reports.

    ``file`` is where the set-up is kept for the next evening, if anywhere; ``lens``: what is known of the camera's.
    ``marked`` watches a table without a board, and then there is no ``layout``.
    """

    learn: Learn = learn_board
    file: Path | None = None
    lens: Lens = WEBCAM
    stage: Stage = Stage.IDLE
    layout: Layout | None = None
    rules: FigureRules = field(default_factory=FigureRules)
    revision: int = 0
    done: int = 0
    trouble: Text | None = None
    board_pose: BoardPose | None = None
    watcher: TemporalFilter | None = None
    marked: MarkedTable | None = None
    wrong: tuple[str, ...] = ()
    size: tuple[int, int] = (0, 0)
    unsent: Observation | None = None
    """a new observation that the box has not heard of"""

    def __post_init__(self) -> None:
        self._empty: Picture | None = None
        self._first: BoardPose | None = None
        """where the board lay in the picture of the empty board"""
        self._corners: Points | None = None
        self._last_reported: Observation | None = None
        self._todo: Orders | None = None
        self._hung: tuple[BoardPose | None, tuple[float, float]] = None, (0.0, 0.0)
        self._orders = Orders()
        self.dice = DiceWatch()
        self.recording: Recording | MarkedRecording | None = None

    def apply_orders(self, orders: Orders) -> None:
        """Follow these orders of the box from now on."""
        if orders.marked is not None:
            self._begin(None, orders.revision)
            self.marked = orders.marked
            self._watch_marks()
        elif not orders.table:
            self._begin(None, orders.revision)
        elif orders.board is not None:
            self.rules = orders.rules or FigureRules()
            self._begin(board_file.from_json(dict(orders.board)), orders.revision)
        if self.watcher is not None and orders.expected is not None and orders.expected != self._orders.expected:
            self.watcher.reader.confirm(orders.expected)
        self._orders = orders
        self.dice.want(orders.dice, orders.roll)
        if not orders.record or orders.marked is not None:
            self.recording = None
        if orders.ask is not Ask.NOTHING and orders.number > self.done:
            self._todo = orders

    def _begin(self, layout: Layout | None, revision: int) -> None:
        """Begin with another table, or none; a set-up of this board from another evening is tried at once."""
        if layout is None and self.stage is Stage.IDLE:
            self.revision = revision
            return
        self.layout, self.revision = layout, revision
        self.stage = Stage.SEARCHING if layout else Stage.IDLE
        self.trouble = self.board_pose = self.watcher = self.marked = None
        self.wrong = ()
        self._empty = self._corners = self._last_reported = self._todo = self.unsent = None
        kept = calibration.load(self.file, layout) if layout else None
        if kept:
            self._empty, self._corners, self.stage = kept.empty, kept.corners, self._unlearnt(kept.empty)
            self._todo = Orders(number=self.done)

    def see(self, picture: Picture) -> None:
        """Read one more picture; its defect becomes the report's trouble."""
        try:
            picture = valid_picture(picture)
            self.size = (picture.shape[1], picture.shape[0])
            self._look(picture)
            self.dice.see(picture)
        except VisionTrouble as trouble:
            logger.debug("a picture did not help", exc_info=True)
            self.failed(trouble)
        except Exception:
            logger.exception("a picture at which the pipeline stumbled")
            self.trouble = STUMBLED

    def failed(self, trouble: VisionTrouble) -> None:
        """Note that there is no picture, or that it does not help."""
        self.trouble = trouble.text

    def _look(self, picture: Picture) -> None:
        todo, self._todo = self._todo, None
        if self.layout is not None and (todo is not None or self.watcher is None):
            self._look_at_board(picture, self.layout, todo)
            return
        if self.marked is not None and todo is not None:  # looking again, bumped or not, is beginning anew
            self.done = todo.number
            self._watch_marks()
        if self.watcher is not None:
            self._watch(picture, self.watcher)

    def _look_at_board(self, picture: Picture, layout: Layout, todo: Orders | None) -> None:
        if todo is not None:
            self.trouble = None
            try:
                self._do(todo, picture, layout)
            finally:
                self.done = max(self.done, todo.number)
        elif self.stage in (Stage.SEARCHING, Stage.FOUND) and self._corners is None:
            self.board_pose, self.stage = None, Stage.SEARCHING
            self.board_pose = find_board(picture, layout)
            self.stage, self.trouble = Stage.FOUND, None

    def _watch_marks(self) -> None:
        assert self.marked is not None
        self.watcher, self.stage = TemporalFilter(MarkedRecogniser(self.marked), MARKERS), Stage.SEARCHING

    def _watch(self, picture: Picture, watcher: TemporalFilter) -> None:
        observation = watcher.see(picture)
        self._tell(watcher.state, observation)
        if watcher.reading is not None:
            lost = watcher.reading.observation.status is ObservationStatus.NO_BOARD
            searching = self.stage is Stage.SEARCHING
            self.stage = Stage.WATCHING if not lost else Stage.SEARCHING if searching else Stage.LOST
            self.board_pose = None if lost else watcher.reader.board_pose
        if observation is not None and observation.status is not ObservationStatus.NO_BOARD:
            self._record(picture, observation)

    def _tell(self, state: Text, observation: Observation | None) -> None:
        """Note the news for the box.

        There is no trouble in watching but a defect, which stays until something is read again.
        """
        failing = state == STUMBLED or (self.trouble == STUMBLED and observation is None)
        self.trouble = STUMBLED if failing else None
        if observation is not None and observation.status in CLEAR and observation != self._last_reported:
            self._last_reported = self.unsent = observation

    def _record(self, picture: Picture, seen: Observation) -> None:
        """Keep the picture if somebody has asked for a recording and the table confirms what is seen in it."""
        orders, pose = self._orders, self.board_pose
        if not orders.record:
            return
        folder = Path(orders.record)
        same = self.recording is not None and self.recording.folder == folder
        if self.marked is not None:
            self.recording = self.recording if same else MarkedRecording(folder, self.marked)
            assert isinstance(self.recording, MarkedRecording)
            self.recording.see(picture, seen, orders.expected, orders.moment)
        elif self._empty is not None and self.layout is not None and pose is not None and orders.expected is not None:
            given = self.layout, self._empty, self._first or pose, self._corners is None, self.rules
            self.recording = self.recording if same else Recording(folder, *given)
            assert isinstance(self.recording, Recording)
            self.recording.see(picture, pose, seen, orders.expected, orders.moment)

    def _do(self, todo: Orders, picture: Picture, layout: Layout) -> None:
        match todo.ask:
            case Ask.NOTHING:  # nobody asked: what was kept is tried, and perhaps the figures are still in their box
                try:
                    self._learn(picture, layout, frozenset())
                finally:
                    if self.stage is not Stage.WATCHING:
                        self.stage, self.wrong = self._unlearnt(self._empty), ()
                        self._corners = None if self._empty is None else self._corners
            case Ask.FIND:
                self._forget()
            case Ask.CORNERS:
                self._forget()
                corners = self._pixels(todo.corners)
                self.board_pose, self._corners = pose_from_corners(self.size, layout, corners), corners
                self.stage = Stage.FOUND
            case Ask.EMPTY:
                self._take_empty(picture, layout)
            case Ask.START | Ask.AGAIN:
                self._learn(picture, layout, frozenset())
            case Ask.ACCEPT:
                self._learn(picture, layout, frozenset(self.wrong))

    @staticmethod
    def _unlearnt(empty: Picture | None) -> Stage:
        """Return how far it is when the figures have not been learnt."""
        return Stage.SEARCHING if empty is None else Stage.READY

    def _forget(self) -> None:
        self.watcher = self.board_pose = self._corners = self._empty = None
        self.stage, self.wrong = Stage.SEARCHING, ()

    def _take_empty(self, picture: Picture, layout: Layout) -> None:
        self.watcher, self.wrong = None, ()
        if self._corners is None:
            self.stage = Stage.SEARCHING
            self.board_pose = find_board(picture, layout)
        self._empty, self._first, self.stage = picture.copy(), self.board_pose, Stage.READY
        self._keep(layout)

    def _keep(self, layout: Layout) -> None:
        if self.file is None:
            return
        try:
            Calibration(layout, self._empty, self._corners).save(self.file)
        except OSError as error:
            logger.warning("the set-up cannot be kept", exc_info=True)
            self.trouble = say(
                "The set-up works, but cannot be kept for next time: %(reason)s.", reason=error.strerror or str(error)
            )

    def _learn(self, picture: Picture, layout: Layout, answered: frozenset[str]) -> None:
        """Watch from now on, if all reads as it should but for what people have looked at and answered for."""
        if self._orders.expected is None:
            self.trouble = say("Here the box does not follow the figures: choose the level Whole board.")
            return
        watcher = self.learn(layout, self._orders.expected, self._empty, picture, self._corners, self.rules, self.lens)
        self.board_pose, self._last_reported, wrong = watcher.reader.board_pose, None, watcher.reader.mismatches
        if answered.issuperset(wrong):
            self.watcher, self.stage, self.wrong = watcher, Stage.WATCHING, wrong
            if self._empty is None:
                self._keep(layout)
            return
        self.watcher, self.stage, self.wrong = None, Stage.MISMATCH, tuple(sorted(answered.union(wrong)))
        if watcher.reader.too_bright:
            self.trouble = TOO_BRIGHT
        elif answered:
            self.trouble = say("There are more places now that the camera cannot read. Look at all that are red.")

    def _pixels(self, corners: tuple[NormalisedPoint, ...]) -> Points:
        return np.array(corners, np.float64).reshape(-1, 2) * self.size - 0.5

    def drawn(self, picture: Picture, words: Mapping[str, str]) -> Picture:
        """Return the picture with what is believed drawn over it.

        ``words`` are the letters of the figures' owners by kind.
        """
        if self.watcher and isinstance(self.watcher.reader, MarkedRecogniser):
            return draw_marks(picture, self.watcher.reader, words)
        if self.board_pose is None or self.layout is None:
            return picture
        reading = self.watcher.reading.observation if self.watcher and self.watcher.reading else None
        lit = self.wrong if self.stage is Stage.MISMATCH else ()
        return draw_overlay(picture, self.layout, self.board_pose, reading, lit, words, self.rules.dots)

    def report(self, started: float, source: str, rate: float, missing: bool) -> Report:
        """Return how things stand; ``missing``: there is no picture now."""
        watcher, reading = self.watcher, self.watcher.reading if self.watcher else None
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
            outline=self._outline(),
            spots=self._spots(),
            hangs=self._hangs(),
            reading=reading.observation if reading else None,
            observation=self.unsent,
            confidence={cell: round(sure, 3) for cell, sure in reading.confidence.items()} if reading else {},
            wrong=self.wrong,
            stickers=tuple(map(str, reading.stickers)) if reading else (),
            recorded=len(self.recording.files.truth) if self.recording else 0,
            dice=self.dice.dice,
            roll=self.dice.roll,
        )

    def _hangs(self) -> tuple[float, float] | None:
        """Return degrees off the vertical and metres above the sheet, anew where the board lies elsewhere."""
        pose, (known, hangs) = self.board_pose, self._hung
        if pose is None or self.layout is None:
            return None
        if pose is not known:
            camera = CameraPose.of(pose, self.layout, self.lens)
            hangs = round(camera.tilt), round(camera.height / 1000, 1)
            self._hung = pose, hangs
        return hangs

    def _spots(self) -> Mapping[str, NormalisedPoint]:
        """Return where the cells are in the picture of a phone, which draws over it what is seen."""
        if self.board_pose is None or self.layout is None or self.lens is WEBCAM:
            return {}
        cells = tuple(self.layout.by_id)
        where = self.board_pose.pixels(np.array([self.layout.centre(cell) for cell in cells], np.float64))
        places = ((where + 0.5) / self.board_pose.size).round(4).tolist()
        return {cell: (x, y) for cell, (x, y) in zip(cells, places, strict=True)}

    def _outline(self) -> tuple[NormalisedPoint, ...]:
        if self.board_pose is None or self.layout is None:
            return ()
        pixels = self.board_pose.pixels(np.array(sheet_corners(self.layout), np.float64))
        return tuple((round(float(x), 4), round(float(y), 4)) for x, y in (pixels + 0.5) / self.board_pose.size)
