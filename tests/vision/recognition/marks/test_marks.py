"""Markers in a picture, and what is believed of those that are hidden."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.marked_table import LOOSE, row_of
from companion.boards.observation import ObservationStatus
from companion.boards.printed_markers import ROWS
from tests.vision.recognition.marks.table_top import SCALE, TABLE, Lying, mark, painted
from vision.recognition.marks.marked_recogniser import FrameMarks, MarkedRecogniser, vote
from vision.recognition.marks.marks import Marks, read_marks

A, B = ROWS[0], ROWS[1]
ROW: tuple[Lying, ...] = ((A, 560, 120, 3), (80, 490, 120, -10), (81, 420, 122, 15), (82, 350, 118, 0))
OTHER: tuple[Lying, ...] = ((B, 560, 330, 0), (83, 490, 330, 5))


def test_markers_are_found_where_they_lie() -> None:
    found = read_marks(painted((*ROW, *OTHER)))
    assert set(found.seen) == {A, B, 80, 81, 82, 83}
    for lying in (*ROW, *OTHER):
        got, true = found.seen[lying[0]], mark(lying)
        assert np.hypot(*np.subtract(got.centre, true.centre)) < 1
        assert abs(got.angle - lying[3]) < 4
        assert got.size == pytest.approx(true.size, rel=0.06)


def test_only_markers_that_mean_something_are_told() -> None:
    assert set(read_marks(painted(ROW), frozenset({A, 81})).seen) == {A, 81}


def test_the_same_number_twice_is_believed_in_neither_place() -> None:
    found = read_marks(painted((*ROW, (81, 420, 330, 0))))
    assert found.ambiguous == {81}
    assert 81 not in found.seen


def test_a_picture_without_markers_has_none() -> None:
    assert read_marks(painted(())) == Marks(size=(900, 640))


def test_a_mark_that_one_frame_of_three_misses_is_seen_and_one_that_only_one_has_is_not() -> None:
    one, other = mark(ROW[0]), mark(ROW[1])
    frames = [Marks({A: one, 80: other}), Marks({A: one}), Marks({A: one, 80: other})]
    assert set(vote(frames)) == {A, 80}
    assert set(vote([*frames[:2], Marks({A: one})])) == {A}


def seen(reader: MarkedRecogniser, lying: tuple[Lying, ...]) -> FrameMarks:
    return reader.extract(painted(lying))


def test_a_card_that_is_hidden_keeps_its_place_and_is_unknown_never_gone() -> None:
    reader = MarkedRecogniser(TABLE)
    assert reader.infer([seen(reader, (*ROW, *OTHER))]).status is ObservationStatus.OK
    now = reader.infer([seen(reader, (ROW[0], ROW[1], ROW[3], *OTHER))])
    assert now.status is ObservationStatus.UNCLEAR
    assert row_of(now, "A") == (("card 80", True), ("card 81", False), ("card 82", True))
    assert now.unknown == ("A-2",)


def test_a_card_that_is_seen_elsewhere_has_left_its_place() -> None:
    reader = MarkedRecogniser(TABLE)
    reader.infer([seen(reader, (*ROW, *OTHER))])
    now = reader.infer([seen(reader, (ROW[0], ROW[1], ROW[3], *OTHER, (81, 420, 330, 0)))])
    assert row_of(now, "A") == (("card 80", True), ("card 82", True))
    assert row_of(now, "B") == (("card 83", True), ("card 81", True))


def test_a_row_whose_marker_has_not_been_seen_is_unknown_and_one_whose_marker_is_hidden_is_read() -> None:
    reader = MarkedRecogniser(TABLE)
    now = reader.infer([seen(reader, ROW)])
    assert now.unknown == ("B",)
    now = reader.infer([seen(reader, (*ROW[1:], *OTHER))])
    assert now.status is ObservationStatus.OK
    assert [kind for kind, _ in row_of(now, "A")] == ["card 80", "card 81", "card 82"]


def test_a_card_in_no_row_is_loose() -> None:
    reader = MarkedRecogniser(TABLE)
    now = reader.infer([seen(reader, (*ROW, *OTHER, (84, 120, 380, 70)))])
    assert now.in_area(LOOSE) == ("card 84",)


def test_when_the_camera_is_bumped_what_is_hidden_moves_along() -> None:
    reader = MarkedRecogniser(TABLE)
    reader.infer([seen(reader, (*ROW, *OTHER))])
    picture = painted((ROW[0], ROW[1], ROW[3], *OTHER))
    bumped = cv2.warpAffine(picture, np.array([[1, 0.05, 60], [-0.05, 1, 50]]), (900, 640), borderValue=(70, 110, 150))
    now = reader.infer([reader.extract(np.asarray(bumped, np.uint8))])
    assert row_of(now, "A") == (("card 80", True), ("card 81", False), ("card 82", True))
    x, y = mark(ROW[2]).centre
    assert reader.marks[81].centre == pytest.approx((x + 0.05 * y + 60, y - 0.05 * x + 50), abs=SCALE * 3)


def test_nothing_to_be_seen_is_no_table() -> None:
    reader = MarkedRecogniser(TABLE)
    assert reader.infer([seen(reader, ())]).status is ObservationStatus.NO_BOARD
