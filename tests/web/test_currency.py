"""Money is written in the currency of the edition, and scores in its points, on every page and in every file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import LANGUAGES
from companion.core.money.bank_messages import Pay
from companion.core.money.currency import DOLLARS, EUROS, PLAIN, POINTS
from companion.core.secrets.ballot import EnterVotes
from companion.core.table.commands import Agree
from companion.core.text import Money, say
from companion.i18n import Translator
from tests.support.phones import as_read, whole
from tests.support.stakes import ANN, BOB, CODE, Evening, Finish, LayCards, Stakes

WRITTEN = {
    "en": "€1,234",
    "fr": "1\u202f234\u00a0€",
    "de": "1.234\u00a0€",
    "es": "1.234\u00a0€",
    "it": "1.234\u00a0€",
    "nl": "€\u00a01.234",
}


@pytest.fixture
def euros(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game be played for euros and counted in points."""
    edition = replace(Stakes.edition, currency=EUROS, points=POINTS, quick_amounts=(200, 2_000), notes=())
    monkeypatch.setattr(Stakes, "edition", edition)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_puts_the_sign_of_a_currency_where_it_belongs(language: str) -> None:
    assert Translator(language, currency=EUROS).money(1_234) == WRITTEN[language]
    assert Translator(language, currency=DOLLARS).money(1_234) == WRITTEN[language].replace("€", "$")
    assert Translator(language, currency=PLAIN).money(1_234) == WRITTEN[language].strip("€\u00a0")
    assert Translator(language, currency=EUROS).money(-5).startswith("−")


def test_money_in_a_sentence_is_written_in_the_currency() -> None:
    assert Translator("en", currency=EUROS).translate(say("%(amount)s", amount=Money(5))) == "€5"


@pytest.mark.usefixtures("euros")
def test_a_table_that_plays_for_euros_shows_no_dollar() -> None:
    evening = Evening()
    evening.act(ANN, Pay(BOB, 100, "a bet"))
    for address in (f"/t/{CODE}/screen", f"/t/{CODE}/screen/part"):
        page = as_read(evening.shown(path=address).text)
        assert "Ann paid Bob €100: a bet" in page
        assert "$" not in page
    assert evening.shown().get_json()["currency"] == {"name": "euros", "sign": "€", "step": 1, "decimals": 0}
    assert evening.shown(path=f"/t/{CODE}/transfers.csv").text.startswith("seq,from,to,euros,reason")


@pytest.mark.usefixtures("euros")
def test_a_refusal_speaks_of_the_tables_currency() -> None:
    evening = Evening()
    client = evening.seated()
    answer = client.post(
        f"/api/tables/{CODE}/actions", json={"seat": ANN, "kind": "pay", "data": {"to": BOB, "amount": 9_000}}
    )
    assert answer.get_json()["message"] == "Ann cannot pay €9,000: there is not enough money."


@pytest.mark.usefixtures("euros")
def test_a_phone_gets_the_quick_amounts_and_the_sign_of_its_table() -> None:
    page = whole(Evening().seated(), f"/t/{CODE}/s/{ANN}")
    assert 'data-pattern="€{number}"' in page
    assert 'data-add="200"' in page
    assert 'data-add="500"' not in page
    assert "Count it in notes" not in page


def test_a_phone_at_a_table_with_dollars_has_the_usual_chips_and_notes() -> None:
    page = whole(Evening().seated(), f"/t/{CODE}/s/{ANN}")
    assert 'data-pattern="${number}"' in page
    assert all(f'data-add="{amount}"' in page for amount in (100, 500, 1_000))
    assert "Count it in notes" in page


# --- scores -----------------------------------------------------------------------------------


def scored_game() -> Evening:
    """Return a finished game in which Ann has laid a 4 and Bob a 6."""
    evening = Evening(players=2)
    evening.act(ANN, LayCards())
    ballot = evening.table.ballot
    assert ballot
    evening.act(ANN, EnterVotes(ballot.id, {ANN: "4", BOB: "6"}))
    evening.act(BOB, Agree(evening.table.motions[0].id))
    evening.act(ANN, Finish())
    return evening


@pytest.mark.usefixtures("euros")
def test_points_are_points_wherever_the_result_is_told() -> None:
    evening = scored_game()
    result = evening.shown().get_json()["result"]
    assert result["sentence"] == "Bob wins with 6 points."
    assert [(line["seat"], line["score"]) for line in result["standings"]] == [(BOB, 6), (ANN, 4)]
    assert result["unit"] == {"name": "points", "one": "point", "many": "points", "parts": 1}
    for address in (f"/t/{CODE}/screen", "/history"):
        page = as_read(evening.shown(path=address).text)
        assert "6 points" in page
        assert "$6" not in page


def test_scores_are_money_unless_the_edition_says_otherwise() -> None:
    result = scored_game().shown().get_json()["result"]
    assert result["sentence"] == "Bob wins with $6."
    assert result["unit"] == {"name": "dollars", "sign": "$", "step": 1, "decimals": 0}


@pytest.mark.usefixtures("euros")
def test_a_single_point_is_written_in_the_singular() -> None:
    evening = Evening(players=2)
    evening.act(ANN, LayCards())
    assert evening.table.ballot
    evening.act(ANN, EnterVotes(evening.table.ballot.id, {ANN: "1", BOB: "2"}))
    evening.act(BOB, Agree(evening.table.motions[0].id))
    evening.act(ANN, Finish())
    assert "1 point<" in evening.shown(path=f"/t/{CODE}/screen").text
