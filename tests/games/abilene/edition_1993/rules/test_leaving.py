"""Somebody leaves the game while others are in the middle of something: only what he takes part in ends."""

from companion.core.messages import Message
from companion.core.secrets.ballot import EnterVotes, VoidBallot
from companion.core.table.commands import AllowAnyway, SetLevel
from companion.core.table.table import Level
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.messages import MoveCowboy, PlaceCow, RecordTheft, Step
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.common.state import Duel, Theft
from companion.games.abilene.edition_1993.messages import PayJail, PlaceLoser, RecordTown, RollDuel
from companion.games.abilene.edition_1993.state import Loser
from tests.support.prairie_1993 import FAR, theft
from tests.support.table import ANN, BOB, CID, DAN, Night

BOARD = reference_board("abilene-1993")
OWN, NONE = "OWN", "NONE"


def leaves(night: Night, seat: str) -> None:
    """Leave with everybody's consent: the player goes bankrupt although he could pay."""
    night.together(seat, AllowAnyway(Message("go_bankrupt", {})))
    assert seat in night.state.out


def duel() -> Night:
    """Return a game in which Ann's cowboy has ridden from A7-1 onto Bob's on A7-2."""
    night = Night(4)
    night.arrange(cowboys={**FAR, ANN: ("A7-1",), BOB: ("A7-2",)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A7-1", "A7-2", 0))
    assert isinstance(night.state.pending, Duel)
    return night


def test_a_duel_of_two_others_goes_on() -> None:
    night = duel()
    leaves(night, DAN)
    night.act(ANN, RollDuel(4, 1))
    assert night.board.jail == {BOB: 1}


def test_a_player_who_leaves_a_duel_has_lost_it() -> None:
    night = duel()
    leaves(night, BOB)
    assert night.state.pending is None
    assert night.board.cowboys == {"A7-2": ANN, "D7-3": CID, "E7-3": DAN}
    assert night.board.jail == {}


def test_when_the_attacker_leaves_a_duel_the_other_one_stays_where_he_is() -> None:
    night = duel()
    leaves(night, ANN)
    assert night.state.pending is None
    assert night.board.cowboys["A7-2"] == BOB
    assert night.turn[0] == BOB


def beaten() -> Night:
    """Return a game in which Bob's cowboy has lost on ranch D, and Ann has it in her hand."""
    night = Night(4)
    night.arrange(cowboys={**FAR, ANN: ("D7-1",), BOB: ("D7-2",)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("D7-1", "D7-2", 0), RollDuel(4, 1))
    assert isinstance(night.state.pending, Loser)
    return night


def test_a_beaten_cowboy_of_somebody_else_is_still_put_back() -> None:
    night = beaten()
    leaves(night, DAN)
    night.act(ANN, PlaceLoser(BOARD.select("B", Mark.COWBOY_START)[0]))
    assert len(night.board.cowboys_of(BOB)) == 1


def test_when_the_winner_leaves_the_loser_puts_his_cowboy_back_himself() -> None:
    night = beaten()
    leaves(night, ANN)
    night.act(BOB, PlaceLoser(BOARD.select("B", Mark.COWBOY_START)[0]))
    assert len(night.board.cowboys_of(BOB)) == 1
    assert night.turn[0] == BOB, "the turn of a player who left is over"


def test_a_theft_goes_on_when_somebody_else_leaves_be_it_the_victim() -> None:
    for gone in (BOB, DAN):
        night, _ = theft()
        assert isinstance(night.state.pending, Theft)
        leaves(night, gone)
        night.act(ANN, PlaceCow(BOARD.select("A", Mark.COW_START)[0]))
        assert len(night.board.herd(BOARD, ANN)) == 2


def test_a_bankrupt_who_stays_has_no_released_cowboys_to_place_any_more() -> None:
    night = Night(4, bankrupt_player="stays")
    night.arrange(cowboys={ANN: ()}, jail={ANN: 5})
    night.roll()
    night.act(ANN, PayJail(3))
    night.together(ANN, AllowAnyway(Message("go_bankrupt", {})))
    assert night.turn == (ANN, Step.CATTLE)


# --- votes --------------------------------------------------------------------------------------


def selling() -> Night:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    return night


def test_a_voter_who_leaves_is_not_waited_for_and_the_others_keep_what_they_sealed() -> None:
    night = selling()
    night.seal({CID: OWN, DAN: OWN})
    leaves(night, BOB)
    assert night.ballot.voters == (CID, DAN)
    night.open({CID: OWN, DAN: OWN})
    night.show("A", 100)
    assert night.cash(CID, DAN) == (10_000, 10_000)
    assert night.events()[-1]


def test_a_vote_that_is_held_again_does_not_ask_the_player_who_has_left() -> None:
    night = selling()
    leaves(night, BOB)
    night.together(CID, VoidBallot(night.ballot.id))
    assert night.ballot.voters == (CID, DAN)
    night.together(CID, EnterVotes(night.ballot.id, {CID: OWN, DAN: OWN}))
    night.show("A", 100)


def test_an_undo_brings_a_voter_who_had_left_back_into_a_vote_that_begins_anew() -> None:
    night = selling()
    night.seal({CID: OWN})
    number = night.ballot.id
    leaves(night, BOB)
    night.undo(CID)
    night.agree()
    assert BOB not in night.state.out
    assert night.ballot.voters == (BOB, CID, DAN)
    assert night.ballot.id != number
    assert not night.ballot.sealed


# --- the cattle that stays ----------------------------------------------------------------------


def test_the_cattle_of_the_player_who_left_can_still_be_rustled_with_the_bank_alone() -> None:
    night = Night(4)
    leaves(night, DAN)
    night.together(ANN, SetLevel(Level.BANK))
    assert night.state.herd[DAN] == 9
    night.act(ANN, RecordTheft(DAN))
    assert (night.state.herd[ANN], night.state.herd[DAN]) == (10, 8)


def test_an_undo_past_a_reveal_asks_only_who_is_still_in_the_game() -> None:
    night = selling()
    leaves(night, DAN)
    night.vote(OWN, OWN)
    night.undo(CID)
    assert night.table.motions[-1].asked == (ANN, BOB)
    night.agree()
    assert not night.ballot.votes
