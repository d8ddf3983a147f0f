"""Tables that are open, as the first page and a seat card say them, and closing one."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.app.tables import Tables
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from tests.support.phones import SeatedPhone, as_read
from tests.support.table import ANN, BOB, CODE, Night


@pytest.fixture
def tables() -> Tables:
    return Tables(Log(":memory:"), registry())


@pytest.fixture
def app(tables: Tables) -> Flask:
    return create_app(tables)


def test_the_first_page_tells_tables_apart_and_leads_back_to_the_own_seat(tables: Tables, app: Flask) -> None:
    """Open tables used to be one line each, "Abilene"."""
    codes = [tables.open_table("abilene", edition, Level.BOARD) for edition in ("1993", "1983")]
    ann = SeatedPhone.take_seat(app, codes[0], "Ann")
    page = as_read(ann.client.get("/").text)
    for code, edition in zip(codes, ("Schmidt 1993, six ranches", "Hexagames 1983, three prairies"), strict=True):
        shown = next(part for part in page.split('<li class="open-table ')[1:] if f">{code}<" in part)
        assert edition in shown
        assert (f"/t/{code}/s/s1" in shown) is (code == codes[0])
        assert ("Go on as Ann" in shown) is (code == codes[0])
    assert "Go on as Ann" not in app.test_client().get("/").text


def test_anybody_closes_a_table_after_a_question_and_what_was_played_there_is_kept() -> None:
    night = Night(3)
    night.act(ANN, Pay(BOB, 100))
    client = create_app(night.tables).test_client()
    asked = client.get(f"/t/{CODE}/close")
    assert "A game is still going on there." in asked.text
    assert CODE in client.get("/").text, "asked is not closed"
    assert client.post(f"/t/{CODE}/close").headers["Location"] == "/"
    assert CODE not in client.get("/").text
    assert CODE in client.get("/history").text
    assert client.get(f"/t/{CODE}/screen").status_code == 200
    assert client.get(f"/t/{CODE}/export.jsonl").status_code == 200
    night.act(BOB, Pay(ANN, 100))
    client.post(f"/t/{CODE}/reopen")
    assert CODE in client.get("/").text
    assert CODE not in client.get("/history").text
    for path in ("close", "reopen"):
        assert client.post(f"/t/NONE/{path}").status_code == 404


def test_a_seat_card_leads_to_the_table_that_waits_without_asking_for_its_code(tables: Tables, app: Flask) -> None:
    phone = app.test_client()
    assert phone.get("/j").status_code == 200, "no table is open: the code is asked for"
    code = tables.open_table("abilene", "1993", Level.BOARD)
    tables.open_table("abilene", "1993", Level.BOARD, demo=True)
    assert phone.get("/j").headers["Location"] == f"/j/{code}"
    assert phone.get("/j?ask=1").status_code == 200
    tables.act(code, None, TakeSeat("Ann", {}))
    second = tables.open_table("abilene", "1983", Level.BOARD)
    both = phone.get("/j")
    assert both.status_code == 200
    assert code in both.text
    assert second in both.text


def test_a_seat_card_leads_the_player_who_sits_at_the_table_back_to_the_seat(tables: Tables, app: Flask) -> None:
    code = tables.open_table("abilene", "1993", Level.BOARD)
    phone = SeatedPhone.take_seat(app, code, "Ann").client
    assert phone.get("/j", follow_redirects=True).request.path == f"/t/{code}/s/s1"


def test_where_only_the_box_sits_nobody_is_offered_his_old_seat(tables: Tables, app: Flask) -> None:
    code = tables.open_table("abilene", "1993", Level.BOARD, demo=True)
    tables.act(code, None, TakeSeat("Annie", {}, box=True))
    assert "I sit here already" not in app.test_client().get(f"/j/{code}").text
    tables.act(code, None, TakeSeat("Bob", {}))
    assert "I sit here already" in app.test_client().get(f"/j/{code}").text


def test_pages_that_need_scripts_say_so_where_there_are_none() -> None:
    night = Night(3)
    app = create_app(night.tables)
    client = app.test_client()
    client.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    for path in (f"/t/{CODE}/screen", f"/t/{CODE}/s/{ANN}"):
        _, _, rest = client.get(path).text.partition("<noscript>")
        assert "needs JavaScript" in rest.partition("</noscript>")[0], path
