"""At a table that hides its money no page or file tells another player's balance; the own balance is covered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.export import replay_lines
from companion.core.money.bank_messages import Pay
from companion.core.referee.parting import StopGame
from companion.core.table.commands import SetRule
from companion.core.table.table import TablePhase
from companion.games import registry
from companion.testing import Recipe, Recording
from companion.testing.secrecy import VERSION, values_of
from companion.web.app import create_app
from companion.web.phone import pages
from tests.support.any_evening import AnyEvening
from tests.support.table import ANN, BOB, CODE, Night

ELSEWHERE = {"REMOTE_ADDR": "192.0.2.66"}
UNENDING = {"stream.stream"}
DRAWN = {"printing.sheet"}
"""pages that know only the seats of a table, and are made by another process"""
OTHERS = {"code": CODE, "seat": ANN, "key": "nothing", "version": "1", "name": "nothing", "path": "nothing"}


@pytest.fixture
def night() -> Night:
    """Return a game in which Ann has $9,877, a number that occurs nowhere else."""
    night = Night(4)
    night.act(ANN, Pay(BOB, 123, "a bet"))
    assert night.cash(ANN) == (9_877,)
    return night


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


def phone(app: Flask, seat: str, code: str = CODE) -> FlaskClient:
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    token = app.extensions["companion"].tokens.admit(code, seat, 0.0)
    client.set_cookie(f"seat-{code}-{seat}", token, domain="localhost")
    return client


def contains_amount(text: str, amount: int = 9_877) -> bool:
    return bool(re.search(rf"(?<![\w.,])({amount}|{amount:,})(?!\w)", text))


def paths(app: Flask, code: str = CODE) -> Iterator[str]:
    """Yield all paths that can be requested, with Ann's seat where a path needs one, and some of Bob's."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in UNENDING | DRAWN:
            continue
        yield adapter.build(
            rule.endpoint, {name: {**OTHERS, "code": code}.get(name, "1993") for name in rule.arguments}
        )
    yield f"/t/{code}/s/{BOB}"
    yield f"/t/{code}/s/{BOB}/account"
    for each in pages.FRAGMENTS:
        yield f"/t/{code}/s/{BOB}/part?have={each.name}"


@pytest.mark.logs("a camera with a wrong key")
def test_no_page_answer_or_export_tells_another_player_what_somebody_has(app: Flask, night: Night) -> None:
    bob = phone(app, BOB)
    leaks = [path for path in paths(app) if contains_amount(bob.get(path).get_data(as_text=True))]
    assert leaks == []


@pytest.mark.logs("a camera with a wrong key")
@pytest.mark.parametrize("open_cash", [False, True])
def test_no_page_or_export_of_any_game_tells_a_balance_unless_cash_is_open(open_cash: bool) -> None:
    evening = AnyEvening(3, open_cash=open_cash)
    evening.act(ANN, Pay(BOB, 123, "a bet"))
    assert evening.has(ANN) == (1_377,)
    app = create_app(evening.tables)
    bob = phone(app, BOB, evening.code)
    leaks = [path for path in paths(app, evening.code) if contains_amount(bob.get(path).get_data(as_text=True), 1_377)]
    assert bool(leaks) is open_cash, leaks


KEPT_APART = re.compile(VERSION.pattern + rb'|data-now="[0-9.]*"|class="pin">\d+|"pin": "\d+"|pin=\'\d+\'')
"""parts of an answer that are left out: hashes of the compared values, and what is random or a time"""


def answers_while_ann_has(evening: Recording, left: int) -> dict[str, bytes]:
    """Return all answers to Bob and the table screen while Ann has this amount, from an application without caches."""
    live, app = evening.tables.live(evening.code), create_app(evening.tables)
    history, bob = live.history, phone(app, BOB, evening.code)
    live.history = replace(history, table=replace(live.table, accounts={**live.table.accounts, ANN: left}))
    answers = {path: bob.get(path).data for path in paths(app, evening.code)} | values_of(app, evening.code, (BOB,))
    live.history = history
    return {where: KEPT_APART.sub(b"", each) for where, each in answers.items()}


@pytest.mark.logs("a camera with a wrong key")
@pytest.mark.parametrize(
    ("game", "edition", "rules", "hidden"),
    [
        ("abilene", "1993", {}, True),
        ("abilene", "1983", {}, True),
        ("any_game", "any", {"open_cash": False}, True),
        ("any_game", "any", {"open_cash": True}, False),
    ],
)
def test_every_page_of_another_player_is_the_same_whatever_somebody_has(
    game: str, edition: str, rules: dict[str, bool], hidden: bool
) -> None:
    evening = Recording(Recipe("", "", 3, registry()[game][edition].edition.levels[0], game, edition, rules=rules), 3)
    evening.sit_down()
    for _ in range(3):
        amounts = 5_000, 1_000_000  # both are enough for whatever falls due
        little, much = (answers_while_ann_has(evening, left) for left in amounts)
        assert ([where for where in little if little[where] != much[where]] == []) is hidden
        for _ in range(15):
            evening.step()


@pytest.mark.logs("a camera with a wrong key")
def test_the_same_search_finds_money_that_is_open_to_all(app: Flask, night: Night) -> None:
    """Negative control."""
    night.together(ANN, SetRule("cash_visibility", "all"))
    bob = phone(app, BOB)
    leaks = [path for path in paths(app) if contains_amount(bob.get(path).get_data(as_text=True))]
    assert {f"/t/{CODE}/export.jsonl", f"/api/tables/{CODE}", f"/t/{CODE}/screen"} <= set(leaks)


def test_balances_of_the_own_account_are_covered_until_the_game_is_over() -> None:
    night = Night(4)
    app = create_app(night.tables)
    shown = phone(app, ANN).get(f"/t/{CODE}/s/{ANN}/account").get_data(as_text=True)
    assert re.findall(r'class="money secret">= \$10,000<', shown)
    assert not re.findall(r'class="money">= ', shown)
    night.together(ANN, StopGame())
    assert night.table.phase is TablePhase.OVER
    shown = phone(app, ANN).get(f"/t/{CODE}/s/{ANN}/account").get_data(as_text=True)
    assert 'secret"' not in shown


def test_an_export_without_what_everybody_has_replays_to_the_same_table(app: Flask, night: Night) -> None:
    text = phone(app, BOB).get(f"/t/{CODE}/export.jsonl").get_data(as_text=True)
    table, head = replay_lines(registry(), text.splitlines())
    assert table == night.table
    assert "accounts" not in head
    export = app.test_client().get(f"/t/{CODE}/export.jsonl").get_data(as_text=True)
    assert json.loads(export.splitlines()[0])["accounts"][ANN] == 9_877, "the box itself has the database anyway"


def test_money_that_is_open_to_all_is_not_covered_on_its_owners_phone(app: Flask, night: Night) -> None:
    ann = phone(app, ANN)
    there = f"/t/{CODE}/s/{ANN}"

    def covers() -> tuple[bool, bool, bool]:
        main = re.findall("<main[^>]*>", ann.get(there).get_data(as_text=True))[0]
        money = ann.get(f"{there}/part?have=money").get_data(as_text=True)
        account = ann.get(f"{there}/account").get_data(as_text=True)
        return "data-open" not in main, 'data-purse="hold"' in money, 'secret"' in account

    assert covers() == (True, True, True)
    night.together(ANN, SetRule("cash_visibility", "all"))
    assert covers() == (False, False, False)
