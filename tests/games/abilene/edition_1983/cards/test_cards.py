"""Card duels (rules 1983 §11, vector 26)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import BadRequest
from companion.games.abilene.edition_1983.cards.cards import RANKS, changing_hands, read, suit, total, written

CLUBS, HEARTS = suit(0), suit(1)


def test_a_suit_has_twelve_cards_worth_55_together() -> None:
    assert len(CLUBS) == 12
    assert total(CLUBS) == 55
    assert not CLUBS & HEARTS


def test_all_but_pictures_change_hands() -> None:
    assert changing_hands(read("C9 C10 CK")) == {"C9", "C10"}
    assert not changing_hands(read("HK HQ"))


@pytest.mark.parametrize("text", ["C1", "C2 C2", "X5", "C2  C3", " ", "CJ", "C2,C3"])
def test_what_is_no_set_of_cards_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        read(text)


@given(st.frozensets(st.sampled_from([f"{suit}{rank}" for suit in "CHS" for rank in RANKS])))
def test_a_lay_down_is_read_as_it_was_written(cards: frozenset[str]) -> None:
    assert read(written(cards)) == cards
