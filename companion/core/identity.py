"""Functions of immutable values, computed once for all who ask with the same values.

A table, its game state and its board never change: every action makes new ones. What the pages of all seats need of
them is therefore computed once and kept. Values are told apart by identity: comparing tables costs more than most of
what is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


PLAIN = (str, int, Enum, type(None))
"""what is equal without being the same"""


class _Same:
    """A value that is equal only to itself. It is kept alive, so that nothing else gets its identity."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value


def once(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keeps the last ``most`` results of a pure function of immutable values; only positional arguments.

    Text, numbers and enumerations are compared, everything else has to be the same object.
    """

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def kept(*values: object) -> T:
            return function(*(each.value if isinstance(each, _Same) else each for each in values))  # type: ignore

        @wraps(function)
        def asked(*values: P.args, **_: P.kwargs) -> T:
            return kept(*(each if isinstance(each, PLAIN) else _Same(each) for each in values))

        return asked

    return decorated
