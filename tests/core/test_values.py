"""A copy of a frozen value with some fields changed."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, replace
from functools import cached_property
from typing import Any

import pytest

from companion.core.values import changed


@dataclass(frozen=True)
class Herd:
    owner: str
    cows: tuple[str, ...] = ()


@dataclass(frozen=True)
class NamedHerd(Herd):
    name: str = "Longhorns"


@dataclass(frozen=True, slots=True)
class Slotted:
    owner: str
    cows: tuple[str, ...] = ()


@dataclass(frozen=True)
class OfSlots(Slotted):
    name: str = "Longhorns"


@dataclass(frozen=True)
class Counting:
    owner: str
    cows: tuple[str, ...] = ()

    @cached_property
    def size(self) -> int:
        return len(self.cows)


@dataclass(frozen=True)
class Checking:
    owner: str
    cows: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.cows) > 2:
            raise ValueError("too many cows")


@dataclass(frozen=True)
class Reckoned:
    owner: str
    cows: tuple[str, ...] = ()
    size: int = field(init=False, default=0)


EVERY: tuple[Callable[..., Any], ...] = (Herd, NamedHerd, Slotted, OfSlots, Counting, Checking, Reckoned)


@pytest.mark.parametrize("kind", EVERY)
def test_the_copy_is_what_replace_makes_and_the_old_value_stays(kind: Callable[..., Any]) -> None:
    before = kind("Ann", ("c1",))
    after = changed(before, cows=("c1", "c2"))
    assert (before, after) == (kind("Ann", ("c1",)), replace(before, cows=("c1", "c2")))
    assert (type(after), hash(after)) == (type(before), hash(kind("Ann", ("c1", "c2"))))


@pytest.mark.parametrize("kind", EVERY)
def test_a_field_that_there_is_not_is_refused(kind: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="cow"):
        changed(kind("Ann"), cow=("c1",))


def test_the_copy_is_frozen_too() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(Herd("Ann"), owner="Ben").owner = "Cleo"  # type: ignore[misc]


def test_what_was_worked_out_of_the_old_value_is_not_in_the_copy() -> None:
    before = Counting("Ann", ("c1",))
    assert before.size == 1
    assert changed(before, cows=("c1", "c2")).size == 2


def test_a_class_that_checks_its_values_checks_those_of_the_copy() -> None:
    with pytest.raises(ValueError, match="too many"):
        changed(Checking("Ann"), cows=("c1", "c2", "c3"))
