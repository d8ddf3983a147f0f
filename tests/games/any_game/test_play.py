"""Turns, rounds, dice, points, bankruptcy, the end and the next game."""

from __future__ import annotations

import re

from companion.core.errors import BadRequest, CannotAfford, NotNow
from companion.core.money.bank_messages import AcceptLoan, BorrowFromBank, OfferLoan, Pay
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.table.commands import PlayAgain, SetRule, StartGame, Undo
from companion.core.table.table import Standing
from companion.games.any_game.messages.play import (
    DiceRolled,
    EndTurn,
    FinishGame,
    RequestPayment,
    RollDice,
    Score,
    Take,
)
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.messages.votes import AskBids
from tests.support.any_evening import ANN, BEN, CID, AnyEvening, pages


def test_the_turn_goes_round_and_only_its_owner_ends_it() -> None:
    evening = AnyEvening(turns=True)
    assert evening.refusal(BEN, EndTurn(), NotNow) == "It is the turn of s1."
    evening.act(ANN, EndTurn())
    evening.act(BEN, EndTurn())
    evening.act(CID, EndTurn())
    assert (evening.state.turn, evening.state.round) == (ANN, 2)


def test_after_the_last_round_it_is_counted() -> None:
    evening = AnyEvening(turns=True, rounds=1)
    evening.act(ANN, Pay(BEN, 100), EndTurn())
    evening.act(BEN, EndTurn())
    evening.act(CID, EndTurn())
    assert evening.is_over()
    ending = evening.table.ending
    assert ending
    assert (ending.code, ending.standings[0]) == ("rounds_over", Standing(1, BEN, 1_600, 0, 1_600))


def test_rounds_are_counted_without_a_marker_too() -> None:
    evening = AnyEvening(rounds=2)
    evening.act(BEN, EndTurn())
    assert evening.report()[-1] == "Round 2 begins"
    evening.act(ANN, EndTurn())
    assert evening.is_over()
    assert "turns nor rounds" in AnyEvening().refusal(ANN, EndTurn(), NotNow)


def test_the_box_rolls_as_many_dice_as_the_table_has_and_keeps_what_fell() -> None:
    evening = AnyEvening(turns=True, dice=2)
    evening.act(ANN, RollDice())
    (rolled,) = evening.events(DiceRolled)
    assert len(rolled.faces) == 2
    assert all(1 <= face <= 6 for face in rolled.faces)
    assert evening.state.dice == rolled.faces
    assert "turn of s1" in evening.refusal(BEN, RollDice(), NotNow)
    assert "your own dice" in AnyEvening().refusal(ANN, RollDice(), NotNow)


def test_nobody_types_what_the_box_is_to_roll() -> None:
    evening = AnyEvening(dice=6)
    evening.act(ANN, RollDice((9, 9, 9, 9, 9, 9)))
    assert max(evening.state.dice) <= 6


def test_an_undo_past_dice_needs_the_others() -> None:
    evening = AnyEvening(dice=1)
    evening.act(ANN, RollDice())
    evening.act(ANN, Undo(evening.table.done[-1].before))
    assert evening.table.motions
    assert evening.table.motions[-1].asked == (BEN, CID)


def test_points_are_counted_where_there_is_no_money() -> None:
    evening = AnyEvening(scores=True)
    evening.act(ANN, Score(BEN, 5, "a long word"), Score(BEN, -2), Score(ANN, -1))
    assert dict(evening.state.points) == {ANN: -1, BEN: 3, CID: 0}
    for command in (Pay(BEN, 5), Take(5), RequestPayment(BEN, 5), AskBids("a place")):
        assert evening.refusal(ANN, command, NotNow) == "This game is not played for money."
    evening.refusal(ANN, Score(BEN, 0), BadRequest)
    evening.act(ANN, FinishGame())
    evening.agree()
    ending = evening.table.ending
    assert ending
    assert [(line.rank, line.seat, line.score) for line in ending.standings] == [(1, BEN, 3), (2, CID, 0), (3, ANN, -1)]
    evening.sound()


# --- leaving and ending ---------------------------------------------------------------------------


def test_a_player_who_is_bankrupt_pays_his_debts_first_leaves_the_rest_and_is_out() -> None:
    evening = AnyEvening(turns=True, interest=0)
    evening.act(BEN, OfferLoan(ANN, 1_000))
    evening.act(ANN, AcceptLoan(*evening.table.loans), BorrowFromBank(100), Pay(CID, 1_500))
    evening.act(ANN, RequestPayment(BEN, 5))
    evening.act(ANN, GoBankrupt(CID))
    assert evening.has(ANN, BEN, CID) == (0, 1_500, 3_000)
    assert (evening.state.out, evening.state.turn, evening.state.requests) == ((ANN,), BEN, ())
    assert dict(evening.table.loans) == {}
    assert evening.refusal(ANN, Take(5), NotNow) == "You are out of the game."
    for seat, payee in ((BEN, ANN), (ANN, BEN), (ANN, BANK), (ANN, EVERYBODY)):
        refusal = evening.refusal(seat, Pay(payee, 5), BadRequest)
        assert refusal == f"{ANN} is out of the game: no money goes there."
    evening.sound()


def test_the_last_one_left_has_won() -> None:
    evening = AnyEvening()
    evening.act(ANN, GoBankrupt())
    evening.act(CID, GoBankrupt(BEN))
    assert evening.is_over()
    assert evening.report()[-1] == "The game ended: only s2 is left"


def test_a_bankrupt_voter_leaves_the_others_their_sealed_bids() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station"))
    evening.seal({ANN: "120"})
    evening.act(CID, GoBankrupt())
    evening.agree(ANN)  # as whenever a vote is touched in which somebody has sealed
    assert (evening.ballot.voters, set(evening.ballot.sealed)) == ((ANN, BEN), {ANN})


def test_nobody_goes_bankrupt_in_favour_of_nobody() -> None:
    evening = AnyEvening()
    for to in (ANN, "s9", "pot1"):
        evening.refusal(ANN, GoBankrupt(to), BadRequest)


def test_everybody_agrees_to_the_end_and_debts_are_settled() -> None:
    evening = AnyEvening(interest=10)
    evening.act(ANN, BorrowFromBank(1_000), Pay(BEN, 2_400))
    evening.act(ANN, FinishGame())
    assert not evening.is_over()
    evening.agree()
    ending = evening.table.ending
    assert ending
    assert ending.standings == (
        Standing(1, BEN, 3_900, 0, 3_900),
        Standing(2, CID, 1_500, 0, 1_500),
        Standing(3, ANN, 100, 1_100, -1_000),
    )
    assert evening.has(ANN) == (-1_000,)
    evening.sound()


def test_money_goes_on_where_the_table_wants_it_and_so_do_debts() -> None:
    evening = AnyEvening(carry=True, interest=10, pots="The middle")
    evening.act(ANN, BorrowFromBank(1_000), Pay("pot1", 70))
    evening.act(ANN, FinishGame())
    evening.agree()
    assert evening.table.ending
    assert evening.table.ending.standings[-1] == Standing(3, ANN, 2_430, 1_100, 1_330)
    evening.act(BEN, PlayAgain())
    evening.act(BEN, StartGame(BEN))
    assert evening.has(ANN, BEN, "pot1") == (2_430, 1_500, 70)
    assert [loan.repay for loan in evening.table.loans.values()] == [1_100]
    evening.sound()


def test_otherwise_everybody_begins_anew() -> None:
    evening = AnyEvening()
    evening.act(ANN, Pay(BEN, 100), FinishGame())
    evening.agree()
    evening.act(ANN, PlayAgain(), SetRule("start", 200), StartGame(ANN))
    assert evening.has(ANN, BEN, BANK) == (200, 200, -600)


def test_a_pot_is_never_overdrawn() -> None:
    evening = AnyEvening(pots="A, B")
    evening.act(ANN, Pay("pot2", 50))
    assert "pot2 cannot pay $51" in evening.refusal(ANN, Take(51, "pot2"), CannotAfford)


def test_the_end_tells_what_was_largest() -> None:
    evening = AnyEvening(turns=True, rounds=1, dice=2)
    evening.act(ANN, Pay(BEN, 300), Pay(BANK, 900), RollDice(faces=(6, 5)), EndTurn())
    evening.act(BEN, Pay(ANN, 200), RollDice(faces=(1, 2)), EndTurn())
    evening.act(CID, EndTurn())
    screen = pages(evening, ANN)[""]
    assert re.findall("<li>(.*?)</li>", screen.partition('class="awards"')[2])[:2] == [
        "Largest payment: Ann to Ben, $300",
        "Highest roll: Ann, 11",
    ]
