"""The readings that the rules of every edition ask for, as frozen values; each edition adds its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.errors import RuleRef
from companion.core.plugin import HouseRule
from companion.core.text import Text, say
from companion.core.ui.choice import Option


class Transit(StrEnum):
    """Whether leaving the town counts as the one turn of a move (rules 1993 A4, §9.8)."""

    STRAIGHT_FREE = "straight_free"
    ALWAYS_TURN = "always_turn"
    FREE = "free"


class CashVisibility(StrEnum):
    """Who sees the money of whom (rules 1993 A17, §5.5; 1983 §3.2)."""

    OWN = "own"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class MovementRules:
    """How a table reads the rules of movement (rules 1993 §16).

    The defaults here are those of the other edition, which forbids turning straight back and no more (1983 §4.5).
    """

    abilene_transit: Transit = Transit.STRAIGHT_FREE
    max_turn_angle: int = 120
    cowboy_may_stop_in_abilene: bool = True


def one_of(name: str, rule: RuleRef, sentence: Text, *options: Option) -> HouseRule:
    """One of several values."""
    return HouseRule(name, sentence, options, rule)


def yes_no(name: str, rule: RuleRef, sentence: Text, yes: Text, no: Text) -> HouseRule:
    """Yes or no, each in its own words."""
    return one_of(name, rule, sentence, Option(True, yes), Option(False, no))


def auto_confirm(rule: RuleRef) -> HouseRule:
    """The option of every edition that a camera can follow."""
    sentence = say("With a camera: must the player confirm a legal move that it has read?")
    return yes_no("auto_confirm", rule, sentence, say("no, it counts at once"), say("yes, with one tap"))
