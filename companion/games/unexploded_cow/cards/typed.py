"""Checks of what players type of a card: names, prices, values. They raise BadRequest with a sentence."""

from __future__ import annotations

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import Money, say
from companion.core.ui.choice import Field, FieldKind

MAX_NAME_LENGTH = 40
HIGHEST = 100_000
STEP = 100
"""every amount is a multiple of this (rules §1.2)"""
PRICE = Field("price", say("Price"), FieldKind.AMOUNT, maximum=HIGHEST, step=1, initial=0)
CALLED = Field("name", say("Name"), FieldKind.WORDS, maximum=MAX_NAME_LENGTH, required=False)


def name(typed: str, longest: int = MAX_NAME_LENGTH) -> str:
    """Return a name, or what a card says, on one line."""
    line = " ".join(typed.split())
    if len(line) > longest:
        raise BadRequest(say("That is too long: at most %(count)s letters.", count=longest))
    if not line.isprintable():
        raise BadRequest(say("That name has letters that cannot be printed."))
    return line


def hundreds(typed: int, waived: bool) -> int:
    """Return the amount. Raise IllegalMove for one that no money of the game pays, unless the table allows it."""
    if typed % STEP and not waived:
        raise IllegalMove(
            say("Amounts are whole hundreds, not %(amount)s.", amount=Money(typed)), RuleRef("2011", "19.5")
        )
    return typed


def amount(typed: int, waived: bool) -> int:
    """Return a price or an amount on a card. Raise BadRequest or IllegalMove."""
    return hundreds(_within(typed, 0), waived)


def value(typed: int, waived: bool) -> int:
    """Return the value of a cow, which may be negative. Raise BadRequest or IllegalMove."""
    return hundreds(_within(typed, -HIGHEST), waived)


def points(typed: int) -> int:
    """Return the points of a city, which are no money. Raise BadRequest."""
    return _within(typed, 0)


def _within(typed: int, least: int) -> int:
    if not least <= typed <= HIGHEST:
        raise BadRequest(
            say(
                "%(amount)s cannot be on a card: it is between %(least)s and %(most)s.",
                amount=Money(typed),
                least=Money(least),
                most=Money(HIGHEST),
            )
        )
    return typed
