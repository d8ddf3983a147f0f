"""The description of a table without a board for a camera, and the numbers of its markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.boards import printed_markers
from companion.boards.camera_messages import Orders
from companion.boards.marked_table import MarkedTable, row_of
from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest

TABLE = MarkedTable({"A": 16, "B": 17}, {80: "clover", 81: "clover", 82: "daisy"})


def test_it_travels_with_the_orders() -> None:
    orders = Orders(revision=3, table="ABCD", marked=TABLE)
    assert Orders.understood(orders.plain()) == orders


def test_orders_of_a_box_that_knows_no_markers_are_understood() -> None:
    old = Orders(revision=3, table="ABCD").plain()
    del old["marked"]
    assert Orders.understood(old) == Orders(revision=3, table="ABCD")


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": {"A": 16}, "pieces": {"16": "clover"}},
        {"rows": {"A": 16, "B": 16}, "pieces": {}},
        {"rows": [], "pieces": {}},
        {"rows": {}, "pieces": {"x": "clover"}},
        {"rows": {}, "pieces": {str(number): "clover" for number in range(1001)}},
    ],
)
def test_a_marker_that_means_two_things_and_other_nonsense_is_refused(wrong: Mapping[str, Any]) -> None:
    with pytest.raises(BadRequest):
        Orders.understood({**Orders(revision=3, table="ABCD").plain(), "marked": wrong})


def test_no_number_is_given_away_twice() -> None:
    ranges = [each for each in vars(printed_markers).values() if isinstance(each, range)]
    numbers = [number for each in ranges for number in each]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) <= set(range(250))


def test_a_row_is_read_in_its_order_with_what_is_only_remembered() -> None:
    cells = {f"A-{at}": f"cow {at}" for at in (1, 2, 10, 11)} | {"B-1": "other", "A5-1": "another"}
    seen = Observation(ObservationStatus.UNCLEAR, cells, ("A-3", "C"), {}, {"A-3": ("cow 3",)})
    assert row_of(seen, "A") == (
        ("cow 1", True),
        ("cow 2", True),
        ("cow 3", False),
        ("cow 10", True),
        ("cow 11", True),
    )
    assert row_of(seen, "C") == ()
