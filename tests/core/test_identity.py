"""Results that are computed once for the same values."""

from __future__ import annotations

from companion.core.identity import identity_cache


def counting(most: int = 2) -> tuple[list[object], object]:
    asked: list[object] = []

    @identity_cache(most=most)
    def doubled(value: list[int], word: str) -> list[int]:
        asked.append(word)
        return [*value, *value]

    return asked, doubled


def test_the_same_values_are_computed_once() -> None:
    asked, doubled = counting()
    value = [1]
    assert doubled(value, "a") is doubled(value, "".join(["a"]))  # type: ignore[operator]
    assert asked == ["a"]


def test_equal_values_that_are_others_are_computed_apart() -> None:
    asked, doubled = counting()
    one, other = [1], [1]
    assert doubled(one, "a") is not doubled(other, "a")  # type: ignore[operator]
    assert doubled(one, "b") == [1, 1]  # type: ignore[operator]
    assert len(asked) == 3


def test_a_value_that_is_gone_is_not_mistaken_for_the_next_one_at_its_place_in_memory() -> None:
    _, doubled = counting()
    for number in range(1_000):
        assert doubled([number], "a") == [number, number]  # type: ignore[operator]


def test_words_are_compared_though_the_first_values_were_all_objects() -> None:
    asked: list[object] = []

    @identity_cache(most=4)
    def described(value: list[int], word: str | None) -> list[object]:
        asked.append(word)
        return [value, word]

    value = [1]
    assert described(value, None) is described(value, None)
    assert described(value, "a") is described(value, "".join(["a"]))
    assert described(value, None) == [value, None]
    assert asked == [None, "a"]


def test_only_the_last_ones_are_kept() -> None:
    asked, doubled = counting(most=2)
    values = [[1], [2], [3]]
    for value in (*values, values[0]):
        doubled(value, "a")  # type: ignore[operator]
    assert len(asked) == 4
