"""A table without a board over time: the motion gate, and marks voted over several steady frames."""

from __future__ import annotations

import logging

from companion.boards.camera_messages import STUMBLED
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import Text, say
from vision.evidence.marks.marked_recogniser import FrameMarks, MarkedRecogniser
from vision.geometry.board_pose import Picture
from vision.runtime.temporal_filter import TUNING, MotionGate

logger = logging.getLogger(__name__)

WAITING = say("Something moves over the table: waiting.")
READING = say("Nothing moves: reading.")
SEEN = say("All markers have been read.")
HIDDEN = say("Some markers are hidden: what lay there is still believed.")
NONE = say("No marker of this table is to be seen: clear the view or put the camera back.")


class MarkedFilter:
    """Frames in, observations out. ``state`` says in a sentence what it is about now."""

    def __init__(self, table: MarkedTable) -> None:
        self.reader = MarkedRecogniser(table)
        self.state: Text = READING
        self.reading: Observation | None = None
        self._gate = MotionGate()
        self._frames: list[FrameMarks] = []
        self._steady: Observation | None = None

    def see(self, picture: Picture) -> Observation | None:
        """The observation that several steady frames (of ``valid_picture``) agree on; None without one. Never raises.

        As long as something is hidden it looks again, even where nothing moves.
        """
        moved, share = self._gate.motion(picture)
        if self._steady is not None and moved <= TUNING.few and self._steady.status is ObservationStatus.OK:
            return self._steady
        if share > TUNING.tremble or (self._steady is not None and moved > TUNING.few):
            self.state, self._frames, self._steady = WAITING, [], None
            return None
        try:
            return self._vote(picture)
        except Exception:
            logger.exception("a frame at which the reading of markers stumbled")
            self.state, self.reading = STUMBLED, None
            self._frames, self._steady = [], None
            return None

    def _vote(self, picture: Picture) -> Observation | None:
        self._frames.append(self.reader.extract(picture))
        if len(self._frames) < TUNING.steady:
            self.state = self.state if self._steady else READING
            return self._steady
        found = self.reader.infer(self._frames)
        self._frames, self.reading, self._steady = [], found, found
        self.state = {ObservationStatus.OK: SEEN, ObservationStatus.NO_BOARD: NONE}.get(found.status, HIDDEN)
        return found
