"""``seat_matrix``: nobody acts for another seat.

Every route that concerns a seat x no token, a wrong one, another table's, another seat's, one that has expired
because the seat moved to another phone. A route that nobody has classified fails the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from itsdangerous import URLSafeSerializer
from werkzeug.test import TestResponse

from companion.core.table.table import Level
from companion.store import phones
from companion.web.visit.tokens import Tokens, cookie_name
from tests.faults.support import app_over, box_of, figure, logged, new_tables, no_limits, playing

PUBLIC = {
    "static_files.serve",
    "closing.ask",
    "closing.close",
    "closing.reopen",
    "home.home",
    "home.at_place",
    "home.game",
    "join.open_table",
    "home.language",
    "home.trust",
    "history.history",
    "history.as_csv",
    "history.as_json",
    "home.health",
    "join.which",
    "join.sit",
    "join.sat",
    "screen.table",
    "screen.screen",
    "screen.screen_part",
    "screen.qr",
    "screen.again",
    "television.television",
    "television.now",
    "television.way_in",
    "television.wifi",
    "television.hotspot",
    "exports.export",
    "exports.picture",
    "exports.transfers",
    "plays.paper",
    "plays.play",
    "plays.play_xml",
    "plays.scores",
    "printing.page",
    "printing.sheet",
    "printing.sticker",
    "stream.stream",
    "api.openapi",
    "api.shelf",
    "api.open_table",
    "api.screen",
    "boards.shelf",
    "boards.upload",
    "boards.trace",
    "boards.save",
    "boards.names",
    "boards.look",
    "boards.download",
    "boards.forget",
    "catalogues.shelf",
    "catalogues.look",
    "catalogues.download",
    "catalogues.upload",
    "catalogues.copy",
    "catalogues.save",
    "catalogues.remove",
    "catalogues.forget",
    "presets.presets",
    "presets.keep",
    "presets.shape",
    "presets.shape_file",
    "api.sit",
    "api.arrange",
    "camera.camera",
    "camera.camera_part",
    "camera.sees",
    "camera.sees_part",
    "camera.picture",
    "camera.operate",
    "drawn.drawn",
    "drawn.drawn_part",
    "drawn.move",
    "camera_api.state",
    "camera_api.steer",
    "watching.page",
    "watching.scan",
    "rules.rules",
}
"""Routes that show what everybody may know or give somebody a seat of his own; none names a seat."""

CAMERA = {"camera_ingest.report", "camera_ingest.picture", "camera_ingest.record", "camera_ingest.frame"}
CAMERA |= {"watching_api.report", "watching_api.take"}
"""Routes of the camera's process, or of the phone that watches, alone: they want its key; tested with the camera."""

CLAIMS = {"join.claim", "claims.claimed", "claims.vouch", "claims.withdraw", "api.claim"}
"""Routes by which a phone comes to a seat: a PIN or the table's consent stands for the token; tested below."""

BALLOT_BODY = {"ballot": 1, "choice": "OWN", "nonce": "00" * 32}
SHOWING_BODY = {"showdown": "1", "laid": "", "nonce": "00" * 32}
PAY_BODY = {"kind": "pay", "data": {"to": "s2", "amount": 1}}


@dataclass(frozen=True)
class Seated:
    """A route that acts for, or shows the secrets of, one seat."""

    method: str
    path: str
    body: dict[str, Any] | None = None
    redirects: bool = False
    """a page sends people without the seat to where they can sit down"""


SEATED = {
    "phone.phone": Seated("GET", "/t/{code}/s/{seat}", redirects=True),
    "arrange.arrange": Seated("GET", "/t/{code}/s/{seat}/arrange", redirects=True),
    "photo.page": Seated("GET", "/t/{code}/s/{seat}/photo", redirects=True),
    "photo.take": Seated("POST", "/t/{code}/s/{seat}/photo"),
    "photo_api.send": Seated("POST", "/api/tables/{code}/seats/{seat}/photo"),
    "phone.unlock": Seated("POST", "/t/{code}/s/{seat}/open"),
    "phone.lesson": Seated("POST", "/t/{code}/s/{seat}/lesson"),
    "account.account": Seated("GET", "/t/{code}/s/{seat}/account"),
    "printing.show": Seated("POST", "/t/{code}/s/{seat}/sticker/A1000"),
    "phone.phone_part": Seated("GET", "/t/{code}/s/{seat}/part"),
    "api.phone": Seated("GET", "/api/tables/{code}/seats/{seat}"),
    "api.act": Seated("POST", "/api/tables/{code}/actions", PAY_BODY),
    "api.open_vote": Seated("POST", "/api/tables/{code}/openings", BALLOT_BODY),
    "api.show": Seated("POST", "/api/tables/{code}/showings", SHOWING_BODY),
}

ANSWERS = {"api.open_vote": 422, "api.show": 422, "phone.lesson": 204, "phone.unlock": 403, "printing.show": 422}
ANSWERS |= {"photo.page": 303, "photo.take": 404, "photo_api.send": 404}
"""the answers to the right token where it is not enough: there is no vote to open, no PIN was typed, no cow is on
sale, and nothing reads photos."""

WAYS = ("script", "phone")
"""A token comes in the ``Authorization`` header or in the phone's cookie."""


@dataclass(frozen=True)
class Night:
    """Two tables in one box, and tokens of every kind for seat s1 of the first."""

    app: Flask
    code: str
    own: str
    strangers: dict[str, str | None]


@pytest.fixture
def night(tmp_path: Path) -> Night:
    tables = new_tables(tmp_path / "box.sqlite")
    code, elsewhere = playing(tables, level=Level.BOARD), playing(tables)
    app = app_over(tables)
    no_limits(app)
    tokens = box_of(app).tokens
    expired = tokens.admit(code, "s1", 0.0)
    served = tokens.admit(code, "s1", 0.0, serving=True)
    own = tokens.admit(code, "s1", 1.0)  # the seat has moved to this phone
    forged = str(URLSafeSerializer("guessed", salt="seat").dumps([code, "s1", phones.new_key()]))
    mixed = str(URLSafeSerializer(tokens.secret, salt="other").dumps([code, "s1", phones.new_key()]))
    strangers = {
        "none": None,
        "empty": "",
        "garbage": "garbage",
        "not a list": str(URLSafeSerializer(tokens.secret, salt="seat").dumps({"seat": "s1"})),
        "forged": forged,
        "for another purpose": mixed,
        "cut short": own[:-2],
        "other table's": tokens.admit(elsewhere, "s1", 0.0),
        "other seat's": tokens.admit(code, "s2", 0.0),
        "expired (moved phone)": expired,
        "expired (serving phone)": served,
        "unknown key": str(URLSafeSerializer(tokens.secret, salt="seat").dumps([code, "s1", phones.new_key()])),
    }
    return Night(app, code, own, strangers)


def ask(night: Night, route: Seated, token: str | None, way: str, seat: str = "s1") -> TestResponse:
    """Return the route, asked for seat s1 with this token."""
    client = night.app.test_client()
    headers = {}
    if token is not None and way == "script":
        headers["Authorization"] = f"Bearer {token}"
    elif token is not None:
        client.set_cookie(cookie_name(night.code, seat), token, domain="localhost")
    path = route.path.format(code=night.code, seat=seat)
    body = None if route.body is None else {"seat": seat, **route.body}
    return client.open(path, method=route.method, json=body, headers=headers)


def kept_out(night: Night, route: Seated, answer: TestResponse) -> bool:
    """Return whether the answer keeps a stranger out: 401, 403, 404,
    or for a page the way to a seat of one's own; never a new token.
    """
    if "Set-Cookie" in answer.headers:
        return False
    if route.redirects:
        door, _, had_it = answer.headers.get("Location", "").partition(
            "?moved="
        )  # which tells a phone that has lost its seat
        return answer.status_code == 303 and door == f"/j/{night.code}" and had_it in ("", "s1")
    return answer.status_code in (401, 403, 404)


def holes(night: Night) -> Iterator[str]:
    """Yield all cells of the matrix that let a stranger in."""
    for endpoint, route in SEATED.items():
        for kind, token in night.strangers.items():
            for way in WAYS:
                answer = ask(night, route, token, way)
                if not kept_out(night, route, answer):
                    yield f"{endpoint} with a token that is {kind} ({way}): {answer.status_code}"


def test_every_route_is_classified(night: Night) -> None:
    """A new route has to be put into one of the four groups before this passes."""
    endpoints = {rule.endpoint for rule in night.app.url_map.iter_rules()}
    assert endpoints == PUBLIC | CAMERA | CLAIMS | SEATED.keys()
    naming_a_seat = {rule.endpoint for rule in night.app.url_map.iter_rules() if "seat" in rule.arguments}
    assert naming_a_seat <= CLAIMS | SEATED.keys()


def test_the_route_that_is_classified_is_the_one_that_is_asked(night: Night) -> None:
    router = night.app.url_map.bind("localhost")
    for endpoint, route in SEATED.items():
        path = route.path.format(code=night.code, seat="s1")
        assert router.match(path, method=route.method)[0] == endpoint


def test_nobody_acts_for_another_seat(night: Night) -> None:
    tables = box_of(night.app).tables
    before = logged(tables, night.code)
    assert list(holes(night)) == []
    assert logged(tables, night.code) == before
    figure("seat_matrix", len(SEATED) * len(night.strangers) * len(WAYS))


@pytest.mark.parametrize("way", WAYS)
def test_the_right_token_opens_every_route(night: Night, way: str) -> None:
    """Otherwise the matrix would pass for a box that refuses everybody."""
    for endpoint, route in SEATED.items():
        answer = ask(night, route, night.own, way)
        assert answer.status_code == ANSWERS.get(endpoint, 200), endpoint


def test_a_seat_that_does_not_exist_is_nobodys(night: Night) -> None:
    for route in SEATED.values():
        for seat in ("s9", "bank", "", "s1/../s2", "S1"):
            answer = ask(night, route, night.own, "script", seat)
            refused = (303, 308) if route.redirects else (308,)
            assert answer.status_code in (401, 403, 404, 405, *refused), (route.path, seat)


def test_a_table_that_does_not_exist_is_404(night: Night) -> None:
    nowhere = Night(night.app, "QQQQ", night.own, night.strangers)
    for route in SEATED.values():
        assert ask(nowhere, route, night.own, "script").status_code == 404


def trusting(self: Tokens, token: str | None, code: str, seat: str) -> None:
    """Accept any token: broken on purpose."""
    if not token:
        raise LookupError


@pytest.mark.logs("Exception on /", "too many wrong PINs for seat")
def test_a_box_that_only_looks_whether_there_is_a_token_is_caught(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control."""
    monkeypatch.setattr(Tokens, "check", trusting)
    found = list(holes(night))
    for kind in ("garbage", "other seat's", "other table's", "expired (moved phone)"):
        assert any(kind in hole for hole in found)


# --- how a phone comes to a seat --------------------------------------------------------------


def test_a_seat_is_not_given_without_its_pin(night: Night) -> None:
    """Neither no PIN, nor a wrong one, nor another seat's, nor another table's opens a seat."""
    log = box_of(night.app).tables.log
    phones.set_pin(log, night.code, "s1", "1234")
    phones.set_pin(log, night.code, "s2", "5678")
    client = night.app.test_client()
    for pin in ("", "5678", "0000", "12345", "123", "१२३४", "1234\n5678"):
        answer = client.post(f"/api/tables/{night.code}/seats/s1/claim", json={"pin": pin})
        assert answer.status_code == 403, pin
        form = client.post(f"/t/{night.code}/claim", data={"seat": "s1", "pin": pin, "mode": "serve"})
        assert form.status_code == 403, pin
        assert "Set-Cookie" not in form.headers
    strange: tuple[object, ...] = (None, 1234, ["1234"], {"pin": "1234"}, True)
    for value in strange:
        assert client.post(f"/api/tables/{night.code}/seats/s1/claim", json={"pin": value}).status_code == 422
    assert client.post(f"/api/tables/{night.code}/seats/s1/claim", json={"pin": "1234"}).status_code == 200


def test_a_seat_without_a_pin_is_not_opened_by_an_empty_one(night: Night) -> None:
    client = night.app.test_client()
    assert client.post(f"/api/tables/{night.code}/seats/s1/claim", json={"pin": ""}).status_code == 403


def test_a_phone_that_asks_the_table_gets_no_token_before_everybody_agreed(night: Night) -> None:
    client = night.app.test_client()
    asked = client.post(f"/t/{night.code}/claim", data={"seat": "s1"})
    assert asked.status_code == 303
    assert "Set-Cookie" not in asked.headers
    waiting = client.get(asked.headers["Location"])
    assert waiting.status_code == 200
    assert "Set-Cookie" not in waiting.headers
    tables = box_of(night.app).tables
    motion = tables.table(night.code).motions[-1]
    key = asked.headers["Location"].rsplit("/", 1)[1]
    tokens = {seat: box_of(night.app).tokens.admit(night.code, seat, 2.0) for seat in ("s2", "s3")}
    for seat, token in tokens.items():
        assert "Set-Cookie" not in client.get(asked.headers["Location"]).headers
        agree = {"seat": seat, "kind": "agree", "data": {"motion": motion.id}}
        headers = {"Authorization": f"Bearer {token}"}
        answer = client.post(f"/api/tables/{night.code}/actions", json=agree, headers=headers)
        assert answer.status_code == 200
    assert client.get(f"/t/{night.code}/claims/{key[::-1]}").headers.get("Set-Cookie") is None
    admitted = client.get(asked.headers["Location"])
    assert admitted.status_code == 303
    assert "HttpOnly" in admitted.headers["Set-Cookie"]
    assert "SameSite=Lax" in admitted.headers["Set-Cookie"]
    token = admitted.headers["Set-Cookie"].partition(";")[0]
    again = client.get(asked.headers["Location"]).headers["Set-Cookie"]
    assert again.partition(";")[0] == token, "the answer may have been lost"
    assert client.get(f"/t/{night.code}/s/s1").status_code == 200
    restarted = app_over(new_tables(tables.log.where))
    for box in (night.app, restarted):  # a permission lets one phone in
        assert box.test_client().get(asked.headers["Location"]).status_code == 403


def test_a_claim_is_no_secret_that_others_can_read(night: Night) -> None:
    """The key of a claim opens the seat once the table agrees, so nobody else may see it: not in pages, not in
    the exported game, not in the API.
    """
    client = night.app.test_client()
    asked = client.post(f"/t/{night.code}/claim", data={"seat": "s1"})
    key = asked.headers["Location"].rsplit("/", 1)[1]
    token = box_of(night.app).tokens.admit(night.code, "s2", 2.0)
    headers = {"Authorization": f"Bearer {token}"}
    pages = ["screen", "screen/part", "export.jsonl", "transfers.csv", "s/s2", "s/s2/part"]
    for path in [f"/t/{night.code}/{page}" for page in pages] + [
        f"/api/tables/{night.code}",
        f"/api/tables/{night.code}/seats/s2",
    ]:
        answer = client.get(path, headers=headers)
        assert answer.status_code == 200, path
        assert key not in answer.text, path


def test_a_tablet_that_goes_round_keeps_a_locked_seat_to_itself(night: Night) -> None:
    """The part of the page that refreshes by itself is as locked as the page: another seat has the tablet now."""
    tablet = night.app.test_client()
    tokens = box_of(night.app).tokens
    for seat in ("s1", "s2"):
        tablet.set_cookie(cookie_name(night.code, seat), tokens.admit(night.code, seat, 3.0), domain="localhost")
    tablet.set_cookie(f"open-{night.code}", "s2", domain="localhost")
    assert tablet.get(f"/t/{night.code}/s/s2/part").status_code == 200
    assert "10,000" in tablet.get(f"/t/{night.code}/s/s2/part").text
    locked = tablet.get(f"/t/{night.code}/s/s1/part")
    assert locked.status_code == 403
    assert "10,000" not in locked.text
