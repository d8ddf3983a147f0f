"""Card duels (rules 1983 §11, vector 26)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import BadRequest, IllegalMove
from companion.games.abilene.edition_1983.cards.cards import RANKS, read, showdown, suit, total, written

CLUBS, HEARTS = suit(0), suit(1)


def test_a_suit_has_twelve_cards_worth_55_together() -> None:
    assert len(CLUBS) == 12
    assert total(CLUBS) == 55
    assert not CLUBS & HEARTS


def test_the_higher_total_wins_and_all_but_pictures_change_hands() -> None:
    after = showdown(CLUBS, read("C9 C10 CK"), HEARTS, read("H7 H8"))
    assert after.winner == "attacker"
    assert after.attacker == CLUBS - {"C9", "C10"} | {"H7", "H8"}
    assert after.defender == HEARTS - {"H7", "H8"} | {"C9", "C10"}


def test_nothing_against_nothing_is_a_tie_and_so_are_two_bluffs() -> None:
    assert showdown(CLUBS, read(""), HEARTS, read("HK HQ")).winner == ""


def test_nobody_lays_what_he_does_not_hold() -> None:
    with pytest.raises(IllegalMove):
        showdown(CLUBS, read("H2"), HEARTS, read("H3"))


@pytest.mark.parametrize("text", ["C1", "C2 C2", "X5", "C2  C3", " ", "CJ", "C2,C3"])
def test_what_is_no_set_of_cards_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        read(text)


@given(st.frozensets(st.sampled_from([f"{suit}{rank}" for suit in "CHS" for rank in RANKS])))
def test_a_lay_down_is_read_as_it_was_written(cards: frozenset[str]) -> None:
    assert read(written(cards)) == cards


@given(st.sets(st.sampled_from(sorted(CLUBS))), st.sets(st.sampled_from(sorted(HEARTS))))
def test_no_card_is_lost_and_a_picture_never_leaves_its_owner(mine: set[str], theirs: set[str]) -> None:
    after = showdown(CLUBS, frozenset(mine), HEARTS, frozenset(theirs))
    assert after.attacker | after.defender == CLUBS | HEARTS
    assert not after.attacker & after.defender
    assert {"CQ", "CK"} <= after.attacker
