"""Players who come into a game that is going on: with everybody's consent, and with what the table gives them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.money.bank_messages import Pay
from companion.core.table.table_messages import TakeIn, Undo
from companion.games.any_game.bet_messages import Call, DealHand
from companion.games.any_game.betting import to_act
from companion.games.any_game.house_rules import Sheet
from companion.games.any_game.messages import EndTurn, FinishGame
from companion.games.any_game.screens.score_sheet import sheet_view, typing_view
from companion.games.any_game.seat_messages import GoBankrupt
from companion.games.any_game.sheet_messages import WriteRow
from tests.support.any_evening import ANN, BEN, CID, DOT, AnyEvening, pages


def on_a_sheet(players: int = 3, **rules: Any) -> AnyEvening:
    """A table with a row for each round."""
    sheet: dict[str, Any] = {"scores": True, "bank": False, "sheet": Sheet.ROUNDS.value}
    return AnyEvening(players, **sheet | rules)


def test_everybody_has_to_agree_and_the_bank_pays_what_the_table_gives() -> None:
    night = AnyEvening(3, turns=True)
    night.act(ANN, TakeIn("Dot", 900))
    assert night.table.ids == (ANN, BEN, CID)
    assert (night.table.motions[-1].asked, night.table.motions[-1].needs) == ((BEN, CID), 2)
    night.agree()
    assert night.table.seat(DOT).name == "Dot"
    assert night.has(ANN, DOT) == (1_500, 900)
    assert "Dot sat down" in night.report()
    night.sound()


def test_a_newcomer_sits_last_and_plays_in_this_round() -> None:
    night = AnyEvening(2, turns=True, rounds=2)
    night.act(ANN, EndTurn())
    night.together(ANN, TakeIn("Cid"))
    night.act(BEN, EndTurn())
    assert (night.state.turn, night.state.round) == (CID, 1)
    night.act(CID, EndTurn())
    assert (night.state.turn, night.state.round) == (ANN, 2)


def test_a_name_that_is_taken_a_full_table_and_teams_are_refused() -> None:
    night = AnyEvening(2, seats=2)
    with pytest.raises(NotNow, match="All 2 seats are taken"):
        night.act(ANN, TakeIn("Cid"))
    with pytest.raises(BadRequest, match="is called ben already"):
        AnyEvening(2).act(ANN, TakeIn("ben"))
    with pytest.raises(NotNow, match="Teams"):
        on_a_sheet(4, teams=2).act(ANN, TakeIn("Eve"))


def test_nobody_can_be_given_what_cannot_be_paid() -> None:
    with pytest.raises(RuleError):
        AnyEvening(2, step=10, start=100, quick="10").act(ANN, TakeIn("Cid", 15))


def test_an_undo_takes_the_money_back_and_the_newcomer_can_be_taken_in_again() -> None:
    night = AnyEvening(2)
    night.together(ANN, TakeIn("Cid", 500))
    night.together(ANN, Undo(night.table.done[-1].before))
    assert night.has(CID) == (0,)
    assert night.state.players == (ANN, BEN)
    assert pages(night)
    night.together(ANN, TakeIn("Cid", 700))
    assert night.table.ids == (ANN, BEN, CID)
    assert night.has(CID) == (700,)
    night.act(CID, Pay(ANN, 700))
    night.sound()


def test_whoever_has_left_does_not_come_back() -> None:
    night = AnyEvening(3)
    night.act(CID, GoBankrupt())
    with pytest.raises(NotNow, match="cannot come back"):
        night.act(ANN, TakeIn("Cid"))


def test_a_newcomer_on_a_sheet_takes_part_from_this_round_on_with_the_points_that_were_given() -> None:
    night = on_a_sheet()
    night.act(ANN, WriteRow({ANN: 5, BEN: 6, CID: 7}))
    night.together(ANN, TakeIn("Dot", 4))
    assert night.state.points[DOT] == 4
    assert [column.given for column in sheet_view(night.table).columns] == [0, 0, 0, 4]
    assert [first for first, *_ in typing_view(night.table, ANN).columns] == [ANN, BEN, CID, DOT]
    with pytest.raises(BadRequest, match="no such column"):
        night.act(ANN, WriteRow({DOT: 3}, 1))
    night.act(ANN, WriteRow({ANN: 1, BEN: 1, CID: 1}))
    assert night.state.round == 2
    night.act(DOT, WriteRow({DOT: 10}, 2))
    assert (night.state.round, night.state.points[DOT]) == (3, 14)
    night.together(ANN, FinishGame())
    assert night.table.ending
    assert night.table.ending.standings[0].seat == DOT


def test_a_round_that_has_been_announced_is_played_without_the_newcomer() -> None:
    night = on_a_sheet(2, sheet=Sheet.ANNOUNCED.value)
    night.vote(1, 0)
    night.together(ANN, TakeIn("Cid"))
    night.act(ANN, WriteRow({ANN: 1, BEN: 0}))
    assert night.ballot.voters == (ANN, BEN, CID)


def test_a_newcomer_is_dealt_in_with_the_next_hand() -> None:
    night = AnyEvening(2, betting=True, blind=20, turns=True, bank=False)
    night.act(ANN, DealHand())
    night.together(ANN, TakeIn("Cid", 1_000))
    while night.state.hand and to_act(night.state.hand):
        assert CID not in night.state.hand.order
        night.act(to_act(night.state.hand), Call())
    assert night.has(CID) == (1_000,)
