"""Strangers: the things that a phone in the same network may not do without a seat."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cli.doctor import answers
from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level
from companion.store.named import boards
from companion.web.app import create_app
from companion.web.visit.insiders import A_DAY
from tests.support.sketches import sketch
from tests.support.table import ANN, BOB, CODE, Night

STRANGER = {"REMOTE_ADDR": "192.0.2.66"}
EXPORTS = (f"/t/{CODE}/export.jsonl", f"/t/{CODE}/transfers.csv")


@pytest.fixture
def night() -> Night:
    night = Night(4)
    night.act(ANN, Pay(BOB, 100))
    return night


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


def phone(app: Flask, seat: str = ANN, code: str = CODE) -> FlaskClient:
    """Return a phone somewhere in the network that has this seat."""
    client = stranger(app)
    client.set_cookie(f"seat-{code}-{seat}", token(app, seat, code), domain="localhost")
    return client


def stranger(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base.update(STRANGER)
    return client


def token(app: Flask, seat: str, code: str = CODE) -> str:
    return str(app.extensions["companion"].tokens.admit(code, seat, 0.0))


# --- everybody's cash --------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXPORTS)
def test_a_game_that_is_on_is_taken_home_only_by_who_sits_there(app: Flask, path: str) -> None:
    """Anybody could add up what everybody has, although players hide it from each other."""
    assert stranger(app).get(path).status_code == 401
    assert app.test_client().get(path).status_code == 200, "on the box itself lies the file"
    assert stranger(app).get(path, headers={"Authorization": "Bearer nonsense"}).status_code == 401
    assert phone(app).get(path).status_code == 200
    assert stranger(app).get(path, headers={"Authorization": f"Bearer {token(app, BOB)}"}).status_code == 200


@pytest.mark.parametrize("path", EXPORTS)
def test_before_and_after_a_game_everybody_may_have_it(path: str) -> None:
    app = create_app(Night(4, start=False).tables)
    assert stranger(app).get(path).status_code == 200


# --- the camera --------------------------------------------------------------------------------


def steer(client: FlaskClient, code: str, what: str = "serve") -> int:
    return client.post(f"/t/{code}/camera", data={"do": what}).status_code


def test_a_stranger_does_not_work_the_camera_of_a_game_that_is_on(night: Night, app: Flask) -> None:
    session = app.extensions["companion"].camera
    assert steer(stranger(app), CODE) == 401
    assert stranger(app).post(f"/api/tables/{CODE}/camera", json={"do": "serve"}).status_code == 401
    assert session.table == ""
    assert steer(phone(app), CODE) == 303
    assert session.table == CODE
    assert steer(stranger(app), CODE, "leave") == 401
    assert session.table == CODE
    assert steer(app.test_client(), CODE, "leave") == 303, "the box's own screen has no seat"


def test_the_boxs_own_screen_may_use_its_address_in_the_network(night: Night) -> None:
    app = create_app(night.tables, "http://192.0.2.66:8000")
    assert steer(stranger(app), CODE) == 303
    assert steer(stranger(create_app(night.tables)), CODE) == 401


def test_the_camera_of_a_game_that_is_on_is_not_taken_to_another_table(night: Night, app: Flask) -> None:
    session = app.extensions["companion"].camera
    assert steer(phone(app), CODE) == 303
    other = night.tables.open_table("abilene", "1993", Level.BOARD)
    assert steer(stranger(app), other) == 422
    assert session.table == CODE
    assert steer(phone(app), other) == 303, "a player of that table may let it go"


def test_a_camera_is_set_up_before_anybody_sits_there(night: Night, app: Flask) -> None:
    other = night.tables.open_table("abilene", "1993", Level.BOARD)
    assert steer(stranger(app), other) == 303


# --- boards ------------------------------------------------------------------------------------


def test_a_stranger_does_not_delete_boards(night: Night, app: Flask) -> None:
    log = night.log
    assert app.test_client().post("/api/boards", json=sketch()).status_code == 200
    (name,) = boards(log).names()
    assert stranger(app).post("/boards/forget", data={"name": name}).status_code == 401
    assert boards(log).names() == (name,)
    assert phone(app).post("/boards/forget", data={"name": name}).status_code == 303
    assert boards(log).names() == ()


# --- the doctor --------------------------------------------------------------------------------


class Troubled(BaseHTTPRequestHandler):
    """A box whose players have ended."""

    def do_GET(self) -> None:
        self.send_response(503)
        self.end_headers()
        self.wfile.write(b"box-players: ended\nstreams: in trouble\n")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def troubled() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Troubled)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_the_doctor_names_what_has_ended_in_the_background(troubled: int) -> None:
    assert answers(troubled) == "box-players: ended, streams: in trouble"


# --- the evening itself ------------------------------------------------------------------------


@pytest.mark.parametrize("start", [True, False])
def test_a_table_where_people_play_is_not_closed_by_a_stranger(start: bool) -> None:
    """Home, television and seat cards forgot a game in play, without a line in the log."""
    night = Night(4, start=start)
    app = create_app(night.tables)
    for asked in (stranger(app).get(f"/t/{CODE}/close"), stranger(app).post(f"/t/{CODE}/close")):
        assert asked.status_code == 401
        assert "Only someone who plays at this table can close it today" in asked.text
    assert CODE in stranger(app).get("/").text
    ann = phone(app)
    token(app, ANN)  # the seat has moved to another phone: its former player may
    assert ann.get(f"/t/{CODE}/s/{ANN}").status_code == 303
    assert ann.post(f"/t/{CODE}/close").status_code == 303
    assert CODE not in stranger(app).get("/").text


def test_anybody_tidies_up_what_nobody_plays_any_more() -> None:
    night = Night(4)
    app = create_app(night.tables)
    night.now += A_DAY + 60
    assert stranger(app).post(f"/t/{CODE}/close").status_code == 303
    empty = night.tables.open_table("abilene", "1993", Level.BOARD)
    assert stranger(app).post(f"/t/{empty}/close").status_code == 303
