"""A cache for pure functions of immutable values, with arguments compared by identity.

A table, its game state and its board never change: every action makes new ones. What the pages of all seats derive from
them is therefore computed once. Comparing tables by value would cost more than most of the computing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


PLAIN = frozenset((str, int, bool))
"""types of arguments that are compared by value"""


def identity_cache(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that keeps the newest ``most`` results of a pure function. Call it with positional arguments.

    Text and numbers are compared by value, all other arguments by identity. A parameter must always be of one of the
    two sorts.
    """

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        kept: OrderedDict[tuple[object, ...], tuple[object, T]] = OrderedDict()
        """key -> arguments and result; the arguments are kept alive, so that no other object gets their identity"""
        only_objects = True  # until an argument is text or a number

        @wraps(function)
        def cached(*values: P.args, **named: P.kwargs) -> T:
            nonlocal only_objects
            key: tuple[object, ...]
            if identities := only_objects:
                key = tuple(map(id, values))
            else:
                key = tuple([each if type(each) in PLAIN else id(each) for each in values])
            found = kept.get(key)
            if found is None:
                if identities and not PLAIN.isdisjoint(map(type, values)):
                    only_objects = False
                    return cached(*values, **named)
                found = kept[key] = values, function(*values)  # type: ignore
                if len(kept) > most:
                    kept.popitem(last=False)
            return found[1]

        return cached

    return decorated
