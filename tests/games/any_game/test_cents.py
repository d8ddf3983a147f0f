"""Tables that play with cents: integers of the smallest unit in the box, a decimal mark wherever people read."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from companion import LANGUAGES
from companion.app.export import export_lines, replay_lines
from companion.core.errors import BadRequest
from companion.core.money.bank_messages import BorrowFromBank, Pay
from companion.core.money.currency import Currency
from companion.core.money.ledger import BANK
from companion.core.table.commands import PlayAgain, SetRule, SetRules
from companion.games import registry
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages.play import FinishGame, RequestPayment, Take
from companion.games.any_game.messages.votes import AskBids, Bid, OpenAuction, Pass, Price
from companion.games.any_game.settings import edition_at
from companion.i18n import Translator
from companion.store.results import Result, ResultLine, results
from companion.web.admin.history import unit_of
from companion.web.app import create_app
from companion.web.fragments.fragment import AnyFragment, render
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening, pages
from tests.support.phones import SeatedPhone

CENTS = Currency("money", "€", 5, 2)
WRITTEN = {
    "en": "€1,234.50",
    "fr": "1\u202f234,50\u00a0€",
    "de": "1.234,50\u00a0€",
    "es": "1.234,50\u00a0€",
    "it": "1.234,50\u00a0€",
    "nl": "€\u00a01.234,50",
}
TYPED = {language: "1234.50" if language == "en" else "1234,50" for language in WRITTEN}


def cents(players: int = 3, **more: Any) -> AnyEvening:
    """Return an evening in which each player has 20.00; the smallest coin is 0.05."""
    rules: dict[str, Any] = {
        "sign": "€",
        "decimals": 2,
        "step": 5,
        "start": 2_000,
        "quick": "5, 50, 250",
        "pots": "Pot",
    }
    return AnyEvening(players, **{**rules, **more})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_writes_cents_behind_its_own_mark(language: str) -> None:
    translator = Translator(language, currency=CENTS)
    assert translator.money(123_450) == WRITTEN[language]
    assert translator.money(-5).startswith("−")
    assert translator.money(123_450, rounded=True) == WRITTEN[language]
    assert translator.money(123_400, rounded=True) == WRITTEN[language].replace(",50", "").replace(".50", "")
    assert (translator.typed(123_450), translator.typed(200), translator.typed(200, whole=True)[-3:]) == (
        TYPED[language],
        "2",
        TYPED[language][-3] + "00",
    )


def test_one_decimal_and_two_are_not_mistaken_for_each_other() -> None:
    one, two = Currency("money", "", 1, 1), Currency("money", "", 1, 2)
    assert [Translator("en", currency=each).money(250) for each in (one, two, one)] == ["25.0", "2.50", "25.0"]


def test_what_is_paid_is_a_multiple_of_the_smallest_coin() -> None:
    evening = cents()
    for command in (Pay(BEN, 252), Take(3), RequestPayment(BEN, 1), BorrowFromBank(7), OpenAuction("a hat", 4)):
        evening.refused(ANN, command)
    evening.act(ANN, Pay(BEN, 250), RequestPayment(CID, 105))
    assert evening.has(ANN, BEN) == (1_750, 2_250)


def test_interest_is_rounded_up_to_the_smallest_coin() -> None:
    evening = cents(interest=5)
    evening.act(ANN, BorrowFromBank(1_050))
    assert [loan.repay for loan in evening.table.loans.values()] == [1_105]


def test_the_winner_of_sealed_bids_pays_the_second_price_to_the_cent() -> None:
    evening = cents()
    evening.act(ANN, AskBids("the station", Price.SECOND, "pot1"))
    evening.vote(1_250, 1_135, 0)
    assert evening.has(ANN, "pot1") == (2_000 - 1_135, 1_135)
    evening.act(BEN, OpenAuction("the port", 50))
    evening.act(BEN, Bid(350))
    evening.act(CID, Bid(355))
    evening.act(ANN, Pass())
    evening.act(BEN, Pass())
    assert evening.has(CID) == (2_000 - 355,)
    for page in pages(evening).values():
        assert "Ann wins the station with €12.50 and pays €11.35" in page
        assert "Cid wins the port for €3.55" in page


@pytest.mark.parametrize(("language", "typed"), [("en", "2.50"), ("de", "2,50")])
def test_a_field_holds_what_somebody_who_reads_this_language_would_type(language: str, typed: str) -> None:
    evening = AnyEvening(started=False)
    evening.act(ANN, SetRules({"decimals": 2, "step": 50, "start": 250, "quick": "50, 100, 250"}))
    app = create_app(evening.tables)
    phone = SeatedPhone.take_seat(app, CODE, "Zoe")
    phone.client.set_cookie("lang", language)
    shown = phone.page
    assert f'value="{typed}"' in shown
    assert f'value="{typed.replace("2", "0", 1)}"' in shown, "the smallest amount shows both digits"
    assert f'value="{typed.replace("2", "0", 1)}; 1; {typed}"' in shown
    assert 'data-decimals="2" data-step="50"' in shown
    assert f'data-key="{typed[1]}">{typed[1]}<' in shown, "the key is not that of the first reader"
    assert 'id="rule-decimals"' not in shown, "it is typed with the smallest amount"


def test_what_is_counted_in_is_rendered_once_for_all_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []

    def counting(fragment: AnyFragment, value: object) -> object:
        rendered.append(fragment.name)
        return render(fragment, value)

    monkeypatch.setattr("companion.web.fragments.kept.render", counting)
    evening = cents()
    app = create_app(evening.tables)
    phones = [app.test_client() for _ in evening.table.ids]
    for phone, seat in zip(phones, evening.table.ids, strict=True):
        phone.set_cookie(f"seat-{CODE}-{seat}", app.extensions["companion"].tokens.admit(CODE, seat, 0.0))
    for _ in range(3):
        evening.act(ANN, Pay(BEN, 5))
        for phone, seat in zip(phones, evening.table.ids, strict=True):
            assert phone.get(f"/t/{CODE}/s/{seat}/part?have=payees,currency").status_code == 200
    assert rendered.count("currency") == 1
    evening.act(ANN, SetRule("quick", "10, 50"))
    evening.agree()
    assert 'data-add="10"' in phones[1].get(f"/t/{CODE}/s/{BEN}/part?have=currency").text


def test_a_shape_that_was_kept_keeps_its_cents() -> None:
    app = create_app(cents(2).tables)
    phone = app.test_client()
    phone.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    assert phone.post(f"/api/tables/{CODE}/presets", json={"name": "Poker"}).status_code == 200
    other = phone.post("/api/tables", json={"game": "any_game", "edition": "any"}).get_json()["code"]
    token = phone.post(f"/api/tables/{other}/seats", json={"name": "Zoe", "picks": {}}).get_json()["token"]
    seated = {"Authorization": f"Bearer {token}"}
    kept = phone.get(f"/api/tables/{other}/seats/s1", headers=seated).get_json()["presets"][0]
    action = {"seat": "s1", "kind": "set_rules", "data": {"values": kept["values"]}}
    assert phone.post(f"/api/tables/{other}/actions", json=action, headers=seated).status_code == 200
    view = phone.get(f"/api/tables/{other}/seats/s1", headers=seated).get_json()
    assert view["currency"] == {"name": "money", "sign": "€", "step": 5, "decimals": 2}


def test_how_many_digits_there_are_is_fixed_once_a_game_has_begun() -> None:
    evening = cents()
    assert "decimal mark are fixed" in evening.refusal(ANN, SetRule("decimals", 0), BadRequest)
    evening.act(ANN, FinishGame())
    evening.agree()
    evening.act(ANN, PlayAgain())
    assert not evening.table.kept
    assert "decimal mark are fixed" in evening.refusal(ANN, SetRules({"decimals": 0, "step": 1}), BadRequest)
    lobby = AnyEvening(started=False)
    lobby.act(ANN, SetRules({"decimals": 2}))
    lobby.act(ANN, SetRules({"decimals": 1}))
    assert edition_at(lobby.table.rules).currency == Currency("money", "$", 1, 1)


def test_a_table_that_never_heard_of_cents_counts_as_it_did() -> None:
    evening = AnyEvening()
    assert edition_at(evening.table.rules).currency == Currency("money", "$")
    evening.act(ANN, Pay(BEN, 250))
    assert "Ann paid Ben $250" in pages(evening, ANN)[ANN]
    assert Rules().decimals == 0
    assert "decimals" not in json.loads(next(iter(export_lines(evening.tables, CODE))))


def test_an_export_keeps_whole_numbers_and_a_spreadsheet_gets_cents() -> None:
    evening = cents()
    evening.act(ANN, Pay(BEN, 250, "rent"))
    lines = list(export_lines(evening.tables, CODE))
    table, head = replay_lines(registry(), lines)
    assert table == evening.table
    assert head["decimals"] == 2
    assert head["accounts"] == {BANK: -6_000, "pot1": 0, ANN: 1_750, BEN: 2_250, CID: 2_000}
    phone = create_app(evening.tables).test_client()
    phone.set_cookie(f"seat-{CODE}-{ANN}", phone.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    *_, last = csv.reader(io.StringIO(phone.get(f"/t/{CODE}/transfers.csv").text))
    assert last[1:4] == ["Ann", "Ben", "2.50"]


def test_a_finished_game_remembers_its_cents() -> None:
    evening = cents()
    evening.act(ANN, Pay(BEN, 255), FinishGame())
    evening.agree()
    (found,) = results(evening.log)
    assert (found.sign, found.decimals) == ("€", 2)
    page = create_app(evening.tables).test_client().get("/history").text
    assert "€22.55" in page
    whole = Result("ABCD", "any_game", "any", 0.0, "finished", (ResultLine(1, "Ann", 20),), sign="€")
    assert unit_of(evening.tables, whole).name != unit_of(evening.tables, found).name, "cents are averaged with cents"
