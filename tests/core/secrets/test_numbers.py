"""A sealed ballot over numbers: whatever is no number of the range opens nothing, and is never counted."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest
from companion.core.secrets.ballot import (
    Ballot,
    EnterVotes,
    Numbers,
    Opening,
    SealVote,
    apply,
    commitment,
    seal,
)
from companion.core.secrets.opening import check_opening, enter
from companion.core.text import fact

NONCE = "0a" * 32
BIDS = Ballot(5, fact("bids"), ("s1", "s2"), (), numbers=Numbers(0, 1_000, 10))
WRONG = ("", "-10", "+10", "10.0", "1,000", " 10", "010", "15", "1010", "1e2", "ten", "１０", "9" * 40, "٣٠")


@pytest.mark.parametrize("choice", ["0", "10", "1000"])
def test_a_number_of_the_range_is_a_choice(choice: str) -> None:
    assert BIDS.allows("s1", choice)


@pytest.mark.parametrize("choice", WRONG)
def test_anything_else_is_none_and_a_sealed_one_cannot_be_opened(choice: str) -> None:
    opening = Opening(choice, NONCE)
    sealed = BIDS
    for seat in ("s1", "s2"):
        sealed = apply(sealed, seal(sealed, seat, SealVote(5, commitment("TEST", 5, seat, opening)))) or sealed
    with pytest.raises(BadRequest, match="not a revealed vote"):
        check_opening("TEST", sealed, "s1", opening)


def test_a_number_cannot_be_chosen_where_there_are_only_cards() -> None:
    assert not Ballot(5, fact("vote"), ("s1",), ("yes", "no")).allows("s1", "10")


def test_bids_on_paper_are_numbers_of_the_range_too() -> None:
    assert dict(enter(BIDS, EnterVotes(5, {"s1": "10", "s2": "0"})).votes) == {"s1": "10", "s2": "0"}
    with pytest.raises(BadRequest, match="a number from 0 to 1000"):
        enter(BIDS, EnterVotes(5, {"s1": "10", "s2": "a lot"}))
