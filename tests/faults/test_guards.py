"""Refused requests (promises.md): foreign pages, foreign host names, floods of attempts, names full of markup."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.cli.addresses import Reached, box_names
from companion.core.money.bank_messages import OfferLoan, Pay
from companion.core.table.commands import CorrectBooks, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games.abilene.edition_1993.messages import RecordTown
from companion.store import phones
from companion.web.app import create_app
from companion.web.visit import guard
from companion.web.visit.guard import HEADERS, LARGEST_REQUEST, Limiter
from companion.web.visit.tokens import cookie_name
from tests.faults.support import app_over, box_of, logged, new_tables, no_limits, phones_of, playing

MARKUP = "<b>&\"'`{{7*7}}"
SCRIPT = "</script><img src=x onerror=alert(1)>"
MARKED_NAMES = (("<br>", "{{7*'ab'}}", "'xy="), (f"Al {MARKUP}", "<script>x</script>", "' onload='x"))


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return new_tables(tmp_path / "box.sqlite")


@pytest.fixture
def app(tables: Tables) -> Flask:
    app = app_over(tables)
    no_limits(app)
    return app


@pytest.fixture
def code(tables: Tables) -> str:
    return playing(tables)


# --- foreign pages and foreign names ----------------------------------------------------------


def posts(app: Flask, code: str) -> Iterator[tuple[str, str]]:
    """Yield (method, path) of every route that changes something."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            yield method, rule.rule.replace("<code>", code).replace("<seat>", "s1").replace("<key>", "k")


FOREIGN = (
    "http://evil.example",
    "http://localhost:9999",
    "null",
    "http://localhost.evil.example",
    "http://evil.example/localhost",
    "http://localhost@evil.example",
    "http://[",
    "//",
    "x",
)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_cannot_post_to_the_box(app: Flask, tables: Tables, code: str, origin: str) -> None:
    before = logged(tables, code)
    client = app.test_client()
    client.set_cookie(cookie_name(code, "s1"), box_of(app).tokens.admit(code, "s1", 0.0), domain="localhost")
    for method, path in posts(app, code):
        answer = client.open(path, method=method, data={"name": "Eve"}, headers={"Origin": origin})
        assert answer.status_code == 403, path
        assert "Set-Cookie" not in answer.headers
    assert logged(tables, code) == before
    assert len(tables.log.tables()) == 1


def test_the_boxs_own_pages_may_post(app: Flask, code: str) -> None:
    answer = app.test_client().post("/language", data={"lang": "fr"}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303
    assert "lang=fr" in answer.headers["Set-Cookie"]


FOREIGN_NAMES = ("evil.example", "localhost.evil.example", "1.2.3.4.evil.example", "companion", "local")
NEIGHBOURS = ("evil.local", "companion.evil.local", "companion-x.local", "xcompanion.local", "companion-2.example")


@pytest.mark.parametrize("host", [*FOREIGN_NAMES, *NEIGHBOURS])
def test_a_foreign_name_for_this_address_shows_nothing(app: Flask, code: str, host: str) -> None:
    """DNS rebinding: a page at evil.example, pointed at this box, may not even read."""
    for path in ("/", f"/t/{code}/screen", f"/api/tables/{code}", "/api/openapi.json", f"/t/{code}/stream"):
        answer = app.test_client().get(path, headers={"Host": host})
        assert answer.status_code == 403, path
        assert "Cara" not in answer.text


ODD_NAMES = ("[", "[::1", "a b", "", "..", "localhost:port", "localhost:99999999", "\u00b2", "%00")


@pytest.mark.parametrize("host", ODD_NAMES)
def test_a_host_name_that_makes_no_sense_is_refused_calmly(app: Flask, host: str) -> None:
    answer = app.test_client().get("/", headers={"Host": host.encode().decode("latin-1")})
    assert answer.status_code in (200, 400, 403)


NO_NAMES = ("a" * 64 + ".local", "a" * 100 + ".local:8000", "a..local", ".local")


@pytest.mark.parametrize("host", NO_NAMES)
def test_what_cannot_be_a_name_is_refused_in_words_on_every_page(app: Flask, code: str, host: str) -> None:
    client = app.test_client()
    for path in ("/", "/health", f"/t/{code}/screen", f"/api/tables/{code}", f"/t/{code}/stream", "/nowhere"):
        answer = client.get(path, headers={"Host": host})
        assert (answer.status_code, "No box can have that name" in answer.text) == (400, True)


OWN_NAMES = (
    *("localhost", "192.168.1.7:8000", "[fe80::1]:8000", "127.0.0.1"),
    *("companion.local:8000", "companion-2.local", "Companion-13.LOCAL:8000"),
)


@pytest.mark.parametrize("host", OWN_NAMES)
def test_the_boxs_own_names_are_answered(app: Flask, host: str) -> None:
    assert app.test_client().get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["den.local", "den-2.local:8000", "raspberrypi", "RaspberryPi.local", "games.example", "companion.local"]
)
def test_a_name_that_was_given_to_the_box_is_answered(tables: Tables, host: str) -> None:
    names = box_names("raspberrypi", Reached("192.168.1.7", "https://games.example", name="den"))
    client = create_app(tables, box_names=names).test_client()
    assert client.get("/health", headers={"Host": host}).status_code == 200
    assert client.get("/health", headers={"Host": "evil.local"}).status_code == 403


def test_a_form_of_a_foreign_page_is_refused_though_its_browser_names_no_origin(app: Flask) -> None:
    """A privacy setting may leave Origin out."""
    client = app.test_client()
    sent = {"lang": "fr"}
    assert client.post("/language", data=sent, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    for site in ("same-origin", "none"):
        assert client.post("/language", data=sent, headers={"Sec-Fetch-Site": site}).status_code == 303
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200, "a link may lead here"


PRIVATE = (
    "/",
    "/t/{code}/screen",
    "/api/tables/{code}",
    "/t/{code}/export.jsonl",
    "/t/{code}/transfers.csv",
    "/health",
)


@pytest.mark.parametrize("path", PRIVATE)
def test_nobody_keeps_a_copy_of_what_a_table_tells(app: Flask, code: str, path: str) -> None:
    answer = app.test_client().get(path.format(code=code))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


def test_a_box_without_its_guard_is_caught(tables: Tables, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    monkeypatch.setattr(guard, "install", lambda app, names, answer_foreign: None)
    open_box = create_app(tables)
    with pytest.raises(AssertionError):
        test_a_foreign_page_cannot_post_to_the_box(open_box, tables, code, "http://evil.example")
    with pytest.raises(AssertionError):
        test_a_foreign_name_for_this_address_shows_nothing(open_box, code, "evil.example")
    with pytest.raises(AssertionError):
        test_every_answer_carries_the_headers(open_box, code)


ONWARDS = (
    "//evil.example",
    "http://evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "\t//evil",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n/evil.example",
    "/\x00/evil.example",
    "/t/\\evil.example",
)


@pytest.mark.parametrize("onwards", ONWARDS)
def test_changing_the_language_leads_nowhere_else(app: Flask, onwards: str) -> None:
    answer = app.test_client().post("/language", data={"lang": "de", "next": onwards})
    assert answer.headers["Location"] == "/"


def test_changing_the_language_leads_back_to_the_page_it_was_done_on(app: Flask, code: str) -> None:
    answer = app.test_client().post("/language", data={"lang": "de", "next": f"/t/{code}/s/s1?a=1&b=é"})
    assert answer.headers["Location"].startswith(f"/t/{code}/s/s1?a=1&b=")


# --- what browsers are told -------------------------------------------------------------------


@pytest.mark.logs("a camera with a wrong key was refused")
def test_every_answer_carries_the_headers(app: Flask, code: str) -> None:
    """Pages, files, streams, refusals and what does not exist alike."""
    client = app.test_client()
    asked = 0
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<code>", code).replace("<seat>", "s1").replace("<key>", "k")
        path = path.replace("<path:filename>", "page.css")
        for method in sorted((rule.methods or set()) | {"GET", "POST"}):
            answer = client.open(path, method=method)
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, (method, path)
            if answer.mimetype in ("text/html", "application/json"):
                assert answer.headers["Cache-Control"] == "no-store", "no browser keeps what a seat has seen"
            answer.close()
            asked += 1
    for path in ("/nowhere", "/api/nowhere", "/t/QQQQ/screen"):
        assert {name: client.get(path).headers.get(name) for name in HEADERS} == HEADERS
    assert asked > 60


def test_a_request_is_not_larger_than_what_people_can_mean(app: Flask, tables: Tables) -> None:
    code, client = tables.open_table("abilene", "1993", Level.BANK), app.test_client()
    for blanks, status in ((LARGEST_REQUEST, 413), (10, 200)):
        body = json.dumps({"name": "Dan"}) + " " * blanks
        answer = client.post(f"/api/tables/{code}/seats", data=body, content_type="application/json")
        assert answer.status_code == status, answer.text
    assert client.post(f"/j/{code}", data={"name": "x" * LARGEST_REQUEST}).status_code == 413


def test_the_content_policy_allows_no_inline_script() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


def test_seats_are_kept_in_cookies_that_scripts_and_other_sites_cannot_use(app: Flask, tables: Tables) -> None:
    code = tables.open_table("abilene", "1993", tables.table(playing(tables)).level)
    answer = app.test_client().post(f"/j/{code}", data={"name": "Ann"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    found = re.match(r"seat-[A-Z]{4}-s1=([^;]+)", cookie)
    assert found
    assert len(found[1]) > 40


def test_the_file_does_not_let_anybody_sit_down(app: Flask, tables: Tables, code: str, tmp_path: Path) -> None:
    """Keys are kept as hashes: neither token nor key stands in the file."""
    token = box_of(app).tokens.admit(code, "s1", 0.0)
    from itsdangerous import URLSafeSerializer

    key = URLSafeSerializer(box_of(app).tokens.secret, salt="seat").loads(token)[2]
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes()
        assert key.encode() not in file.read_bytes()


# --- floods -----------------------------------------------------------------------------------


def test_a_pin_cannot_be_tried_ten_thousand_times(tables: Tables, code: str) -> None:
    client = app_over(tables).test_client()
    phones.set_pin(tables.log, code, "s1", "9999")
    path = f"/api/tables/{code}/seats/s1/claim"
    statuses = [client.post(path, json={"pin": f"{pin:04d}"}).status_code for pin in range(8)]
    assert statuses == [403] * 5 + [429] * 3
    assert client.post(path, json={"pin": "9999"}).status_code == 429  # the right one, too: nothing is learnt
    form = client.post(f"/t/{code}/claim", data={"seat": "s1", "pin": "9999"})
    assert form.status_code == 429  # the page is no second door
    assert client.post(f"/api/tables/{code.lower()}/seats/s1/claim", json={"pin": "9999"}).status_code == 429
    assert client.post(f"/api/tables/{code}/seats/s2/claim", json={"pin": "0000"}).status_code == 403


def test_sitting_down_and_asking_for_seats_is_limited(tables: Tables, code: str) -> None:
    app = app_over(tables)
    box_of(app).joins.most = 4
    client = app.test_client()
    statuses = [client.post(f"/api/tables/{code}/seats", json={"name": f"Eve{n}"}).status_code for n in range(6)]
    assert statuses == [422] * 4 + [429] * 2
    assert client.post(f"/j/{code}", data={"name": "Eve"}).status_code == 429
    before = logged(tables, code)
    assert client.post(f"/t/{code}/claim", data={"seat": "s1"}).status_code == 429
    assert logged(tables, code) == before


def test_the_limit_is_lifted_when_time_has_passed() -> None:
    now = [0.0]
    limiter = Limiter(2, 60, lambda: now[0])
    assert [limiter.allows("a") for _ in range(4)] == [True, True, False, False]
    assert limiter.allows("b")
    now[0] = 61.0
    assert limiter.allows("a")


# --- names and words full of markup -----------------------------------------------------------


class Outline(HTMLParser):
    """Every element with its attributes, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, frozenset[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, frozenset(name for name, _ in attrs)))


def named(tables: Tables, names: Sequence[str], words: str) -> str:
    """Return a table with these names, where everything that can carry words carries these."""
    code = tables.open_table("abilene", "1993", tables.table(playing(tables)).level)
    for name, ranch in zip(names, "ACE", strict=True):
        tables.act(code, None, TakeSeat(name, {"ranch": ranch}))
    tables.act(code, "s1", StartGame("s1"))
    tables.act(code, "s1", Pay("s2", 100, words))
    tables.act(code, "s2", OfferLoan("s1", 100, 0, words))
    tables.act(code, "s1", CorrectBooks("s2", "s1", 100, words))
    tables.act(code, "s1", RecordTown())
    return code


def pages(client: FlaskClient, code: str, seat: str) -> dict[str, str]:
    """Return all pages of the table, and the lobby and home with its names."""
    paths = ["/", f"/j/{code}", f"/j/{code}?another=1", f"/t/{code}/screen", f"/t/{code}/screen/part"]
    paths += [f"/t/{code}/s/{seat}", f"/t/{code}/s/{seat}/part"]
    return {path.replace(code, "CODE"): client.get(path).text for path in paths}


def outlines(tables: Tables, app: Flask, names: Sequence[str], words: str) -> dict[str, list[object]]:
    """Return what the pages are made of, once for each seat."""
    code = named(tables, names, words)
    found: dict[str, list[object]] = {}
    for seat, phone in phones_of(app, code).items():
        client = app.test_client()
        client.set_cookie(cookie_name(code, seat), phone.token, domain="localhost")
        for path, page in pages(client, code, seat).items():
            if path != "/":
                found[f"{seat} {path}"] = list(Outline(page).elements)
            assert "49" not in re.findall(r"\{\{7\*7\}\}|>49<", page)
            assert "<b>&" not in page
            assert "<img src=x" not in page
    return found


@pytest.mark.parametrize("odd", MARKED_NAMES, ids=["short", "long"])
def test_names_and_words_full_of_markup_are_only_text_on_every_page(
    tables: Tables, app: Flask, odd: tuple[str, str, str]
) -> None:
    """The pages are made of the same elements as with plain words of that length: typed text adds none."""
    plain = tuple(letter * len(name) for letter, name in zip("ABC", odd, strict=True))
    of_plain = outlines(tables, app, plain, "w" * len(SCRIPT))
    of_odd = outlines(tables, app, odd, SCRIPT)
    assert of_plain.keys() == of_odd.keys()
    for page, elements in of_plain.items():
        assert of_odd[page] == elements, page


def test_a_page_that_does_not_escape_is_caught(tables: Tables, app: Flask) -> None:
    """Negative control."""
    app.jinja_env.autoescape = False
    with pytest.raises(AssertionError):
        test_names_and_words_full_of_markup_are_only_text_on_every_page(tables, app, MARKED_NAMES[0])


def test_a_name_that_is_a_formula_does_nothing_in_a_spreadsheet(tables: Tables, app: Flask) -> None:
    code = named(tables, ("=1+1", "+2", "@sum"), "=cmd()")
    rows = app.test_client().get(f"/t/{code}/transfers.csv").text.splitlines()[1:]
    assert rows
    for row in rows:
        assert not re.search(r'(^|,)"?[=+@]', row), row


def test_an_address_in_an_error_page_is_only_text(app: Flask) -> None:
    for path in (
        "/t/<script>alert(1)</script>/screen",
        "/j/<img src=x>",
        "/j?code=<script>x</script>",
        "/<svg onload=x>",
    ):
        page = app.test_client().get(path).text
        assert "<script>alert" not in page
        assert "<script>x" not in page
        assert "<img src=x" not in page.lower()
        assert "<svg onload" not in page
