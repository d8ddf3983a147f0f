"""The temporal filter: a motion gate, and one reading of the evidence of several steady frames together.

Both kinds of tables use it: the reader of a board, and that of printed markers on a table without one.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.camera_messages import STUMBLED
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import Text, say
from vision.errors import BadPicture, BoardNotFound
from vision.geometry.board_pose import BoardPose, Picture
from vision.inference.reading import Reading
from vision.localisation.board_detection import valid_picture

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tuning:
    """The motion gate. Defaults are the values in use."""

    steady: int = 3
    """Frames in a row that must look alike before they are read together."""
    moved: float = 9.0
    """Grey levels by which the mean of some pixels changes when something moves there."""
    edges: float = 0.25
    """How much of the contrast around such a mean it may change as well: a camera that trembles shifts every edge."""
    tremble: float = 0.02
    """The share of them that a camera which trembles may change while it looks; a hand changes more."""


TUNING = Tuning()

STEP = 4
"""the motion gate looks at every fourth pixel, and at the mean of 16 of those"""
WHITE = 250
"""grey level from which on a pixel tells nothing but that it is bright"""
MOST_LOGGED = 8
"""cells in doubt of which a line in the log says why"""

READING = say("Nothing moves: reading.")
TOO_BRIGHT = say("The picture is too bright: some spaces are only white. Dim the lamp, or lower the exposure.")
CUT_OFF = say("A part of the board is not in the picture: put the camera back.")


@dataclass(frozen=True)
class States:
    """The words for the state of a table.

    Something ``moves`` over it, it has been ``seen``, a part of it is ``hidden``, nothing of it is in the picture
    (``lost``), or a part is burnt out (``bright``) or not in the picture (``cut_off``).
    """

    moves: Text
    seen: Text
    hidden: Text
    lost: Text
    bright: Text = TOO_BRIGHT
    cut_off: Text = CUT_OFF

    def of(self, reading: Reading) -> Text:
        """Return what is said of a reading."""
        if reading.dazzled:
            return self.bright
        if reading.cut_off and reading.observation.status is ObservationStatus.OK:
            return self.cut_off
        counts = {ObservationStatus.OK: self.seen, ObservationStatus.NO_BOARD: self.lost}
        return counts.get(reading.observation.status, self.hidden)


BOARD = States(
    say("Something moves over the board: waiting."),
    say("The board has been read."),
    say("A hand or another thing is over the board: waiting."),
    say("The board is not in the picture: clear the view or put the camera back."),
)
MARKERS = States(
    say("Something moves over the table: waiting."),
    say("All markers have been read."),
    say("Some markers are hidden: what was there is still believed."),
    say("No marker of this table is to be seen: clear the view or put the camera back."),
)


class FrameReader(Protocol):
    """Reader of steady frames: ``Recogniser`` or ``MarkedRecogniser``."""

    mismatches: tuple[str, ...]
    too_bright: bool
    """whether the set-up was burnt out in places"""

    @property
    def board_pose(self) -> BoardPose | None:
        """Return where the board was last seen; None of a table without one."""

    def confirm(self, believed: Observation) -> None:
        """Learn what stands where."""

    def extract(self, picture: Picture, afresh: bool = False) -> Any:
        """Return what one frame says. Raise BadPicture and BoardNotFound."""

    def infer(self, *frames: Any) -> Reading:
        """Return what frames between which nothing has moved say together."""

    def nothing_seen(self, status: ObservationStatus = ObservationStatus.UNCLEAR) -> Observation:
        """Return what is said of a frame in which nothing can be seen."""

    def stumbled(self) -> None:
        """Report that a stage has raised what no stage should."""


class MotionGate:
    """Gate that says of each frame how much has moved since the last one."""

    def __init__(self) -> None:
        self._before: Picture | None = None

    def motion(self, picture: Picture) -> tuple[int, float]:
        """Return how many means have changed since the last frame, and their share; all if nothing compares."""
        now = _means(picture)
        before, self._before = self._before, now
        if before is None or now is None or before.shape != now.shape:
            return 1, 1.0
        neighbourhood = np.ones((3, 3), np.uint8)
        contrast = cv2.subtract(cv2.dilate(before, neighbourhood), cv2.erode(before, neighbourhood))
        trembles = TUNING.moved + TUNING.edges * contrast
        change = now - _exposed_as(now, before)
        found = (np.abs(change) > trembles) & ((change < 0) | (before < WHITE))
        moved = found[..., 0] | found[..., 1] | found[..., 2]  # a tenth of the time of ``any``
        return int(np.count_nonzero(moved)), float(moved.mean())


class TemporalFilter:
    """A filter from frames to steady observations.

    ``state`` says in a sentence what it does now, ``reading`` is that of the last steady frames, or of the last that
    showed nothing (None before there were any). ``sent``: a phone sends a picture only after something has moved, and
    it is read again until the next one; so another picture is news, however little differs in it.
    """

    def __init__(self, reader: FrameReader, states: States = BOARD, sent: bool = False) -> None:
        self.reader, self.states, self.sent = reader, states, sent
        self.state: Text = READING
        self.reading: Reading | None = None
        self._gate = MotionGate()
        self._frames: list[Any] = []
        self._steady: Observation | None = None
        self._afresh = False
        self._seen: Picture | None = None

    def see(self, picture: Picture) -> Observation | None:
        """Return the observation that several steady frames agree on; None while there is none. Never raises.

        As long as something is hidden it looks again, even where nothing moves: a figure may have been taken for it.
        """
        known = self.sent and self._seen is not None and np.may_share_memory(picture, self._seen)
        self._seen = picture
        moved, share = (0, 0.0) if known else self._gate.motion(picture)
        moved = max(moved, int(self.sent and not known))
        if self._steady is not None and not moved and self._steady.status is ObservationStatus.OK:
            return self._steady
        if share > TUNING.tremble or (self._steady is not None and moved):
            self.state, self._frames, self._steady = self.states.moves, [], None
            return None
        try:
            return self._vote(valid_picture(picture))
        except BadPicture as trouble:
            logger.debug("a frame that shows nothing", exc_info=True)
            return self._nothing(trouble.text, ObservationStatus.UNCLEAR)
        except BoardNotFound:
            logger.debug("a frame without the board", exc_info=True)
            return self._nothing(self.states.lost, ObservationStatus.NO_BOARD)
        except Exception:
            self.reader.stumbled()
            return self._nothing(STUMBLED, ObservationStatus.UNCLEAR)

    def _vote(self, picture: Picture) -> Observation | None:
        self._frames.append(self.reader.extract(picture, self._afresh))
        if len(self._frames) < TUNING.steady:
            self.state = self.state if self._steady else READING
            return self._steady
        reading = self.reader.infer(*self._frames)
        self._frames, self._afresh = [], reading.again
        if reading.again:
            return self._steady
        self.reading, self._steady = reading, reading.observation
        self.state = self.states.of(reading)
        self._log(reading)
        return self._steady

    def _nothing(self, state: Text, status: ObservationStatus) -> Observation | None:
        if state != self.state:
            logger.info("not read: %s", state)
        self.state, self.reading = state, Reading(self.reader.nothing_seen(status))
        self._frames, self._steady = [], None
        return None

    @staticmethod
    def _log(reading: Reading) -> None:
        doubts = [cell for cell in reading.observation.unknown if cell not in reading.covered]
        if doubts or reading.covered:
            why = "; ".join(reading.why(cell) for cell in doubts[:MOST_LOGGED])
            logger.info("%s cells are hidden, %s in doubt: %s", len(reading.covered), len(doubts), why)


def _exposed_as(now: Picture, before: Picture) -> NDArray[np.float32]:
    """Return the picture ``before`` as bright as ``now``.

    It is scaled by the median ratio of each channel, which no hand changes, over what is burnt out in neither; what was
    burnt out may have been any brighter.
    """
    some, same = (np.ascontiguousarray(each[::2, ::2].reshape(-1, 3).T) for each in (now, before))
    exposed = np.maximum(some, same) < WHITE
    ratio = (some + np.float32(1)) / (same + np.float32(1))
    gains = [float(np.median(its[seen])) if seen.any() else 1.0 for its, seen in zip(ratio, exposed, strict=True)]
    return np.minimum(before * np.array(gains, np.float32), np.float32(255))


def _means(picture: Picture) -> Picture | None:
    """Return the thinned out picture; None of what is none."""
    if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.dtype != np.uint8 or min(picture.shape) < 3:
        return None
    height, width = (-(-side // STEP) for side in picture.shape[:2])
    if min(width, height) < STEP:
        return None
    thin = cv2.resize(picture, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.resize(thin, (width // 4, height // 4), interpolation=cv2.INTER_AREA), np.uint8)
