"""Leaving a game of 1983, and ending one that everybody is tired of: the rules are silent, the table decides."""

import pytest

from companion.core.errors import BadRequest, NotNow
from companion.core.money.bank_messages import AcceptLoan, BorrowFromBank, OfferLoan, Pay
from companion.core.referee.lobby_page import settings
from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.table import Level
from companion.games.abilene.common.messages import MoveCowboy
from companion.games.abilene.edition_1983.messages import RollShots
from companion.games.abilene.edition_1983.prices import Belief
from tests.support.abilene import ABILENE
from tests.support.prairie import ANN, BOB, CID, PrairieNight
from tests.support.table import DAN, Night

B = Belief.BELIEVES


def test_a_player_who_leaves_has_no_cowboys_turns_or_votes_and_the_steers_stay() -> None:
    night = PrairieNight()
    night.act(BOB, LeaveGame())
    assert night.titles() == ["s2 leaves the game"]
    assert night.table.motions[0].asked == (ANN, CID)
    night.agree()
    assert night.state.solvent == (ANN, CID)
    assert night.board.cowboys_of(BOB) == ()
    assert sum(cow.startswith("B") for cow in night.board.cows) == 9
    night.next_turn()
    assert night.turn[0] == CID
    night.put(cows=("C2-0",), gone=("C5-1",))
    night.drive("C2-0", "town")
    assert night.ballot.voters == (ANN,)
    night.refused(BOB, StopGame(), NotNow)
    night.refused(ANN, Pay(BOB, 100), BadRequest)


@pytest.mark.parametrize("level", Level)
def test_when_the_active_player_leaves_the_next_one_plays(level: Level) -> None:
    night = PrairieNight(level=level)
    night.together(ANN, LeaveGame())
    assert night.turn[0] == BOB


def test_a_voter_may_leave_and_the_vote_goes_on_but_nobody_out_of_a_settlement() -> None:
    night = PrairieNight()
    night.put(cows=("A2-0",), gone=("A5-9",))
    night.drive("A2-0", "town")
    night.seal({CID: B})
    night.refused(ANN, LeaveGame(), NotNow)
    night.together(BOB, LeaveGame())
    night.open({CID: B})
    night.refused(CID, StopGame(), NotNow)
    night.turn_over(False)
    assert night.cash(ANN, BOB) == (3000, 0)


def test_a_player_who_leaves_a_duel_has_lost_it() -> None:
    night = PrairieNight()
    night.put(s1=("A6-0", "A3-3"), s2=("A6-1", "B3-3"))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("A6-0", "A6-1", 0))
    night.together(BOB, LeaveGame())
    assert night.state.pending is None
    assert night.board.cowboys["A6-1"] == ANN
    night.refused(ANN, RollShots(1, 2), NotNow)


def test_debts_to_and_from_the_player_who_left_lapse_and_he_is_not_ranked() -> None:
    night = PrairieNight(level=Level.BANK)
    night.act(BOB, BorrowFromBank(2000), OfferLoan(CID, 1000))
    night.act(CID, AcceptLoan(max(night.table.loans)))
    night.together(BOB, LeaveGame())
    assert not night.table.loans
    assert night.cash(BOB) == (0,)
    night.together(ANN, StopGame())
    assert night.table.ending is not None
    assert [line.seat for line in night.table.ending.standings] == [CID, ANN]


def test_of_two_players_nobody_leaves_but_both_may_end_the_game() -> None:
    night = PrairieNight(players=2)
    night.refused(BOB, LeaveGame(), NotNow)
    night.act(ANN, BorrowFromBank(500))
    night.act(BOB, StopGame())
    assert not night.is_over()
    night.agree()
    assert night.is_over()
    assert night.table.ending is not None
    assert (night.table.ending.code, night.sentence(night.table.ending.reason)) == (
        "agreed",
        "everyone agreed to end it",
    )
    assert night.cash(ANN, BOB) == (1500, 2000)


def test_a_phone_offers_both_as_long_as_they_can_be_done() -> None:
    night = PrairieNight()
    game = ABILENE["1983"]

    def offered(seat: str) -> set[str]:
        return {choice.kind for choice in settings(game, night.table, seat)} - {"set_level"}

    assert offered(BOB) == {"leave_game", "stop_game"}
    night.together(BOB, LeaveGame())
    assert (offered(BOB), offered(ANN)) == (set(), {"stop_game"})


def test_the_other_edition_is_left_and_ended_in_the_same_way() -> None:
    night = Night(4, bankrupt_player="stays")
    night.together(DAN, LeaveGame())
    assert night.state.out == (DAN,)
    assert "s4 left the game" in night.report()
    night.together(ANN, StopGame())
    assert night.table.ending is not None
    assert night.table.ending.code == "agreed"
    assert {line.seat for line in night.table.ending.standings} == {ANN, BOB, CID}
