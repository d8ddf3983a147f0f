"""The bank of any game: incomes by name and by round, pots that begin with money, deals, units with owners."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import BadRequest, CannotAfford, NotNow
from companion.core.money.ledger import BANK
from companion.core.table.commands import SetRules
from companion.games.any_game.messages.bank import (
    AcceptDeal,
    BuyUnits,
    DropDeal,
    GiveUnits,
    MoveMoney,
    OfferDeal,
    PayDividend,
    SellUnits,
    SetPrice,
)
from companion.games.any_game.messages.play import EndTurn, FinishGame, Take
from companion.games.any_game.messages.seats import GoBankrupt
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening, pages
from tests.support.readers import reader_of

SHARES: dict[str, Any] = {"units": "Red, Blue", "unit_count": 5, "unit_price": 100}


def test_pots_begin_with_money_and_money_goes_between_them_and_the_bank() -> None:
    evening = AnyEvening(pots="Red, Blue", pot_starts="500, 300")
    assert evening.has("pot1", "pot2") == (500, 300)
    evening.act(ANN, MoveMoney(200, "pot1", "pot2", "a station"), MoveMoney(50, BANK, "pot1"))
    assert evening.has("pot1", "pot2") == (350, 500)
    assert evening.report()[-2].endswith("a station")
    evening.refusal(ANN, MoveMoney(1_000, "pot1", BANK), CannotAfford)
    evening.refusal(ANN, MoveMoney(10, "pot1", BEN), BadRequest)
    evening.sound()


def test_money_is_moved_by_the_rule_by_which_it_is_taken() -> None:
    evening = AnyEvening(pots="Red", pot_starts="500", taking="consent")
    evening.act(ANN, MoveMoney(200, "pot1", BANK))
    assert evening.has("pot1") == (500,)
    evening.agree(BEN)
    assert evening.has("pot1") == (300,)


def test_an_income_with_a_name_is_one_tap_and_a_round_brings_everybody_one() -> None:
    evening = AnyEvening(turns=True, incomes="passing start 200, salary 50", round_income=30)
    taken = [choice for choice in reader_of(evening.tables, CODE, ANN).page.choices if choice.kind == "take"]
    assert [str(choice.label) for choice in taken[:2]] == ["passing start: take $200", "salary: take $50"]
    evening.act(ANN, Take(**taken[0].fixed))
    assert evening.has(ANN) == (1_700,)
    assert "passing start" in evening.report()[-1]
    for seat in (ANN, BEN, CID):
        evening.act(seat, EndTurn())
    assert evening.has(ANN, BEN, CID) == (1_730, 1_530, 1_530)
    evening.sound()


def test_a_player_who_leaves_at_the_end_of_a_round_gets_no_income_of_the_next() -> None:
    evening = AnyEvening(turns=True, round_income=30)
    evening.act(ANN, EndTurn())
    evening.act(BEN, EndTurn())
    evening.act(CID, GoBankrupt())
    assert evening.has(ANN, BEN, CID) == (1_530, 1_530, 0)


def test_a_deal_is_agreed_to_by_both_and_is_one_entry() -> None:
    evening = AnyEvening()
    evening.act(ANN, OfferDeal(BEN, "two sheep", "the harbour", earns=300))
    number = evening.state.deals[0].id
    page = reader_of(evening.tables, CODE, BEN).page
    assert (str(page.headline), page.asked) == ("s1 offers you a deal", f"deal {number}")
    assert str(page.choices[0].title) == "s1 gives two sheep, s2 gives the harbour and $300"
    evening.refusal(CID, AcceptDeal(number), NotNow)
    evening.act(BEN, AcceptDeal(number))
    assert evening.has(ANN, BEN) == (1_800, 1_200)
    assert evening.report()[-1] == "A deal: s1 gives two sheep, s2 gives the harbour and $300"
    evening.refusal(BEN, AcceptDeal(number), NotNow)
    evening.act(ANN, OfferDeal(CID, pays=100, earns=40))
    evening.act(CID, AcceptDeal(evening.state.deals[0].id))
    assert evening.has(ANN, CID) == (1_740, 1_560)


def test_a_deal_that_cannot_be_paid_or_says_nothing_is_refused_and_one_can_be_dropped() -> None:
    evening = AnyEvening()
    evening.refusal(ANN, OfferDeal(BEN), BadRequest)
    evening.refusal(ANN, OfferDeal(ANN, "a cow"), BadRequest)
    evening.refusal(ANN, OfferDeal(BEN, "a cow", pays=2_000), CannotAfford)
    evening.act(ANN, OfferDeal(BEN, "a cow", earns=2_000))
    evening.refusal(BEN, AcceptDeal(evening.state.deals[0].id), CannotAfford)
    evening.act(BEN, DropDeal(evening.state.deals[0].id))
    assert evening.state.deals == ()


def test_units_are_bought_sold_and_given_and_pay_dividends() -> None:
    evening = AnyEvening(**SHARES)
    evening.act(ANN, BuyUnits("Red", 2))
    evening.act(BEN, BuyUnits("Red"), SetPrice("Red", 120))
    evening.act(ANN, PayDividend("Red", 10), GiveUnits("Red", CID))
    assert evening.has(ANN, BEN, CID) == (1_320, 1_410, 1_500)
    evening.act(CID, SellUnits("Red"))
    assert evening.has(CID) == (1_620,)
    assert dict(evening.state.held["Red"]) == {ANN: 1, BEN: 1}
    assert "There are only 3 of them" in evening.refusal(ANN, BuyUnits("Red", 4), BadRequest)
    evening.refusal(CID, SellUnits("Red"), BadRequest)
    evening.refusal(CID, BuyUnits("Green"), BadRequest)
    evening.refusal(CID, PayDividend("Blue", 10), NotNow)
    for page in pages(evening).values():
        assert 'id="units"' in page
    evening.sound()


def test_at_the_end_units_are_sold_to_the_bank_so_that_the_result_adds_up() -> None:
    evening = AnyEvening(**SHARES)
    evening.act(ANN, BuyUnits("Blue", 3), SetPrice("Blue", 200))
    evening.act(ANN, FinishGame())
    evening.agree()
    assert evening.table.ending
    first = evening.table.ending.standings[0]
    assert (first.seat, first.cash, first.score) == (ANN, 1_800, 1_800)
    assert evening.has(ANN) == (1_800,)


def test_what_somebody_had_who_left_can_be_bought_again() -> None:
    evening = AnyEvening(**SHARES)
    evening.act(ANN, BuyUnits("Red", 5), GoBankrupt())
    evening.act(BEN, BuyUnits("Red", 5))


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"incomes": "start"}, "is not an income"),
        ({"incomes": "start -5"}, "is not an income"),
        ({"incomes": "start NaN"}, "is not an income"),
        ({"incomes": "start 200", "bank": False}, "say that there is one"),
        ({"pots": "A", "pot_starts": "5, 6"}, "more amounts for pots than pots"),
        ({"units": "A, a"}, "a name of its own"),
        ({"step": 10, "unit_price": 5}, "cannot be paid"),
    ],
)
def test_what_does_not_go_together_is_not_set_up(rules: dict[str, Any], expected: str) -> None:
    rules = {"start": 1_500, **rules}
    if "step" in rules:
        rules["quick"] = "10"
    assert expected in AnyEvening(started=False).refusal(ANN, SetRules(rules), BadRequest)
