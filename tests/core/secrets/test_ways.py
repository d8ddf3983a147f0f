"""Ways to vote: what is a vote, and what all votes together come to."""

from __future__ import annotations

import random

import pytest

from companion.core.secrets.ways import Way, allows, can_be, counted, drawn

FOOD = ("Pizza", "Sushi", "Soup")


@pytest.mark.parametrize(
    ("way", "votes", "refused"),
    [
        (Way.ONE, ["Pizza", "Soup"], ["", "Cake", "Pizza, Sushi"]),
        (Way.SEVERAL, ["", "Soup", "Pizza, Soup", "Pizza, Sushi, Soup"], ["Soup, Pizza", "Pizza, Pizza", "Cake", ", "]),
        (
            Way.ORDER,
            ["Soup, Pizza, Sushi", "Pizza, Sushi, Soup"],
            ["", "Pizza", "Pizza, Pizza, Soup", "Pizza,Sushi,Soup"],
        ),
    ],
)
def test_every_way_has_its_own_votes(way: Way, votes: list[str], refused: list[str]) -> None:
    assert all(allows(way, FOOD, vote) for vote in votes)
    assert not any(allows(way, FOOD, vote) for vote in refused)


def test_an_answer_gets_a_vote_or_in_an_order_a_point_for_each_one_behind_it() -> None:
    assert counted(Way.ONE, FOOD, ["Soup", "Soup", "Pizza"]) == {"Pizza": 1, "Sushi": 0, "Soup": 2}
    assert counted(Way.SEVERAL, FOOD, ["", "Pizza, Soup", "Soup"]) == {"Pizza": 1, "Sushi": 0, "Soup": 2}
    assert counted(Way.ORDER, FOOD, ["Soup, Pizza, Sushi", "Pizza, Soup, Sushi"]) == {"Pizza": 3, "Sushi": 0, "Soup": 3}


@pytest.mark.parametrize("way", list(Way))
def test_what_so_many_voters_can_have_brought_about(way: Way) -> None:
    chance = random.Random(7)
    for voters in range(2, 6):
        counts = counted(way, FOOD, [drawn(way, FOOD, chance) for _ in range(voters)])
        assert can_be(way, FOOD, voters, counts)
        assert not can_be(way, FOOD, voters, {**counts, "Soup": counts["Soup"] + 3 * voters})
        assert not can_be(way, FOOD, voters, {**counts, "Cake": 0})
