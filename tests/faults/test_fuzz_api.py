"""``fuzz_api``: a malformed request never gives a 5xx, changes nothing, and is answered with a clear sentence."""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest
from flask import Flask
from pydantic import ValidationError
from werkzeug.test import TestResponse

from companion.app.tables import Tables
from companion.boards.board_file import to_text
from companion.boards.tracing import traced
from companion.core.errors import BadRequest
from companion.core.messages import Command, Message, json_name, kind_of
from companion.core.table.commands import Agree, AllowAnyway, TakeSeat
from companion.core.table.events import GameEnded, PinReplaced
from companion.core.table.table import Level
from companion.core.text import say
from companion.games import registry
from companion.games.abilene.common import messages
from companion.store.codec import INTERNAL, Codec, adapter
from companion.web.api.openapi import REF, document, example_of, models
from tests.faults.support import (
    Phone,
    act_all,
    app_over,
    box_of,
    figure,
    new_tables,
    no_limits,
    phones_of,
    playing,
    purse,
    refused,
)
from tests.support.sketches import sketch

SEED = 1993
MARKUP = "<script>alert(1)</script>{{7*7}}%(who)s"
DEEP: Any = json.loads("[" * 60 + "]" * 60)
NOT_NUMBERS: tuple[Any, ...] = ("5", "", "five", True, None, [5], {"amount": 5}, 5.5, DEEP, MARKUP)
BAD_NUMBERS: tuple[int, ...] = (-1, 0, -(2**31), 2**31, 2**63, 2**64, 10_000_001, 10**40, 10**400, -(10**400))
BAD_WORDS: tuple[Any, ...] = ("x" * 10_000, 5, None, ["a"], {}, False, DEEP)
STRANGE_WORDS: tuple[str, ...] = ("\x00", "\ud800", "\u202egnirts", MARKUP, "'; DROP TABLE events; --", "", " ", "％")
RAW_BODIES: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'"text"',
    b"12",
    b"\xff\xfe\x00",
    b"[" * 30_000,
    b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    b"1" * 20_000,
    b'{"seat": NaN}',
    b'{"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": NaN}}',
    b'{"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": Infinity}}',
    b'{"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 1e999}}',
    b'{"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": ' + b"9" * 5_000 + b"}}",
    b'{"seat": "s1", "seat": ["s1"], "kind": "pay", "data": {}}',
    b"x" * 70_000,
)

VALID: dict[str, dict[str, Any]] = {
    "pay": {"to": "s2", "amount": 100, "words": "thanks"},
    "offer_loan": {"borrower": "s2", "amount": 100, "interest": 10, "terms": "soon"},
    "correct_books": {"frm": "s1", "to": "s2", "amount": 100, "words": "miscounted"},
    "change_seat": {"name": "Ann", "picks": {"ranch": "A"}},
    "set_rule": {"name": "loan_anytime", "value": True},
    "set_level": {"level": "board"},
    "set_pace": {"pace": "fast"},
    "allow_anyway": {"message": {"kind": "borrow_from_bank", "data": {"amount": 100}}},
    "seal_vote": {"ballot": 1, "commitment": "ab" * 32},
    "enter_votes": {"ballot": 1, "votes": {"s2": "OWN", "s3": "NONE"}},
    "arrange_board": {"cows": ["A6-0"], "cowboys": {"A5-0": "s1"}, "town": {"s1": 0}, "jail": {"s1": 0}},
    "show_sticker": {"brand": None, "value": 500},
    "roll_dice": {"cow": [1, 2], "cowboy": [1, 2, 3], "by_box": False},
    "roll_duel": {"attacker": 1, "defender": 2, "by_box": False},
    "move_cow": {"frm": "A6-0", "to": "A5-0", "die": 0},
    "move_cowboy": {"frm": "A6-0", "to": "A5-0", "die": 0},
    "end_step": {"step": "table"},
    "start_game": {"first": "s1", "lot": 0},
    "choose_board": {"name": "", "file": to_text(traced(sketch()))},
    "several": {"messages": [{"kind": "move_cow", "data": {"frm": "A6-0", "to": "A5-0", "die": 0}}]},
    "remove_seat": {"seat": "s2", "deserted": False},
    "void_ballot": {"ballot": 1, "away": ["s2"]},
    "seal_fever": {"notes": {"A6-0": "ab" * 32}},
    "open_fever": {"steer": "A6-0", "fever": True, "nonce": "00" * 32},
    "turn_steer": {"fever": True, "owner": None},
    "roll_two_dice": {"dice": [1, 2], "by_box": False},
    "roll_shots": {"attacker": 1, "defender": 2, "by_box": False},
    "lay_cards": {"duel": "1", "count": 2, "commitment": "ab" * 32},
    "arrange_steers": {"cows": ["A6-0"], "cowboys": {"A5-0": "s1"}, "town": {}, "jail": {}, "herds": {"A6-0": "s1"}},
}
PLAIN = {"amount": 100, "loan": 1, "motion": 1, "to": 1, "ballot": 1, "released": 0, "cell": "A1-0", "victim": "s2"}


def kinds() -> dict[str, type[Command]]:
    """Return the class of every command that a screen may send, by kind; the first game's where two have a kind."""
    found: dict[str, type[Command]] = {}
    for game in (game for editions in registry().values() for game in editions.values()):
        found = {kind: cls for kind, cls in Codec(game).commands.items() if cls not in INTERNAL} | found
    return found


def names(cls: type[Command]) -> tuple[str, ...]:
    """Return the names of the command's fields in a request."""
    return tuple(json_name(cls, field.name) for field in fields(cls))


def example(cls: type[Command]) -> dict[str, Any]:
    """Return the data of a command with a value of the right type for every field."""
    valid = VALID.get(kind_of(cls), {})
    if valid and valid.keys() <= {*names(cls)}:  # else it belongs to another game's command of the same kind
        return dict(valid)
    plain = {name: PLAIN.get(name, "s2") for name in names(cls)}
    try:
        adapter(cls).validate_json(json.dumps(plain), strict=True)
    except ValidationError:  # a field with an unusual type: take the example of the API's description
        schema = adapter(cls).json_schema(ref_template=REF)
        whole: dict[str, Any] = example_of({**schema, "required": [*schema["properties"]]}, schema.get("$defs", {}))
        return whole
    return plain


def test_every_command_has_a_valid_example() -> None:
    """A mistake in a request that is invalid anyway would test nothing."""
    for game in (game for editions in registry().values() for game in editions.values()):
        codec = Codec(game)
        for kind, cls in codec.commands.items():
            if cls not in INTERNAL:
                assert isinstance(codec.public(Message(kind, example(cls))), cls)


def test_every_command_of_the_description_has_a_valid_example() -> None:
    schemas, known = document(app_over(new_tables()), registry())["components"]["schemas"], models(registry())
    for game in (game for editions in registry().values() for game in editions.values()):
        codec = Codec(game)
        for kind, cls in codec.commands.items():
            if cls not in INTERNAL:
                (shown,) = schemas[known[cls]]["examples"]
                assert isinstance(codec.public(Message(kind, shown)), cls)


def mutations(cls: type[Command]) -> Iterator[dict[str, Any]]:
    """Yield copies of the example, each with one wrong or unusual value."""
    good = example(cls)
    yield {**good, "unknown": 1}
    yield {**good, "postings": [{"frm": "bank", "to": "s1", "amount": 1}]}
    yield {MARKUP: 1}
    yield {**good, "x" * 10_000: 1}
    for name, field in zip(names(cls), fields(cls), strict=True):
        if field.default is MISSING and field.default_factory is MISSING:
            yield {other: value for other, value in good.items() if other != name}
        for value in (*NOT_NUMBERS, *BAD_NUMBERS, *BAD_WORDS, *STRANGE_WORDS, "bank", "s9", "S1", "s1"):
            yield {**good, name: value}


def tables_of(phase: str) -> tuple[Tables, str]:
    """Return a table in this phase."""
    tables = new_tables()
    if phase == "lobby":
        code = tables.open_table("abilene", "1993", Level.BANK)
        for name in ("Ann", "Ben", "Cara"):
            tables.act(code, None, TakeSeat(name, {}))
        return tables, code
    code = playing(tables, 3, Level.BOARD if phase == "board" else Level.BANK)
    if phase == "over":
        finish(tables, code)
    return tables, code


def finish(tables: Tables, code: str) -> None:
    """End the game by making all but the first seat bankrupt, with the table's consent."""
    for seat in ("s2", "s3"):
        tables.act(code, seat, AllowAnyway(Message("go_bankrupt", {})))
        motion = tables.table(code).motions[-1]
        act_all(tables, code, [(asked, Agree(motion.id)) for asked in motion.asked])
    assert any(isinstance(stored.record.event, GameEnded) for stored in tables.history(code))


def row_counts(tables: Tables) -> list[tuple[Any, ...]]:
    """Return the number of rows of each table of the database: no refusal may add one."""
    names = ("tables", "events", "snapshots", "phones", "pins", "results")
    return [tables.log.rows(f"SELECT count(*) FROM {name}")[0] for name in names]


class Witness:
    """A check that refused requests change nothing; it counts refused and accepted ones."""

    def __init__(self, tables: Tables, code: str) -> None:
        self.tables, self.code = tables, code
        self.refusals = self.accepted = 0
        self.remember()

    def remember(self) -> None:
        self.table, self.rows = self.tables.table(self.code), row_counts(self.tables)

    def check(self, answer: TestResponse) -> None:
        assert answer.status_code < 500, (answer.status_code, answer.text[:500])
        if answer.status_code >= 400:
            refused(answer, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429)
            assert self.tables.table(self.code) == self.table
            assert row_counts(self.tables) == self.rows
            self.refusals += 1
        else:
            assert sum(purse(self.tables, self.code).values()) == 0
            self.accepted += 1
            self.remember()


def fuzz(phase: str, everything: bool) -> Witness:
    """Send every kind of command with mistakes, at a table in this phase; a quarter of them, unless ``everything``."""
    tables, code = tables_of(phase)
    phone = phones_of(app_over(tables), code)["s1"]
    witness = Witness(tables, code)
    chance = random.Random(SEED)
    for kind, cls in kinds().items():
        if kind in ("leave_seat", "start_game", "play_again"):
            continue  # these would change the phase
        for data in mutations(cls):
            if everything or chance.random() < 0.25:
                witness.check(phone.act(kind, data))
    return witness


@pytest.mark.parametrize("phase", ["lobby", "bank", "board", "over"])
def test_every_field_wrong_in_every_way_is_refused_in_a_sentence(phase: str) -> None:
    witness = fuzz(phase, everything=False)
    assert witness.refusals > 500
    figure(f"fuzz_api (fields, {phase}, {witness.accepted} accepted, seed {SEED})", witness.refusals)


@pytest.mark.torture
@pytest.mark.parametrize("phase", ["lobby", "bank", "board", "over"])
def test_every_field_wrong_in_every_way_is_refused_in_full(phase: str) -> None:
    witness = fuzz(phase, everything=True)
    figure(f"fuzz_api (all fields, {phase}, {witness.accepted} accepted)", witness.refusals)


@pytest.fixture
def phone() -> Phone:
    tables, code = tables_of("bank")
    app = app_over(tables)
    no_limits(app)
    return phones_of(app, code)["s1"]


def witness_of(phone: Phone) -> Witness:
    return Witness(box_of(phone.client.application).tables, phone.code)


@pytest.mark.parametrize("amount", [0, -1, -100, 10_000_001, 2**63, 10**400, "100", 1.5, True, None, [1], {}])
def test_an_invalid_amount_is_refused(phone: Phone, amount: Any) -> None:
    witness = witness_of(phone)
    for kind in ("pay", "offer_loan", "correct_books", "borrow_from_bank"):
        witness.check(phone.act(kind, {**VALID.get(kind, {}), "amount": amount}))
    assert witness.accepted == 0


@pytest.mark.parametrize("amount", ["1.0", "1e0", "10.0e-1"])
def test_a_number_without_a_fraction_is_a_whole_one_as_the_description_says(phone: Phone, amount: str) -> None:
    """In JSON Schema 1.0 is an integer. The box stores 1."""
    action = f'{{"seat": "s1", "kind": "pay", "data": {{"to": "s2", "amount": {amount}}}}}'
    headers = {"Authorization": f"Bearer {phone.token}", "Content-Type": "application/json"}
    path = f"/api/tables/{phone.code}/actions"
    assert phone.client.post(path, data=action, headers=headers).status_code == 200
    ((kept,),) = box_of(phone.client.application).tables.log.rows(
        "SELECT command FROM events ORDER BY seq DESC LIMIT 1"
    )
    assert repr(json.loads(kept)["data"]["amount"]) == "1"
    assert phone.client.post(path, data=action.replace(amount, "1.5"), headers=headers).status_code == 422


def test_a_missing_field_is_named(phone: Phone) -> None:
    answer = phone.act("pay", {"to": "s2"})
    assert refused(answer, 422) == "bad_request"
    assert "amount" in str(answer.json)


def test_a_body_that_is_no_request_is_refused(phone: Phone) -> None:
    witness = witness_of(phone)
    paths = ["actions", "openings", "showings", "seats", "seats/s1/claim"]
    for path in [f"/api/tables/{phone.code}/{path}" for path in paths] + ["/api/tables"]:
        for body in RAW_BODIES:
            for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded", ""):
                answer = phone.client.post(path, data=body, content_type=kind, headers=phone.headers())
                witness.check(answer)
    assert witness.accepted == 0


ENVELOPES: tuple[dict[str, Any], ...] = (
    {"seat": None},
    {"seat": 1},
    {"seat": ["s1"]},
    {"seat": "s2"},
    {"seat": "s9"},
    {"seat": MARKUP},
    {"seat": "\ud800"},
    {"seat": "x" * 10_000},
    {"kind": None},
    {"kind": "no_such_kind"},
    {"kind": "take_seat"},
    {"kind": "reveal_ballot"},
    {"kind": "settle_showdown"},
    {"kind": "admit_phone"},
    {"kind": "__class__"},
    {"kind": "x" * 10_000},
    {"kind": ["pay"]},
    {"data": None},
    {"data": []},
    {"data": "{}"},
    {"data": DEEP},
    {"id": ""},
    {"id": "x" * 65},
    {"id": 5},
    {"id": "\ud800"},
    {"id": ["a"]},
    {"seen": "5"},
    {"seen": 1.5},
    {"seen": True},
    {"seen": -1},
)


@pytest.mark.parametrize("wrong", ENVELOPES, ids=lambda wrong: str(wrong)[:40])
def test_an_action_with_a_wrong_envelope_is_refused(phone: Phone, wrong: dict[str, Any]) -> None:
    witness = witness_of(phone)
    body = {"seat": "s1", "kind": "pay", "data": VALID["pay"], **wrong}
    answer = phone.client.post(f"/api/tables/{phone.code}/actions", json=body, headers=phone.headers())
    witness.check(answer)
    assert witness.refusals == 1


def test_a_stale_page_is_told_to_look_again(phone: Phone) -> None:
    seen = box_of(phone.client.application).tables.table(phone.code).seq
    assert phone.act("pay", VALID["pay"]).status_code == 200
    witness = witness_of(phone)
    answer = phone.act("pay", VALID["pay"], seen=seen)
    witness.check(answer)
    assert refused(answer, 409) == "stale"


def test_a_finished_game_takes_no_more_actions() -> None:
    tables, code = tables_of("over")
    phone = phones_of(app_over(tables), code)["s1"]
    witness = Witness(tables, code)
    for kind, cls in kinds().items():
        if kind not in ("play_again", "set_remembering"):
            answer = phone.act(kind, example(cls))
            assert answer.status_code == 422, kind
            witness.check(answer)


WISHES: tuple[Any, ...] = (None, 5, "", " ", "x" * 10_000, "x" * 25, "a\nb\x00", "\ud800", "Ann", ["Ann"], DEEP, {})


def test_a_wrong_name_or_pick_takes_no_seat() -> None:
    tables, code = tables_of("lobby")
    app = app_over(tables)
    no_limits(app)
    witness, client = Witness(tables, code), app.test_client()
    path = f"/api/tables/{code}/seats"
    for wish in WISHES:
        witness.check(client.post(path, json={"name": wish}))
        form = client.post(f"/j/{code}", data={"name": str(wish)} if isinstance(wish, str) and wish.isascii() else {})
        assert form.status_code == 422
        if wish:
            witness.check(client.post(path, json={"name": "Dan", "picks": wish}))
            witness.check(client.post(path, json={"name": "Dan", "picks": {"ranch": wish}}))
            witness.check(client.post(path, json={"name": "Dan", "picks": {MARKUP: "A"}}))
    assert witness.accepted == 0


def test_addresses_that_mean_nothing_are_answered_calmly(phone: Phone) -> None:
    witness = witness_of(phone)
    codes = ("QQQQ", "", "..", "%00", "%ff", "x" * 2_000, "ÄÖÜ", "<script>", "PAX\n", "0000", "%F0%9F%90%84")
    for code in codes:
        for path in (
            f"/t/{code}/screen",
            f"/j/{code}",
            f"/api/tables/{code}",
            f"/t/{code}/stream",
            f"/t/{code}/claims/x",
        ):
            answer = phone.client.get(path)
            assert answer.status_code in (303, 308, 400, 403, 404, 405), path
            assert "Traceback" not in answer.text
    for query in ("?code=%00", "?code=%ff", "?code=" + "x" * 5_000, "?code[]=1", "?code="):
        assert phone.client.get(f"/j{query}").status_code in (200, 303, 400, 404)
    assert witness.tables.table(phone.code) == witness.table


@pytest.mark.parametrize("after", ["²", "٣", "-1", "1e3", "9" * 40, "<b>", "%00", "", "9" * 15])
def test_a_stream_begins_wherever_it_is_asked_to(phone: Phone, after: str) -> None:
    for headers in ({}, {"Last-Event-ID": after} if after.isascii() else {}):
        query = "" if headers else f"?after={after}"
        answer = phone.client.get(f"/t/{phone.code}/stream{query}", headers=headers)
        assert answer.status_code == 200
        answer.close()


# --- schemathesis over the box's own description ----------------------------------------------


def fuzz_described_api(app: Flask, code: str, phone: Phone, requests: int) -> tuple[int, Witness]:
    """Send so many requests that schemathesis generates from /api/openapi.json.

    Most of them are for an existing table, with a token of it. Return the number sent, and the witness.
    """
    schemathesis: Any = importlib.import_module("schemathesis")
    from hypothesis import HealthCheck, Phase, given, settings

    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    operations = [found.ok() for found in schema.get_all_operations()]
    witness = Witness(box_of(app).tables, code)
    chance = random.Random(SEED)
    sent = 0
    posts = [operation for operation in operations if operation.method.upper() == "POST"]  # GETs have little to vary
    share = requests // len(posts) + 1
    for operation in operations:

        @settings(
            max_examples=share,
            database=None,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), known=_booleans(), bearer=_booleans())
        def send(case: Any, known: bool, bearer: bool) -> None:
            nonlocal sent
            if known and case.path_parameters:
                case.path_parameters = {**case.path_parameters, "code": code}
                if "seat" in case.path_parameters and chance.random() < 0.5:
                    case.path_parameters["seat"] = "s1"
            if known and isinstance(case.body, dict) and "seat" in case.body:
                case.body["seat"] = "s1"
            answer = case.call(headers=phone.headers() if bearer else {})
            sent += 1
            assert answer.status_code < 500, (case.as_curl_command(), answer.text[:500])
            if answer.status_code >= 400:
                if isinstance(witness.tables.live(code).records[-1].event, PinReplaced):
                    witness.remember()  # after too many wrong PINs a seat gets a new one
                assert witness.tables.table(code) == witness.table
                assert set(answer.json()) == {"code", "message", "rule", "waivable"}
                witness.refusals += 1
            else:
                witness.accepted += 1
                witness.remember()

        send()
    return sent, witness


def _booleans() -> Any:
    from hypothesis import strategies as st

    return st.sampled_from((True, True, True, False))


def fuzz_description(requests: int) -> None:
    tables, code = tables_of("bank")
    app = app_over(tables)
    no_limits(app)
    sent, witness = fuzz_described_api(app, code, phones_of(app, code)["s1"], requests)
    assert witness.refusals > 0
    figure(f"fuzz_api (schemathesis, {witness.accepted} accepted)", sent)


has_schemathesis = pytest.mark.skipif(
    importlib.util.find_spec("schemathesis") is None, reason="schemathesis is installed by `make torture`"
)


@pytest.mark.logs("too many wrong PINs")
@has_schemathesis
@pytest.mark.torture
def test_ten_thousand_described_requests_never_break_the_box() -> None:
    fuzz_description(10_000)


# --- negative control -------------------------------------------------------------------------


@pytest.mark.logs("Exception on /")
def test_a_box_that_breaks_or_changes_something_is_caught(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: one box does not validate a field, another refuses a command after carrying it out."""

    def unchecked(self: Codec, message: Any) -> Command:
        return self.commands[message.kind](**message.data)

    def too_late(self: Tables, *asked: Any) -> int:
        pay(self, *asked)
        raise refusal

    witness = witness_of(phone)
    with monkeypatch.context() as broken:
        broken.setattr(Codec, "public", unchecked)
        with pytest.raises(AssertionError):
            witness.check(phone.act("pay", {"to": "s2", "amount": "100"}))
    pay, refusal = Tables.act, BadRequest(say("No."))
    monkeypatch.setattr(Tables, "act", too_late)
    with pytest.raises(AssertionError):
        witness.check(phone.act("pay", VALID["pay"]))


def test_the_list_of_kinds_is_not_empty() -> None:
    assert {"pay", "seal_vote", kind_of(messages.ArrangeBoard)} <= kinds().keys()
