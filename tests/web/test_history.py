"""Games played before: what is kept of them and how it adds up."""

from __future__ import annotations

from companion.store.results import Line, Result
from companion.web.admin.history import Record, records


def game(*standings: tuple[int, str, int]) -> Result:
    return Result("ABCD", "abilene", "1993", 0.0, "no_cattle", tuple(Line(*line) for line in standings))


def test_whoever_won_most_games_stands_first_with_average_and_best_score() -> None:
    found = records([game((1, "Ana", 9000), (2, "Ben", 1000)), game((1, "Ana", 5000), (2, "Ben", 4000))])
    assert found == (Record("Ana", 2, 2, 7000, 9000), Record("Ben", 2, 0, 2500, 4000))


def test_a_name_counts_once_however_it_was_typed() -> None:
    assert [row.games for row in records([game((1, "Ana", 10)), game((1, "ana", 20))])] == [2]


def test_shared_victories_count_for_both() -> None:
    assert [row.wins for row in records([game((1, "Ana", 10), (1, "Ben", 10))])] == [1, 1]
