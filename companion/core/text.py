"""Sentences for players, kept apart from their language.

The pure core never translates: it says *what* is to be said (an English message with named
parameters); the shell says it in the reader's language. Babel collects every ``say(...)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in the smallest unit of the edition's currency, written the way the reader's language writes money."""

    amount: int


@dataclass(frozen=True, slots=True)
class Who:
    """A seat, to be written as the name of whoever sits there."""

    seat: str


@dataclass(frozen=True, slots=True)
class Text:
    """An English message with ``%(name)s`` parameters; parameters may be Texts themselves."""

    message: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message % {name: plain(value) for name, value in self.params.items()}


Param = str | int | Money | Who | Text


def plain(value: Param) -> str:
    """The parameter in English, for logs, exports and tests; money is written in dollars, whatever it is."""
    match value:
        case Money(amount):
            return f"-${-amount:,}" if amount < 0 else f"${amount:,}"
        case Who(seat):
            return seat
        case _:
            return str(value)


def say(message: str, **params: Param) -> Text:
    """A sentence to be translated later; the first argument must be a literal."""
    return Text(message, params)
