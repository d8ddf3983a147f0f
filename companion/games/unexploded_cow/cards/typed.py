"""What players type, checked: names, prices, values. Raises BadRequest with a sentence."""

from __future__ import annotations

from companion.core.errors import BadRequest
from companion.core.text import Money, say

LONGEST_NAME = 40
HIGHEST = 100_000
FULL = 100
"""amounts are multiples of this (rules, head)"""


def name(typed: str, longest: int = LONGEST_NAME) -> str:
    """A name, or what a card says, on one line."""
    line = " ".join(typed.split())
    if len(line) > longest:
        raise BadRequest(say("That is too long: at most %(count)s letters.", count=longest))
    if not line.isprintable():
        raise BadRequest(say("That name has letters that cannot be printed."))
    return line


def amount(typed: int) -> int:
    """A price, points, an amount on a card: nothing or more."""
    if not 0 <= typed <= HIGHEST:
        raise BadRequest(
            say(
                "%(amount)s cannot stand on a card: it is between %(least)s and %(most)s.",
                amount=Money(typed),
                least=Money(0),
                most=Money(HIGHEST),
            )
        )
    return typed


def value(typed: int) -> int:
    """The value of a cow, which may be negative."""
    if abs(typed) > HIGHEST:
        raise BadRequest(
            say(
                "%(amount)s cannot stand on a card: it is between %(least)s and %(most)s.",
                amount=Money(typed),
                least=Money(-HIGHEST),
                most=Money(HIGHEST),
            )
        )
    return typed
