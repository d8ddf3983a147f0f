"""The reading of a table without a board, from the marks of several pictures: an ``Observation``.

It remembers where every marker was seen last. A marker that is not seen now is hidden, not gone: its piece keeps its
place, as unknown, until its marker is seen somewhere else, or another piece lies there, or the table there looks again
as it did before the piece was laid.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.marked_table import LOOSE, MarkedTable, place_in_row
from companion.boards.observation import Observation, ObservationStatus
from vision.evidence.marks.marks import Mark, Marks, mark_of, read_marks
from vision.evidence.marks.rows import find_rows
from vision.geometry.board_pose import BoardPose, Picture
from vision.inference.reading import Reading

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Belief over time. Defaults are the values in use."""

    place: float = 0.7
    """In sides of a marker: what lies nearer than this lies in the same place, and when half of all marks have moved
    farther, camera or table was bumped."""
    grain: float = 0.4
    """How much the finest detail of the table must agree with what it was there (correlation): a hand has another one,
    and where there is none nothing is concluded."""


TUNING = Tuning()

KEPT_SIDES = 4.0
"""the width of the table that is kept around a piece that is laid, in sides of its marker"""
PATCH = 24
"""Pixels along a side of the look at a place."""


FrameMarks = tuple[Marks, Picture]
"""The content of a frame: its marks, and the frame itself."""


@dataclass(frozen=True)
class Cutting:
    """A part of a picture: its pixels, and where they begin."""

    picture: Picture
    corner: tuple[int, int]

    @classmethod
    def around(cls, picture: Picture, mark: Mark) -> Cutting:
        """Return so much around the mark that it may be nudged."""
        (x, y), reach = mark.centre, KEPT_SIDES * mark.size
        left, top = max(0, round(x - reach)), max(0, round(y - reach))
        return cls(picture[top : round(y + reach), left : round(x + reach)].copy(), (left, top))


class MarkedRecogniser:
    """Reader of one table with printed markers, frame by frame, with a memory."""

    mismatches: tuple[str, ...] = ()
    too_bright: bool = False
    board_pose: BoardPose | None = None

    def __init__(self, table: MarkedTable) -> None:
        self.table = table
        self.marks: dict[int, Mark] = {}
        """Every mark where it was seen last."""
        self.hidden: frozenset[int] = frozenset()
        """Those of ``marks`` that are not seen now."""
        self._bare: dict[int, Cutting] = {}
        """How the place of a piece and what is around it looked before the piece was laid there."""
        self._before: Picture | None = None

    def extract(self, picture: Picture, afresh: bool = False) -> FrameMarks:
        """Return what one frame shows of this table."""
        return read_marks(picture, self.table.numbers), picture

    def confirm(self, believed: Observation) -> None:
        """Learn nothing: a marker is what it is."""

    def nothing_seen(self, status: ObservationStatus = ObservationStatus.UNCLEAR) -> Observation:
        """Return what is said of a frame in which nothing can be seen."""
        return Observation(status)

    def stumbled(self) -> None:
        """Log that a stage has raised what no stage should."""
        logger.exception("a frame at which the reading of markers stumbled")

    def infer(self, *frames: FrameMarks) -> Reading:
        """Return what lies on the table, from several frames between which nothing has moved."""
        seen, picture = vote([marks for marks, _ in frames]), frames[-1][1]
        carried = self._carried_along(seen)
        self._look_under(carried, seen)
        hidden = carried.keys() - seen.keys()
        pieces = hidden & self.table.pieces.keys()
        removed = {number for number in pieces if self._has_left(carried[number], seen, picture)}
        self.marks = {number: mark for number, mark in {**carried, **seen}.items() if number not in removed}
        self.hidden = frozenset(hidden - removed)
        self._before = picture
        return Reading(self._observation())

    def _look_under(self, carried: Mapping[int, Mark], seen: Mapping[int, Mark]) -> None:
        """Keep how the table looked, in the last reading, where pieces have been laid since."""
        for number, mark in seen.items():
            was = carried.get(number)
            if was and np.hypot(*np.subtract(was.centre, mark.centre)) < TUNING.place * mark.size:
                continue
            self._bare.pop(number, None)
            if self._before is not None:
                self._bare[number] = Cutting.around(self._before, mark)

    def _has_left(self, mark: Mark, seen: Mapping[int, Mark], picture: Picture) -> bool:
        """Return whether a piece that is not seen has left its place.

        The table is bare there, or another piece lies there.
        """
        taken = (
            np.hypot(*np.subtract(other.centre, mark.centre)) < TUNING.place * mark.size
            for number, other in seen.items()
            if number in self.table.pieces
        )
        return any(taken) or self._is_bare(mark, picture)

    def _is_bare(self, mark: Mark, picture: Picture) -> bool:
        """Return whether its place looks as before it was laid there; a place never seen without it is unknown."""
        bare = self._bare.get(mark.number)
        if bare is None:
            return False
        before, now = _patch(bare.picture, mark, bare.corner), _patch(picture, mark)
        return bool(np.corrcoef(_grain(now).ravel(), _grain(before).ravel())[0, 1] > TUNING.grain)

    def _observation(self) -> Observation:
        starts = {name: self.marks[number] for name, number in self.table.rows.items() if number in self.marks}
        if not self.marks or self.marks.keys() == self.hidden:
            return Observation(ObservationStatus.NO_BOARD)
        found = find_rows(starts, {number: mark for number, mark in self.marks.items() if number in self.table.pieces})
        lying = {place_in_row(name, at): number for name, row in found.rows.items() for at, number in enumerate(row, 1)}
        doubts = {cell: (self.table.pieces[number],) for cell, number in lying.items() if number in self.hidden}
        cells = {cell: self.table.pieces[number] for cell, number in lying.items() if cell not in doubts}
        unknown = (*sorted(doubts), *(name for name in self.table.rows if name not in starts))
        loose = tuple(self.table.pieces[number] for number in found.loose if number not in self.hidden)
        status = ObservationStatus.UNCLEAR if unknown else ObservationStatus.OK
        return Observation(status, cells, unknown, {LOOSE: loose}, doubts)

    def _carried_along(self, seen: dict[int, Mark]) -> dict[int, Mark]:
        """Return the remembered marks where they are now, if camera or table was bumped."""
        both = [number for number in seen if number in self.marks]
        if len(both) < 3:  # two and one to bear them out
            return self.marks
        before = np.array([self.marks[number].centre for number in both])
        after = np.array([seen[number].centre for number in both])
        moved = np.linalg.norm(after - before, axis=1)
        if np.median(moved) < TUNING.place * median(seen[number].size for number in both):
            return self.marks
        change, _ = cv2.estimateAffinePartial2D(before, after)
        if change is None:
            return self.marks
        return {
            number: mark_of(number, mark.points @ change[:, :2].T + change[:, 2]) for number, mark in self.marks.items()
        }


def _patch(picture: Picture, mark: Mark, corner: tuple[int, int] = (0, 0)) -> Picture:
    """Return the place of the mark from straight above; ``corner``: where the picture begins."""
    onto = np.array([(0, 0), (PATCH, 0), (PATCH, PATCH), (0, PATCH)], np.float32)
    change = cv2.getPerspectiveTransform((mark.points - corner).astype(np.float32), onto)
    return np.asarray(cv2.warpPerspective(picture, change, (PATCH, PATCH), flags=cv2.INTER_LINEAR), np.uint8)


def _grain(patch: Picture) -> NDArray[np.float32]:
    """Return the finest detail of a patch, without its shades."""
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), 3), np.float32)


def vote(frames: Sequence[Marks]) -> dict[int, Mark]:
    """Return the marks that most of the frames have, each where it is in the middle of them."""
    found: dict[int, list[Mark]] = {}
    for frame in frames:
        for number, mark in frame.seen.items():
            found.setdefault(number, []).append(mark)
    twice = {number for frame in frames for number in frame.ambiguous}
    return {
        number: _middle(number, marks)
        for number, marks in sorted(found.items())
        if 2 * len(marks) > len(frames) and number not in twice
    }


def _middle(number: int, marks: Iterable[Mark]) -> Mark:
    return mark_of(number, np.median([mark.points for mark in marks], axis=0))
