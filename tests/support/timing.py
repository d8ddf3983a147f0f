"""The load of the machine, so that a limit in seconds does not depend on other programs; and patience.

And what is left to ``make torture``: of what is alike, ``make test`` looks at one.
"""

from collections.abc import Callable, Iterable
from time import monotonic, perf_counter, sleep, thread_time
from typing import Any

import pytest

from companion import LANGUAGES

SAMPLE_SECONDS = 0.05
LONGEST = "de"
"""The language with the longest words: a page that fits in it fits in the others."""


def rarely(values: Iterable[Any], often: Callable[[int, Any], object]) -> list[Any]:
    """Return parameters of which ``make test`` takes those that are ``often``, by their number from 0 and their
    value.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if often(at, value) else pytest.mark.torture
        )
        for at, value in enumerate(values)
    ]


def every_third(values: Iterable[Any]) -> list[Any]:
    return rarely(values, lambda at, _: at % 3 == 0)


in_each_language = pytest.mark.parametrize("language", rarely(LANGUAGES, lambda _, language: language == LONGEST))


def slowdown() -> float:
    """Return how many times longer work takes now than on a quiet machine: 1.0 where the core is free."""
    began, worked = perf_counter(), thread_time()
    while thread_time() - worked < SAMPLE_SECONDS:
        pass
    return max(1.0, (perf_counter() - began) / SAMPLE_SECONDS)


def soon(condition: Callable[[], object], seconds: float = 120.0) -> bool:
    """Return whether it becomes true within so many seconds."""
    end = monotonic() + seconds
    while not condition():
        if monotonic() > end:
            return False
        sleep(0.01)
    return True
