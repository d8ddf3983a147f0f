"""Evenings of well-known kinds of games, from the shape that is chosen to the result: money and points add up."""

from __future__ import annotations

from typing import Any

from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.secrets.ways import Way
from companion.core.table.commands import PlayAgain, SetRules, StartGame
from companion.core.text import Text
from companion.games.any_game.bank_messages import (
    AcceptDeal,
    BuyUnits,
    MoveMoney,
    OfferDeal,
    PayDividend,
    SellUnits,
    SetPrice,
)
from companion.games.any_game.bet_messages import AwardPot, Call, DealHand, Fold, RaiseTo
from companion.games.any_game.messages import EndTurn, FinishGame, PayRequest, RequestPayment, RollDice, Score, Take
from companion.games.any_game.seat_messages import GoBankrupt
from companion.games.any_game.shapes import PRESETS
from companion.games.any_game.sheet_messages import WriteRow
from companion.games.any_game.stakes import open_pots
from companion.games.any_game.vote_messages import AskBids, AskVote, Bid, OpenAuction, Pass, Price, PutAway
from tests.support.any_evening import ANN, BEN, CID, DOT, AnyEvening


def evening(shape: str, players: int = 4, **rules: Any) -> AnyEvening:
    """A table that has chosen the shape, and changed these rules; Ann begins."""
    preset = next(each for each in PRESETS if str(each.title) == shape)
    values = {name: str(value) if isinstance(value, Text) else value for name, value in preset.rules.items()}
    found = AnyEvening(players, started=False)
    found.act(ANN, SetRules({"turns": True, **values, **rules}), StartGame(ANN))
    return found


def ended(night: AnyEvening) -> list[tuple[int, str, int]]:
    """The ranking, once the books are in order: rank, seat, score."""
    night.sound()
    assert night.table.ending
    return [(line.rank, line.seat, line.score) for line in night.table.ending.standings]


def finish(night: AnyEvening, seat: str = ANN) -> list[tuple[int, str, int]]:
    night.act(seat, FinishGame())
    night.agree()
    return ended(night)


def test_a_property_bank_with_rents_a_pot_the_start_and_a_bankruptcy() -> None:
    night = evening("Streets and houses", 3)
    night.act(ANN, RollDice(faces=(6, 5)), Pay(BANK, 140, "a street"), EndTurn())
    night.act(BEN, RollDice(faces=(6, 5)))
    night.act(ANN, RequestPayment(BEN, 10, "rent"))
    night.act(BEN, PayRequest(night.state.requests[0].id), Pay("pot1", 50, "a fine"), EndTurn())
    night.act(CID, RollDice(faces=(2, 2)), Take(200, words="Once round"), Take(50, "pot1"), EndTurn())
    night.act(ANN, Take(50, words="a birthday"))
    night.act(CID, OfferDeal(ANN, "the station", pays=100))
    night.act(ANN, AcceptDeal(night.state.deals[0].id))
    night.act(BEN, GoBankrupt(ANN))
    assert night.has(BEN, "pot1") == (0, 0)
    assert finish(night) == [(1, ANN, 2_960), (2, CID, 1_650)]


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


def test_trains_and_shares_over_three_operating_rounds() -> None:
    night = evening("Shares and railways", 3, taking="everybody", pot_starts="500, 300")
    night.act(ANN, BuyUnits("Red", 2), Pay("pot1", 40))
    night.act(BEN, BuyUnits("Blue"))
    night.act(CID, BuyUnits("Red"))
    for revenue in (10, 20, 30):
        night.act(ANN, MoveMoney(80, "pot1", BANK, "track"), PayDividend("Red", revenue), EndTurn())
        night.act(BEN, PayDividend("Blue", revenue), EndTurn())
        night.act(CID, SetPrice("Red", 100 + revenue), EndTurn())
    night.act(CID, SellUnits("Red"))
    assert night.has("pot1", "pot2") == (300, 300)
    assert finish(night) == [(1, ANN, 540), (2, CID, 490), (3, BEN, 460)]


def test_an_auction_game_with_sealed_bids_at_the_second_price() -> None:
    night = evening("Auctions", 3)
    for what, bids in (("a picture", (30, 25, 10)), ("a vase", (20, 20, 5)), ("a rug", (1, 60, 40))):
        night.act(ANN, AskBids(what, Price.SECOND, "pot1"))
        night.vote(*bids)
    assert night.has(ANN, BEN, CID, "pot1") == (75, 60, 100, 65)
    night.act(CID, Take(65, "pot1"))
    assert finish(night)[0] == (1, CID, 165)


def test_an_auction_game_in_turns_with_a_bank_that_buys_back() -> None:
    night = evening("Buying and selling", 3)
    night.act(ANN, OpenAuction("a painting", 1), Bid(10))
    night.act(BEN, Bid(15))
    night.act(CID, Pass())
    night.act(ANN, Pass())
    night.act(BEN, Take(30, words="sold to the bank"))
    assert night.has(ANN, BEN, CID) == (100, 115, 100)
    assert finish(night)[0] == (1, BEN, 115)


def test_a_power_and_income_game() -> None:
    night = evening("Income every round", 3, incomes="four cities 54")
    for _ in range(2):
        for seat in (ANN, BEN, CID):
            night.act(seat, Pay(BANK, 12, "coal"), EndTurn())
    night.act(ANN, Take(54, words="four cities"))
    assert finish(night) == [(1, ANN, 100), (2, BEN, 46), (2, CID, 46)]


def test_a_trick_game_in_which_tricks_are_announced() -> None:
    night = evening("Announced tricks", 3, rounds=3)
    for told, made in (((1, 0, 0), (1, 0, 0)), ((1, 1, 1), (0, 1, 1)), ((0, 3, 1), (0, 3, 0))):
        night.vote(*told)
        night.act(BEN, WriteRow(dict(zip((ANN, BEN, CID), made, strict=True))))
    assert ended(night) == [(1, BEN, 100), (2, ANN, 40), (2, CID, 40)]


def test_a_trick_game_with_minus_points_to_a_hundred() -> None:
    night = evening("Tricks with minus points")
    while not night.is_over():
        night.act(ANN, WriteRow({ANN: 1, BEN: 5, CID: 0, DOT: 20}))
    assert ended(night) == [(1, CID, 0), (2, ANN, 5), (3, BEN, 25), (4, DOT, 100)]


def test_a_trick_game_of_two_teams() -> None:
    night = evening("Two teams", target=500, row_sum="162")
    while not night.is_over():
        night.act(ANN, WriteRow({ANN: 100, BEN: 62}))
    assert [(rank, seat) for rank, seat, _ in ended(night)] == [(1, ANN), (1, CID), (3, BEN), (3, DOT)]


def test_a_dice_sheet_of_thirteen_rows() -> None:
    night = evening("Dice sheet", 2)
    for number in range(1, 14):
        for seat in (ANN, BEN):
            points = 3 * number if number < 7 else 20 + (seat == BEN)
            night.act(seat, RollDice(), WriteRow({seat: points}, number))
    assert ended(night) == [(1, BEN, 63 + 35 + 7 * 21), (2, ANN, 63 + 35 + 7 * 20)]


def test_dominoes_to_500_where_fewest_win() -> None:
    night = evening("Fewest points win", 3)
    while not night.is_over():
        night.act(ANN, WriteRow({ANN: 40, BEN: 0, CID: 125}))
    assert ended(night) == [(1, BEN, 0), (2, ANN, 160), (3, CID, 500)]


def test_three_evenings_in_which_money_and_debts_are_carried_on() -> None:
    night = evening("Streets and houses", 2, carry=True, start=100, quick="10", incomes="", pots="", dice=0)
    for _ in range(3):
        night.act(ANN, Pay(BEN, 10), FinishGame())
        night.agree()
        night.act(BEN, PlayAgain(), StartGame(BEN))
    assert night.has(ANN, BEN) == (70, 130)
    night.sound()


def test_a_game_of_hidden_roles_whose_missions_tell_only_a_tally() -> None:
    """Everybody votes openly on the team; the team's cards are mixed, and three missions decide."""
    night = evening("Points only", 5, rounds=0)
    failed = 0
    for number, cards in enumerate((("succeeds",) * 5, ("fails", *("succeeds",) * 4), ("succeeds",) * 5), 1):
        night.act(ANN, AskVote(f"Does team {number} go?", "yes, no"))
        night.vote("yes", "yes", "no", "yes", "no")
        assert night.ballot.votes[CID] == "no", "who voted how on the team is told"
        night.act(ANN, PutAway(), AskVote(f"Mission {number}", "succeeds, fails", tallied=True))
        night.vote(*cards)
        assert night.ballot.votes == {}
        failed += night.ballot.counts["fails"] > 0
    assert failed == 1
    for seat in (ANN, BEN, CID):
        night.act(ANN, Score(seat, 1, "the good ones win, 2 to 1"))
    assert finish(night)[:3] == [(1, ANN, 1), (1, BEN, 1), (1, CID, 1)]


def test_who_goes_first_is_chosen_by_approval_and_what_is_played_by_an_order() -> None:
    night = evening("Points only", 3)
    night.act(ANN, AskVote("What do we play?", "Cards, Dice, Chess", Way.ORDER))
    night.vote("Cards, Dice, Chess", "Dice, Chess, Cards", "Dice, Cards, Chess")
    assert night.report()[-1] == "What do we play?: Dice wins, with points: 5"
    night.act(BEN, AskVote("Which rules are left out?", "Robbers, Storms", Way.SEVERAL))
    night.vote("Storms", "", "Robbers, Storms")
    assert night.report()[-1] == "Which rules are left out?: Storms wins with 2 of 3"


def test_a_game_against_the_clock_of_each_player() -> None:
    night = evening("Clock for each player", 2)
    for _ in range(20):
        night.act(ANN, EndTurn())
        night.act(BEN, EndTurn())
    assert [len(pairs) for pairs in night.state.clocks.values()] == [20, 20]
    night.act(ANN, Score(ANN, 1))
    assert finish(night) == [(1, ANN, 1), (2, BEN, 0)]


def test_everybody_can_be_paid_at_once_and_points_are_conserved_where_they_add_up_to_nothing() -> None:
    night = evening("Score sheet", 3, row_sum="0", rounds=2)
    night.act(ANN, WriteRow({ANN: 60, BEN: -40, CID: -20}), WriteRow({ANN: -30, BEN: 40, CID: -10}))
    assert sum(score for _, _, score in ended(night)) == 0
    money = evening("Small change", 3)
    money.act(ANN, Pay(EVERYBODY, 25))
    assert money.has(ANN, BEN, CID) == (450, 525, 525)
