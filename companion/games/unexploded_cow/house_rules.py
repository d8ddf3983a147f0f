"""The options that a table may choose (rules §14)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.errors import RuleRef
from companion.core.plugin import HouseRule
from companion.core.text import Money, say
from companion.core.ui.choice import Option


class Decider(StrEnum):
    """Who decides about the ability of a spy in the herd of somebody else."""

    CARD_OWNER = "card_owner"
    HERD_OWNER = "herd_owner"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options with their defaults."""

    mechanic_reward: int = 100
    ability_decider: Decider = Decider.CARD_OWNER
    sudden_death_abilities: bool = True
    mechanic_once_per_turn: bool = False
    reante_when_empty: bool = False
    allow_two: bool = False
    card_markers: bool = False
    """whether the cards bear printed markers, so that a camera can follow the herds"""


def house_rules() -> tuple[HouseRule, ...]:
    """The options in words, each with the section of the rules."""
    no_yes = (Option(False, say("no")), Option(True, say("yes")))
    rewards = tuple(Option(amount, say("%(amount)s", amount=Money(amount))) for amount in (100, 200))
    deciders = (
        Option(Decider.CARD_OWNER.value, say("whoever owns the cow")),
        Option(Decider.HERD_OWNER.value, say("whoever owns the herd")),
    )
    return (
        HouseRule("mechanic_reward", say("What does a mechanic earn for a bomb?"), rewards, _at("17.4")),
        HouseRule("mechanic_once_per_turn", say("Does a mechanic defuse only one bomb a turn?"), no_yes, _at("17.4")),
        HouseRule("ability_decider", say("Who decides what a spy does with a bomb?"), deciders, _at("17.2")),
        HouseRule(
            "sudden_death_abilities", say("Do generals, mechanics and PFCs act in sudden death?"), no_yes, _at("17.10")
        ),
        HouseRule(
            "reante_when_empty",
            say("Does everybody pay again when the pot is empty at the start of a turn?"),
            no_yes,
            _at("17.11"),
        ),
        HouseRule("allow_two", say("May two players play?"), no_yes, _at("14")),
        HouseRule("card_markers", say("Do the cards bear printed markers, for a camera?"), no_yes, _at("14")),
    )


def _at(section: str) -> RuleRef:
    return RuleRef("2011", section)
