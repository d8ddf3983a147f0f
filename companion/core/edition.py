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
    """An edition of a game.

    ``players`` are the least and the most, ``minutes`` the usual length; ``rules`` are the default house rules, and the
    first of ``levels`` is the usual one. ``former_rules`` are earlier defaults, the oldest first: a table keeps those
    that it was opened with, so that its log replays to the same state.
    """

    id: str
    title: Text
    players: tuple[int, int]
    minutes: int
    needs: Text
    levels: tuple[Level, ...]
    rules: Any
    accounts: Mapping[str, Account] = field(default_factory=dict)
    """accounts that belong to no seat, such as a pot; opened with those of the seats"""
    payees: frozenset[Payee] = USUAL_PAYEES
    """who players may pay at any time, besides payable accounts; empty: the game is not played for money"""
    currency: Currency = DOLLARS
    points: Points | None = None
    """the unit of scores; None if scores are money"""
    quick_amounts: tuple[int, ...] = (100, 500, 1_000)
    """the amounts of the chips that add up to a payment"""
    keyed: bool = False
    """whether keys for digits are shown besides the chips, because few amounts add up from these"""
    notes: tuple[int, ...] = (5_000, 1_000, 500, 100)
    """the values of the game's banknotes, the largest first; empty: money is not counted in notes"""
    former_rules: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        check_names(self.accounts)

    @property
    def defaults(self) -> tuple[Any, ...]:
        """Return all sets of default rules, the oldest first; the index of one is its number in the database."""
        return (*self.former_rules, self.rules)

    @property
    def pays(self) -> bool:
        """Return whether the game is played for money."""
        return bool(self.payees)

    @property
    def score_unit(self) -> Unit:
        """Return the unit of scores."""
        return self.points or self.currency


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """A range of whole numbers, ``least`` to ``most``, for the value of a house rule.

    ``words`` returns a value in words; ``money``: the number is an amount, and typed like one.
    """

    least: int
    most: int
    words: Callable[[int], Text]
    money: bool = False


@dataclass(frozen=True, slots=True)
class AnyWords:
    """A line of free text, at most ``most`` characters, for the value of a house rule.

    ``words`` returns a value in words; ``amounts``: the text is a list of amounts, kept as whole numbers separated by
    commas.
    """

    most: int
    words: Callable[[str], Text]
    amounts: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: its sentence and the ``options`` for its value; the default is in ``Edition.rules``.

    ``number`` or ``words`` allow another number or text besides the options. ``digits_of`` names the rule whose amount
    is typed with as many digits behind the decimal mark as this rule's value (0.50: two).
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
    """Declare a field of a dataclass as a house rule; ``values`` maps each option of the form to its words."""
    given = values or {}
    options = tuple(Option(value.value if isinstance(value, Enum) else value, label) for value, label in given.items())
    rule = HouseRule("", sentence, options, RuleRef("", section), number, words, digits_of)
    return field(default=default, metadata={OFFER: rule})


def offered_amount(default: int, section: str, sentence: Text, least: int, most: int, *usual: int) -> Any:
    """Declare a field as a house rule whose value is an amount; the ``usual`` amounts are options of the form."""
    number = AnyNumber(least, most, _money, money=True)
    return offered(default, section, sentence, {amount: _money(amount) for amount in usual}, number=number)


def _money(amount: int) -> Text:
    return say("%(amount)s", amount=Money(amount))


@identity_cache(most=32)
def offers(rules: type[Any], edition: str) -> tuple[HouseRule, ...]:
    """Return the house rules that this dataclass declares, in their order, with references to the edition's rules."""
    every = fields(rules) if is_dataclass(rules) else ()  # None where an edition has no rules to choose from
    given = [(each.name, each.metadata[OFFER]) for each in every if OFFER in each.metadata]
    return tuple(replace(rule, name=name, rule=RuleRef(edition, rule.rule.section)) for name, rule in given)
