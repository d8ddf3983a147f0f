"""A seat that the others let another phone have: a phone that comes too late gets nothing."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import VoidBallot
from companion.core.table.commands import Agree, LeaveSeat, StartGame
from companion.core.table.events import PhoneAdmitted
from companion.core.table.table import PERMIT_SECONDS
from companion.store import phones
from companion.testing import Evening
from companion.web.app import create_app
from tests.core.secrets.test_sealed_votes import OWN, sale
from tests.support.phones import as_read
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night
from tests.web.test_seats import seated, sit_down

KEY = "K" * 32
WAITING = f"/t/{CODE}/claims/{KEY}"


@pytest.fixture
def night() -> Night:
    return Night(4)


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


def let_in(app: Flask, night: Evening, key: str = KEY) -> FlaskClient:
    """Return a phone that asks for Bob's seat, to which all others agree; it has not come yet."""
    client = app.test_client()
    assert client.post(f"/t/{CODE}/claim", data={"seat": BOB, "key": key}).status_code == 303
    night.agree(*night.table.motions[-1].asked)
    return client


def nothing_has_moved(client: FlaskClient, night: Evening, seat: str = BOB) -> None:
    before, pin = night.table, phones.pin_of(night.log, CODE, seat)
    answer = client.get(WAITING)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert night.table == before
    assert phones.pin_of(night.log, CODE, seat) == pin


def test_event_notice_and_new_pin_come_with_the_phone_and_not_with_the_consent(night: Night, app: Flask) -> None:
    bob = seated(app, CODE, BOB)
    pin = phones.pin_of(night.log, CODE, BOB)
    client = let_in(app, night)
    assert not night.events(PhoneAdmitted)
    assert bob.get(f"/t/{CODE}/s/{BOB}").status_code == 200
    assert "may take the seat of Bob within two minutes" in as_read(bob.get(f"/t/{CODE}/s/{BOB}").text)
    assert client.get(WAITING).status_code == 303
    assert night.events(PhoneAdmitted) == [PhoneAdmitted(BOB, phones.hashed(KEY), "table")]
    assert phones.pin_of(night.log, CODE, BOB) != pin
    assert bob.get(f"/t/{CODE}/s/{BOB}").status_code == 303
    assert "Bob moved to another phone (the others agreed)" in as_read(
        seated(app, CODE, ANN).get(f"/t/{CODE}/s/{ANN}").text
    )


def test_a_the_seat_is_not_taken_while_its_owner_plays_on(night: Night, app: Flask) -> None:
    """Twenty of twenty payments later the permission still was good, and nobody was told."""
    client = let_in(app, night)
    for _ in range(20):
        night.act(BOB, Pay(BANK, 100))
    night.now += PERMIT_SECONDS
    nothing_has_moved(client, night)


def test_b_the_seat_is_not_taken_after_its_owner_moved_by_pin_nor_in_the_next_game(app: Flask, night: Night) -> None:
    client = let_in(app, night)
    path = f"/api/tables/{CODE}/seats/{BOB}/claim"
    phones.set_pin(night.log, CODE, BOB, "1234")
    assert app.test_client().post(path, json={"pin": "1234"}).status_code == 200
    nothing_has_moved(client, night)


def test_b_the_seat_is_not_taken_in_the_next_game() -> None:
    night = Night(4, start=False)
    app = create_app(night.tables)
    client = let_in(app, night)
    night.act(ANN, StartGame(ANN))
    nothing_has_moved(client, night)


def test_c_a_player_who_sits_down_where_somebody_got_up_keeps_the_seat() -> None:
    """The phone that was let into Bob's seat took Dora's, of whom nobody was asked."""
    night = Night(3, start=False)
    app = create_app(night.tables)
    client = let_in(app, night)
    night.act(BOB, LeaveSeat())
    assert sit_down(app.test_client(), CODE, "Dora").status_code == 303
    assert night.table.seat(BOB).name == "Dora"
    nothing_has_moved(client, night)


def test_c_a_question_about_somebody_who_got_up_is_none_about_the_player_who_sits_there_now() -> None:
    night = Night(3, start=False)
    app = create_app(night.tables)
    client = app.test_client()
    client.post(f"/t/{CODE}/claim", data={"seat": BOB, "key": KEY})
    night.act(ANN, Agree(night.table.motions[0].id))
    night.act(BOB, LeaveSeat())
    sit_down(app.test_client(), CODE, "Dora")
    assert not night.table.motions
    nothing_has_moved(client, night)


def test_d_a_player_who_has_sealed_keeps_his_vote_and_his_voice_from_a_phone_that_comes_late() -> None:
    night = sale(s2=OWN, s3=OWN)
    client = let_in(create_app(night.tables), night)
    night.now += PERMIT_SECONDS
    nothing_has_moved(client, night)
    assert night.ballot.sealed.keys() == {BOB, CID}
    night.act(DAN, VoidBallot(night.ballot.id))
    assert set(night.table.motions[-1].owners) == {BOB, CID}


@pytest.mark.parametrize("key", ["L" * 32, KEY.swapcase()])
def test_only_the_phone_that_asked_is_let_in(app: Flask, night: Night, key: str) -> None:
    let_in(app, night)
    assert "Set-Cookie" not in app.test_client().get(f"/t/{CODE}/claims/{key}").headers
    assert not night.events(PhoneAdmitted)
