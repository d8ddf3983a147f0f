"""Players who come into a game that is going on: with everybody's consent, and with what the table gives them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import TakeIn, Undo
from companion.core.text import Money, Who, fact
from companion.games.any_game.betting import to_act
from companion.games.any_game.house_rules import Sheet
from companion.games.any_game.messages.betting import Call, DealHand
from companion.games.any_game.messages.play import EndTurn, FinishGame
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.messages.sheet import WriteRow
from companion.games.any_game.screens.score_sheet import sheet_view, typing_view
from tests.support.any_evening import ANN, BEN, CID, DOT, EVE, AnyEvening, pages


def on_a_sheet(players: int = 3, **rules: Any) -> AnyEvening:
    """Return a table with a row for each round."""
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
    with pytest.raises(BadRequest, match="whose team"):
        on_a_sheet(4, teams=2).act(ANN, TakeIn("Eve"))
    with pytest.raises(BadRequest, match="shares the points"):
        on_a_sheet(4, teams=2).act(ANN, TakeIn("Eve", 5, partner=BEN))


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


def test_a_newcomer_sits_where_the_table_says() -> None:
    night = AnyEvening(3, turns=True, rounds=2)
    night.act(ANN, TakeIn("Dot", 500, after=ANN))
    assert night.table.motions[-1].title == fact("take_in_after", name="Dot", given=Money(500), who=Who(ANN))
    night.agree()
    assert (night.table.ids, night.state.order) == ((ANN, DOT, BEN, CID), (ANN, DOT, BEN, CID))
    for seat in (ANN, DOT, BEN, CID):
        assert (night.state.turn, night.state.round) == (seat, 1)
        night.act(seat, EndTurn())
    night.refusal(ANN, TakeIn("Eve", after="s9"), RuleError)


def test_a_newcomer_joins_a_team_and_shares_its_points_and_its_place() -> None:
    night = on_a_sheet(4, teams=2)
    night.act(ANN, WriteRow({ANN: 30, BEN: 20}))
    night.together(ANN, TakeIn("Eve", partner=DOT, after=DOT))
    assert night.state.columns(night.table.rules) == ((ANN, CID), (BEN, DOT, EVE))
    assert night.state.points[EVE] == 20
    night.act(EVE, WriteRow({ANN: 10, BEN: 40}))
    night.together(ANN, FinishGame())
    assert night.table.ending
    assert {line.seat for line in night.table.ending.standings if line.rank == 1} == {BEN, DOT, EVE}


def test_somebody_who_has_left_comes_back_to_the_same_place_with_what_the_table_gives() -> None:
    night = AnyEvening(3, turns=True)
    night.act(CID, Pay(ANN, 300), GoBankrupt())
    assert night.report()[-1] == "s3 leaves the game; the bank gets $1,200"
    assert (night.state.left[CID], night.has(CID), night.state.players) == (1_200, (0,), (ANN, BEN))
    night.act(CID, TakeIn("Cid", 1_200))
    assert night.table.motions[-1].asked == (ANN, BEN)
    night.agree()
    assert night.report()[-1] == "s3 is back in the game"
    assert (night.has(CID), night.state.players) == ((1_200,), (ANN, BEN, CID))
    night.act(ANN, EndTurn())
    night.act(BEN, EndTurn())
    assert night.state.turn == CID
    night.sound()


def test_an_undo_sends_somebody_away_again() -> None:
    night = AnyEvening(3)
    night.act(CID, GoBankrupt(BEN))
    night.together(ANN, TakeIn("cid", 700))
    night.together(ANN, Undo(night.table.done[-1].before))
    assert (night.state.players, night.has(BEN, CID)) == ((ANN, BEN), (3_000, 0))
    assert pages(night)


def test_it_is_told_how_somebody_left() -> None:
    night = AnyEvening(4)
    night.act(CID, GoBankrupt(BEN))
    assert night.report()[-1] == "s3 leaves the game; s2 gets $1,500"
    night.act(BEN, Pay(ANN, 3_000), GoBankrupt())
    assert night.report()[-1] == "s2 is bankrupt and out of the game"
    scored = on_a_sheet(3)
    scored.act(CID, GoBankrupt())
    assert scored.report()[-1] == "s3 leaves the game"


def test_somebody_who_comes_back_to_a_sheet_goes_on_with_his_points_from_the_next_round_on() -> None:
    night = on_a_sheet()
    night.act(ANN, WriteRow({ANN: 5, BEN: 6, CID: 7}))
    night.act(CID, GoBankrupt())
    night.act(ANN, WriteRow({ANN: 1, BEN: 1}))
    with pytest.raises(BadRequest, match="keeps the points"):
        night.act(ANN, TakeIn("Cid", 4))
    night.together(ANN, TakeIn("Cid"))
    with pytest.raises(BadRequest, match="no such column"):
        night.act(ANN, WriteRow({CID: 3}, 2))
    night.act(ANN, WriteRow({ANN: 2, BEN: 2, CID: 2}))
    assert (night.state.round, night.state.points[CID]) == (4, 9)
    night.together(ANN, WriteRow({CID: 8}, 1))
    assert night.state.points[CID] == 10, "what was written before he left is corrected like all else"


def test_a_partner_who_comes_back_finds_the_points_that_the_team_has_made_meanwhile() -> None:
    night = on_a_sheet(4, teams=2)
    night.act(CID, GoBankrupt())
    night.act(ANN, WriteRow({ANN: 30, BEN: 20}))
    night.together(ANN, TakeIn("Cid"))
    assert (night.state.points[CID], night.state.since) == (30, {})


def test_a_player_who_is_out_with_too_many_points_does_not_come_back() -> None:
    night = on_a_sheet(limit=100)
    night.act(ANN, WriteRow({ANN: 5, BEN: 6, CID: 101}))
    assert night.state.players == (ANN, BEN)
    with pytest.raises(NotNow, match="too many points"):
        night.act(ANN, TakeIn("Cid"))


def test_the_lobby_does_not_say_that_nobody_can_join_later() -> None:
    assert "nobody can join after the start" not in pages(AnyEvening(2, started=False), ANN)[ANN]


def test_pages_offer_the_way_back_and_the_place() -> None:
    night = AnyEvening(3, turns=True)
    night.act(CID, GoBankrupt())
    shown = pages(night)
    assert "Let Cid come back" in shown[ANN]
    assert "Come back into the game" in shown[CID]
    assert "After whom?" in shown[ANN]
    teams = pages(on_a_sheet(4, teams=2), ANN)[ANN]
    assert "In which team?" in teams
    assert "With how many points?" not in teams


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
