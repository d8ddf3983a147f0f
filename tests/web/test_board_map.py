"""The board in the small: a new player sees the places, and the players there."""

from __future__ import annotations

import re

import pytest

from companion.app.tables import Tables
from companion.boards.board_file import to_text
from companion.boards.tracing import traced
from companion.core.table.commands import ChooseBoard, TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.drawing.board_map import board_map
from tests.support.phones import SeatedPhone
from tests.support.sketches import sketch


@pytest.fixture
def tables() -> Tables:
    return Tables(Log(":memory:"), registry())


@pytest.mark.parametrize(("edition", "letters"), [("1993", "ABCDEF"), ("1983", "ABC")])
def test_every_part_of_the_board_is_one_outline_with_its_owner(tables: Tables, edition: str, letters: str) -> None:
    code = tables.open_table("abilene", edition, Level.BOARD)
    tables.act(code, None, TakeSeat("Ann", {"ranch": "B"}))
    drawn = board_map(tables.live(code))
    assert drawn is not None
    assert "".join(region.letter for region in drawn.regions) == letters
    assert all(region.path.count("M") == 1 and region.path.endswith("Z") for region in drawn.regions)
    assert drawn.town.count("M") == 1
    assert [region.owner and region.owner.name for region in drawn.regions] == [
        None,
        "Ann",
        *[None] * (len(letters) - 2),
    ]


def test_a_traced_board_is_drawn_as_it_is(tables: Tables) -> None:
    code = tables.open_table("abilene", "1993", Level.BOARD)
    tables.act(code, None, TakeSeat("Ann", {}))
    tables.act(code, "s1", ChooseBoard(file=to_text(traced(sketch(letters="ABC")))))
    drawn = board_map(tables.live(code))
    assert drawn is not None
    assert [region.letter for region in drawn.regions] == ["A", "B", "C"]


def test_players_who_sit_down_and_who_wait_see_who_sits_where(tables: Tables) -> None:
    code = tables.open_table("abilene", "1993", Level.BOARD)
    app = create_app(tables)
    ann = SeatedPhone.take_seat(app, code, "Ann")
    pages = (app.test_client().get(f"/j/{code}").text, ann.page, app.test_client().get(f"/t/{code}/screen").text)
    for page in pages:
        assert re.search(r'aria-label="The board, seen from above: A: Ann, B: free,[^"]*"', page)
    join = pages[0]
    assert re.search(r'class="plot free suggested" data-value="C"', join), "what the box would choose"
    assert [join.count('suggested"'), pages[1].count('suggested"')] == [1, 0]


def test_no_form_without_a_picture(tables: Tables) -> None:
    """Beige pages without a picture is what people saw first."""
    code = tables.open_table("abilene", "1993", Level.BOARD)
    client = create_app(tables).test_client()
    for path in ("/", "/j?ask=1", f"/j/{code}"):
        page = client.get(path).text
        found = re.findall(r'<img class="picture[^"]*" src="([^"]*)" alt=""', page)
        assert found, path
        for address in found:
            drawing = client.get(address)
            assert drawing.mimetype == "image/svg+xml"
            assert b"<script" not in drawing.data
