"""The sale of a cow in words (rules 1993 §12): what a card may win or cost, and afterwards why money moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.text import Fact, Money, Text, Who, fact, say
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.money.herds import (
    BANK_FOR_FOREIGN,
    BANK_FOR_OWN_BRAND,
    BANK_FOR_UNBRANDED,
    STAKES,
    UNBRANDED_VALUE,
    CorralCard,
    contesting_cards,
)


@dataclass(frozen=True, slots=True)
class SaleOutlook:
    """A sale before anybody votes: ``cards[card][state]`` for a voter, ``bank[state]`` for the seller."""

    cards: Mapping[CorralCard, Mapping[CorralCard, Text]]
    bank: Mapping[CorralCard, Text]


def sale_outlook(rules: HouseRules) -> SaleOutlook:
    """Return what each card wins or costs its holder, in a word or two, and what the bank pays, in each true state.

    Nobody knows the value of the cow yet, so amounts are multiples of it; but an unbranded cow has one value always.
    """
    return SaleOutlook(
        cards={card: {state: _stake(state, card, rules) for state in CorralCard} for card in CorralCard},
        bank={state: _bank_outlook(state, rules) for state in CorralCard},
    )


def _stake(state: CorralCard, card: CorralCard, rules: HouseRules) -> Text:
    factor = STAKES[state][card]
    if factor == 0:
        return say("%(amount)s", amount=Money(0))
    times = abs(factor)
    amount = Money(times * UNBRANDED_VALUE) if state is CorralCard.NONE else say("%(factor)s×", factor=times)
    if factor < 0:
        return say("−%(amount)s", amount=amount)
    return say("+%(amount)s, shared", amount=amount) if rules.accuser_split else say("+%(amount)s", amount=amount)


def _bank_outlook(state: CorralCard, rules: HouseRules) -> Text:
    if state is CorralCard.NONE:
        return say("the bank pays %(amount)s", amount=Money(BANK_FOR_UNBRANDED))
    base = BANK_FOR_OWN_BRAND if state is CorralCard.OWN else BANK_FOR_FOREIGN
    pays = say("%(base)s and the cow's value", base=Money(base))
    if state is CorralCard.OWN:
        return say("the bank pays %(amount)s", amount=pays)
    if CorralCard.NONE in contesting_cards(rules):
        return say("the bank pays %(amount)s if every card says it is your own, otherwise nothing", amount=pays)
    return say("the bank pays %(amount)s if no card says it is rustled, otherwise nothing", amount=pays)


def why_the_bank_pays(state: CorralCard, value: int, seller: str) -> Fact:
    """Return the reason of the bank's payment to the seller (§12.4)."""
    who, worth = Who(seller), Money(value)
    match state:
        case CorralCard.OWN:
            return fact("sold_own", seller=who, base=Money(BANK_FOR_OWN_BRAND), worth=worth)
        case CorralCard.NONE:
            return fact("sold_unbranded", seller=who)
        case CorralCard.FOREIGN:
            return fact("sold_rustled", seller=who, base=Money(BANK_FOR_FOREIGN), worth=worth)


WRONG: Mapping[tuple[CorralCard, CorralCard], str] = {
    (CorralCard.OWN, CorralCard.NONE): "own_taken_for_unbranded",
    (CorralCard.OWN, CorralCard.FOREIGN): "own_called_rustled",
    (CorralCard.NONE, CorralCard.OWN): "unbranded_taken_for_own",
    (CorralCard.NONE, CorralCard.FOREIGN): "unbranded_called_rustled",
    (CorralCard.FOREIGN, CorralCard.OWN): "rustled_taken_for_own",
    (CorralCard.FOREIGN, CorralCard.NONE): "rustled_taken_for_unbranded",
}
"""True state, then card: why a wrong guesser pays the seller (§12.5)."""


def why_a_voter_receives(state: CorralCard, voter: str, seller: str, sharers: int) -> Fact:
    """Return the reason of the seller's payment to a right accuser, one of ``sharers`` who divide it (§12.5, §19.6)."""
    code = "saw_rustled" if state is CorralCard.FOREIGN else "saw_unbranded"
    reason = fact(code, who=Who(voter), seller=Who(seller))
    return reason if sharers <= 1 else fact("shared", reason=reason, count=sharers)
