"""The temporal filter: a motion gate, and the average of the evidence of several steady frames."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.camera_messages import STUMBLED
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import Text, say
from vision.errors import BadPicture, BoardNotFound
from vision.evidence.frame_evidence import Evidence, FrameEvidence
from vision.geometry.board_pose import BoardPose, Picture
from vision.inference.recogniser import Recogniser
from vision.localisation.board_detection import valid_picture

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tuning:
    """The motion gate and the average over frames. Defaults are the values in use."""

    steady: int = 3
    """Frames in a row that must look alike before they are read together."""
    stride: int = 4
    """The motion gate looks at every fourth pixel, and at the mean of 16 of those."""
    moved: float = 9.0
    """Grey levels by which such a mean changes when something moves there."""
    edges: float = 0.25
    """How much of the contrast around such a mean it may change as well: a camera that trembles shifts every edge."""
    few: int = 1
    """So many such means may change by chance: more of them, and whoever rests looks again."""
    jolt: float = 4.0
    """Millimetres up to which a camera that shakes goes on with the frames it has: each is read where the board lies in
    it."""
    tremble: float = 0.02
    """The share of them that a camera which trembles may change while it looks; a hand changes more."""
    again: int = 7
    """What lies over the board without moving is looked at again after so many frames: it may have been a figure."""


TUNING = Tuning()

WHITE = 250
"""grey level from which on a pixel tells nothing but that it is bright"""
MOST_LOGGED = 8
"""cells in doubt of which a line in the log says why"""


WAITING = say("Something moves over the board: waiting.")
READING = say("Nothing moves: reading.")
SEEN = say("The board has been read.")
HIDDEN = say("A hand or another thing lies over the board: waiting.")
LOST = say("The board is not in the picture: clear the view or put the camera back.")
BUMPED = say("The camera or the board was bumped: looking again.")


class MotionGate:
    """Says of each frame how much has moved since the last one."""

    def __init__(self) -> None:
        self._before: Picture | None = None

    def motion(self, picture: Picture) -> tuple[int, float]:
        """How many means have changed since the last frame, and which share of all; all of them where two pictures
        cannot be compared."""
        now = _means(picture)
        before, self._before = self._before, now
        if before is None or now is None or before.shape != now.shape:
            return TUNING.few + 1, 1.0
        around = np.ones((3, 3), np.uint8)
        contrast = cv2.subtract(cv2.dilate(before, around), cv2.erode(before, around))
        trembles = TUNING.moved + TUNING.edges * contrast
        change = now - _exposed_as(now, before)
        moved = _in_any_channel((np.abs(change) > trembles) & ((change < 0) | (before < WHITE)))
        return int(np.count_nonzero(moved)), float(moved.mean())


class TemporalFilter:
    """Frames in, observations out. ``state`` says in a sentence what it is about now."""

    def __init__(self, reader: Recogniser) -> None:
        self.reader = reader
        self.state: Text = READING
        self.reading: Observation | None = None
        self.confidence: dict[str, float] = {}
        self.stickers: tuple[int, ...] = ()
        self.board_pose: BoardPose | None = reader.board_pose
        self.mismatches = reader.mismatches
        self._gate = MotionGate()
        self._frames: list[FrameEvidence] = []
        self._steady: Observation | None = None
        self._afresh = False
        self._rested = 0
        """frames without any motion since it was read"""

    def see(self, picture: Picture) -> Observation | None:
        """The observation that several steady frames agree on; None while there is none. Never raises."""
        moved, share = self._gate.motion(picture)
        if self._steady is not None and moved <= TUNING.few:
            self._rested += 1
            if self._steady.status is ObservationStatus.COVERED and self._rested >= TUNING.again:
                self._frames, self._steady = [], None
            return self._steady
        try:
            picture = valid_picture(picture)
        except BadPicture as trouble:
            logger.debug("a frame that is no picture", exc_info=True)
            return self._nothing(trouble.text, self.reader.nothing_seen())
        if self._steady is not None or share > TUNING.tremble:
            self.state, self._frames, self._steady = WAITING, [], None
            return None
        try:
            return self._vote(picture)
        except Exception:
            self.reader.stumbled()
            return self._nothing(STUMBLED, self.reader.nothing_seen())

    def confirm(self, believed: Observation) -> None:
        """The table has moved on since the last observation, to this: see ``Recogniser.confirm``."""
        self.reader.confirm(believed)

    def _vote(self, picture: Picture) -> Observation | None:
        try:
            frame = self.reader.extract(picture, self._afresh)
        except BadPicture as trouble:
            logger.debug("a frame that shows nothing", exc_info=True)
            return self._nothing(trouble.text, self.reader.nothing_seen())
        except BoardNotFound:
            logger.debug("a frame without the board", exc_info=True)
            self.board_pose = None
            return self._nothing(LOST, self.reader.nothing_seen(ObservationStatus.NO_BOARD))
        self.board_pose = frame.board_pose
        if frame.board_pose.moved > TUNING.jolt:
            self._frames, self.state = [], BUMPED
            return None
        self._frames.append(frame)
        if len(self._frames) < TUNING.steady:
            self.state = READING
            return None
        reading = self.reader.infer(average_evidence(self._frames))
        self._frames, self._afresh = [], reading.again
        if reading.again:
            return None
        reading = self.reader.attach_stickers(reading, picture)
        self.reading, self.confidence = reading.observation, dict(reading.confidence)
        self.stickers = reading.stickers
        self._steady, self._rested = reading.observation, 0
        doubts = [cell for cell in reading.observation.unknown if cell not in reading.covered]
        if doubts or reading.covered:
            why = "; ".join(reading.why(cell) for cell in doubts[:MOST_LOGGED])
            logger.info("%s cells are hidden, %s in doubt: %s", len(reading.covered), len(doubts), why)
        self.state = SEEN if reading.observation.status is ObservationStatus.OK else HIDDEN
        return self._steady

    def _nothing(self, state: Text, seen: Observation) -> Observation | None:
        if state != self.state:
            logger.info("not read: %s", state)
        self.state, self.reading, self.confidence = state, seen, {}
        self._frames, self._steady = [], None
        return None


def _exposed_as(now: Picture, before: Picture) -> NDArray[np.float32]:
    """The picture ``before`` as bright as ``now``: by the median ratio of each channel, which no hand changes, of what
    is burnt out in neither; what was burnt out may have been any brighter."""
    some, same = (np.ascontiguousarray(each[::2, ::2].reshape(-1, 3).T) for each in (now, before))
    told = np.maximum(some, same) < WHITE
    ratio = (some + np.float32(1)) / (same + np.float32(1))
    gains = [float(np.median(its[seen])) if seen.any() else 1.0 for its, seen in zip(ratio, told, strict=True)]
    return np.minimum(before * np.array(gains, np.float32), np.float32(255))


def _in_any_channel(found: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """rows x columns: as ``any`` says of the three channels, in a tenth of its time."""
    return found[..., 0] | found[..., 1] | found[..., 2]


def _means(picture: Picture) -> Picture | None:
    """The thinned out picture; None of what is none."""
    if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.dtype != np.uint8 or min(picture.shape) < 3:
        return None
    height, width = (-(-side // TUNING.stride) for side in picture.shape[:2])
    if min(width, height) < TUNING.stride:
        return None
    thin = cv2.resize(picture, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.resize(thin, (width // 4, height // 4), interpolation=cv2.INTER_AREA), np.uint8)


def average_evidence(frames: list[FrameEvidence]) -> FrameEvidence:
    """The evidence of several frames of the same table, added up."""
    count = np.float32(len(frames))
    evidence = Evidence.of(
        sum((frame.evidence.log_ratios for frame in frames[1:]), frames[0].evidence.log_ratios) / count,
        sum((frame.evidence.foreground for frame in frames[1:]), frames[0].evidence.foreground) / count,
        sum((frame.evidence.colour for frame in frames[1:]), frames[0].evidence.colour) / count,
    )
    return replace(frames[-1], evidence=evidence, fresh=all(frame.fresh for frame in frames))
