"""Hands, votes and payments of an evening, from the shape that is chosen on: money and points add up."""

from __future__ import annotations

from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import EVERYBODY
from companion.core.secrets.ways import Way
from companion.games.any_game.decisions.stakes import open_pots
from companion.games.any_game.messages.betting import AwardPot, Call, DealHand, Fold, RaiseTo
from companion.games.any_game.messages.votes import AskVote
from tests.games.any_game.whole_evening import evening, finish
from tests.support.any_evening import ANN, BEN, CID, DOT


def test_chips_with_three_all_ins_of_different_height() -> None:
    night = evening("Cards for chips", 4, starts="100, 250, 600, 1000")
    night.act(ANN, DealHand())
    night.act(DOT, RaiseTo(600))
    night.act(ANN, Call())
    night.act(BEN, Call())
    night.act(CID, Call())
    while night.state.hand and night.state.hand.street > 1 and not night.state.hand.showdown:
        night.act(DOT, Call())
    for best in ((ANN,), (BEN, CID), (CID,)):
        assert night.state.hand
        assert set(best) <= set(open_pots(night.state.hand)[0].seats)
        night.act(ANN, AwardPot(best))
    assert night.has(ANN, BEN, CID, DOT) == (400, 225, 925, 400)
    night.act(BEN, DealHand())
    night.act(ANN, Fold())
    night.act(BEN, Fold())
    night.act(CID, Fold())
    assert night.has(CID, DOT) == (915, 410), "the small blind was lost"
    assert finish(night)[0] == (1, CID, 915)


def test_who_goes_first_is_chosen_by_approval_and_what_is_played_by_an_order() -> None:
    night = evening("Points only", 3)
    night.act(ANN, AskVote("What do we play?", "Cards, Dice, Chess", Way.ORDER))
    night.vote("Cards, Dice, Chess", "Dice, Chess, Cards", "Dice, Cards, Chess")
    assert night.report()[-1] == "What do we play? Dice wins, with points: 5"
    night.act(BEN, AskVote("Which rules are left out?", "Robbers, Storms", Way.SEVERAL))
    night.vote("Storms", "", "Robbers, Storms")
    assert night.report()[-1] == "Which rules are left out? Storms wins with 2 of 3"


def test_everybody_can_be_paid_at_once() -> None:
    money = evening("Small change", 3)
    money.act(ANN, Pay(EVERYBODY, 25))
    assert money.has(ANN, BEN, CID) == (450, 525, 525)
