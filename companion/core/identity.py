"""Functions of immutable values, computed once for all who ask with the same values.

A table, its game state and its board never change: every action makes new ones. What the pages of all seats need of
them is therefore computed once and kept. Values are told apart by identity: comparing tables costs more than most of
what is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


PLAIN = (str, int)
"""what is equal without being the same"""


class _Key(tuple[object, ...]):
    """Equal for the same values, which it keeps alive: nothing else gets their identity meanwhile."""

    values: tuple[object, ...]


def once(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keeps the last ``most`` results of a pure function of immutable values; only positional arguments.

    Text and numbers are compared, everything else has to be the same object. No parameter may be now a number and now
    an object.
    """

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        same: dict[tuple[int, ...], tuple[object, T]] = {}
        """with their values, as long as these are the very same: found in half the time"""

        @lru_cache(maxsize=most)
        def kept(key: _Key) -> T:
            return function(*key.values)  # type: ignore

        @wraps(function)
        def asked(*values: P.args, **_: P.kwargs) -> T:
            ids = tuple(map(id, values))
            found = same.get(ids)
            if found is None:
                key = _Key([each if isinstance(each, PLAIN) else id(each) for each in values])
                key.values = values
                if len(same) >= most:
                    same.clear()
                found = same[ids] = values, kept(key)
            return found[1]

        return asked

    return decorated
