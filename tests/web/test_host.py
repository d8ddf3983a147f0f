"""The host's page: nobody gets there without its key, and who does sees all tables and can help a lost phone."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.app.hosting.wifi import GuestWifi
from companion.app.tables import Tables
from companion.cli.main import main
from companion.core.table.table import Level
from companion.logs import keep_newest
from companion.store import phones
from companion.store.log import Log
from companion.store.named import catalogues
from companion.web.app import create_app
from companion.web.hosting.desk import MAX_GUESSES, Desk, Meter
from tests.faults.support import new_tables, playing
from tests.support.phones import as_read

KEY = "the host's own key"


@pytest.fixture
def tables() -> Tables:
    return new_tables()


@pytest.fixture
def meter() -> Meter:
    return Meter()


@pytest.fixture
def stranger(tables: Tables, meter: Meter) -> FlaskClient:
    app = create_app(tables)
    desk = Desk(KEY, meter, ["INFO one line", "INFO <b>another</b>"], lambda: 7, "the file box.sqlite")
    app.register_blueprint(desk.routes)
    meter.install(app)
    return app.test_client()


@pytest.fixture
def host(stranger: FlaskClient) -> FlaskClient:
    answer = stranger.get("/host", query_string={"key": KEY})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/host", "the key leaves the address"
    return stranger


@pytest.mark.logs("asked for the host's page without its key")
def test_nobody_gets_in_without_the_key(stranger: FlaskClient, tables: Tables) -> None:
    code = playing(tables)
    ways = [
        ("GET", "/host"),
        ("GET", f"/host/{code}"),
        ("GET", "/host/places.pdf?count=3"),
        ("GET", "/host/names"),
        ("POST", "/host/names"),
        ("POST", "/host/wifi"),
        ("POST", "/host/hotspot"),
        ("GET", f"/host/{code}/export.jsonl"),
        ("POST", "/host/kept/forget"),
        ("POST", f"/host/{code}/close"),
        ("POST", f"/host/{code}/reopen"),
        ("POST", f"/host/{code}/seats/s1/pin"),
    ]
    assert [stranger.open(path, method=method).status_code for method, path in ways] == [403] * len(ways)
    assert stranger.get("/host?key=").status_code == 403
    assert not tables.log.closed_tables(1)
    assert phones.pin_of(tables.log, code, "s1") == ""
    guesses = [stranger.get(f"/host?key=guess{number}").status_code for number in range(MAX_GUESSES + 2)]
    assert guesses == [403] * MAX_GUESSES + [429] * 2


def test_the_host_sees_every_table_who_plays_there_and_how_the_box_does(host: FlaskClient, tables: Tables) -> None:
    code = playing(tables)
    waiting = tables.open_table("abilene", "1993", Level.BANK)
    page, names = as_read(host.get("/host").text), ", ".join(seat.name for seat in tables.table(code).seats)
    for words in (code, waiting, names, "is played", "waits for players", "the file box.sqlite"):
        assert words in page
    assert "Screens that listen here: 7" in page
    assert "&lt;b&gt;another" in page
    assert "INFO one line" in page
    assert "99 of 100" in page


def test_a_table_where_nothing_has_happened_for_long_is_not_read(tables: Tables, host: FlaskClient) -> None:
    code = playing(tables)
    later = tables.clock() + 7_300
    tables.clock = lambda: later
    tables._live.clear()
    page = host.get("/host").text
    assert "asleep" in page
    assert "2 h" in page
    assert code not in tables._live


def test_a_table_can_be_closed_or_listed_again_as_it_is(host: FlaskClient, tables: Tables) -> None:
    """*List it again* stood beside a table that was listed."""
    code = playing(tables)
    for done, offered in (("reopen", "Close this table"), ("close", "List it again")):
        host.post(f"/host/{code}/{done}")
        page = host.get(f"/host/{code}").text
        assert [words for words in ("Close this table", "List it again") if words in page] == [offered]


@pytest.mark.logs("the host has given seat")
def test_a_new_pin_of_the_host_ends_the_question_about_a_new_phone(host: FlaskClient, tables: Tables) -> None:
    """It stayed on the phones of the others, and on the television, after the seat had its owner again."""
    code = playing(tables)
    seat = tables.table(code).ids[0]
    assert host.post(f"/t/{code}/claim", data={"seat": seat, "key": "k" * 32}).status_code == 303
    assert 'class="asking"' in host.get(f"/t/{code}/screen").text
    host.post(f"/host/{code}/seats/{seat}/pin")
    assert tables.table(code).motions == ()
    assert 'class="asking"' not in host.get(f"/t/{code}/screen").text


def test_the_host_closes_a_table_and_lists_it_again_and_exports_it(host: FlaskClient, tables: Tables) -> None:
    code = playing(tables)
    assert host.post(f"/host/{code}/close").status_code == 303
    assert [row.code for row in tables.log.closed_tables(9)] == [code]
    assert "closed" in host.get("/host").text
    assert host.post(f"/host/{code}/reopen").status_code == 303
    assert not tables.log.closed_tables(9)
    exported = host.get(f"/host/{code}/export.jsonl").text.splitlines()
    assert len(exported) == 1 + tables.table(code).seq
    assert "accounts" not in exported[0], "what players hide from each other is not added up for the host"


LIKE_NOTHING_ELSE = "271828182845"
"""a PIN that no year, address or amount of a page happens to be"""


@pytest.mark.logs("the host has given seat")
def test_a_seat_whose_phone_and_pin_are_lost_gets_a_new_pin_and_the_table_is_told(
    host: FlaskClient, tables: Tables
) -> None:
    code = playing(tables)
    phones.set_pin(tables.log, code, "s1", "0000")
    page = host.post(f"/host/{code}/seats/s1/pin").text
    pin = phones.pin_of(tables.log, code, "s1")
    assert pin != "0000" or "0000" in page
    assert f"The new PIN is {pin}" in page
    kinds = [kind for (kind,) in tables.log.rows("SELECT kind FROM events WHERE code = ?", (code,))]
    assert kinds[-1] == "pin_replaced"
    text = as_read(host.get(f"/t/{code}/screen").text)
    assert "The host gave Ann a new PIN" in text
    assert "Too many wrong PINs" not in text
    assert host.post(f"/api/tables/{code}/seats/s1/claim", json={"pin": pin}).status_code == 200
    phones.set_pin(tables.log, code, "s1", LIKE_NOTHING_ELSE)
    assert LIKE_NOTHING_ELSE not in host.get(f"/host/{code}").text, "it is shown once"
    assert host.post(f"/host/{code}/seats/s9/pin").status_code == 422


def test_the_host_sees_where_what_is_kept_by_name_came_from_and_deletes_it(host: FlaskClient, tables: Tables) -> None:
    file = "type,name,price,value,abilities,copies,text,points,amount\ncow,Plain,100,300,spy,2,,,\n"
    data = {"file": (io.BytesIO(file.encode()), "cards.csv"), "name": "A list"}
    from_afar = {"REMOTE_ADDR": "192.168.1.77"}
    host.post("/cards/unexploded_cow", data=data, environ_overrides=from_afar)
    catalogues(tables.log, "unexploded_cow").keep("Of before", file, 0.0)
    page = host.get("/host").text
    assert "from 192.168.1.77" in page
    assert page.count("Cards: Unexploded Cow") == 2
    form = {"shelf": catalogues(tables.log, "unexploded_cow").kind, "name": "A list"}
    assert host.post("/host/kept/forget", data=form).status_code == 303
    assert catalogues(tables.log, "unexploded_cow").names() == ("Of before",)
    host.post("/host/kept/forget", data={"shelf": "another", "name": "Of before"})
    assert catalogues(tables.log, "unexploded_cow").names() == ("Of before",)


def test_a_foreign_page_cannot_use_the_hosts_cookie(host: FlaskClient, tables: Tables) -> None:
    code = playing(tables)
    assert host.post(f"/host/{code}/close", headers={"Origin": "http://evil.example"}).status_code == 403
    assert "SameSite=Strict" in host.get("/host", query_string={"key": KEY}).headers["Set-Cookie"]


def test_the_page_is_not_there_unless_it_is_asked_for(tables: Tables, tmp_path: Path) -> None:
    assert create_app(tables).test_client().get("/host").status_code == 404
    path = str(tmp_path / "box.sqlite")
    result = CliRunner().invoke(main, ["serve", "-d", path, "--host", "203.0.113.1"])  # nobody's address
    assert "/host?key=" not in result.output
    assert Log(path).rows("SELECT * FROM settings WHERE name = 'host_key'") == []


def test_the_meter_counts_the_last_minutes_alone() -> None:
    now = [0.0]
    meter = Meter(lambda: now[0])
    for number in range(100):
        now[0] = float(number)
        meter.count(0.5 if number == 50 else 0.001, action=number % 2 == 0)
    now[0] = 120.0
    busy = meter.busy()
    assert (busy.actions, busy.answers) == (25.0, 50.0)
    assert busy.p99 == 500.0
    now[0] = 1_000.0
    assert meter.busy() == (0.0, 0.0, 0.0)


def test_the_newest_lines_of_the_log_are_kept_and_no_more() -> None:
    lines = keep_newest("info")
    logger = logging.getLogger("companion.tests.host")
    logger.setLevel(logging.INFO)
    for number in range(300):
        logger.info("happening %d", number)
    assert len(lines) == 200
    assert lines[-1].endswith("INFO happening 299")
    logging.getLogger().handlers = [each for each in logging.getLogger().handlers if not hasattr(each, "lines")]


def test_the_host_shows_guests_a_wifi_and_takes_it_back_and_hears_why_no_hotspot_opens(
    host: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.application.extensions["companion"].wifi = GuestWifi(tmp_path / "box.wifi")
    assert host.post("/host/wifi", data={"name": "Barn", "password": "open sesame"}).status_code == 303
    assert "open sesame" in host.get("/host").text
    assert "Barn" in host.get("/tv").text
    refused = host.post("/host/wifi", data={"name": "Barn", "password": "short"})
    assert refused.status_code == 422
    assert "8 to 63 letters" in refused.text
    monkeypatch.setenv("PATH", "")
    assert "There is no NetworkManager" in host.post("/host/hotspot", data={"on": "1"}).text
    assert host.post("/host/wifi", data={"name": ""}).status_code == 303
    assert "Barn" not in host.get("/tv").text


def test_the_host_merges_renames_and_takes_out_names(host: FlaskClient, tables: Tables) -> None:
    standings = '[{"rank": 1, "name": "anna k.", "score": 9}, {"rank": 2, "name": "<i>Ben", "score": 5}]'
    sql = "INSERT INTO results (code, seq, game, edition, ended, ending, standings)"
    tables.log.rows(f"{sql} VALUES ('GONE', 9, 'abilene', '1993', 1.0, 'over', ?)", (standings,))

    def named(do: str, name: str, becomes: str = "") -> str:
        answer = host.post("/host/names", data={"do": do, "name": name, "becomes": becomes}, follow_redirects=True)
        assert (answer.status_code, answer.request.path) == (200, "/host/names")
        return as_read(answer.text)

    assert "&lt;i&gt;Ben" in host.get("/host/names").text
    assert "also: anna k." in named("call", "anna k.", "Anna")
    assert "Anna" in host.get("/history").text
    assert "anna k." in named("apart", "anna k.")
    page = named("forget", "anna k.")
    assert "anna" not in page + host.get("/history").text
    assert host.post("/host/names", data={"name": "<i>Ben", "becomes": ""}).status_code == 422
    assert "Names of who has played here" in host.get("/host").text
