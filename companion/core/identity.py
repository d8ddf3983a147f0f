"""Functions of immutable values, computed once for all who ask with the same values.

A table, its game state and its board never change: every action makes new ones. Values that the pages of all seats
need of them are therefore computed once and kept. They are told apart by identity: comparing tables costs more than
most of the computing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


PLAIN = frozenset((str, int, bool))
"""types of what is equal without being the same"""


def identity_cache(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the newest ``most`` results of a pure function of immutable values; only positional arguments.

    Text and numbers are compared, everything else has to be the same object. No parameter may be now a number and now
    an object.
    """

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        kept: OrderedDict[tuple[object, ...], tuple[object, T]] = OrderedDict()
        """with the values, which live as long: nothing else gets their identity meanwhile"""
        only_objects = True  # until there is text or a number among the values

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
