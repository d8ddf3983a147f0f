"""The order of the seats round the table, said in the lobby where the order means something."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.app.tables import Tables
from companion.core.errors import BadRequest, NotNow
from companion.core.table.commands import ArrangeSeats, LeaveSeat, SetRule, StartGame
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from tests.support.phones import SeatedPhone


def table_of(game: str, edition: str, *names: str, level: Level = Level.BANK) -> tuple[Tables, Flask, str]:
    """Return a lobby at which these people have sat down one after the other."""
    tables = Tables(Log(":memory:"), registry())
    code, app = tables.open_table(game, edition, level), create_app(tables)
    for name in names:
        SeatedPhone.take_seat(app, code, name)
    return tables, app, code


@pytest.mark.parametrize(
    ("game", "edition"), [("unexploded_cow", "2011"), ("western_town", "2012"), ("any_game", "any")]
)
def test_the_order_round_the_table_is_asked_for_where_die_and_count_go_to_the_left(game: str, edition: str) -> None:
    """It was the order in which people had sat down, which nobody could change."""
    tables, app, code = table_of(game, edition, "Ann", "Bob", "Cid")
    screen = app.test_client()
    for page in (screen.get(f"/t/{code}/screen").text, SeatedPhone.take_seat(app, code, "Dan").page):
        assert "Clockwise, as you sit round the table" in page
        assert 'aria-label="Bob sits one place before"' in page
    answer = screen.post(f"/api/tables/{code}/order", json={"order": ["s1", "s3", "s2", "s4"]})
    assert answer.status_code == 200
    assert [seat.name for seat in tables.table(code).seats] == ["Ann", "Cid", "Bob", "Dan"]
    page = screen.get(f"/t/{code}/screen").text
    assert page.index('id="player-s3"') < page.index('id="player-s2"')
    tables.act(code, "s1", StartGame("s3"))
    assert tables.table(code).ids == ("s3", "s2", "s4", "s1")
    refused = screen.post(f"/api/tables/{code}/order", json={"order": ["s1", "s2", "s3", "s4"]})
    assert refused.status_code == 422
    assert tables.table(code).ids == ("s3", "s2", "s4", "s1")


def test_an_order_without_somebody_who_sits_there_is_refused() -> None:
    tables, _, code = table_of("unexploded_cow", "2011", "Ann", "Bob", "Cid")
    for order in (("s1", "s2"), ("s1", "s2", "s2"), ("s1", "s2", "s3", "s4")):
        with pytest.raises(NotNow):
            tables.act(code, None, ArrangeSeats(order))
    tables.act(code, "s2", LeaveSeat())
    tables.act(code, None, ArrangeSeats(("s3", "s1")))
    assert tables.table(code).ids == ("s3", "s1")


@pytest.mark.parametrize(("game", "edition"), [("abilene", "1993"), ("any_game", "any")])
def test_where_places_say_who_sits_where_or_nobody_has_a_turn_no_order_is_asked_for(game: str, edition: str) -> None:
    tables, app, code = table_of(game, edition, "Ann", "Bob", "Cid")
    if game == "any_game":
        tables.act(code, "s1", SetRule("turns", False))
    assert "Clockwise" not in app.test_client().get(f"/t/{code}/screen").text
    with pytest.raises(BadRequest):
        tables.act(code, None, ArrangeSeats(("s3", "s2", "s1")))


def test_the_same_table_is_read_again_from_its_log() -> None:
    tables, _, code = table_of("any_game", "any", "Ann", "Bob", "Cid")
    tables.act(code, "s2", ArrangeSeats(("s2", "s3", "s1")))
    assert Tables(tables.log, registry()).table(code).ids == ("s2", "s3", "s1")
