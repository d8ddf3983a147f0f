"""Ownership of a seat: PINs that are guessed, phones that come unasked, answers that are lost, seats nobody came to."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.staleness import MAX_PROPOSALS
from companion.app.tables import Tables
from companion.core.table.commands import Agree, CorrectBooks, Refuse, RemoveSeat
from companion.core.table.events import PhoneAdmitted, PinReplaced
from companion.core.table.table import Level
from companion.games import registry
from companion.store import phones
from companion.store.log import Log
from companion.store.phones import MAX_DIGITS, MAX_TRIES, PinAnswer
from companion.web.app import create_app
from tests.support.phones import as_read
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

STRANGER = {"REMOTE_ADDR": "192.0.2.66"}


@pytest.fixture
def night() -> Night:
    return Night(4)


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


@pytest.fixture
def lobby() -> Tables:
    return Tables(Log(":memory:"), registry())


def try_pin(client: FlaskClient, code: str, seat: str, pin: str, address: str = "192.0.2.66") -> int:
    path = f"/api/tables/{code}/seats/{seat}/claim"
    return client.post(path, json={"pin": pin}, environ_base={"REMOTE_ADDR": address}).status_code


def wrong(pin: str) -> str:
    """Return another PIN of the same length."""
    return pin[:-1] + str((int(pin[-1]) + 1) % 10)


def seated(app: Flask, code: str, seat: str) -> FlaskClient:
    """Return the phone of the seat, which has come."""
    client = app.test_client()
    token = app.extensions["companion"].tokens.admit(code, seat, 0.0)
    client.set_cookie(f"seat-{code}-{seat}", token, domain="localhost")
    assert client.get(f"/t/{code}/s/{seat}").status_code == 200
    return client


def sit_down(client: FlaskClient, code: str, name: str, **more: str) -> TestResponse:
    return client.post(f"/j/{code}", data={"name": name, **more})


def cookies(answer: TestResponse) -> list[str]:
    """Return what the answer lets a phone keep, without until when."""
    return [cookie.partition(";")[0] for cookie in answer.headers.getlist("Set-Cookie")]


# --- PINs --------------------------------------------------------------------------------------


@pytest.mark.logs("too many wrong PINs for seat")
def test_a_pin_that_was_guessed_wrong_too_often_is_another_one_and_the_table_is_told(
    night: Night, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    bob = seated(app, CODE, BOB)
    pin = phones.pin_of(night.log, CODE, BOB)
    client = app.test_client()
    for number in range(MAX_TRIES):  # from everywhere, so that no limit of one address is met
        assert try_pin(client, CODE, BOB, wrong(pin), f"192.0.2.{number}") == 403
    new = phones.pin_of(night.log, CODE, BOB)
    assert new != pin
    assert len(new) == len(pin) + 2
    assert try_pin(client, CODE, BOB, pin, "192.0.2.99") == 403, "it is dead"
    assert night.events(PinReplaced) == [PinReplaced(BOB)]
    sentence = "Too many wrong PINs for the seat of Bob"
    assert sentence in as_read(bob.get(f"/t/{CODE}/s/{BOB}").text)
    assert new in bob.get(f"/t/{CODE}/s/{BOB}/part").text
    assert sentence in as_read(seated(app, CODE, CID).get(f"/t/{CODE}/s/{CID}").text)
    assert sentence in as_read(client.get(f"/t/{CODE}/screen").text)
    (line,) = [record.getMessage() for record in caplog.records if "too many wrong PINs" in record.getMessage()]
    assert new not in line
    assert pin not in line
    assert try_pin(client, CODE, BOB, new, "192.0.2.99") == 200, "a person whose only phone died gets in with his PIN"


@pytest.mark.logs("too many wrong PINs for seat")
def test_a_restart_forgives_no_try(tmp_path: Path) -> None:
    night = Night(4, path=tmp_path / "box.sqlite")
    phones.set_pin(night.log, CODE, BOB, "1234")
    for number in range(MAX_TRIES):
        client = create_app(night.restarted().tables).test_client()
        assert phones.pin_of(night.log, CODE, BOB) == "1234"
        assert try_pin(client, CODE, BOB, "4321", f"192.0.2.{number}") == 403
    assert phones.pin_of(night.log, CODE, BOB) != "1234"


def test_somebody_who_guesses_for_ever_meets_longer_and_longer_pins(night: Night) -> None:
    phones.set_pin(night.log, CODE, BOB, "1234")
    lengths = []
    for _ in range(6):
        answers = [phones.try_pin(night.log, CODE, BOB, "no") for _ in range(MAX_TRIES)]
        assert answers == [PinAnswer.WRONG] * (MAX_TRIES - 1) + [PinAnswer.DEAD]
        lengths.append(len(phones.pin_of(night.log, CODE, BOB)))
    assert lengths == [6, 8, 10, 12, 12, 12]
    assert max(lengths) == MAX_DIGITS


def test_tries_at_the_same_moment_are_all_counted(tmp_path: Path) -> None:
    night = Night(4, path=tmp_path / "box.sqlite")
    phones.set_pin(night.log, CODE, BOB, "1234")
    answers: list[PinAnswer] = []
    threads = [
        threading.Thread(target=lambda: answers.append(phones.try_pin(night.log, CODE, BOB, "no")))
        for _ in range(2 * MAX_TRIES)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert answers.count(PinAnswer.DEAD) == 2


def test_nobody_is_locked_out_by_the_tries_of_others(night: Night, app: Flask) -> None:
    """It used to be five tries a minute for a seat, from all phones together."""
    pin = "1234"
    bob = seated(app, CODE, BOB)
    phones.set_pin(night.log, CODE, BOB, pin)
    client = app.test_client()
    assert [try_pin(client, CODE, BOB, wrong(pin)) for _ in range(7)] == [403] * 5 + [429] * 2
    assert try_pin(client, CODE, BOB, pin) == 429, "nothing is learnt"
    assert bob.get(f"/t/{CODE}/s/{BOB}").status_code == 200
    assert try_pin(client, CODE, BOB, pin, "192.0.2.7") == 200, "the owner with another phone"


def test_a_seat_that_moves_has_a_new_pin_and_one_that_is_served_too_keeps_it(night: Night, app: Flask) -> None:
    seated(app, CODE, BOB)
    pin = phones.pin_of(night.log, CODE, BOB)
    serve = {"pin": pin, "serving": True}
    assert app.test_client().post(f"/api/tables/{CODE}/seats/{BOB}/claim", json=serve).status_code == 200
    assert phones.pin_of(night.log, CODE, BOB) == pin
    assert try_pin(app.test_client(), CODE, BOB, pin) == 200
    moved = phones.pin_of(night.log, CODE, BOB)
    assert moved != pin
    asked = app.test_client().post(f"/t/{CODE}/claim", data={"seat": BOB})
    night.agree(ANN, CID, DAN)
    assert app.test_client().get(asked.headers["Location"]).status_code == 303
    assert phones.pin_of(night.log, CODE, BOB) != moved


# --- nobody goes unasked -----------------------------------------------------------------------


def alone_in_the_lobby(tables: Tables) -> str:
    code = tables.open_table("abilene", "1993", Level.BOARD)
    sit_down(create_app(tables).test_client(), code, "Ann")
    return code


def at_a_table_to_try_alone(tables: Tables) -> str:
    client = create_app(tables).test_client()
    made = client.post("/tables", data={"game": "abilene", "edition": "1993", "demo": "1"})
    code = made.headers["Location"].rpartition("/")[2]
    assert sit_down(client, code, "Ann").status_code == 303
    return code


@pytest.mark.parametrize("opened", [alone_in_the_lobby, at_a_table_to_try_alone])
def test_where_nobody_else_is_there_the_seat_itself_is_asked(opened: Any, lobby: Tables) -> None:
    """A stranger used to have the seat at once: nobody was asked, and that counted as consent."""
    code = opened(lobby)
    seat = lobby.table(code).people()[0]
    app = create_app(lobby)
    stranger = app.test_client()
    asked = stranger.post(f"/t/{code}/claim", data={"seat": seat})
    waiting = stranger.get(asked.headers["Location"])
    assert waiting.status_code == 200
    assert "Set-Cookie" not in waiting.headers
    assert "as soon as the phone that has the seat agrees" in waiting.text
    (motion,) = lobby.table(code).motions
    assert motion.asked == (seat,)
    lobby.act(code, seat, Agree(motion.id))
    assert stranger.get(asked.headers["Location"]).status_code == 303


def test_where_others_are_there_all_of_them_are_asked_and_the_seat_is_not(night: Night, app: Flask) -> None:
    """A phone that is dead cannot answer, and one that withholds a sealed vote must not keep the table waiting."""
    stranger = app.test_client()
    stranger.post(f"/t/{CODE}/claim", data={"seat": BOB})
    night.act(DAN, Refuse(night.table.motions[0].id))
    assert not night.table.motions
    stranger.post(f"/t/{CODE}/claim", data={"seat": BOB})
    assert night.table.motions[0].asked == (ANN, CID, DAN)
    night.agree(ANN, CID)
    assert night.table.motions
    night.agree(DAN)
    assert [*night.table.permits] == [BOB]


def test_a_player_who_gets_in_where_his_only_phone_died_knows_his_pin(lobby: Tables) -> None:
    code = alone_in_the_lobby(lobby)
    assert try_pin(create_app(lobby).test_client(), code, "s1", phones.pin_of(lobby.log, code, "s1")) == 200


def test_a_table_of_two_asks_the_other_and_says_so(lobby: Tables) -> None:
    code = alone_in_the_lobby(lobby)
    app = create_app(lobby)
    sit_down(app.test_client(), code, "Bob")
    asked = app.test_client().post(f"/t/{code}/claim", data={"seat": "s1"})
    assert lobby.table(code).motions[0].asked == ("s2",)
    assert "As soon as the others agree" in app.test_client().get(asked.headers["Location"]).text


# --- strangers ---------------------------------------------------------------------------------


def test_a_stranger_puts_one_question_a_seat_at_a_time_on_the_phones(night: Night, app: Flask) -> None:
    """It used to be thirty a minute, each on every phone; then one in all, so that the second phone was locked out."""
    app.extensions["companion"].seat_requests.most = 1_000
    stranger = app.test_client()
    answers = [stranger.post(f"/t/{CODE}/claim", data={"seat": seat}) for seat in (BOB, CID, BOB, DAN)]
    assert [answer.status_code for answer in answers] == [303] * 4
    assert [motion.message.data["seat"] for motion in night.table.motions] == [CID, BOB, DAN]
    assert "Another phone has asked for it since." in " ".join(night.report())
    assert "Not this time" in stranger.get(answers[0].headers["Location"]).text


def test_a_stranger_who_was_refused_asks_again_twelve_times_and_then_waits(night: Night, app: Flask) -> None:
    stranger = app.test_client()
    statuses = []
    for _ in range(14):
        statuses.append(stranger.post(f"/t/{CODE}/claim", data={"seat": BOB}).status_code)
        if night.table.motions:
            night.act(CID, Refuse(night.table.motions[0].id))
    assert statuses == [303] * 12 + [429] * 2


def test_one_seat_asks_the_table_thirty_times_a_minute_at_most(night: Night) -> None:
    """Two megabytes of proposals went into the log in ten seconds."""
    clock = night.now
    night.tables.clock = lambda: clock
    for _ in range(MAX_PROPOSALS):
        night.act(ANN, CorrectBooks(BOB, ANN, 100, "again"))
    refused = night.refused(ANN, CorrectBooks(BOB, ANN, 100, "again"))
    assert "Too many questions" in str(refused)
    night.act(CID, CorrectBooks(BOB, CID, 100, "others may ask"))
    night.tables.clock = lambda: clock + 61
    night.act(ANN, CorrectBooks(BOB, ANN, 100, "again"))


def test_an_action_is_not_larger_than_what_people_can_mean(night: Night, app: Flask) -> None:
    ann = seated(app, CODE, ANN)
    large = {"seat": ANN, "kind": "allow_anyway", "data": {"message": {"kind": "pay", "data": {"to": "x" * 9_000}}}}
    assert ann.post(f"/api/tables/{CODE}/actions", json=large).status_code == 413
    before = night.table.seq
    assert sit_down(app.test_client(), CODE, "Eve", ranch="x" * 2_000).status_code == 422
    assert night.table.seq == before


# --- lost answers ------------------------------------------------------------------------------


def test_a_player_who_sits_down_again_because_the_answer_was_lost_has_the_same_seat(lobby: Tables) -> None:
    """It used to leave a seat behind that nobody could remove."""
    code, key = lobby.open_table("abilene", "1993", Level.BOARD), "k" * 32
    app = create_app(lobby)
    first = sit_down(app.test_client(), code, "Ann", key=key)
    phone = app.test_client()
    again = sit_down(phone, code, "Ann", key=key)
    assert again.headers["Location"] == first.headers["Location"]
    assert cookies(again) == cookies(first)
    assert lobby.table(code).ids == ("s1",)
    assert phone.get(again.headers["Location"]).status_code == 200
    after = sit_down(app.test_client(), code, "Ann", key=key)  # it has come: the key opens nothing any more
    assert after.status_code == 422
    assert "Set-Cookie" not in after.headers


def test_a_form_that_is_sent_again_with_another_name_seats_somebody_else(lobby: Tables) -> None:
    code, key = lobby.open_table("abilene", "1993", Level.BOARD), "k" * 32
    tablet = create_app(lobby).test_client()
    for name in ("Ann", "Bob"):
        assert sit_down(tablet, code, name, key=key).status_code == 303
    assert [seat.name for seat in lobby.table(code).seats] == ["Ann", "Bob"]


def test_every_form_brings_a_key_of_its_own(night: Night, app: Flask) -> None:
    page = app.test_client().get(f"/j/{CODE}").text
    keys = [part.partition('"')[0] for part in page.split('name="key" value="')[1:]]
    assert len(keys) == 4
    assert len(set(keys)) == 4
    assert min(map(len, keys)) >= 32


def test_a_seat_that_was_taken_while_the_box_was_switched_off_gets_its_phone_when_asked_again(
    lobby: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, key = lobby.open_table("abilene", "1993", Level.BOARD), "k" * 32
    app = create_app(lobby)
    with monkeypatch.context() as cut:
        cut.setattr(phones, "admit_first", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            sit_down(app.test_client(), code, "Ann", key=key)
    assert sit_down(app.test_client(), code, "Ann", key=key).status_code == 303
    assert lobby.table(code).ids == ("s1",)


def test_a_script_that_sits_down_again_gets_the_same_token(lobby: Tables) -> None:
    code = lobby.open_table("abilene", "1993", Level.BOARD)
    client = create_app(lobby).test_client()
    body = {"name": "Ann", "key": "k" * 32}
    first, again = (client.post(f"/api/tables/{code}/seats", json=body).json for _ in range(2))
    assert first == again
    assert client.post(f"/api/tables/{code}/seats", json={"name": "Bob", "key": "short"}).status_code == 422


def test_a_claim_whose_answer_was_lost_is_answered_again_until_its_phone_has_come(night: Night, app: Flask) -> None:
    """With the PIN, which is another one by then, and with the table's consent, which used to be used up for good."""
    seated(app, CODE, BOB)
    with_pin = {"pin": phones.pin_of(night.log, CODE, BOB), "key": "p" * 32}
    path = f"/api/tables/{CODE}/seats/{BOB}/claim"
    first, again = (app.test_client().post(path, json=with_pin) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json == again.json
    assert len(night.events(PhoneAdmitted)) == 1
    for _ in range(2):
        asked = app.test_client().post(f"/t/{CODE}/claim", data={"seat": BOB, "key": "t" * 32})
    assert len(night.table.motions) == 1, "sent again, it is the same question"
    night.agree(ANN, CID, DAN)
    lost, phone = app.test_client().get(asked.headers["Location"]), app.test_client()
    found = phone.get(asked.headers["Location"])
    assert cookies(found) == cookies(lost)
    assert phone.get(found.headers["Location"]).status_code == 200
    assert app.test_client().get(asked.headers["Location"]).status_code == 403
    assert app.test_client().post(path, json=with_pin).status_code == 403


# --- seats nobody came to ----------------------------------------------------------------------


def test_a_seat_whose_phone_never_came_is_taken_away_with_a_tap(lobby: Tables) -> None:
    code = lobby.open_table("abilene", "1993", Level.BOARD)
    app = create_app(lobby)
    ann = app.test_client()
    assert ann.get(sit_down(ann, code, "Ann").headers["Location"]).status_code == 200
    sit_down(app.test_client(), code, "Ghost")
    assert "Take away someone" in ann.get(f"/t/{code}/s/s1/part").text
    body = {"seat": "s1", "kind": "remove_seat", "data": {"seat": "s2"}}
    assert ann.post(f"/api/tables/{code}/actions", json=body).status_code == 200
    assert lobby.table(code).ids == ("s1",)


def test_a_seat_whose_phone_has_come_is_not_taken_away_unasked(lobby: Tables) -> None:
    code = lobby.open_table("abilene", "1993", Level.BOARD)
    app = create_app(lobby)
    for name in ("Ann", "Bob", "Cid"):
        client = app.test_client()
        assert client.get(sit_down(client, code, name).headers["Location"]).status_code == 200
    lobby.act(code, "s1", RemoveSeat("s2", deserted=True))  # the phone's own word does not count
    assert lobby.table(code).ids == ("s1", "s2", "s3")
    (motion,) = lobby.table(code).motions
    assert motion.asked == ("s3",)
    lobby.act(code, "s3", Agree(motion.id))
    assert lobby.table(code).ids == ("s1", "s3")


def test_a_phone_whose_seat_moves_to_another_one_is_told_so(lobby: Tables) -> None:
    """It found itself at the door without a word."""
    code = lobby.open_table("abilene", "1993", Level.BANK)
    app = create_app(lobby)
    old, new, stranger = app.test_client(), app.test_client(), app.test_client()
    assert old.post(f"/j/{code}", data={"name": "Ana"}).status_code == 303
    pin = phones.pin_of(lobby.log, code, "s1")
    assert new.post(f"/t/{code}/claim", data={"seat": "s1", "pin": pin, "mode": "move"}).status_code == 303
    words = "The seat of Ana has moved to another phone"
    assert words in as_read(old.get(f"/t/{code}/s/s1", follow_redirects=True).text)
    assert words not in stranger.get(f"/t/{code}/s/s1", follow_redirects=True).get_data(as_text=True)


def test_a_phone_that_lost_its_seat_reads_why_and_asks_for_it_back_with_a_tap(night: Night, app: Flask) -> None:
    bob = seated(app, CODE, BOB)
    asked = app.test_client().post(f"/t/{CODE}/claim", data={"seat": BOB})
    night.agree(ANN, CID, DAN)
    assert app.test_client().get(asked.headers["Location"]).status_code == 303
    page = as_read(bob.get(f"/t/{CODE}/s/{BOB}", follow_redirects=True).text)
    assert "Bob moved to another phone (the others agreed)" in page
    assert "I am Bob: ask the others for my seat" in page


def test_a_name_that_is_taken_leads_to_its_seat_with_a_tap(lobby: Tables) -> None:
    code = lobby.open_table("abilene", "1993", Level.BOARD)
    app = create_app(lobby)
    sit_down(app.test_client(), code, "Ann")
    refused = sit_down(app.test_client(), code, "ann")
    assert refused.status_code == 422
    assert "I am Ann: ask the others for my seat" in as_read(refused.text)


@pytest.mark.parametrize(("browser", "expected"), [("Mozilla/5.0 (Linux; Android 14; wv)", True), ("Firefox", False)])
def test_a_browser_inside_a_chat_is_told_that_it_may_forget_the_seat(
    night: Night, app: Flask, browser: str, expected: bool
) -> None:
    page = app.test_client().get(f"/j/{CODE}", headers={"User-Agent": browser}).text
    assert ("Better open it in your browser" in page) is expected
