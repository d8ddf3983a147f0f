"""What a table sets up before the evening: its house rules, and the edition that they make of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from companion.core.errors import BadRequest
from companion.core.money.currency import POINTS, Currency
from companion.core.money.ledger import LARGEST, Account, Payee
from companion.core.plugin import Edition
from companion.core.table.table import Level
from companion.core.text import Money, Text, listed, say

MOST_POTS = 6
MOST_CHIPS = 6
LONGEST_POT = 24
MOST_SEATS = 12
FEWEST_SEATS = 2


class Taking(StrEnum):
    """Who may take money out of the bank or a pot."""

    EVERYBODY = "everybody"
    BANKER = "banker"
    CONSENT = "consent"


@dataclass(frozen=True, slots=True)
class Rules:
    """Lists are texts with commas; amounts, in lists, too, are whole numbers of the table's smallest unit.

    The last ``decimals`` digits of an amount stand behind the decimal mark; ``step`` is the smallest amount there is.

    ``starts`` is the starting money seat by seat where it differs, ``interest`` per cent on bank loans (below zero: the
    bank does not lend), ``bank_limit`` what the bank has (0: without limit), ``timer`` seconds a turn.
    """

    evening: str = ""
    scores: bool = False
    sign: str = "$"
    step: int = 1
    start: int = 1_500
    starts: str = ""
    quick: str = "10, 50, 100, 500"
    open_cash: bool = True
    bank: bool = True
    taking: Taking = Taking.EVERYBODY
    bank_limit: int = 0
    interest: int = -1
    pots: str = ""
    seats: int = MOST_SEATS
    turns: bool = True
    rounds: int = 0
    timer: int = 0
    dice: int = 0
    carry: bool = False
    decimals: int = 0


def parted(text: str) -> tuple[str, ...]:
    """The parts of a list as somebody types it."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _is_amount(part: str) -> bool:
    return part.isascii() and part.isdigit() and int(part) <= LARGEST


def amounts(text: str) -> tuple[int, ...]:
    """The amounts of a list; raises BadRequest for what is no amount."""
    found = parted(text)
    for part in found:
        if not _is_amount(part):
            raise BadRequest(say("%(part)s is no amount: type whole numbers with commas between them.", part=part))
    return tuple(map(int, found))


def listed_amounts(text: str) -> Text:
    """The amounts of a list in a sentence."""
    found = parted(text)
    if not found or not all(map(_is_amount, found)):
        return say("%(words)s", words=text or "–")
    return listed(say("%(amount)s", amount=Money(int(part))) for part in found)


def starting(rules: Rules, place: int) -> int:
    """The starting money of whoever sits at this place, counted from 0."""
    single = amounts(rules.starts)
    return single[place] if place < len(single) else rules.start


def check(rules: Rules) -> None:
    """Passes when these choices go together; raises BadRequest with a sentence."""
    names = [name.casefold() for name in parted(rules.pots)]
    if len(names) > MOST_POTS or len(set(names)) < len(names) or any(len(name) > LONGEST_POT for name in names):
        raise BadRequest(
            say(
                "At most %(count)s pots, each with a name of its own of at most %(letters)s letters.",
                count=MOST_POTS,
                letters=LONGEST_POT,
            )
        )
    quick = amounts(rules.quick)
    if len(quick) > MOST_CHIPS or 0 in quick:
        raise BadRequest(say("At most %(count)s quick amounts, none of them zero.", count=MOST_CHIPS))
    for amount in (*quick, rules.start, *amounts(rules.starts), rules.bank_limit):
        if amount % rules.step:
            raise BadRequest(
                say(
                    "%(amount)s cannot be paid where the smallest amount is %(step)s.",
                    amount=_told(amount, rules),
                    step=_told(rules.step, rules),
                )
            )


def _told(amount: int, rules: Rules) -> Money | str:
    """An amount under rules that the table has not yet: with cents as it is kept, since its own money is another."""
    return str(amount) if rules.decimals else Money(amount)


BASE = Edition(
    "any",
    say("With money, points, votes and bids as you like"),
    (FEWEST_SEATS, MOST_SEATS),
    90,
    say("any game on your shelf, and a phone for everybody"),
    (Level.BANK,),
    Rules(),
    payees=frozenset(Payee),
    currency=Currency("money", "$"),
    quick_amounts=(10, 50, 100, 500),
    notes=(),
)
"""The edition under the default rules."""


@lru_cache(maxsize=64)
def edition_at(rules: Rules) -> Edition:
    """The edition as a table with these rules plays it."""
    pots = {f"pot{number}": name for number, name in enumerate(parted(rules.pots), 1)}
    payees = {Payee.PLAYER, Payee.EVERYBODY, *((Payee.BANK,) if rules.bank else ())}
    return replace(
        BASE,
        players=(FEWEST_SEATS, rules.seats),
        accounts={} if rules.scores else {pot: Account(say("%(name)s", name=name), True) for pot, name in pots.items()},
        payees=frozenset() if rules.scores else frozenset(payees),
        currency=Currency("money", rules.sign, rules.step, rules.decimals),
        points=POINTS if rules.scores else None,
        quick_amounts=amounts(rules.quick),
    )
