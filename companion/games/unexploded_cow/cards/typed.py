"""What players type of a card, checked: names, prices, values. Raises BadRequest with a sentence."""

from __future__ import annotations

from companion.core.errors import BadRequest
from companion.core.text import Money, say
from companion.core.ui.choice import Field, FieldKind

LONGEST_NAME = 40
HIGHEST = 100_000
PRICE = Field("price", say("Price"), FieldKind.AMOUNT, maximum=HIGHEST, step=1, initial=0)
CALLED = Field("name", say("Name"), FieldKind.WORDS, maximum=LONGEST_NAME, required=False)


def name(typed: str, longest: int = LONGEST_NAME) -> str:
    """A name, or what a card says, on one line."""
    line = " ".join(typed.split())
    if len(line) > longest:
        raise BadRequest(say("That is too long: at most %(count)s letters.", count=longest))
    if not line.isprintable():
        raise BadRequest(say("That name has letters that cannot be printed."))
    return line


def amount(typed: int, least: int = 0) -> int:
    """A price, points, an amount on a card: nothing or more."""
    if not least <= typed <= HIGHEST:
        raise BadRequest(
            say(
                "%(amount)s cannot stand on a card: it is between %(least)s and %(most)s.",
                amount=Money(typed),
                least=Money(least),
                most=Money(HIGHEST),
            )
        )
    return typed


def value(typed: int) -> int:
    """The value of a cow, which may be negative."""
    return amount(typed, least=-HIGHEST)
