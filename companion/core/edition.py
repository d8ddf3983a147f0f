"""An edition of a game as the lobby shows it, and the house rules that a table may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from companion.core.errors import RuleRef
from companion.core.identity import identity_cache
from companion.core.money.currency import DOLLARS, Currency, Points, Unit
from companion.core.money.ledger import USUAL_PAYEES, Account, Payee, check_names
from companion.core.table.table import Level
from companion.core.text import Money, Text, say
from companion.core.ui.choice import Option


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition as the lobby shows it; ``rules`` are its defaults, the first of ``levels`` is the usual one.

    ``former_rules`` are the defaults of before, the oldest first: a table keeps those that it was opened with, so that
    its log means what it meant.
    """

    id: str
    title: Text
    players: tuple[int, int]
    minutes: int
    needs: Text
    levels: tuple[Level, ...]
    rules: Any
    accounts: Mapping[str, Account] = field(default_factory=dict)
    """accounts that are nobody's, opened with the seats: a pot"""
    payees: frozenset[Payee] = USUAL_PAYEES
    """receivers that players may pay as they like, besides the payable accounts; none: it is not played for money"""
    currency: Currency = DOLLARS
    points: Points | None = None
    """the unit of scores; None: scores are money"""
    quick_amounts: tuple[int, ...] = (100, 500, 1_000)
    """the amount that one tap adds to a typed one"""
    keyed: bool = False
    """few amounts add up from those: there are keys for digits, too"""
    notes: tuple[int, ...] = (5_000, 1_000, 500, 100)
    """the banknotes of the box, the largest first; none: money is not counted in notes"""
    former_rules: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        check_names(self.accounts)

    @property
    def defaults(self) -> tuple[Any, ...]:
        """Return every set of defaults that there has been, by number; today's is the last one."""
        return (*self.former_rules, self.rules)

    @property
    def pays(self) -> bool:
        """Return whether it is played for money."""
        return bool(self.payees)

    @property
    def score_unit(self) -> Unit:
        """Return what scores are counted in."""
        return self.points or self.currency


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """A range of whole numbers from ``least`` to ``most`` for a house rule; ``words`` say one.

    ``money``: it is an amount, and typed like one.
    """

    least: int
    most: int
    words: Callable[[int], Text]
    money: bool = False


@dataclass(frozen=True, slots=True)
class AnyWords:
    """Free text on one line for a house rule, of ``most`` letters at most; ``words`` say one.

    ``amounts``: it is a list of amounts, kept as whole numbers with commas between them, and typed like amounts.
    """

    most: int
    words: Callable[[str], Text]
    amounts: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: its sentence and the values to choose from; the default is the edition's.

    ``number``, ``words``: another number, or text, is allowed besides these values. ``digits_of``: the rule whose
    amount is typed with that number of digits behind the decimal mark (0.50: two).
    """

    name: str
    sentence: Text
    options: tuple[Option, ...]
    rule: RuleRef
    number: AnyNumber | None = None
    words: AnyWords | None = None
    digits_of: str = ""


OFFER = "house rule"
NO_YES: Mapping[Any, Text] = {False: say("no"), True: say("yes")}
YES_NO: Mapping[Any, Text] = {True: say("yes"), False: say("no")}


def offered(
    default: Any,
    section: str,
    sentence: Text,
    values: Mapping[Any, Text] | None = None,
    *,
    number: AnyNumber | None = None,
    words: AnyWords | None = None,
    digits_of: str = "",
) -> Any:
    """Declare a house rule with these options as a field of a dataclass; ``values`` in words, as the form has them."""
    given = values or {}
    options = tuple(Option(value.value if isinstance(value, Enum) else value, label) for value, label in given.items())
    rule = HouseRule("", sentence, options, RuleRef("", section), number, words, digits_of)
    return field(default=default, metadata={OFFER: rule})


def offered_amount(default: int, section: str, sentence: Text, least: int, most: int, *usual: int) -> Any:
    """Declare a house rule that is an amount from ``least`` to ``most``; the ``usual`` ones are options of the form."""
    number = AnyNumber(least, most, _money, money=True)
    return offered(default, section, sentence, {amount: _money(amount) for amount in usual}, number=number)


def _money(amount: int) -> Text:
    return say("%(amount)s", amount=Money(amount))


@identity_cache(most=32)
def offers(rules: type[Any], edition: str) -> tuple[HouseRule, ...]:
    """Return the house rules that fields of this dataclass describe, in their order; sections are the edition's."""
    every = fields(rules) if is_dataclass(rules) else ()  # None where an edition has no rules to choose from
    given = [(each.name, each.metadata[OFFER]) for each in every if OFFER in each.metadata]
    return tuple(replace(rule, name=name, rule=RuleRef(edition, rule.rule.section)) for name, rule in given)
