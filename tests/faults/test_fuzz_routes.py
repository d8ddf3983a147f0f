"""``fuzz_api``, every route: whatever stands in an address, a form, a query or a JSON body, nothing gives a 5xx.

Each route of the application has a valid request here, from which one thing at a time is changed. A route that nobody
has described fails the test.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app.camera.session import CameraSession
from companion.app.photos.desk import PhotoDesk
from companion.boards.board_file import to_text
from companion.boards.camera_messages import Report, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.photo_messages import PhotoAnswer, PhotoRequest
from companion.boards.tracing import traced
from companion.core.table.table import Level
from companion.core.text import say
from companion.store.named import Shelf, boards
from companion.web.admin import printing
from companion.web.app import create_app
from companion.web.visit.tokens import cookie_name
from tests.faults.support import box_of, figure, new_tables, no_limits, playing, purse
from tests.faults.test_fuzz_api import BAD_NUMBERS, BAD_WORDS, DEEP, MARKUP, STRANGE_WORDS
from tests.support.sketches import sketch

SEED = 1876
KEY = "secret"
SHARE = 0.06
"""of the requests that are sent each time; ``make torture`` sends all"""
BAD_TEXTS: tuple[str, ...] = (
    *(*STRANGE_WORDS, "x" * 10_000, "-1", "0", "1e309", "9" * 400, "²", "٣", "None", "../..", "a/b", "\r\nX: y"),
    *("abilene/1993", "abilene/1848", "abilene/1993/dragon", "s9", "demo", "%", "{}", "[]", "A1", "town"),
)
BAD_VALUES: tuple[Any, ...] = (
    *BAD_NUMBERS,
    *BAD_WORDS,
    *STRANGE_WORDS,
    DEEP,
    [],
    [[]],
    {"a": []},
    1.5,
    "s9",
    [None],
    [{}],
)
OPENING = {"seat": "s1", "ballot": 1, "choice": "OWN", "nonce": "00" * 32}
SHOWING = {"seat": "s1", "showdown": "1", "laid": "", "nonce": "00" * 32, "receipt": "", "past": None}
SEEN = Observation(
    ObservationStatus.OK, {"A6-0": "cow"}, ("A5-0",), {"jail": ("cowboy:A",)}, {"A5-0": ("cow", "empty")}
)
REPORT = Report(
    100.0, "demo", Stage.WATCHING, reading=SEEN, observation=SEEN, confidence={"A6-0": 0.5}, stickers=("7",)
)


@dataclass(frozen=True)
class Route:
    """A valid request to a route: what fills its address, its query, and its form, file or JSON body."""

    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    json: Mapping[str, Any] | None = None
    file: str = ""
    raw: bytes = b""


BOARD = to_text(traced(sketch()))
LOOK = {"name": "Our barn", "cell": "A1", "figure": "abilene/1993/cow", "steps": "2"}
SHEET = {"edition": "abilene/1993", "paper": "a4", "language": "en", "table": "{code}", "board": "Our barn"}
PAY = {"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 1}, "id": None, "seen": None}
CORNERS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]

ROUTES: Mapping[str, Route] = {
    **dict.fromkeys(
        (
            *(
                "home.home",
                "home.trust",
                "home.health",
                "history.history",
                "history.as_csv",
                "history.as_json",
                "boards.shelf",
                "boards.names",
                "rules.rules",
            ),
            *("api.openapi", "api.shelf", "api.screen", "api.phone", "screen.table", "screen.screen", "screen.qr"),
            *(
                "screen.screen_part",
                "exports.export",
                "exports.picture",
                "exports.transfers",
                "plays.paper",
                "plays.play",
                "plays.play_xml",
                "plays.scores",
                "camera.camera",
                "camera.camera_part",
            ),
            *("camera.sees", "camera.sees_part", "camera_api.state", "drawn.drawn", "drawn.drawn_part", "join.sit"),
            *("claims.claimed", "phone.phone", "phone.phone_part", "account.account", "arrange.arrange"),
            "photo.page",
            *("printing.sticker", "static_files.serve", "closing.ask", "home.at_place", "home.game"),
        ),
        Route(),
    ),
    "photo.take": Route(form={"do": "again", "corners": ""}),
    "photo_api.send": Route(form={"do": "again", "corners": ""}),
    "camera.picture": Route({"plain": "1"}),
    **dict.fromkeys(
        ("television.television", "television.now", "television.way_in", "television.wifi"), Route({"table": "{code}"})
    ),
    "screen.again": Route(form={"seating": "next", "seat": "s1"}),
    "television.hotspot": Route(form={"on": "0"}),
    "stream.stream": Route({"after": "0", "seat": "{seat}", "page": "a1"}),
    "join.which": Route({"code": "{code}"}),
    "printing.page": Route({"board": "Our barn"}),
    "printing.sheet": Route(SHEET),
    "boards.look": Route(LOOK),
    "boards.trace": Route({"name": "Our barn"}),
    "boards.download": Route({"name": "Our barn"}),
    "boards.forget": Route(form={"name": "nothing"}),
    "boards.upload": Route(file=BOARD),
    "boards.save": Route(json=sketch()),
    "presets.presets": Route(form={"name": "Ours"}),
    "presets.keep": Route(json={"name": "Ours", "keep": True, "rename": "", "code": ""}),
    **dict.fromkeys(("presets.shape", "presets.shape_file"), Route({"name": ""})),
    "catalogues.upload": Route(file="name\n"),
    **dict.fromkeys(("catalogues.shelf", "catalogues.look", "catalogues.download"), Route()),
    **dict.fromkeys(("catalogues.save", "catalogues.copy", "catalogues.remove", "catalogues.forget"), Route(form={})),
    "join.open_table": Route(form={"game": "abilene", "edition": "1993", "level": "bank", "demo": "0", "place": "7"}),
    "closing.close": Route(form={}),
    "closing.reopen": Route(form={}),
    "home.language": Route(form={"lang": "fr", "next": "/trust"}),
    "api.arrange": Route(json={"order": ["s2", "s1"]}),
    "join.sat": Route(form={"name": "Zoe", "ranch": "B", "brand": "B"}),
    "claims.vouch": Route(form={"motion": "1"}),
    "claims.withdraw": Route(form={}),
    "join.claim": Route(form={"seat": "s1", "pin": "0000", "mode": "own"}),
    "phone.unlock": Route(form={"pin": "0000"}),
    "phone.lesson": Route(json={"open": True}),
    "printing.show": Route(form={}),
    "camera.operate": Route(form={"do": "corners", "corners": "0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9"}),
    "drawn.move": Route(form={"do": "move", "frm": "A6-0", "to": "A5-0"}),
    "camera_api.steer": Route(json={"do": "corners", "corners": CORNERS}),
    "camera_ingest.report": Route(json=REPORT.plain()),
    "camera_ingest.record": Route(json={"folder": "/nowhere"}),
    **dict.fromkeys(("camera_ingest.frame", "watching.page", "watching.scan"), Route()),
    "watching_api.report": Route(json={"who": "k", "begins": True, "battery": 50}),
    "watching_api.take": Route(raw=b"\xff\xd8\xff a picture"),
    "camera_ingest.picture": Route(raw=b"\xff\xd8 a picture"),
    "api.open_table": Route(json={"game": "abilene", "edition": "1993", "level": "bank", "demo": False}),
    "api.sit": Route(json={"name": "Zoe", "picks": {"ranch": "B"}}),
    "api.claim": Route(json={"pin": "0000", "serving": False}),
    "api.act": Route(json=PAY),
    "api.open_vote": Route(json=OPENING),
    "api.show": Route(json=SHOWING),
}
IN_THE_ADDRESS = {"seat": "s1", "key": "k", "sticker": "A1000", "what": "board", "game": "abilene", "edition": "1993"}
IN_THE_ADDRESS |= {"section": "12.9", "version": "1", "name": "page.css", "place": "7", "who": "k"}


class Blind:
    """A program that reads photos and sees nothing on them."""

    def wake(self) -> int:
        return 1

    def ask(self, request: PhotoRequest, photo: bytes) -> PhotoAnswer:
        return PhotoAnswer(say("There is no board on this photo."))


class Site:
    """A box with a table in play, a demo camera, a board of its own, and somebody who sits at the table."""

    def __init__(self) -> None:
        self.tables = new_tables()
        self.code = playing(self.tables, 3, Level.BOARD)
        camera = CameraSession(self.tables, "demo", KEY)
        camera.invite_phone(self.code)
        camera.phone.key = KEY
        self.app: Flask = create_app(self.tables, camera=camera, photos=PhotoDesk(self.tables, Blind()))
        self.app.config["PROPAGATE_EXCEPTIONS"] = False
        no_limits(self.app)
        box_of(self.app).secure = "https://127.0.0.1:8443"
        boards(self.tables.log).keep("Our barn", BOARD, 0.0)
        self.client = self.app.test_client()
        self.client.set_cookie(cookie_name(self.code, "s1"), box_of(self.app).tokens.admit(self.code, "s1", 0.0))
        self.headers = {"X-Camera-Key": KEY}

    def requests(self) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
        """Yield (endpoint, method, address, the other parts) of requests to every route: valid, then with one thing
        wrong.
        """
        for rule in self.app.url_map.iter_rules():
            (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            route = ROUTES[rule.endpoint]
            filled = {**IN_THE_ADDRESS, "code": "A1000" if rule.endpoint == "printing.sticker" else self.code}
            parts = {name: filled[name] for name in rule.arguments}
            query = {name: value.replace("{code}", self.code) for name, value in route.query.items()}
            yield rule.endpoint, method, address(rule.rule, parts, query), sent(route)
            for name in parts:
                for bad in BAD_TEXTS:
                    yield rule.endpoint, method, address(rule.rule, {**parts, name: bad}, query), sent(route)
            for name in (*query, "unknown"):
                for bad in BAD_TEXTS:
                    yield rule.endpoint, method, address(rule.rule, parts, {**query, name: bad}), sent(route)
            for body in bodies(route):
                yield rule.endpoint, method, address(rule.rule, parts, query), body


def address(rule: str, parts: Mapping[str, str], query: Mapping[str, str]) -> str:
    for name, value in parts.items():
        written = quote(value, safe="", errors="surrogatepass")
        rule = rule.replace(f"<path:{name}>", written).replace(f"<{name}>", written)
    return f"{rule}?{urlencode(query, errors='surrogatepass')}" if query else rule


def sent(route: Route) -> dict[str, Any]:
    """Return what goes with a valid request."""
    if route.file:
        return {"data": {"file": (io.BytesIO(route.file.encode()), "x.json")}}
    if route.form is not None:
        return {"data": urlencode(route.form), "content_type": "application/x-www-form-urlencoded"}
    if route.json is not None:
        return {"data": json.dumps(route.json), "content_type": "application/json"}
    return {"data": route.raw} if route.raw else {}


def bodies(route: Route) -> Iterator[dict[str, Any]]:
    """Yield bodies with one thing wrong."""
    if route.form is not None:
        for name in (*route.form, "unknown"):
            for bad in BAD_TEXTS:
                form = urlencode({**route.form, name: bad}, errors="surrogatepass")
                yield {"data": form, "content_type": "application/x-www-form-urlencoded"}
    if route.json is not None:
        for name in (*route.json, "unknown"):
            for bad in BAD_VALUES:
                yield {"data": json.dumps({**route.json, name: bad}), "content_type": "application/json"}
    if route.json is not None or route.form is not None or route.file or route.raw:
        for raw in (b"", b"\xff\xfe\x00", b"{", b"[]", b"null", b"\xff\xd8", b"1" * 5_000):
            for kind in ("application/json", "application/x-www-form-urlencoded", "multipart/form-data", ""):
                yield {"data": raw, "content_type": kind}
    if route.file:
        for text in ("", "{}", "[" * 5_000, "\x00", "9" * 5_000, route.file.replace("20.0", "1e400")):
            yield {"data": {"file": (io.BytesIO(text.encode()), MARKUP)}}


def checked(site: Site, endpoint: str, answer: TestResponse) -> None:
    assert answer.status_code < 500, (endpoint, answer.request.path[:200], answer.status_code, answer.text[:300])
    if endpoint != "stream.stream":
        assert b"Traceback" not in answer.get_data()
    answer.close()


def fuzzed(monkeypatch: pytest.MonkeyPatch, share: float) -> int:
    """Send so many requests; a valid one stays done, and the money is where it was."""
    monkeypatch.setattr(printing, "drawn", lambda what, wishes, board="", cards=None: b"%PDF")
    site, chance, count = Site(), random.Random(SEED), 0
    before, endpoint = sum(purse(site.tables, site.code).values()), ""
    for name, method, path, more in site.requests():
        valid, endpoint = name != endpoint, name
        if not valid and chance.random() > share:
            continue
        answer = site.client.open(path, method=method, headers=site.headers, **more)
        assert not valid or answer.status_code not in (400, 405, 415), (name, answer.status_code)
        checked(site, name, answer)
        count += 1
    assert sum(purse(site.tables, site.code).values()) == before == 0
    return count


def test_every_route_is_described() -> None:
    rules = list(Site().app.url_map.iter_rules())
    assert {rule.endpoint for rule in rules} == ROUTES.keys()


@pytest.mark.logs("too many wrong PINs for seat")
def test_whatever_is_sent_to_any_route_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    count = fuzzed(monkeypatch, SHARE)
    assert count > 300
    figure(f"fuzz_api (every route, {SHARE:.0%} of it, seed {SEED})", count)


@pytest.mark.logs("too many wrong PINs for seat")
@pytest.mark.torture
def test_everything_that_is_wrong_is_sent_to_every_route(monkeypatch: pytest.MonkeyPatch) -> None:
    figure("fuzz_api (every route)", fuzzed(monkeypatch, 1.0))


@pytest.mark.logs("Exception on /")
def test_a_route_that_falls_over_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a page that takes a number on trust."""
    monkeypatch.setattr(Shelf, "text", lambda shelf, name: str(int(name)))
    monkeypatch.setattr("companion.web.admin.boards.from_text", lambda text: int(text) / 0)
    site = Site()
    with pytest.raises(AssertionError):
        checked(site, "boards.look", site.client.get("/boards/look?name=5"))


def test_no_page_shows_what_a_template_meant_for_itself() -> None:
    """A macro or a function whose name a page shares with a value would stand in its links, as ``<Macro 'place'>``."""
    site, endpoint, pages = Site(), "", 0
    for name, method, path, more in site.requests():
        valid, endpoint = name != endpoint, name
        if not valid or method != "GET" or name == "stream.stream":
            continue
        answer = site.client.get(path, headers=site.headers, **more)
        if answer.mimetype == "text/html":
            assert not re.search(r"(<|&lt;|%3C)(Macro|function|bound method|built-in)|\bUndefined\b", answer.text), path
            pages += answer.status_code == 200
        answer.close()
    assert pages > 20
