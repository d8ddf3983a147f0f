"""Which row a card lies in, and where: turned, overlapping, near another row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from tests.vision.evidence.marks.table_top import Lying, mark
from vision.evidence.marks.rows import Rows, find_rows

A, B = 16, 17
CARDS = range(80, 250)


def found(lying: Iterable[Lying]) -> Rows:
    marks = {each[0]: mark(each) for each in lying}
    starts = {name: marks[number] for name, number in (("A", A), ("B", B)) if number in marks}
    return find_rows(starts, {number: each for number, each in marks.items() if number in CARDS})


def row(cards: Sequence[int], start: int = A, at: tuple[float, float] = (600, 200), step: float = 70) -> list[Lying]:
    """Return a row from its marker to the left."""
    return [(start, *at, 0), *((card, at[0] - step * place, at[1], 0) for place, card in enumerate(cards, 1))]


def test_a_row_is_counted_from_its_marker() -> None:
    assert found(row([85, 82, 90])) == Rows({"A": (85, 82, 90)}, ())


def test_a_row_without_cards_is_empty_and_one_without_its_marker_is_not_there() -> None:
    assert found([(A, 600, 200, 0), *row([85], B, (600, 400))[1:]]) == Rows({"A": ()}, (85,))


@pytest.mark.parametrize("turned", range(-20, 21, 5))
def test_cards_may_be_turned_a_little(turned: int) -> None:
    lying = [(number, x, y, turned if number % 2 else -turned) for number, x, y, _ in row([85, 82, 90, 87])]
    lying[0] = (A, 600, 200, 0)
    assert found(lying).rows == {"A": (85, 82, 90, 87)}


@pytest.mark.parametrize("turned", [-12, -6, 6, 12])
def test_a_row_may_run_askew_of_its_marker(turned: int) -> None:
    rise = turned / 57.3
    lying = [(number, x, y + (600 - x) * rise, 0) for number, x, y, _ in row([85, 82, 90, 87, 83, 84])]
    assert found(lying).rows == {"A": (85, 82, 90, 87, 83, 84)}


@pytest.mark.parametrize("turn", [0, 45, 90, 180, 250])
def test_a_row_may_lie_any_way_round_in_the_picture(turn: int) -> None:
    from math import cos, radians, sin

    c, s = cos(radians(turn)), sin(radians(turn))
    lying = [(number, x * c - y * s, x * s + y * c, turn) for number, x, y, _ in row([85, 82, 90])]
    assert found(lying).rows == {"A": (85, 82, 90)}


@pytest.mark.parametrize("step", [12, 25, 70, 110])
def test_cards_may_overlap_or_lie_apart(step: float) -> None:
    assert found(row([85, 82, 90, 87, 83], step=step)).rows == {"A": (85, 82, 90, 87, 83)}


@pytest.mark.parametrize("distance", [95, 120, 200])
def test_two_rows_near_each_other_are_two(distance: float) -> None:
    lying = [*row([85, 82, 90]), *row([91, 92, 93], B, (600, 200 + distance))]
    assert found(lying) == Rows({"A": (85, 82, 90), "B": (91, 92, 93)}, ())


def test_rows_that_face_each_other_are_two() -> None:
    other = [(number, 900 - x, 500 - y, 180) for number, x, y, _ in row([91, 92, 93], B)]
    assert found([*row([85, 82, 90]), *other]) == Rows({"A": (85, 82, 90), "B": (91, 92, 93)}, ())


def test_a_card_that_may_as_well_belong_to_two_rows_is_in_neither() -> None:
    lying = [*row([85]), (B, 600, 280, 0), (90, 460, 240, 0)]
    assert found(lying) == Rows({"A": (85,), "B": ()}, (90,))


@pytest.mark.parametrize(
    "stray", [(90, 460, 330, 0), (90, 700, 200, 0), (90, 460, 200, 90), (90, 460, 200, 180), (90, 100, 200, 0)]
)
def test_a_card_beside_behind_turned_or_far_away_is_in_no_row(stray: Lying) -> None:
    assert found([*row([85]), stray]) == Rows({"A": (85,)}, (90,))
