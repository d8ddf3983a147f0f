"""A tablet that goes round: several seats on one screen, each opened by its own PIN."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.core.table.table import Level
from companion.games import registry
from companion.store import phones
from companion.store.log import Log
from companion.web.app import create_app
from tests.support.phones import as_read


@pytest.fixture
def tables() -> Tables:
    return Tables(Log(":memory:"), registry())


@pytest.fixture
def app(tables: Tables) -> Flask:
    return create_app(tables)


@pytest.fixture
def code(tables: Tables) -> str:
    return tables.open_table("abilene", "1993", Level.BOARD)


def sit(client: FlaskClient, code: str, name: str) -> None:
    assert client.post(f"/j/{code}", data={"name": name}).status_code == 303


def shown(client: FlaskClient, code: str, seat: str) -> str:
    return as_read(client.get(f"/t/{code}/s/{seat}").text)


def test_a_phone_of_ones_own_never_asks_for_a_pin(app: Flask, code: str) -> None:
    client = app.test_client()
    sit(client, code, "Ana")
    assert "Hand the screen" not in shown(client, code, "s1")


def test_a_tablet_that_seats_two_asks_for_the_pin_of_the_player_who_has_it_now(
    app: Flask, code: str, tables: Tables
) -> None:
    tablet = app.test_client()
    sit(tablet, code, "Ana")
    sit(tablet, code, "Ben")
    assert "Hand the screen" not in shown(tablet, code, "s2")  # Ben has just sat down
    assert "Hand the screen to Ana" in shown(tablet, code, "s1")

    refused = tablet.post(f"/t/{code}/s/s1/open", data={"pin": "no"})
    assert refused.status_code == 403
    assert "not the PIN" in refused.get_data(as_text=True)
    assert "Hand the screen to Ana" in shown(tablet, code, "s1")

    assert tablet.post(f"/t/{code}/s/s1/open", data={"pin": phones.pin_of(tables.log, code, "s1")}).status_code == 303
    assert "Hand the screen" not in shown(tablet, code, "s1")
    assert "Hand the screen to Ben" in shown(tablet, code, "s2")


def test_a_neighbour_who_serves_another_seat_gets_back_to_his_own_without_a_pin(
    app: Flask, code: str, tables: Tables
) -> None:
    ana, ben = app.test_client(), app.test_client()
    sit(ana, code, "Ana")
    sit(ben, code, "Ben")
    served = {"seat": "s2", "pin": phones.pin_of(tables.log, code, "s2"), "mode": "serve"}
    assert ana.post(f"/t/{code}/claim", data=served).status_code == 303
    assert "Hand the screen" not in shown(ana, code, "s2")
    assert "Hand the screen" not in shown(ana, code, "s1")
    assert "Hand the screen" not in shown(ben, code, "s2")  # Ben's own phone still acts for him


def test_a_wrong_pin_for_a_neighbours_seat_says_so_and_leaves_ones_own(app: Flask, code: str) -> None:
    """It threw one out, onto the page where one sits down."""
    ana, ben = app.test_client(), app.test_client()
    sit(ana, code, "Ana")
    sit(ben, code, "Ben")
    wrong = {"seat": "s2", "pin": "no", "mode": "serve", "by": "s1"}
    answer = ana.post(f"/t/{code}/claim", data=wrong, follow_redirects=True)
    assert answer.request.path == f"/t/{code}/s/s1"
    assert "That is not Ben's PIN." in answer.text
    assert ana.get(f"/t/{code}/s/s2").status_code == 303, "it does not act for Ben"
    for by in ("s2", "s9", ""):  # whose phone this is is not a matter of what the form says
        assert "Sit down" in ana.post(f"/t/{code}/claim", data={**wrong, "by": by}).text


def test_nobody_opens_a_seat_that_this_screen_does_not_serve(app: Flask, code: str, tables: Tables) -> None:
    sit(app.test_client(), code, "Ana")
    stranger = app.test_client()
    answer = stranger.post(f"/t/{code}/s/s1/open", data={"pin": phones.pin_of(tables.log, code, "s1")})
    assert answer.status_code == 401


def test_a_script_on_the_tablet_acts_for_nobody_whose_seat_is_not_open(app: Flask, code: str) -> None:
    tablet = app.test_client()
    sit(tablet, code, "Ana")
    sit(tablet, code, "Ben")
    leave = {"kind": "leave_seat", "data": {}}
    assert tablet.get(f"/api/tables/{code}/seats/s1").status_code == 403
    assert tablet.post(f"/api/tables/{code}/actions", json={"seat": "s1", **leave}).status_code == 403
    assert tablet.get(f"/api/tables/{code}/seats/s2").status_code == 200
    assert tablet.post(f"/api/tables/{code}/actions", json={"seat": "s2", **leave}).status_code == 200


def test_an_account_opens_with_the_pin_of_its_seat_like_the_page_it_belongs_to(
    app: Flask, code: str, tables: Tables
) -> None:
    """A person with the tablet in hand could read what all players had."""
    tablet = app.test_client()
    sit(tablet, code, "Ana")
    sit(tablet, code, "Ben")
    account = f"/t/{code}/s/s1/account"
    assert tablet.get(account).status_code == 403
    assert tablet.post(f"/t/{code}/s/s1/open", data={"pin": phones.pin_of(tables.log, code, "s1")}).status_code == 303
    assert tablet.get(account).status_code == 200
