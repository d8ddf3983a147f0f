"""The television follows whatever is played, without a hand on it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.hosting.wifi import GuestWifi, Wifi
from companion.app.tables import Tables
from companion.core.table.commands import StartGame
from companion.games import registry
from companion.games.any_game.messages.play import FinishGame
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.screen import television
from tests.support.phones import SeatedPhone


@pytest.fixture
def tables() -> Tables:
    return Tables(Log(":memory:"), registry())


@pytest.fixture
def app(tables: Tables) -> Flask:
    return create_app(tables, "http://192.0.2.7:8000")


@pytest.fixture
def screen(app: Flask) -> FlaskClient:
    return app.test_client()


def open_table(screen: FlaskClient, **wishes: str) -> str:
    asked = {"game": "any_game", "edition": "any", "demo": "0", **wishes}
    return str(screen.post("/tables", data=asked).location.split("/")[2])


def shown(screen: FlaskClient, query: str = "") -> str:
    """Return what the television shows; its script and its page must say the same."""
    state = str(screen.get(f"/tv/now{query}").json["shown"])  # type: ignore[index]
    assert f'data-shown="{state}"' in screen.get(f"/tv{query}").text
    return state


def test_before_the_first_table_it_shows_the_way_in(screen: FlaskClient) -> None:
    assert shown(screen) == "http://192.0.2.7:8000"
    page = screen.get("/tv").text
    assert "http://192.0.2.7:8000" in page
    assert "/tv/qr.svg" in page
    assert screen.get("/tv/qr.svg").mimetype == "image/svg+xml"


@pytest.fixture
def radio(tmp_path: Path, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a machine whose NetworkManager has a radio; the file has what it was asked."""
    app.extensions["companion"].wifi = GuestWifi(tmp_path / "box.wifi")
    asked = tmp_path / "asked"
    nmcli = tmp_path / "bin" / "nmcli"
    nmcli.parent.mkdir()
    nmcli.write_text(NMCLI.format(asked=asked))
    nmcli.chmod(0o755)
    monkeypatch.setenv("PATH", f"{nmcli.parent}:{os.environ['PATH']}")
    return asked


NMCLI = """#!/bin/sh
echo "$*" >>{asked}
case "$*" in
"-t -f DEVICE,TYPE device") echo wlan0:wifi ;;
-s*|*down*) echo "Error: table-companion - no such connection profile." >&2; exit 10 ;;
esac
"""


def test_before_the_first_table_the_television_opens_a_wifi_and_closes_it(screen: FlaskClient, radio: Path) -> None:
    assert "leaves the one it is in" in screen.get("/tv").text
    before = shown(screen)
    assert screen.post("/tv/hotspot", data={"on": "1"}).location == "/tv"
    page = screen.get("/tv").text
    assert "Table companion" in page
    assert "/tv/wifi.svg" in page
    assert shown(screen) != before, "another television shows the code by itself"
    assert 'value="0"' in page
    assert screen.post("/tv/hotspot", data={"on": "0"}).location == "/tv"
    assert "/tv/wifi.svg" not in screen.get("/tv").text
    assert "connection up table-companion" in radio.read_text()


def test_without_a_networkmanager_the_television_says_so_and_goes_on(
    screen: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    refused = screen.post("/tv/hotspot", data={"on": "1"})
    assert refused.status_code == 422
    assert "There is no NetworkManager" in refused.text
    assert f'data-shown="{shown(screen)}"' in refused.text


def test_while_a_table_plays_or_from_outside_nobody_opens_a_wifi_from_the_television(
    app: Flask, screen: FlaskClient, radio: Path
) -> None:
    app.extensions["companion"].address = "https://games.example"
    assert "leaves the one it is in" not in screen.get("/tv").text
    assert screen.post("/tv/hotspot", data={"on": "1"}).status_code == 404
    app.extensions["companion"].address = "http://192.0.2.7:8000"
    for _ in range(2):
        open_table(screen)
        assert "leaves the one it is in" not in screen.get("/tv").text
        refused = screen.post("/tv/hotspot", data={"on": "1"})
        assert "before the first table only" in refused.text
        assert screen.post("/tv/hotspot?table=NOPE", data={"on": "1"}).status_code == 422
    assert not radio.exists()


def test_a_box_in_no_network_says_that_no_phone_finds_it_until_it_comes_into_one(
    app: Flask, screen: FlaskClient
) -> None:
    assert "in no network" not in screen.get("/tv").text
    app.extensions["companion"].address = "http://127.0.0.1:80"
    assert "No phone finds the box here" in screen.get("/tv").text


def test_a_table_that_is_opened_is_shown_at_once(screen: FlaskClient) -> None:
    code = open_table(screen)
    assert shown(screen) == code
    assert f"/t/{code}/screen/part" in screen.get("/tv").text


def test_two_tables_are_to_be_chosen_from_and_the_chosen_one_stays(screen: FlaskClient) -> None:
    one, other = open_table(screen), open_table(screen)
    assert shown(screen).split()[:-1] == sorted((one, other))
    assert shown(screen, f"?table={one}") == one
    assert shown(screen, "?table=NOPE") == shown(screen)


def test_a_choice_of_tables_is_shown_anew_when_somebody_sits_down(app: Flask, screen: FlaskClient) -> None:
    """It said "nobody sits there yet" while three played, and over a restart of the box too."""
    one, _ = open_table(screen), open_table(screen)
    before = shown(screen)
    SeatedPhone.take_seat(app, one, "Ann")
    assert shown(screen) != before
    assert "Ann" in screen.get("/tv").text
    again = create_app(app.extensions["companion"].tables, "http://192.0.2.7:8000").test_client()
    assert shown(again) == shown(screen), "after a restart it says what it said before"


def plays(tables: Tables, app: Flask, code: str) -> None:
    """Seat two at the table and begin."""
    ann, _ = (SeatedPhone.take_seat(app, code, name) for name in ("Ann", "Bob"))
    tables.act(code, ann.seat, StartGame(ann.seat))


def test_a_table_that_gathers_its_players_leaves_the_screen_to_a_game_in_play(
    tables: Tables, app: Flask, screen: FlaskClient
) -> None:
    """With two games in play, one is chosen; opening a table takes the screen from neither."""
    one = open_table(screen)
    plays(tables, app, one)
    assert shown(screen) == one
    other = open_table(screen)
    assert shown(screen) == one
    assert shown(screen, f"?table={other}") == other, "a person who wants it there chooses it"
    plays(tables, app, other)
    assert shown(screen).split()[:-1] == sorted((one, other))


def test_a_table_that_nobody_came_to_is_forgotten(
    tables: Tables, app: Flask, screen: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = open_table(screen)
    plays(tables, app, one)
    now = tables.clock() + television.PLAYING_SECONDS + 60
    monkeypatch.setattr(tables, "clock", lambda: now)
    monkeypatch.setattr(time, "time", lambda: now)
    other = open_table(screen)
    assert shown(screen) == other, "it is the newest"
    monkeypatch.setattr(time, "time", lambda: now + television.EMPTY_SECONDS + 1)
    assert shown(screen) == one, "nobody came"
    SeatedPhone.take_seat(app, other, "Cid")
    assert shown(screen) == other


def test_a_forgotten_table_hides_no_game_against_the_box(
    screen: FlaskClient, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = open_table(screen, game="abilene", edition="1993", demo="1")
    open_table(screen)
    now = tables.clock()
    monkeypatch.setattr(time, "time", lambda: now + television.EMPTY_SECONDS + 1)
    assert shown(screen) == alone


def test_a_table_tried_alone_gives_way_to_a_real_one(screen: FlaskClient) -> None:
    alone = open_table(screen, game="abilene", edition="1993", demo="1")
    assert shown(screen) == alone
    assert shown(screen) != (real := open_table(screen))
    assert shown(screen) == real


def test_a_table_of_another_day_is_not_tonights(screen: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    open_table(screen)
    later = time.time() + television.EVENING_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert shown(screen) == "http://192.0.2.7:8000"


def test_the_result_stays_until_the_next_table_is_opened(tables: Tables, app: Flask, screen: FlaskClient) -> None:
    code = open_table(screen)
    ann, bob = (SeatedPhone.take_seat(app, code, name) for name in ("Ann", "Bob"))
    tables.act(code, ann.seat, StartGame(ann.seat))
    tables.act(code, ann.seat, FinishGame())
    bob.press("agree")
    assert tables.table(code).phase == "over"
    assert shown(screen) == code
    following = open_table(screen)
    assert shown(screen) == following


def test_guests_scan_the_wifi_first_and_no_phone_log_or_export_tells_its_password(
    tables: Tables, app: Flask, screen: FlaskClient, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app.extensions["companion"].wifi = GuestWifi(tmp_path / "box.wifi")
    app.extensions["companion"].wifi.keep(Wifi("Cottage", "open sesame"))
    assert "open sesame" in screen.get("/tv").text
    assert screen.get("/tv/wifi.svg").mimetype == "image/svg+xml"
    code = open_table(screen)
    assert "open sesame" in screen.get(f"/t/{code}/screen").text
    ann = SeatedPhone.take_seat(app, code, "Ann")
    texts = [ann.page, screen.get(f"/t/{code}/export.jsonl").text, screen.get(f"/api/tables/{code}").text, caplog.text]
    assert not [each for each in texts if "sesame" in each or "Cottage" in each]
    app.extensions["companion"].address = "https://games.example"
    assert "sesame" not in screen.get(f"/t/{open_table(screen)}/screen").text, "it can be read from anywhere"
    assert screen.get("/tv/wifi.svg").status_code == 404


def test_a_table_of_another_day_is_not_read_for_a_television_that_asks_again_and_again(
    tables: Tables, screen: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(screen)
    read: list[str] = []
    monkeypatch.setattr(tables, "live", read.append)
    later = time.time() + television.EVENING_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert shown(screen) == "http://192.0.2.7:8000"
    assert read == []
