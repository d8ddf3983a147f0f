"""The edition that the house rules of a table make of the game, and which of them go together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from companion.core.edition import Edition
from companion.core.errors import BadRequest, NotNow
from companion.core.money.currency import POINTS, Currency, check_step
from companion.core.money.ledger import Account, Payee, amount_of
from companion.core.table.table import Level
from companion.core.text import Money, say, split_list
from companion.games.any_game.house_rules import (
    MAX_CHIPS,
    MAX_POT_LENGTH,
    MAX_POTS,
    MAX_SEATS,
    MIN_SEATS,
    STAKES,
    Rules,
    Sheet,
    amounts,
)

MAX_KINDS = 12
MAX_LINES = 24
MAX_TRICKS = 60
BONUS_PARTS = 3
DECIMAL = re.compile(r"[0-9]{1,7}([.][0-9]{1,2})?")
WHOLE = re.compile(r"-?[0-9]{1,6}")


def typed(rules: Rules, amount: int) -> int:
    """Return an amount that was typed. Raise BadRequest where it cannot be paid, NotNow without money."""
    edition = edition_at(rules)
    if not edition.pays:
        raise NotNow(say("This game is not played for money."))
    check_step(edition.currency, amount)
    return amount_of(amount)


def starting(rules: Rules, place: int) -> int:
    """Return the starting money of the seat at this place, counted from 0."""
    single = amounts(rules.starts)
    return single[place] if place < len(single) else rules.start


def check(rules: Rules) -> None:
    """Check that these choices go together. Raise BadRequest otherwise."""
    if not _are_names(split_list(rules.pots), MAX_POTS):
        raise BadRequest(
            say(
                "At most %(count)s pots, each with a name of its own of at most %(letters)s letters.",
                count=MAX_POTS,
                letters=MAX_POT_LENGTH,
            )
        )
    quick = amounts(rules.quick)
    if len(quick) > MAX_CHIPS or 0 in quick:
        raise BadRequest(say("At most %(count)s quick amounts, none of them zero.", count=MAX_CHIPS))
    single = (rules.start, rules.bank_limit, rules.blind, rules.ante, rules.round_income, rules.unit_price)
    for amount in (*quick, *single, *amounts(rules.starts), *amounts(rules.pot_starts)):
        if amount % rules.step:
            raise BadRequest(
                say(
                    "%(amount)s cannot be paid where the smallest amount is %(step)s.",
                    amount=_shown_amount(amount, rules),
                    step=_shown_amount(rules.step, rules),
                )
            )

    _check_bank(rules)
    if rules.betting and rules.scores:
        raise BadRequest(say("Bets need money: choose money."))
    _check_sheet(rules)


def _are_names(names: Sequence[str], most: int) -> bool:
    """Return whether there are at most so many names, no two of them alike, and none is too long."""
    folded = [name.casefold() for name in names]
    return len(names) <= most and len({*folded}) == len(names) and all(len(name) <= MAX_POT_LENGTH for name in folded)


def incomes(rules: Rules) -> tuple[tuple[str, int], ...]:
    """Return the named incomes: name and amount of each. Raise BadRequest for a malformed list."""
    return tuple(_income(rules, part) for part in split_list(rules.incomes))


def _income(rules: Rules, part: str) -> tuple[str, int]:
    name, _, number = part.rpartition(" ")
    amount = Decimal(number) * 10**rules.decimals if DECIMAL.fullmatch(number) else Decimal(0)
    if not name or amount <= 0 or amount % rules.step:
        raise BadRequest(
            say("%(part)s is not an income: enter a name and an amount, with commas between them.", part=part)
        )
    return name, int(amount)


def _check_bank(rules: Rules) -> None:
    """Check that incomes, pots and units go together. Raise BadRequest otherwise."""
    if incomes(rules) and not rules.bank:
        raise BadRequest(say("Incomes come from a bank: say that there is one."))
    if len(amounts(rules.pot_starts)) > len(split_list(rules.pots)):
        raise BadRequest(say("There are more amounts for pots than pots."))
    if not _are_names(split_list(rules.units), MAX_KINDS):
        raise BadRequest(
            say(
                "At most %(count)s kinds, each with a name of its own of at most %(letters)s letters.",
                count=MAX_KINDS,
                letters=MAX_POT_LENGTH,
            )
        )


def _check_sheet(rules: Rules) -> None:
    """Check that the settings of a score sheet go together. Raise BadRequest otherwise."""
    if rules.sheet is not Sheet.SINGLE and not rules.scores:
        raise BadRequest(say("A score sheet counts points: choose points only."))
    names = split_list(rules.lines)
    if (rules.sheet is Sheet.LINES) is not bool(names):
        raise BadRequest(say("A sheet whose rows have names needs these names, and no other sheet has any."))
    if not _are_names(names, MAX_LINES):
        raise BadRequest(
            say(
                "At most %(count)s rows, each with a name of its own of at most %(letters)s letters.",
                count=MAX_LINES,
                letters=MAX_POT_LENGTH,
            )
        )
    for part in split_list(rules.row_sum):
        if not WHOLE.fullmatch(part):
            raise BadRequest(say("%(part)s is not a number of points.", part=part))
    if rules.bonus and len(amounts(rules.bonus)) != BONUS_PARTS:
        raise BadRequest(say("A bonus has three numbers: how many rows, how many points, and what it brings."))
    if not all(0 < count <= MAX_TRICKS for count in amounts(rules.tricks)):
        raise BadRequest(say("From 1 to %(most)s can be made in a round.", most=MAX_TRICKS))


def check_teams(rules: Rules, players: int) -> None:
    """Check that so many players can form that many teams. Raise NotNow otherwise."""
    if rules.teams and rules.sheet is not Sheet.SINGLE and (players % rules.teams or players <= rules.teams):
        raise NotNow(
            say("%(players)s players cannot be %(teams)s teams of equal size.", players=players, teams=rules.teams)
        )


def _shown_amount(amount: int, rules: Rules) -> Money | str:
    """Return an amount under rules that the table has not yet: in cents as it is kept, as its own money is another."""
    return str(amount) if rules.decimals else Money(amount)


BASE = Edition(
    "any",
    say("With money, points, votes and bids as you like"),
    (MIN_SEATS, MAX_SEATS),
    90,
    say("any game on your shelf, and a phone for everyone"),
    (Level.BANK,),
    Rules(),
    payees=frozenset(Payee),
    currency=Currency("money", "$"),
    quick_amounts=(10, 50, 100, 500),
    notes=(),
    keyed=True,
)
"""The edition under the default rules."""


@lru_cache(maxsize=64)
def edition_at(rules: Rules) -> Edition:
    """Return the edition as a table with these rules plays it."""
    pots = {f"pot{number}": name for number, name in enumerate(split_list(rules.pots), 1)}
    stakes = {STAKES: Account(say("The pot"))} if rules.betting else {}
    payees = {Payee.PLAYER, Payee.EVERYBODY, *((Payee.BANK,) if rules.bank else ())}
    return replace(
        BASE,
        players=(MIN_SEATS, rules.seats),
        accounts={}
        if rules.scores
        else stakes | {pot: Account(say("%(name)s", name=name), True) for pot, name in pots.items()},
        payees=frozenset() if rules.scores else frozenset(payees),
        currency=Currency("money", rules.sign, rules.step, rules.decimals),
        points=POINTS if rules.scores else None,
        quick_amounts=amounts(rules.quick),
    )
