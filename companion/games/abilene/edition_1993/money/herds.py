"""Cows, the stickers under them, what these say to machines, and the corral's tables (rules 1993 §1.2, §1.3, §12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.core.errors import BadRequest, RuleRef
from companion.core.text import Money, say
from companion.games.abilene.edition_1993.house_rules import ContestRule, HouseRules

UNBRANDED_VALUE = 500
UNBRANDED_PER_PLAYER = 2
COWS_OF_A_BRAND: Mapping[int, int] = {1000: 1, 600: 3, 300: 2, 100: 1}
"""value -> number of cows of one brand that bear it"""

COMPOSITION = RuleRef("1993", "1.2")


class Brand(StrEnum):
    """The letter that marks a herd; not the letter of a ranch, though both run from A to F (§19.10)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"


@dataclass(frozen=True, slots=True)
class Sticker:
    """The print under a cow: its brand (None: unbranded) and its value in dollars.

    Raises BadRequest when the game holds no such cow.
    """

    brand: str | None
    value: int

    def __post_init__(self) -> None:
        if self.brand is None and self.value != UNBRANDED_VALUE:
            raise BadRequest(
                say("An unbranded cow is worth %(value)s, always.", value=Money(UNBRANDED_VALUE)), COMPOSITION
            )
        if self.brand is not None and (self.brand not in list(Brand) or self.value not in COWS_OF_A_BRAND):
            raise BadRequest(
                say("No cow bears brand %(brand)s and %(value)s.", brand=self.brand, value=Money(self.value)),
                COMPOSITION,
            )


def all_stickers(brands: Iterable[str]) -> Counter[Sticker]:
    """Return how often each sticker is in the game when these brands are played (§1.3).

    Ordered by brand, the dearest first, the unbranded last. Raise BadRequest for an unknown brand, or one named twice.
    """
    played = sorted(brands)
    if len(set(played)) < len(played):
        raise BadRequest(say("Two players cannot have the same brand."), RuleRef("1993", "3.2"))
    stickers = Counter({Sticker(brand, value): count for brand in played for value, count in COWS_OF_A_BRAND.items()})
    stickers[Sticker(None, UNBRANDED_VALUE)] = UNBRANDED_PER_PLAYER * len(played)
    return stickers


def still_possible(brands: Iterable[str], sold: Iterable[Sticker]) -> Mapping[Sticker, int]:
    """Return how many cows with each sticker have not been sold yet; a sticker that is used up is left out."""
    return all_stickers(brands) - Counter(sold)


FIRST_MARKER = 10
"""Below are the corners of boards."""
UNBRANDED_CODE = "N"


def kinds() -> tuple[Sticker, ...]:
    """Return every kind of sticker in the order of its marker."""
    return tuple(sorted(all_stickers(Brand), key=lambda one: (one.brand or "~", -one.value)))


def marker_of(sticker: Sticker) -> int:
    """Return the number of the marker on this sticker."""
    return FIRST_MARKER + kinds().index(sticker)


def code_of(sticker: Sticker) -> str:
    """Return what its QR code ends with."""
    return f"{sticker.brand or UNBRANDED_CODE}{sticker.value}"


def sticker_of_marker(number: int) -> Sticker | None:
    """Return the sticker that bears this marker; None for another marker."""
    at = number - FIRST_MARKER
    return kinds()[at] if 0 <= at < len(kinds()) else None


def sticker_of_code(code: str) -> Sticker | None:
    """Return the sticker with this code, in small letters or capitals; None for anything else."""
    return {code_of(sticker): sticker for sticker in kinds()}.get(code.upper())


BANK_FOR_OWN_BRAND = 1000
BANK_FOR_UNBRANDED = 1500
BANK_FOR_FOREIGN = 2000


class CorralCard(StrEnum):
    """The relation of a cow to its seller, as a corral card claims it and as its sticker proves it (§1.6)."""

    OWN = "OWN"
    NONE = "NONE"
    FOREIGN = "FOREIGN"


STAKES: Mapping[CorralCard, Mapping[CorralCard, int]] = {
    CorralCard.OWN: {CorralCard.OWN: 0, CorralCard.NONE: -1, CorralCard.FOREIGN: -2},
    CorralCard.NONE: {CorralCard.OWN: -1, CorralCard.NONE: +1, CorralCard.FOREIGN: -1},
    CorralCard.FOREIGN: {CorralCard.OWN: -2, CorralCard.NONE: -1, CorralCard.FOREIGN: +2},
}
"""True state, then card: how many times the cow's value its holder receives (+) or pays (-) (§12.5)."""


def true_state(sticker: Sticker, seller_brand: str) -> CorralCard:
    """Return what the cow really is to this seller (§12.3); a brand nobody plays any more is foreign, too."""
    if sticker.brand is None:
        return CorralCard.NONE
    return CorralCard.OWN if sticker.brand == seller_brand else CorralCard.FOREIGN


def contesting_cards(rules: HouseRules) -> tuple[CorralCard, ...]:
    """Return the cards that contest a foreign cow (§12.4, option ``contest_rule``)."""
    match rules.contest_rule:
        case ContestRule.FOREIGN_CARD:
            return (CorralCard.FOREIGN,)
        case ContestRule.ANY_DOUBT:
            return (CorralCard.NONE, CorralCard.FOREIGN)


def bank_pays(state: CorralCard, value: int, contested: bool) -> int:
    """Return what the bank gives for a cow of this state and value; only a foreign cow can be contested (§12.4)."""
    match state:
        case CorralCard.OWN:
            return BANK_FOR_OWN_BRAND + value
        case CorralCard.NONE:
            return BANK_FOR_UNBRANDED
        case CorralCard.FOREIGN:
            return 0 if contested else BANK_FOR_FOREIGN + value
