"""The password of a Wi-Fi, typed or the box's own, is on the table screens and the host's page, and nowhere else.

All pages, as a phone with a seat and as the host, the debug log, exports, the database and its backup are searched.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from companion.app.hosting.wifi import GuestWifi
from companion.app.tables import Tables
from companion.cli.main import main
from companion.core.table.table import Level
from companion.logs import keep_newest
from companion.web.hosting.desk import Desk, Meter
from tests.faults.support import app_over, new_tables, no_limits
from tests.support.phones import SeatedPhone

HOME, OWN, KEY = "open sesame; 7", "tolami-brekas-47", "the-key-of-the-host"
SHOWN_BY = {
    *("television.television", "television.hotspot", "screen.screen", "screen.screen_part"),
    *("host.page", "host.keep_wifi", "host.hotspot"),
}
ENDLESS = {"stream.stream"}
"""endless responses, which push what the pages above fetch"""
FILLED = {"version": "x", "name": "live.js", "game": "any_game", "edition": "any", "section": "1", "place": "1"}
NMCLI = f"""#!/bin/sh
case "$*" in
"-t -f DEVICE,TYPE device") echo wlan0:wifi ;;
-s*) echo {OWN} ;;
esac
"""
"""a stand-in for NetworkManager's ``nmcli``, with a radio and the box's own Wi-Fi"""


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    tables = new_tables(tmp_path / "companion.sqlite")
    yield tables
    tables.log.close()


@pytest.fixture
def app(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    nmcli = tmp_path / "bin/nmcli"
    nmcli.parent.mkdir()
    nmcli.write_text(NMCLI)
    nmcli.chmod(0o755)
    monkeypatch.setenv("PATH", f"{nmcli.parent}:{os.environ['PATH']}")
    app = app_over(tables)
    app.register_blueprint(Desk(KEY, Meter(), keep_newest("debug")).routes)
    no_limits(app)
    return app


def text_of_pages(app: Flask, client: FlaskClient, code: str, seat: str) -> dict[str, str]:
    """Return the text of every page that can be requested, by endpoint."""
    fill = {**FILLED, "code": code, "seat": seat, "key": "x", "what": "nothing"}
    pages = {}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in ENDLESS:
            path = app.url_map.bind("localhost").build(rule.endpoint, {name: fill[name] for name in rule.arguments})
            pages[rule.endpoint] = client.get(path).get_data(as_text=True)
    return pages


@pytest.mark.logs("without its key", "a camera with a wrong key")
def test_the_password_of_the_wifi_is_on_the_screens_and_nowhere_else(
    tables: Tables, app: Flask, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = app.test_client()
    host.get("/host", query_string={"key": KEY})
    assert host.post("/host/wifi", data={"name": "Cottage", "password": HOME}).status_code == 303
    stranger = app.test_client()
    for secret in (HOME, OWN):
        if secret is OWN:
            assert stranger.post("/tv/hotspot", data={"on": "1"}).status_code == 303
        assert secret in stranger.get("/tv").text
        code = tables.open_table("any_game", "any", Level.BANK)
        ann = SeatedPhone.take_seat(app, code, "Ann")
        for client in (ann.client, host):
            pages = text_of_pages(app, client, code, ann.seat)
            assert "screen.screen" in pages
            assert secret in pages["screen.screen"], "or nothing is looked for"
            assert {page for page, text in pages.items() if HOME in text or OWN in text} <= SHOWN_BY
        tables.close(code)
    copy = tmp_path / "backup.sqlite"
    done = CliRunner().invoke(main, ["backup", str(copy), "--database", str(tmp_path / "companion.sqlite")])
    assert done.exit_code == 0, done.output
    for file in (*tmp_path.glob("companion.sqlite*"), copy):
        assert not [secret for secret in (HOME, OWN) if secret.encode() in file.read_bytes()], file
    assert not [secret for secret in (HOME, OWN) if secret in caplog.text]
    kept = GuestWifi.of_games(tmp_path / "companion.sqlite").path
    assert kept
    assert (OWN in kept.read_text(), kept.stat().st_mode & 0o777) == (True, 0o600)
