"""Downloads do not slow other players down: the stored log is sent in parts, and one list of payments at a time."""

from __future__ import annotations

import csv
import io
import json

import pytest

from companion.app.export import export_lines, replay_lines
from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.core.table.commands import CorrectBooks
from companion.games import registry
from companion.store import log
from companion.store.codec import Codec
from companion.web.screen import exports
from tests.faults.support import app_over, new_tables, playing
from tests.support.table import BOB, CODE, Night


def test_an_export_asks_no_rule_and_makes_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = new_tables()
    code = playing(tables)
    whole = list(export_lines(tables, code))
    assert replay_lines(registry(), whole)[0] == tables.table(code)

    def asked(self: Codec, kind: str, data: str) -> object:
        raise AssertionError("an event was made")

    monkeypatch.setattr(Codec, "event_from_json", asked)
    assert app_over(tables).test_client().get(f"/t/{code}/export.jsonl").text == "".join(whole)


def test_an_export_is_read_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = new_tables()
    code = playing(tables)
    whole = list(export_lines(tables, code))
    monkeypatch.setattr(log, "ROWS_AT_ONCE", 3)
    lines = export_lines(tables, code)
    assert [next(lines) for _ in range(4)] == whole[:4]
    tables.act(code, "s1", Pay("s2", 1))  # play goes on during the download
    rest = list(lines)
    assert rest[: len(whole) - 4] == whole[4:]
    assert json.loads(rest[-1])["kind"] == "paid"


def test_payments_are_listed_for_one_at_a_time_and_the_others_are_told_so() -> None:
    tables = new_tables()
    code = playing(tables)
    client = app_over(tables).test_client()
    with exports.gate:
        answer = client.get(f"/t/{code}/transfers.csv")
        assert answer.status_code == 503
        assert answer.headers["Retry-After"]
        assert client.get(f"/t/{code}/export.jsonl").status_code == 200
    assert client.get(f"/t/{code}/transfers.csv").status_code == 200


def test_the_reasons_of_payments_name_people_and_not_the_numbers_of_their_seats() -> None:
    """transfers.csv used to say "s1" and "s3"."""
    night = Night(3)
    night.together(BOB, CorrectBooks(BANK, BOB, 100, "miscounted"))
    text = app_over(night.tables).test_client().get(f"/t/{CODE}/transfers.csv").text
    *_, last = csv.reader(io.StringIO(text))
    assert last[2:4] == ["Bob", "100"]
    assert "Bob" in last[4]
    assert "s2" not in last[4]
