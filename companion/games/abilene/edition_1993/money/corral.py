"""The corral: what a cow is to its seller, what that costs a voter, what the bank gives (rules 1993 §12.3-12.5).

The tables only, in whole dollars; ``prices`` settles sales by them and ``proceeds`` puts them into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from companion.games.abilene.edition_1993.house_rules import ContestRule, HouseRules
from companion.games.abilene.edition_1993.money.herds import Sticker

BANK_FOR_OWN = 1000
BANK_FOR_UNBRANDED = 1500
BANK_FOR_FOREIGN = 2000


class CorralCard(StrEnum):
    """What a cow is to its seller, as a corral card claims it and as its sticker proves it (§1.6)."""

    OWN = "OWN"
    NONE = "NONE"
    FOREIGN = "FOREIGN"


STAKES: Mapping[CorralCard, Mapping[CorralCard, int]] = {
    CorralCard.OWN: {CorralCard.OWN: 0, CorralCard.NONE: -1, CorralCard.FOREIGN: -2},
    CorralCard.NONE: {CorralCard.OWN: -1, CorralCard.NONE: +1, CorralCard.FOREIGN: -1},
    CorralCard.FOREIGN: {
        CorralCard.OWN: -2,
        CorralCard.NONE: -1,
        CorralCard.FOREIGN: +2,
    },
}
"""True state, then card: how many times the cow's value its holder receives (+) or pays (-) (§12.5)."""


def true_state(sticker: Sticker, seller_brand: str) -> CorralCard:
    """What the cow really is to this seller (§12.3); a brand nobody plays any more is foreign, too."""
    if sticker.brand is None:
        return CorralCard.NONE
    return CorralCard.OWN if sticker.brand == seller_brand else CorralCard.FOREIGN


def contesting_cards(rules: HouseRules) -> tuple[CorralCard, ...]:
    """The cards that contest a foreign cow (§12.4, option ``contest_rule``)."""
    match rules.contest_rule:
        case ContestRule.FOREIGN_CARD:
            return (CorralCard.FOREIGN,)
        case ContestRule.ANY_DOUBT:
            return (CorralCard.NONE, CorralCard.FOREIGN)


def bank_pays(state: CorralCard, value: int, contested: bool) -> int:
    """What the bank gives for a cow of this state and value; only a foreign cow can be contested (§12.4)."""
    match state:
        case CorralCard.OWN:
            return BANK_FOR_OWN + value
        case CorralCard.NONE:
            return BANK_FOR_UNBRANDED
        case CorralCard.FOREIGN:
            return 0 if contested else BANK_FOR_FOREIGN + value
