"""The final count of rules 1993 §14."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, IllegalMove
from companion.core.table.table import ranking
from companion.games.abilene.edition_1993.money.prices import PlayerLoan, tally


def test_an_open_bank_loan_is_repaid_with_interest_before_the_count() -> None:
    assert tally({"s1": 8000}, {"s1": [1000]}, []) == {"s1": 6700}


def test_every_bank_loan_is_rounded_by_itself() -> None:
    assert tally({"s1": 1000}, {"s1": [100, 100]}, []) == {"s1": 600}


def test_a_player_loan_goes_from_borrower_to_lender_and_a_score_may_be_negative() -> None:
    assert tally({"s1": 1000, "s2": 0}, {}, [PlayerLoan("s1", "s2", 3000)]) == {"s1": -2000, "s2": 3000}


def test_equal_scores_share_the_victory_and_the_next_rank_is_skipped() -> None:
    scores = tally({"s1": 500, "s2": 900, "s3": 900, "s4": 500}, {}, [])
    assert ranking(scores) == ((1, "s2", 900), (1, "s3", 900), (3, "s1", 500), (3, "s4", 500))


def test_a_player_who_is_out_has_no_score_and_his_loans_lapse_on_both_sides() -> None:
    loans = [PlayerLoan("s1", "s3", 400), PlayerLoan("s3", "s2", 700), PlayerLoan("s2", "s1", 50)]
    cash = {"s1": 1000, "s2": 1000, "s3": 5000}
    assert tally(cash, {"s3": [1000]}, loans, out={"s3"}) == {"s1": 1050, "s2": 950}


@pytest.mark.parametrize(
    "loan",
    [PlayerLoan("s1", "s9", 100), PlayerLoan("s9", "s1", 100), PlayerLoan("s1", "s1", 1), PlayerLoan("s1", "s2", -1)],
)
def test_a_player_loan_that_makes_no_sense_is_refused(loan: PlayerLoan) -> None:
    with pytest.raises(BadRequest):
        tally({"s1": 0, "s2": 0}, {}, [loan])


def test_a_bank_loan_of_a_stranger_or_of_broken_hundreds_is_refused() -> None:
    with pytest.raises(BadRequest):
        tally({"s1": 0}, {"s2": [100]}, [])
    with pytest.raises(IllegalMove):
        tally({"s1": 0}, {"s1": [150]}, [])
