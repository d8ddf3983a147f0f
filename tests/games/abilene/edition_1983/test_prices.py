"""Money of the 1983 edition: the test vectors of its rules §15, and every option that touches a price."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import BadRequest, IllegalMove
from companion.core.money.ledger import BANK
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.prices import Belief, interest, repayment, settle_steer

RULES = SteerRules()
B, N = Belief.BELIEVES, Belief.DOUBTS


@pytest.mark.parametrize(
    ("rustled", "healthy", "votes", "expected"),
    [
        (False, True, "bb", (1000, 0, 0, 1000)),
        (False, True, "bn", (1000, 0, -500, 1500)),
        (False, True, "nn", (1000, -500, -500, 2000)),
        (False, False, "bb", (1000, -500, -500, 2000)),
        (False, False, "bn", (1000, -500, 500, 1000)),
        (False, False, "nn", (1000, 500, 500, 0)),
        (True, True, "bb", (2000, 0, 0, 2000)),
        (True, True, "n", (2000, -1000, 3000)),
        (True, True, "nn", (2000, -1000, -1000, 4000)),
        (True, False, "b", (2000, -1000, 3000)),
        (True, False, "bn", (2000, -1000, 1000, 2000)),
        (True, False, "nn", (2000, 1000, 1000, 0)),
    ],
)
def test_a_sale_is_settled_as_the_vectors_2_to_13_say(
    rustled: bool, healthy: bool, votes: str, expected: tuple[int, ...]
) -> None:
    given_votes = {f"s{at}": Belief(vote) for at, vote in enumerate(votes, 2)}
    settled = settle_steer(rustled, healthy, "s1", given_votes, RULES)
    assert (settled.bank, *(settled.deltas[seat] for seat in given_votes), settled.deltas["s1"]) == expected


def test_wrong_voters_together_pay_one_stake_where_the_table_reads_it_so() -> None:
    total = SteerRules(votes_total=True)
    assert settle_steer(False, True, "s1", {"s2": N, "s3": N}, total).deltas == {"s1": 1500, "s2": -250, "s3": -250}
    assert settle_steer(False, False, "s1", {"s2": N, "s3": N}, total).deltas == {"s1": 500, "s2": 250, "s3": 250}
    assert settle_steer(True, False, "s1", {"s2": B, "s3": N}, total).deltas == {"s1": 2000, "s2": -1000, "s3": 1000}


def test_a_sale_without_voters_or_with_the_sellers_own_vote_makes_no_sense() -> None:
    for votes in ({}, {"s1": B}, {BANK: B}):
        with pytest.raises(BadRequest):
            settle_steer(True, True, "s1", votes, RULES)


@given(st.booleans(), st.booleans(), st.lists(st.sampled_from(Belief), min_size=1, max_size=2), st.booleans())
def test_what_the_bank_pays_is_what_the_table_gains(
    rustled: bool, healthy: bool, votes: list[Belief], one: bool
) -> None:
    given_votes = {f"s{at}": vote for at, vote in enumerate(votes, 2)}
    settled = settle_steer(rustled, healthy, "s1", given_votes, SteerRules(votes_total=one))
    assert sum(settled.deltas.values()) == settled.bank
    assert all(posting.amount > 0 for posting in settled.payments)


@pytest.mark.parametrize(
    ("debt", "costs"),
    [
        (0, 0),
        (500, 500),
        (2000, 500),
        (2500, 1000),
        (3500, 1000),
        (4000, 1000),
        (4500, 1500),
        (6000, 1500),
        (8000, 2000),
    ],
)
def test_interest_is_that_of_the_vectors_14_and_15(debt: int, costs: int) -> None:
    assert interest(debt, RULES) == costs


def test_the_table_of_interest_can_be_edited_line_by_line() -> None:
    dear = SteerRules(interest_6000=2000, interest_8000=3000, interest_10000=4500, interest_further=1000)
    assert [interest(debt, dear) for debt in (4000, 6000, 8000, 10000, 10500, 12500)] == [
        1000,
        2000,
        3000,
        4500,
        5500,
        6500,
    ]
    assert interest(4000, SteerRules(interest_4000_inclusive=False)) == 1500


@given(st.lists(st.integers(1, 20), max_size=6))
def test_loans_one_after_the_other_cost_what_one_loan_of_the_sum_costs(notes: list[int]) -> None:
    owed, back = 0, 0
    for loan in (500 * note for note in notes):
        back += repayment(loan, owed, back - owed, RULES)
        owed += loan
    assert back == owed + interest(owed, RULES)


def test_the_bank_lends_whole_notes_only() -> None:
    with pytest.raises(IllegalMove):
        repayment(700, 0, 0, RULES)
    with pytest.raises(BadRequest):
        repayment(0, 0, 0, RULES)


FALLING = SteerRules(interest_6000=3000)
"""As a table could be set before falling lines were refused."""


def test_a_larger_debt_never_costs_less_whatever_the_lines_say() -> None:
    assert [interest(debt, FALLING) for debt in (4000, 6000, 6500, 8000, 10_000, 10_500)] == [
        1000,
        3000,
        3000,
        3000,
        3000,
        3500,
    ]


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from([RULES, FALLING, SteerRules(interest_8000=500)]))
def test_a_further_loan_never_costs_less_than_itself(owed: int, loan: int, rules: SteerRules) -> None:
    first = repayment(500 * owed, 0, 0, rules)
    assert repayment(500 * loan, 500 * owed, first - 500 * owed, rules) >= 500 * loan


def test_interest_on_each_loan_by_itself_is_another_reading() -> None:
    each = SteerRules(interest_each=True)
    assert [repayment(loan, 2000, 500, each) for loan in (500, 2000, 3000, 6000)] == [1000, 2500, 4000, 7500]
    assert repayment(500, 2000, 500, RULES) == 1000
    assert repayment(500, 1500, 500, RULES) == 500


def test_a_debt_whose_interest_was_repaid_early_does_not_make_the_next_loan_free() -> None:
    """500 and 1,500 were borrowed, and the first, which bore all the interest, is repaid."""
    assert repayment(500, 1500, 0, RULES) == 1000
