"""Sitting down by the page: nobody is refused for what he did not choose, and what was typed stays."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.core.table.commands import LeaveSeat, SetRemembering, SetRules, StartGame, TakeIn
from companion.core.table.table import Level
from companion.games import registry
from companion.games.any_game.messages.play import FinishGame
from companion.store import phones
from companion.store.log import Log
from companion.web.app import create_app
from tests.support.any_evening import ANN, CODE, AnyEvening
from tests.support.phones import as_read


@pytest.fixture
def tables() -> Tables:
    return Tables(Log(":memory:"), registry())


@pytest.fixture
def app(tables: Tables) -> Flask:
    return create_app(tables)


def form(client: FlaskClient, code: str) -> dict[str, str]:
    """Return what the untouched form would send: its hidden fields, and the options that are picked beforehand."""
    return fields(client.get(f"/j/{code}?another=1").text)


def fields(page: str) -> dict[str, str]:
    inputs = re.findall(r"<input[^>]*>", page.partition('class="join-form"')[2].partition("</form>")[0])
    found = [each for each in inputs if 'type="radio"' not in each or "checked" in each]
    names = [re.search(r'name="([^"]*)"', each) for each in found]
    values = [re.search(r"""value=["']([^"']*)["']""", each) for each in found]
    return {name[1]: value[1] if value else "" for name, value in zip(names, values, strict=True) if name}


def test_two_who_scan_at_the_same_moment_both_sit_down(tables: Tables, app: Flask) -> None:
    code = tables.open_table("abilene", "1993", Level.BOARD)
    phones = [app.test_client() for _ in range(3)]
    forms = [form(phone, code) for phone in phones]  # all are looked at before the first one is sent
    for phone, filled, name in zip(phones, forms, ("Ann", "Bob", "Cid"), strict=True):
        assert phone.post(f"/j/{code}", data={**filled, "name": name}).status_code == 303
    table = tables.table(code)
    assert [seat.name for seat in table.seats] == ["Ann", "Bob", "Cid"]
    assert all(not seat.wished for seat in table.seats)


def test_what_was_typed_stays_in_the_form_when_something_is_refused(tables: Tables, app: Flask) -> None:
    code = tables.open_table("abilene", "1993", Level.BOARD)
    ann, bob = app.test_client(), app.test_client()
    before = form(bob, code)
    ann.post(f"/j/{code}", data={"name": "Ann", "ranch": "B"})
    refused = bob.post(f"/j/{code}", data={**before, "name": "Bob", "ranch": "B", "colour": "green"})
    assert refused.status_code == 422
    assert "Ranch B is taken" in refused.text
    kept = fields(refused.text)
    assert kept["name"] == "Bob"
    assert kept["colour"] == "green"
    assert kept["ranch"] == "", "what is gone is open again"
    assert kept["key"] != before["key"]
    same = bob.post(f"/j/{code}", data={**kept, "name": "Ann"})
    assert fields(same.text)["name"] == "Ann"
    assert bob.post(f"/j/{code}", data=kept).status_code == 303


def test_a_name_comes_back_as_it_was_typed_and_as_nothing_else(tables: Tables, app: Flask) -> None:
    code = tables.open_table("abilene", "1993", Level.BOARD)
    typed = '"><script>alert(1)</script>' + "x" * 30
    page = app.test_client().post(f"/j/{code}", data={"name": typed})
    assert page.status_code == 422
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;" in page.text


@pytest.mark.parametrize("edition", ["1993", "1983"])
def test_a_player_who_is_moved_over_keeps_his_phone(tables: Tables, app: Flask, edition: str) -> None:
    """Sitting down can move others: the answer is still the new seat, not theirs."""
    code = tables.open_table("abilene", edition, Level.BOARD)
    phones = [app.test_client() for _ in range(4 if edition == "1993" else 3)]
    for number, phone in enumerate(phones, 1):
        answer = phone.post(f"/j/{code}", data={"name": f"P{number}"})
        assert answer.headers["Location"] == f"/t/{code}/s/s{number}"
        assert phone.get(answer.headers["Location"]).status_code == 200


def test_a_player_who_has_played_here_sits_down_with_one_tap_but_not_where_guests_play(
    tables: Tables, app: Flask
) -> None:
    standings = '[{"rank": 1, "name": "Ann", "score": 9}, {"rank": 2, "name": "Bob", "score": 5}]'
    sql = "INSERT INTO results (code, seq, game, edition, ended, ending, standings)"
    tables.log.rows(f"{sql} VALUES ('GONE', 9, 'abilene', '1993', 1.0, 'over', ?)", (standings,))
    code = tables.open_table("abilene", "1993", Level.BOARD)

    def offered(client: FlaskClient) -> list[str]:
        return re.findall(r'<button name="name" value="([^"]*)"', client.get(f"/j/{code}?another=1").text)

    phone = app.test_client()
    assert offered(phone) == ["Ann", "Bob"]
    assert phone.post(f"/j/{code}", data={"name": "Bob", "key": "a key of its own"}).status_code == 303
    assert [seat.name for seat in tables.table(code).seats] == ["Bob"]
    assert offered(app.test_client()) == ["Ann"]
    tables.act(code, "s1", SetRemembering(remembered=False))
    assert offered(app.test_client()) == []


def test_a_guest_who_comes_late_reads_why_nobody_else_can_sit_down() -> None:
    """The page had a heading, *Sit down*, and no form."""
    evening = AnyEvening(players=2, started=False, seats=2)
    late = create_app(evening.tables).test_client()
    assert "Every seat is taken." in late.get(f"/j/{CODE}").text
    evening.act(ANN, SetRules({"seats": 3}))
    assert "Every seat is taken." not in late.get(f"/j/{CODE}").text
    evening.act(ANN, StartGame(ANN))
    page = late.get(f"/j/{CODE}").text
    assert "The game has begun. Someone who plays can take you in" in page
    assert f'<a href="/t/{CODE}/screen">Look on at the table screen</a>' in page
    evening.together(ANN, FinishGame())
    assert "The game is over. As soon as someone taps “Once more”, you can sit down, too." in (
        late.get(f"/j/{CODE}").text
    )


def test_a_newcomer_whom_the_others_have_taken_in_sits_down_with_one_tap_and_nobody_after_him() -> None:
    evening = AnyEvening(2)
    evening.together(ANN, TakeIn("Cid", 900))
    app = create_app(evening.tables)
    phone, stranger = app.test_client(), app.test_client()
    assert "I am Cid, and play along from now on" in as_read(phone.get(f"/j/{CODE}").text)
    first_claim = phone.post(f"/t/{CODE}/claim", data={"seat": "s3", "mode": "move", "key": "c" * 32})
    assert first_claim.location == f"/t/{CODE}/s/s3"
    assert phone.get(first_claim.location).status_code == 200
    assert "I am Cid, and play along" not in stranger.get(f"/j/{CODE}").text
    claim = stranger.post(f"/t/{CODE}/claim", data={"seat": "s3", "mode": "move", "key": "d" * 32})
    assert "/claims/" in claim.location


def test_the_phone_of_a_player_who_got_up_does_not_act_for_the_newcomer_at_his_seat() -> None:
    evening = AnyEvening(2, started=False)
    app = create_app(evening.tables)
    gone = app.test_client()
    seat = gone.post(f"/j/{CODE}", data={"name": "Dot", "key": "g" * 32}).location
    evening.act("s3", LeaveSeat())
    evening.act(ANN, StartGame(ANN))
    evening.together(ANN, TakeIn("Cid"))
    assert gone.get(seat).status_code in (302, 303)


def test_a_team_with_one_purse_is_a_seat_that_is_played_on_two_phones() -> None:
    evening = AnyEvening(2)
    app = create_app(evening.tables)
    first, second = app.test_client(), app.test_client()
    first.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    pin = phones.pin_of(evening.log, CODE, ANN)
    assert "We play this seat together" in second.get(f"/j/{CODE}").text
    claim = {"seat": ANN, "mode": ["move", "serve"], "pin": pin, "key": "t" * 32}
    answer = second.post(f"/t/{CODE}/claim", data=claim)
    for phone in (first, second):
        page = phone.get(answer.location)
        assert page.status_code == 200
        assert "$1,500" in page.text
    refused = app.test_client().post(f"/t/{CODE}/claim", data={**claim, "pin": "", "key": "u" * 32})
    assert refused.status_code == 403
