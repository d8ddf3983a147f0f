"""Which ranches may be played together: rules 1993 §3.1, vectors 2 and 3 of §18."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.games.abilene.common.board.reference_boards import RANCHES, check_ranches


@pytest.mark.parametrize("letters", ["BCEF", "ACDF", "ABDE", "ACE", "BDF", "ECA", "ABCDE", "BCDEF", "ABCDEF"])
def test_these_ranches_may_be_played_together(letters: str) -> None:
    check_ranches(list(letters))


@pytest.mark.parametrize("letters", ["BDEF", "ABCD", "ABC", "ACD", "ABF"])
def test_these_ranches_may_not_be_played_together(letters: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        check_ranches(list(letters))
    assert refusal.value.rule == RuleRef("1993", "3.1")


def test_four_play_in_three_ways_and_three_in_two() -> None:
    def legal(players: int) -> list[str]:
        found = []
        for letters in combinations(RANCHES, players):
            try:
                check_ranches(letters)
            except IllegalMove:
                continue
            found.append("".join(letters))
        return found

    assert legal(4) == ["ABDE", "ACDF", "BCEF"]
    assert legal(3) == ["ACE", "BDF"]


@pytest.mark.parametrize("letters", ["AB", "", "ABB", "AGC", "aCE", "ABCDEFA"])
def test_an_impossible_list_of_ranches_is_nonsense(letters: str) -> None:
    with pytest.raises(BadRequest):
        check_ranches(list(letters))
