"""A table without a board, picture after picture: read at once, steady under hands, told to the box."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Orders, Report, Show, Stage
from companion.boards.marked_table import row_of
from companion.boards.printed_markers import ROWS
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.vision.evidence.marks.table_top import TABLE, Lying, painted
from vision.geometry.board_pose import Picture
from vision.inference.marked_recogniser import MarkedRecogniser
from vision.runtime.overlay import DOUBTFUL, draw_marks
from vision.runtime.pipeline import Pipeline
from vision.runtime.process import Process
from vision.runtime.temporal_filter import MARKERS

A, B = ROWS[0], ROWS[1]
LYING: tuple[Lying, ...] = ((A, 560, 120, 3), (80, 490, 120, -10), (81, 420, 122, 15), (B, 560, 330, 0))
FIRST = painted(LYING)
MORE = painted((*LYING, (82, 490, 330, 4)))


def pipeline() -> Pipeline:
    line = Pipeline()
    line.apply_orders(Orders(revision=5, table="ABCD", marked=TABLE))
    return line


def show(line: Pipeline, picture: Picture, times: int = 4) -> None:
    for _ in range(times):
        line.see(picture)


def test_rows_are_read_at_once_and_told_once() -> None:
    line = pipeline()
    assert line.report(1.0, "0", 7.0, False).stage is Stage.SEARCHING
    show(line, FIRST)
    report = line.report(1.0, "0", 7.0, False)
    assert (report.stage, report.known, report.state) == (Stage.WATCHING, 5, MARKERS.seen)
    assert report.observation
    assert [kind for kind, _ in row_of(report.observation, "A")] == ["card 80", "card 81"]
    line.unsent = None
    show(line, FIRST)
    assert line.unsent is None


def test_a_card_more_is_news_and_a_hand_is_none() -> None:
    line = pipeline()
    show(line, FIRST)
    line.unsent = None
    hand = FIRST.copy()
    hand[100:400, :420] = (120, 150, 210)
    line.see(hand)
    assert line.report(1.0, "0", 7.0, False).state == MARKERS.moves
    assert line.unsent is None
    line.see(MORE)
    show(line, MORE)
    assert line.unsent
    assert [kind for kind, _ in row_of(line.unsent, "B")] == ["card 82"]


def test_a_hand_that_rests_on_a_card_hides_it_and_takes_nothing_away() -> None:
    line = pipeline()
    show(line, FIRST)
    hand = FIRST.copy()
    hand[60:400, 540:640] = (120, 150, 210)
    show(line, hand, 5)
    assert line.report(1.0, "0", 7.0, False).state == MARKERS.hidden
    assert line.unsent
    assert row_of(line.unsent, "A") == (("card 80", True), ("card 81", False))
    show(line, FIRST, 5)
    assert line.report(1.0, "0", 7.0, False).state == MARKERS.seen


def test_a_table_without_markers_is_searched_and_one_that_had_them_is_lost() -> None:
    line = pipeline()
    empty = painted(())
    show(line, empty)
    assert (line.stage, line.report(1.0, "0", 7.0, False).state) == (Stage.SEARCHING, MARKERS.lost)
    show(line, FIRST, 5)
    found = line.stage
    show(line, empty, 5)
    assert (found, line.stage) == (Stage.WATCHING, Stage.LOST)


def test_looking_again_forgets_what_is_hidden() -> None:
    line = pipeline()
    show(line, FIRST)
    fewer = painted((LYING[0], LYING[1], LYING[3]))
    show(line, fewer, 5)
    assert line.unsent
    assert len(row_of(line.unsent, "A")) == 2
    line.apply_orders(Orders(revision=5, table="ABCD", ask=Ask.AGAIN, number=1))
    show(line, fewer, 5)
    assert len(row_of(line.unsent, "A")) == 1
    assert line.done == 1


def test_a_picture_that_is_none_is_said() -> None:
    line = pipeline()
    line.see(np.zeros((640, 900, 3), np.uint8))
    assert line.trouble
    assert "black" in str(line.trouble)


def test_rows_are_drawn_and_what_is_hidden_is_amber() -> None:
    line = pipeline()
    show(line, FIRST)
    assert line.watcher
    assert isinstance(line.watcher.reader, MarkedRecogniser)
    assert not amber(draw_marks(FIRST, line.watcher.reader, {}))
    show(line, painted((LYING[0], LYING[1], LYING[3])), 5)
    assert amber(line.drawn(FIRST, {"A": "Ann"}))


def amber(picture: Picture) -> bool:
    return bool((picture == np.array(DOUBTFUL)).all(axis=2).sum() > 20)


@dataclass
class Box:
    """Answers with the orders that a test gives."""

    orders: Orders = field(default_factory=Orders)
    reports: list[Report] = field(default_factory=list)

    def exchange(self, report: Report) -> Orders:
        self.reports.append(report)
        return self.orders

    def show(self, jpeg: bytes) -> None:
        self.jpeg = jpeg


@dataclass
class Pictures:
    """Always the same picture."""

    picture: Picture

    def read(self) -> Picture | None:
        return self.picture

    def apply_orders(self, orders: Orders, stage: Stage) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def test_the_process_turns_to_what_the_box_orders_and_back() -> None:
    box, now = Box(), [0.0]
    boards = Pipeline(lambda *_: (_ for _ in ()).throw(AssertionError))
    process = Process(Pictures(FIRST), "0", box, boards, clock=lambda: now[0])  # type: ignore[arg-type]

    def steps(count: int) -> None:
        for _ in range(count):
            now[0] += 1
            process.step()

    steps(1)
    box.orders = Orders(revision=5, table="ABCD", marked=TABLE, show=Show.DRAWN)
    steps(1)
    box.orders = Orders(revision=5, table="ABCD", show=Show.DRAWN)
    steps(5)
    assert [(report.stage, report.known) for report in box.reports][-1] == (Stage.WATCHING, 5)
    assert sum(report.observation is not None for report in box.reports) == 1
    assert box.jpeg.startswith(b"\xff\xd8")
    box.orders = Orders(revision=6, table="EFGH", board=to_json(reference_board("abilene-1993")))
    steps(2)
    assert process.pipeline is boards
    assert (box.reports[-1].stage, box.reports[-1].known) == (Stage.SEARCHING, 6)
