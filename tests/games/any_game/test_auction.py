"""An auction in turns: more than the last bid, or no more at all; the last one left pays at once."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, CannotAfford, NotNow
from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.messages.votes import Bid, OpenAuction, Pass
from tests.support.any_evening import ANN, BEN, CID, AnyEvening


@pytest.fixture
def evening() -> AnyEvening:
    evening = AnyEvening(step=5)
    evening.act(BEN, OpenAuction("the mine", 20))
    return evening


def test_a_player_who_opens_it_bids_first_and_the_others_in_their_order(evening: AnyEvening) -> None:
    assert "s2 bids next" in evening.refusal(ANN, Bid(50), NotNow)
    evening.act(BEN, Bid(20))
    evening.act(CID, Bid(25))
    evening.act(ANN, Pass())
    evening.act(BEN, Pass())
    assert evening.has(CID, BANK) == (1_475, -4_475)
    assert evening.report()[-1] == "s3 wins the mine for $25"
    assert evening.state.auction is None
    evening.sound()


def test_a_seller_is_paid_and_pays_the_bank_for_what_he_wins_himself() -> None:
    evening = AnyEvening()
    for bidder, amount in ((ANN, 30), (BEN, 40)):
        evening.act(BEN, OpenAuction("a painting", to=BEN))
        for seat in (BEN, CID, ANN):
            evening.act(seat, Bid(amount) if seat == bidder else Pass())
    assert evening.has(ANN, BEN, CID, BANK) == (1_470, 1_490, 1_500, -4_460)
    assert evening.refusal(ANN, OpenAuction("a painting", to=BEN), BadRequest)
    evening.sound()


def test_a_seller_pays_nobody_where_there_is_no_bank() -> None:
    evening = AnyEvening(bank=False)
    evening.act(ANN, OpenAuction("a painting", to=ANN), Bid(30))
    evening.act(BEN, Pass())
    evening.act(CID, Pass())
    assert evening.has(ANN, BEN, CID) == (1_500, 1_500, 1_500)


@pytest.mark.parametrize("amount", [0, -5, 15, 22, 10**8])
def test_a_bid_that_is_too_low_or_no_amount_is_refused(evening: AnyEvening, amount: int) -> None:
    evening.refusal(BEN, Bid(amount), BadRequest)


def test_nobody_bids_the_same_again_or_more_than_he_has(evening: AnyEvening) -> None:
    evening.act(BEN, Bid(30))
    assert evening.refusal(CID, Bid(30), BadRequest) == "The next bid is at least $35."
    assert "cannot pay" in evening.refusal(CID, Bid(1_505), CannotAfford)


def test_where_all_pass_nobody_has_it(evening: AnyEvening) -> None:
    for seat in (BEN, CID, ANN):
        evening.act(seat, Pass())
    assert evening.report()[-1] == "Nobody bids for the mine"


def test_the_last_one_may_still_bid_when_the_others_have_passed(evening: AnyEvening) -> None:
    evening.act(BEN, Pass())
    evening.act(CID, Pass())
    assert evening.state.auction
    evening.act(ANN, Bid(20))
    assert evening.report()[-1] == "s1 wins the mine for $20"


def test_a_winner_who_has_paid_his_money_away_meanwhile_is_told(evening: AnyEvening) -> None:
    evening.act(BEN, Bid(1_000), Pay(ANN, 600))
    evening.act(CID, Pass())
    evening.act(ANN, Pass())
    assert evening.report()[-1] == "s2 wins the mine with $1,000 and cannot pay it"
    assert evening.has(BEN) == (900,)


def test_it_goes_on_without_somebody_who_is_bankrupt(evening: AnyEvening) -> None:
    evening.act(BEN, Bid(100))
    evening.act(BEN, GoBankrupt())
    assert evening.state.auction
    assert (evening.state.auction.bidders, evening.state.auction.by) == ((CID, ANN), "")
    evening.act(CID, Bid(20))
    evening.act(ANN, Pass())
    assert evening.has(CID) == (1_480,)


def test_without_an_auction_nobody_bids() -> None:
    assert AnyEvening().refusal(ANN, Bid(5), NotNow) == "No auction is going on."
