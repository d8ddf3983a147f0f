"""What lies on a table without a board, from the marks of several pictures: an ``Observation``.

It remembers where every marker was seen last. One that is not seen now is hidden, not gone: its piece keeps its place,
as unknown, until its marker is seen somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from companion.boards.marked_table import LOOSE, MarkedTable, place_in_row
from companion.boards.observation import Observation, ObservationStatus
from vision.geometry.board_pose import Picture
from vision.recognition.marks.marks import Mark, Marks, mark_of, read_marks
from vision.recognition.marks.rows import find_rows
from vision.recognition.sheets.reader import Looks, SheetReader, SheetsRead


@dataclass(frozen=True, slots=True)
class Tuning:
    """Belief over time. Defaults are the values in use."""

    most: float = 0.5
    """A mark is believed that is seen in more than this part of the frames that are read together."""
    bumped: float = 0.5
    """In sides of a marker: when half of all marks have moved so far, camera or table has moved, and all with them."""
    enough: int = 3
    """Marks that must agree on such a move."""


TUNING = Tuning()


@dataclass(frozen=True)
class FrameMarks:
    """What one frame shows: its marks, and how its sheets look."""

    marks: Marks
    sheets: Looks


class MarkedRecogniser:
    """Reads one table, frame by frame, and remembers."""

    def __init__(self, table: MarkedTable) -> None:
        self.table = table
        self.marks: dict[int, Mark] = {}
        """Every mark where it was seen last."""
        self.hidden: frozenset[int] = frozenset()
        """Those of ``marks`` that are not seen now."""
        self.sheets = SheetReader(table.sheets)
        self.on_sheets = SheetsRead()
        """What the sheets were read as last."""

    def extract(self, picture: Picture) -> FrameMarks:
        """What one frame shows of this table."""
        marks = read_marks(picture, self.table.numbers)
        return FrameMarks(
            marks, self.sheets.extract(picture, {number: mark.points for number, mark in marks.seen.items()})
        )

    def infer(self, frames: Sequence[FrameMarks]) -> Observation:
        """What lies on the table, from several frames between which nothing has moved."""
        seen = vote([frame.marks for frame in frames])
        self.on_sheets = self.sheets.infer([frame.sheets for frame in frames])
        self.marks = {**self._carried_along(seen), **seen}
        self.hidden = frozenset(self.marks.keys() - seen.keys())
        return self._observation()

    def _observation(self) -> Observation:
        starts = {name: self.marks[number] for name, number in self.table.rows.items() if number in self.marks}
        if not self.marks or self.marks.keys() == self.hidden:
            return Observation(ObservationStatus.NO_BOARD)
        found = find_rows(starts, {number: mark for number, mark in self.marks.items() if number in self.table.pieces})
        lying = {place_in_row(name, at): number for name, row in found.rows.items() for at, number in enumerate(row, 1)}
        doubts = {cell: (self.table.pieces[number],) for cell, number in lying.items() if number in self.hidden}
        cells = {cell: self.table.pieces[number] for cell, number in lying.items() if cell not in doubts}
        unseen = self.on_sheets.unseen
        unknown = (*sorted(doubts), *(name for name in self.table.rows if name not in starts), *sorted(unseen))
        doubts |= {name: (why,) for name, why in unseen.items()}
        loose = tuple(self.table.pieces[number] for number in found.loose if number not in self.hidden)
        status = ObservationStatus.UNCLEAR if unknown else ObservationStatus.OK
        return Observation(status, cells, unknown, {LOOSE: loose, **self.on_sheets.areas}, doubts)

    def _carried_along(self, seen: dict[int, Mark]) -> dict[int, Mark]:
        """The remembered marks where they are now, if camera or table was bumped."""
        both = [number for number in seen if number in self.marks]
        if len(both) < TUNING.enough:
            return self.marks
        before = np.array([self.marks[number].centre for number in both])
        after = np.array([seen[number].centre for number in both])
        moved = np.linalg.norm(after - before, axis=1)
        if np.median(moved) < TUNING.bumped * median(seen[number].size for number in both):
            return self.marks
        change, _ = cv2.estimateAffinePartial2D(before, after)
        if change is None:
            return self.marks
        return {
            number: mark_of(number, mark.points @ change[:, :2].T + change[:, 2]) for number, mark in self.marks.items()
        }


def vote(frames: Sequence[Marks]) -> dict[int, Mark]:
    """The marks that most of the frames have, each where it is in the middle of them."""
    found: dict[int, list[Mark]] = {}
    for frame in frames:
        for number, mark in frame.seen.items():
            found.setdefault(number, []).append(mark)
    twice = {number for frame in frames for number in frame.ambiguous}
    return {
        number: _middle(number, marks)
        for number, marks in sorted(found.items())
        if len(marks) > TUNING.most * len(frames) and number not in twice
    }


def _middle(number: int, marks: Iterable[Mark]) -> Mark:
    return mark_of(number, np.median([mark.points for mark in marks], axis=0))
