"""Turns on the board, told as a report of the game: jail, cattle, rustling, duels (rules 1993 §6-§11, §18)."""

import pytest

from companion.core.errors import BadRequest, CannotAfford, IllegalMove, NotNow
from companion.core.messages import Message
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.table.commands import AllowAnyway, ChangeSeat, StartGame
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.messages import DuelRolled, EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.edition_1993.messages import PayJail, PlaceLoser, PlaceReleased, RollDice, RollDuel
from tests.support.abilene import ABILENE
from tests.support.prairie_1993 import FAR
from tests.support.table import ANN, BOB, CID, DAN, Night

BOARD = reference_board("abilene-1993")


def duel_on(cell: str, frm: str, ann_rolls: int, bob_rolls: int) -> Night:
    """Return a game in which Ann's cowboy has ridden one step onto Bob's on ``cell``, and both have rolled."""
    night = Night(4)
    night.arrange(cowboys={**FAR, ANN: (frm,), BOB: (cell,)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy(frm, cell, 0), RollDuel(ann_rolls, bob_rolls))
    return night


def test_turns_go_clockwise_by_ranch_no_matter_who_sat_down_first() -> None:
    night = Night(4, start=False)
    night.act(DAN, ChangeSeat("Dan", {"ranch": "C"}))
    night.act(ANN, ChangeSeat("Ann", {"ranch": "E"}))
    night.act(DAN, ChangeSeat("Dan", {"ranch": "A"}))
    night.act(ANN, StartGame(CID))
    assert night.state.order == (CID, ANN, DAN, BOB), "D, E, then round to A and B"
    assert night.table.ids == (CID, ANN, DAN, BOB)


# --- jail (§7) --------------------------------------------------------------------------------


def test_vector_8_five_in_jail_two_released_and_three_who_stay_can_be_released_next_turn() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ()}, jail={ANN: 5})
    night.roll()
    assert night.turn == (ANN, Step.JAIL)
    night.act(ANN, PayJail(2))
    assert night.cash(ANN) == (10_000 - 3_600,)
    night.act(ANN, PlaceReleased("A5-0"), PlaceReleased("A7-6"))
    assert night.state.in_jail(ANN) == 3
    assert night.turn == (ANN, Step.CATTLE)
    finish_turn(night)
    for _ in (BOB, CID, DAN):
        night.roll()
        finish_turn(night)
    night.roll()
    night.act(ANN, PayJail(3))
    assert night.cash(ANN) == (10_000 - 3_600 - 4_500,)


def finish_turn(night: Night) -> None:
    """Use the dice that must be used, and end the turn."""
    seat = night.state.turn.seat
    if night.turn[1] is Step.CATTLE:
        night.end(Step.CATTLE)
    night.act(seat, AllowAnyway(Message("end_step", {"step": "cowboys"})))
    night.agree()


def test_a_released_cowboy_may_ride_in_the_same_turn() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A7-0",)}, jail={ANN: 3})
    night.roll()
    night.act(ANN, PayJail(3), *(PlaceReleased(cell) for cell in ("A3-1", "A4-1", "A4-2")))
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A3-1", "A3-0", 0))
    assert night.board.cowboys["A3-0"] == ANN


def test_two_in_jail_are_fed_and_none_can_be_released() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1",)}, jail={ANN: 2})
    night.roll()
    assert "7.1" in str(night.refused(ANN, PayJail(1), IllegalMove).rule)
    night.act(ANN, PayJail(0))
    assert night.cash(ANN) == (9_500,)


def test_food_is_due_for_three_who_could_be_released() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1",)}, jail={ANN: 3})
    night.roll()
    night.act(ANN, PayJail(0))
    assert night.cash(ANN) == (9_400,)


def test_with_the_house_rule_no_food_is_due_for_three_of_whom_nobody_is_released() -> None:
    night = Night(4, food_when_releasable=False)
    night.arrange(cowboys={ANN: ("A3-1",), BOB: ("B3-1",)}, jail={ANN: 3, BOB: 2})
    night.roll()
    night.act(ANN, PayJail(0))
    assert night.cash(ANN) == (10_000,)
    finish_turn(night)
    night.roll()
    night.act(BOB, PayJail(0))
    assert night.cash(BOB) == (9_500,), "two are always fed"


def test_the_jail_bill_comes_before_everything_else_and_cannot_be_waved_away() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1",)}, jail={ANN: 4})
    night.hand(ANN, 500)
    night.roll()
    night.refused(ANN, MoveCowboy("A3-1", "A3-0", 0), NotNow)
    night.refused(ANN, PayJail(0), CannotAfford)
    night.refused(ANN, AllowAnyway(Message("pay_jail", {"released": 0})), CannotAfford)


def crowded(free: tuple[str, ...]) -> Night:
    """Return a game in which Ann has four in jail, and cows stand on all places for released
    cowboys but these.
    """
    night = Night(4)
    occupied = {*BOARD.select("A", Mark.COWBOY_START), *BOARD.select("A", Mark.OUTER_EDGE)}
    night.arrange(cows={"A": tuple(occupied - {*free}), "B": ()}, cowboys={**FAR, ANN: ("A6-0",)}, jail={ANN: 4})
    night.roll()
    return night


def test_no_more_are_released_than_have_a_place_on_the_ranch() -> None:
    night = crowded(free=("A3-1", "A7-0"))
    page = ABILENE["1993"].page(night.table, ANN)
    assert [choice.fixed["released"] for choice in page.choices if choice.kind == "pay_jail"] == [0, 1, 2]
    refusal = night.refused(ANN, PayJail(3), IllegalMove)
    assert str(refusal) == "You cannot release 3; places left for them on your ranch: 2."
    night.act(ANN, PayJail(2), PlaceReleased("A3-1"), PlaceReleased("A7-0"))
    assert night.turn == (ANN, Step.CATTLE)


def test_where_no_place_is_left_a_simple_player_of_the_box_releases_nobody_and_never_fails() -> None:
    night = crowded(free=())
    game = ABILENE["1993"]
    assert game.bots.command(night.table, ANN, night.chance, None) == PayJail(0)
    night.together(ANN, AllowAnyway(Message("pay_jail", {"released": 3})))
    assert game.bots.command(night.table, ANN, night.chance, None) is None


def test_the_bank_lends_for_no_more_releases_than_have_a_place() -> None:
    night = crowded(free=())
    night.hand(ANN, 700)
    night.refused(ANN, BorrowFromBank(100), IllegalMove)


# --- cattle (§8) ------------------------------------------------------------------------------


def test_vector_31_one_cow_uses_the_five_and_the_one_is_lost() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A6-0",)}, cowboys=FAR)
    night.roll(cow=(1, 5))
    night.act(ANN, MoveCow("A6-0", "A2-0", 1))
    assert "A2-0" in night.board.cows
    night.refused(ANN, MoveCow("A2-0", TOWN, 0), IllegalMove)
    night.end(Step.CATTLE)


def test_a_die_moves_one_figure_once() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A2-0", "A2-1")}, cowboys=FAR)
    night.roll(cow=(1, 1))
    night.act(ANN, MoveCow("A2-0", TOWN, 0))
    night.refused(ANN, MoveCow("A2-1", TOWN, 0), NotNow)
    night.act(ANN, MoveCow("A2-1", TOWN, 1))
    assert night.board.corral == 2


@pytest.mark.parametrize("faces", [((0, 6), (1, 1, 1)), ((0, 0), (0, 1, 1)), ((0,), (1, 1, 1)), ((1, 1), (1, 1))])
def test_faces_that_the_dice_do_not_have_are_refused(faces: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    Night(4).refused(ANN, RollDice(*faces), BadRequest)


def test_the_box_rolls_faces_that_the_dice_have_and_the_event_keeps_them() -> None:
    night = Night(4)
    night.act(ANN, RollDice())
    turn = night.state.turn
    assert (len(turn.cow_dice), len(turn.cowboy_dice)) == (2, 3)
    assert set(turn.cow_dice) <= set(range(6))
    assert set(turn.cowboy_dice) <= {1, 2, 3, 4}


# --- cowboys (§9) -----------------------------------------------------------------------------


def test_a_cowboy_die_that_can_be_used_must_be_used_unless_the_table_allows_otherwise() -> None:
    night = Night(4)
    night.arrange(cowboys=FAR)
    night.roll()
    night.end(Step.CATTLE)
    refusal = night.refused(ANN, EndStep(Step.COWBOYS), IllegalMove)
    assert refusal.waivable
    assert "9.3" in str(refusal.rule)
    night.act(ANN, AllowAnyway(Message("end_step", {"step": "cowboys"})))
    assert night.turn == (ANN, Step.COWBOYS), "nothing happens before everybody has agreed"
    night.agree(BOB, CID)
    assert night.turn == (ANN, Step.COWBOYS)
    night.agree(DAN)
    assert night.turn == (BOB, Step.DICE)
    assert any("The others allowed" in line for line in night.report())


def test_with_the_house_rule_cowboy_dice_are_optional() -> None:
    night = Night(4, cowboy_dice_mandatory=False)
    night.roll()
    night.end(Step.CATTLE, Step.COWBOYS)
    assert night.turn == (BOB, Step.DICE)


def test_the_cowboy_step_ends_when_no_die_left_has_a_move() -> None:
    night = Night(4)
    night.arrange(cowboys=FAR)
    night.roll(cowboy=(1, 1, 1))
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A7-0", "A7-1", 0))
    night.end(Step.COWBOYS)  # two dice are left, but his only cowboy has moved (§9.1)
    assert night.turn == (BOB, Step.DICE)


def test_vector_42_no_duel_in_the_town() -> None:
    night = Night(4)
    night.arrange(cowboys={**FAR, ANN: ("A2-0",), BOB: ()}, town={BOB: 1})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A2-0", TOWN, 0))
    assert night.state.pending is None
    assert night.board.town == {ANN: 1, BOB: 1}


# --- rustling (§10) ---------------------------------------------------------------------------


def test_a_stolen_cow_goes_to_a_free_cow_head_of_the_thief() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A5-1",), "B": ("B4-0", "B6-0")}, cowboys={**FAR, ANN: ("A4-3",)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A4-3", "B4-0", 0))
    night.refused(ANN, PlaceCow("A2-0"), IllegalMove)
    night.refused(BOB, PlaceCow("A5-2"), NotNow)
    night.act(ANN, PlaceCow("A5-2"))
    assert night.board.cowboys["B4-0"] == ANN, "the thief stays where he took it"
    assert night.board.herd(BOARD, ANN) == ("A5-1", "A5-2")
    assert night.board.herd(BOARD, BOB) == ("B6-0",)


def test_vector_43_without_a_free_cow_head_the_stolen_cow_goes_to_the_outer_edge() -> None:
    night = Night(4)
    heads = BOARD.select("A", Mark.COW_START)
    night.arrange(cows={"A": heads, "B": ("B4-0", "B6-0")}, cowboys={**FAR, ANN: ("A4-3",)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A4-3", "B4-0", 0))
    night.refused(ANN, PlaceCow("A3-0"), IllegalMove)
    night.act(ANN, PlaceCow("A7-3"))
    assert len(night.board.herd(BOARD, ANN)) == 10


# --- duels (§11) ------------------------------------------------------------------------------


def test_vector_39_a_tie_is_rolled_again() -> None:
    night = duel_on("B4-0", "A4-3", 3, 3)
    night.refused(ANN, EndStep(Step.COWBOYS), NotNow)
    night.act(BOB, RollDuel(1, 4))
    assert [(roll.attacker_die, roll.defender_die) for roll in night.events(DuelRolled)] == [(3, 3), (1, 4)]


def test_vector_40_who_loses_on_the_winners_ranch_goes_to_jail() -> None:
    attacker_won = duel_on("A4-3", "B4-0", 4, 1)
    assert attacker_won.board.jail == {BOB: 1}
    assert attacker_won.board.cowboys["A4-3"] == ANN
    defender_won = duel_on("B4-0", "A4-3", 1, 4)
    assert defender_won.board.jail == {ANN: 1}
    assert defender_won.board.cowboys["B4-0"] == BOB


def test_vector_40_who_loses_at_home_is_put_on_his_outer_edge_by_the_winner() -> None:
    night = duel_on("B4-0", "A4-3", 4, 1)
    night.refused(BOB, PlaceLoser("B7-0"), NotNow)
    night.refused(ANN, PlaceLoser("B3-1"), IllegalMove)
    night.act(ANN, PlaceLoser("B7-0"))
    assert night.board.cowboys["B7-0"] == BOB
    assert night.board.cowboys["B4-0"] == ANN


def test_vector_40_who_loses_on_a_third_ranch_is_put_on_his_boots_by_the_winner() -> None:
    night = duel_on("D4-1", "D4-2", 4, 1)
    night.refused(ANN, PlaceLoser("B7-0"), IllegalMove)
    night.act(ANN, PlaceLoser("B3-1"))
    assert night.board.cowboys["B3-1"] == BOB


def test_vector_40_without_a_free_boot_it_is_the_outer_edge() -> None:
    night = Night(4)
    boots = BOARD.select("B", Mark.COWBOY_START)
    heads = tuple(cell for cell in BOARD.select("B", Mark.COW_START))[:4]
    night.arrange(cows={"B": (*boots[:4], *heads)}, cowboys={**FAR, ANN: ("D4-2",), BOB: ("D4-1", boots[4])})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("D4-2", "D4-1", 0), RollDuel(4, 1), PlaceLoser("B7-5"))
    assert night.board.cowboys["B7-5"] == BOB


def test_a_duel_on_an_unoccupied_ranch_counts_as_on_a_third_ranch() -> None:
    night = duel_on("C4-1", "C4-2", 4, 1)
    night.act(ANN, PlaceLoser("B3-1"))
    assert night.board.cowboys["B3-1"] == BOB


def test_vector_41_the_attacker_loses_at_home_and_the_defender_places_him() -> None:
    night = duel_on("A4-3", "A4-2", 1, 4)
    night.refused(ANN, PlaceLoser("A7-0"), NotNow)
    night.act(BOB, PlaceLoser("A7-1"))
    assert night.board.cowboys["A7-1"] == ANN
    assert night.board.cowboys["A4-3"] == BOB


def test_an_attacker_who_lost_and_was_put_back_has_moved_in_this_turn() -> None:
    """A die moves a cowboy that has not moved yet (§9.1)."""
    night = duel_on("A4-3", "A4-2", 1, 4)
    night.act(BOB, PlaceLoser("A7-1"))
    night.refused(ANN, MoveCowboy("A7-1", "A7-2", 1), IllegalMove)
    night.end(Step.COWBOYS)
    assert night.turn[0] == BOB


def test_only_the_duellists_roll_and_only_with_faces_of_a_dark_die() -> None:
    night = Night(4)
    night.arrange(cowboys={**FAR, ANN: ("A4-3",), BOB: ("B4-0",)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A4-3", "B4-0", 0))
    night.refused(CID, RollDuel(1, 2), NotNow)
    night.refused(ANN, RollDuel(0, 2), BadRequest)
    night.refused(ANN, RollDuel(5, 2), BadRequest)
    night.refused(ANN, RollDuel(attacker=2), BadRequest)


def test_the_cattle_step_ends_by_itself_when_both_dice_are_used() -> None:
    """It took a tap more, although nothing was left to do."""
    night = Night(4)
    night.arrange(cows={"A": ("A2-0", "A2-1", "A6-1")})
    night.roll(cow=(1, 1))
    night.act(ANN, MoveCow("A2-0", TOWN, 0))
    assert night.turn == (ANN, Step.CATTLE), "a die is left"
    night.act(ANN, MoveCow("A2-1", TOWN, 1))
    assert night.turn == (ANN, Step.COWBOYS)
    seq = night.table.seq
    night.end(Step.CATTLE)
    assert (night.table.seq, night.turn) == (seq, (ANN, Step.COWBOYS)), "once more changes nothing"
    night.undo(ANN)
    assert night.turn == (ANN, Step.CATTLE)
    assert "A2-1" in night.board.cows, "the last move is taken back with the end of the step"


def test_dice_that_move_nothing_do_not_end_the_cattle_step() -> None:
    """The table may still allow a move with them."""
    night = Night(4)
    night.roll(cow=(0, 0))
    assert night.turn == (ANN, Step.CATTLE)
    night.refused(ANN, EndStep(Step.COWBOYS), NotNow)
