"""A hand of betting: whose bet it is, what it costs, how far one may raise, side pots, odd chips."""

from __future__ import annotations

import random

import pytest

from companion.games.any_game.betting import (
    Hand,
    Pot,
    after_bet,
    after_fold,
    least_raise,
    may_raise,
    most_raise,
    next_street,
    pots,
    shares,
    to_act,
    to_call,
)
from companion.games.any_game.house_rules import Limit

ABC = ("a", "b", "c")


def dealt(order: tuple[str, ...] = ABC, small: int = 10, big: int = 20) -> Hand:
    """Return a hand after the blinds of the first two; with two players the dealer has the small one."""
    blinds = (order[-1], order[0]) if len(order) == 2 else order[:2]
    first = blinds[0] if len(order) == 2 else order[2 % len(order)]
    put = dict(zip(blinds, (small, big), strict=True))
    return Hand(order, first, big, big, put=put, bets=dict(put))


def test_the_one_after_the_blinds_begins_and_the_big_blind_may_still_raise() -> None:
    hand = dealt()
    assert (to_act(hand), to_call(hand, "c")) == ("c", 20)
    hand = after_bet(hand, "c", 20, 100)
    assert (to_act(hand), to_call(hand, "a")) == ("a", 10)
    hand = after_bet(hand, "a", 10, 100)
    assert (to_act(hand), to_call(hand, "b")) == ("b", 0)
    assert to_act(after_bet(hand, "b", 0, 100)) == ""


def test_a_raise_is_answered_by_everybody_and_is_at_least_as_high_as_the_last_one() -> None:
    hand = after_bet(dealt(), "c", 60, 100)
    assert (hand.highest, least_raise(hand)) == (60, 100)
    hand = after_fold(hand, "a")
    assert (to_act(hand), to_call(hand, "b")) == ("b", 40)
    hand = after_bet(hand, "b", 80, 100)
    assert (to_act(hand), to_call(hand, "c")) == ("c", 40)
    assert to_act(after_bet(hand, "c", 40, 60)) == ""


def test_the_next_round_begins_left_of_the_dealer_with_the_player_who_can_still_bet() -> None:
    hand = after_fold(after_bet(dealt(), "c", 20, 100), "a")
    hand = next_street(after_bet(hand, "b", 0, 100))
    assert (to_act(hand), hand.highest, hand.street) == ("b", 0, 2)
    hand = after_bet(hand, "b", 0, 100)
    assert to_act(hand) == "c"


def test_all_in_for_less_than_a_raise_lets_nobody_raise_who_has_spoken() -> None:
    hand = after_bet(dealt(), "c", 100, 500)
    hand = after_bet(hand, "a", 110, 0)  # 120 in all: 20 more, and a whole raise is 80
    hand = after_bet(hand, "b", 100, 500)
    assert (to_act(hand), to_call(hand, "c")) == ("c", 20)
    assert not may_raise(hand, "c", 500)


def test_several_short_raises_that_are_a_full_one_together_let_others_raise_again() -> None:
    """A bets 100 and B calls; three all-ins raise that by 40, 30 and 55."""
    hand = Hand(("a", "b", "c", "d", "e"), "a", 20, 20, street=2)
    hand = after_bet(after_bet(hand, "a", 100, 900), "b", 100, 900)
    hand = after_bet(after_bet(hand, "c", 140, 0), "d", 170, 0)
    assert not may_raise(hand, "a", 900), "he faces 70 more"
    hand = after_bet(hand, "e", 225, 0)
    assert may_raise(hand, "a", 900), "he faces 125 more"
    assert least_raise(hand) == 325
    assert may_raise(after_bet(hand, "a", 125, 775), "b", 900), "so does B, although A only calls"


@pytest.mark.parametrize(("limit", "may"), [(Limit.NONE, False), (Limit.POT, False), (Limit.FIXED, True)])
def test_half_a_raise_is_a_full_one_only_where_raises_are_fixed(limit: Limit, may: bool) -> None:
    hand = after_bet(Hand(ABC, "a", 20, 20, street=2), "a", 20, 500, limit)
    half = after_bet(hand, "b", 30, 0, limit)
    assert may_raise(half, "a", 500) is may
    assert not may_raise(after_bet(hand, "b", 29, 0, limit), "a", 500)


def test_a_big_blind_that_is_all_in_for_less_is_called_with_the_whole_one() -> None:
    hand = Hand(ABC, "c", 20, 20, put={"a": 10, "b": 5}, bets={"a": 10, "b": 5}, allin=("b",))
    assert (to_act(hand), to_call(hand, "c"), least_raise(hand)) == ("c", 20, 40)
    called = after_bet(hand, "c", 20, 480)
    assert (to_act(called), to_call(called, "a")) == ("a", 10)
    assert to_act(after_fold(hand, "c")) == "", "the small blind is more than the big one has left"
    alone = Hand(("a", "b"), "b", 20, 20, put={"b": 10, "a": 15}, bets={"b": 10, "a": 15}, allin=("a",))
    assert (to_act(alone), to_call(alone, "b")) == ("b", 5), "nobody else can call more"


def test_a_bet_that_is_all_in_for_less_than_the_blind_is_called_as_it_is_in_later_rounds() -> None:
    hand = after_bet(Hand(ABC, "a", 20, 20, street=2), "a", 12, 0)
    assert (to_call(hand, "b"), least_raise(hand)) == (12, 32)


@pytest.mark.parametrize(("limit", "most"), [(Limit.NONE, 1_000), (Limit.POT, 70), (Limit.FIXED, 40)])
def test_how_far_one_may_raise(limit: Limit, most: int) -> None:
    assert most_raise(dealt(), "c", 1_000, limit) == most, "with 30 in the pot and 20 to call"
    assert most_raise(dealt(), "c", 35, limit) == min(35, most), "nobody has more than he has"


def test_three_all_ins_of_different_height_make_side_pots() -> None:
    hand = Hand(("a", "b", "c", "d"), "a", 20, 20, allin=("a", "b", "c"), put={"a": 50, "b": 120, "c": 300, "d": 300})
    assert pots(hand) == (
        Pot(200, ("a", "b", "c", "d")),
        Pot(210, ("b", "c", "d")),
        Pot(360, ("c", "d")),
    )
    assert pots(after_fold(hand, "d")) == (Pot(200, ABC), Pot(210, ("b", "c")), Pot(360, ("c",)))


def test_what_somebody_who_folded_has_put_in_most_lies_in_the_last_pot() -> None:
    hand = Hand(ABC, "a", 20, 20, put={"a": 50, "b": 50, "c": 80}, folded=("c",))
    assert sum(pot.amount for pot in pots(hand)) == 180
    assert all(pot.seats == ("a", "b") for pot in pots(hand))


def test_odd_chips_go_to_the_left_of_the_dealer() -> None:
    assert shares(Pot(100, ABC), ("c", "a"), ABC, 1) == {"a": 50, "c": 50}
    assert shares(Pot(101, ABC), ("c", "b"), ABC, 1) == {"b": 51, "c": 50}
    assert shares(Pot(65, ABC), ABC, ABC, 5) == {"a": 25, "b": 20, "c": 20}
    assert shares(Pot(7, ABC), ("b",), ABC, 5) == {"b": 7}


@pytest.mark.parametrize("seed", range(40))
def test_a_hand_of_any_players_comes_to_its_end_and_its_pots_hold_all_that_was_put_in(seed: int) -> None:
    chance = random.Random(seed)
    order = tuple("abcdef"[: chance.randint(2, 6)])
    has = {seat: chance.randint(30, 400) for seat in order}
    hand = dealt(order)
    for seat, put in hand.put.items():
        has[seat] -= put
    for _ in range(300):
        seat = to_act(hand)
        if not seat:
            if len(hand.live) < 2 or len(hand.able) < 2 or hand.street == 4:
                break
            hand = next_street(hand)
            continue
        call, wish = min(to_call(hand, seat), has[seat]), chance.random()
        if wish < 0.2 and to_call(hand, seat):
            hand = after_fold(hand, seat)
            continue
        amount = call
        if wish > 0.7 and may_raise(hand, seat, has[seat]):
            amount = min(has[seat], max(least_raise(hand), chance.randint(1, 400)) - hand.bets.get(seat, 0))
        has[seat] -= amount
        hand = after_bet(hand, seat, amount, has[seat])
    assert not to_act(hand)
    assert sum(pot.amount for pot in pots(hand)) == sum(hand.put.values())
    for pot in pots(hand):
        assert pot.seats
        assert set(pot.seats) <= set(hand.live)
