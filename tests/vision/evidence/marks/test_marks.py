"""Markers in a picture, and what is believed of those that are hidden."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.marked_table import LOOSE, row_of
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.printed_markers import ROWS
from tests.vision.evidence.marks.table_top import SCALE, TABLE, Lying, mark, painted
from vision.evidence.marks.marks import Marks, read_marks
from vision.geometry.board_pose import Picture
from vision.inference.marked_recogniser import MarkedRecogniser, vote

A, B = ROWS[0], ROWS[1]
ROW: tuple[Lying, ...] = ((A, 560, 120, 3), (80, 490, 120, -10), (81, 420, 122, 15), (82, 350, 118, 0))
OTHER: tuple[Lying, ...] = ((B, 560, 330, 0), (83, 490, 330, 5))


def test_markers_are_found_where_they_lie() -> None:
    found = read_marks(painted((*ROW, *OTHER)))
    assert set(found.seen) == {A, B, 80, 81, 82, 83}
    for lying in (*ROW, *OTHER):
        seen_mark, true = found.seen[lying[0]], mark(lying)
        assert np.hypot(*np.subtract(seen_mark.centre, true.centre)) < 1
        assert abs(seen_mark.angle - lying[3]) < 4
        assert seen_mark.size == pytest.approx(true.size, rel=0.06)


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


def seen(reader: MarkedRecogniser, lying: tuple[Lying, ...]) -> Observation:
    """Return what the reader makes of one picture of it."""
    return read(reader, painted(lying))


def read(reader: MarkedRecogniser, picture: Picture) -> Observation:
    return reader.infer(reader.extract(picture)).observation


def test_a_card_that_is_hidden_keeps_its_place_and_is_unknown_never_gone() -> None:
    reader = MarkedRecogniser(TABLE)
    assert seen(reader, (*ROW, *OTHER)).status is ObservationStatus.OK
    now = seen(reader, (ROW[0], ROW[1], ROW[3], *OTHER))
    assert now.status is ObservationStatus.UNCLEAR
    assert row_of(now, "A") == (("card 80", True), ("card 81", False), ("card 82", True))
    assert now.unknown == ("A-2",)


def test_a_card_that_is_seen_elsewhere_has_left_its_place() -> None:
    reader = MarkedRecogniser(TABLE)
    seen(reader, (*ROW, *OTHER))
    now = seen(reader, (ROW[0], ROW[1], ROW[3], *OTHER, (81, 420, 330, 0)))
    assert row_of(now, "A") == (("card 80", True), ("card 82", True))
    assert row_of(now, "B") == (("card 83", True), ("card 81", True))


def test_a_row_whose_marker_has_not_been_seen_is_unknown_and_one_whose_marker_is_hidden_is_read() -> None:
    reader = MarkedRecogniser(TABLE)
    now = seen(reader, ROW)
    assert now.unknown == ("B",)
    now = seen(reader, (*ROW[1:], *OTHER))
    assert now.status is ObservationStatus.OK
    assert [kind for kind, _ in row_of(now, "A")] == ["card 80", "card 81", "card 82"]


def test_a_card_in_no_row_is_loose() -> None:
    reader = MarkedRecogniser(TABLE)
    now = seen(reader, (*ROW, *OTHER, (84, 120, 380, 70)))
    assert now.in_area(LOOSE) == ("card 84",)


def test_when_the_camera_is_bumped_what_is_hidden_moves_along() -> None:
    reader = MarkedRecogniser(TABLE)
    seen(reader, (*ROW, *OTHER))
    picture = painted((ROW[0], ROW[1], ROW[3], *OTHER))
    bumped = cv2.warpAffine(picture, np.array([[1, 0.05, 60], [-0.05, 1, 50]]), (900, 640), borderValue=(70, 110, 150))
    now = read(reader, np.asarray(bumped, np.uint8))
    assert row_of(now, "A") == (("card 80", True), ("card 81", False), ("card 82", True))
    x, y = mark(ROW[2]).centre
    assert reader.marks[81].centre == pytest.approx((x + 0.05 * y + 60, y - 0.05 * x + 50), abs=SCALE * 3)


def test_nothing_to_be_seen_is_no_table() -> None:
    reader = MarkedRecogniser(TABLE)
    assert seen(reader, ()).status is ObservationStatus.NO_BOARD


def test_a_card_that_is_taken_away_is_gone_where_the_table_looks_as_before_it_was_laid() -> None:
    reader = MarkedRecogniser(TABLE)
    before = (*ROW[:3], *OTHER)
    seen(reader, before)
    assert len(row_of(seen(reader, (*ROW, *OTHER)), "A")) == 3
    now = seen(reader, before)
    assert row_of(now, "A") == (("card 80", True), ("card 81", True))
    assert now.status is ObservationStatus.OK


@pytest.mark.parametrize("hand", [(120, 150, 210), (60, 80, 120), (80, 130, 175), (70, 110, 150)])
def test_a_hand_on_such_a_card_takes_nothing_away_even_one_like_the_table(
    hand: tuple[int, int, int],
) -> None:
    reader = MarkedRecogniser(TABLE)
    seen(reader, (*ROW[:3], *OTHER))
    seen(reader, (*ROW, *OTHER))
    picture = painted((*ROW, *OTHER))
    x, y = (round(each) for each in mark(ROW[3]).centre)
    noise = np.random.default_rng(1).normal(0, 6, (80, 80, 3))
    picture[y - 40 : y + 40, x - 40 : x + 40] = np.clip(noise + hand, 0, 255).astype(np.uint8)
    assert row_of(read(reader, picture), "A")[2] == ("card 82", False)


def test_a_card_that_was_nudged_before_it_is_taken_away_is_gone_as_well() -> None:
    reader = MarkedRecogniser(TABLE)
    seen(reader, (*ROW[:3], *OTHER))
    seen(reader, (*ROW, *OTHER))
    seen(reader, (*ROW[:3], (82, 341, 124, 9), *OTHER))
    assert len(row_of(seen(reader, (*ROW[:3], *OTHER)), "A")) == 2


def test_a_card_whose_place_another_one_has_taken_has_left_it() -> None:
    reader = MarkedRecogniser(TABLE)
    seen(reader, (*ROW, *OTHER))
    closed_up = (ROW[0], (81, 490, 120, 5), (82, 420, 121, 0), *OTHER)
    assert row_of(seen(reader, closed_up), "A") == (("card 81", True), ("card 82", True))


def test_a_card_that_lay_there_from_the_start_is_never_believed_gone() -> None:
    reader = MarkedRecogniser(TABLE)
    seen(reader, (*ROW, *OTHER))
    assert len(row_of(seen(reader, (*ROW[:3], *OTHER)), "A")) == 3
