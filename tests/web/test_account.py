"""Every number leads to its log lines: a seat's account adds up to its score."""

from __future__ import annotations

from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level, TablePhase
from companion.games.abilene.edition_1993.messages import RecordTown
from companion.web.app import create_app
from companion.web.phone.account import account_of
from tests.support.readers import reader_of
from tests.support.table import ANN, BOB, CID, CODE, Night


def test_an_account_lists_every_payment_with_what_was_left() -> None:
    night = Night()
    night.act(ANN, Pay(BOB, 300, "a bet"))
    lines = account_of(night.tables, night.tables.live(CODE), ANN)
    assert [(line.amount, line.balance) for line in lines] == [(10_000, 10_000), (-300, 9_700)]
    assert lines[-1].balance == night.table.accounts[ANN]
    assert all(line.seq <= night.table.seq for line in lines)


def test_what_was_undone_is_not_in_the_account() -> None:
    night = Night()
    night.act(ANN, Pay(BOB, 300))
    night.undo(ANN)
    assert [line.amount for line in account_of(night.tables, night.tables.live(CODE), ANN)] == [10_000]


def test_nobody_reads_another_account_before_the_end() -> None:
    night = Night()
    client = create_app(night.tables).test_client()
    assert night.table.phase is TablePhase.PLAYING
    assert client.get(f"/t/{CODE}/s/{ANN}/account").status_code == 401


def test_every_phone_is_told_its_own_cash_and_the_table_screen_nobodys() -> None:
    night = Night()
    night.act(ANN, Pay(BOB, 300))
    app = create_app(night.tables)
    tokens = app.extensions["companion"].tokens
    cash = {}
    for seat in night.table.ids:
        headers = {"Authorization": f"Bearer {tokens.admit(CODE, seat, 0.0)}"}
        cash[seat] = app.test_client().get(f"/api/tables/{CODE}/seats/{seat}", headers=headers).get_json()["cash"]
    assert cash == dict(zip(night.table.ids, night.cash(), strict=True))
    assert app.test_client().get(f"/api/tables/{CODE}").get_json().get("cash") is None


def test_a_sealed_vote_is_shown_to_the_phone_that_sealed_it_and_to_no_other() -> None:
    night = Night(level=Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: "OWN"})
    shown = {seat: reader_of(night.tables, CODE, seat).page.ballot for seat in (None, ANN, BOB, CID)}
    assert {seat: ballot.commitment for seat, ballot in shown.items() if ballot} == {
        **dict.fromkeys((None, ANN, CID), ""),
        BOB: night.ballot.sealed[BOB],
    }


def test_news_of_ones_own_money_say_from_or_to_whom_and_why_and_the_sum_once() -> None:
    """They read "+ $600 Ann → Bob $600: …"."""
    night = Night(level=Level.BANK)
    night.act(ANN, RecordTown())
    night.vote("OWN", "NONE", "OWN")
    night.show("A", 600)
    news = {seat: reader_of(night.tables, CODE, seat).news for seat in (ANN, CID)}
    assert [(line.amount, str(line.text).split(":")[0]) for line in news[ANN]] == [
        (1_600, "from the bank"),
        (600, "s3 paid you"),
    ]
    assert [(line.amount, str(line.text).split(":")[0]) for line in news[CID]][-1] == (-600, "You paid s1")
    assert any("→" in str(line.text) for line in reader_of(night.tables, CODE, ANN).log), "the log is for everybody"
