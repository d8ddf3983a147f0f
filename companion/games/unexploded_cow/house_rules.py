"""The options that a table may choose (rules §14)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.edition import NO_YES, offered, offered_amount
from companion.core.text import Money, say
from companion.games.unexploded_cow.rulebook.cities import ANTE, STARTING_MONEY


class Decider(StrEnum):
    """The player who decides about the ability of a spy in another herd."""

    CARD_OWNER = "card_owner"
    HERD_OWNER = "herd_owner"


DECIDERS = {Decider.CARD_OWNER: say("the owner of the cow"), Decider.HERD_OWNER: say("the owner of the herd")}
REWARDS = {amount: say("%(amount)s", amount=Money(amount)) for amount in (100, 200)}

MAX_STARTING_MONEY = 100_000


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options with their defaults, their words and the section of the rules."""

    mechanic_reward: int = offered(100, "17.4", say("What does a mechanic earn for a bomb?"), REWARDS)
    mechanic_once_per_turn: bool = offered(False, "17.4", say("Does a mechanic defuse only one bomb a turn?"), NO_YES)
    ability_decider: Decider = offered(
        Decider.CARD_OWNER, "17.2", say("Who decides what a spy does with a bomb?"), DECIDERS
    )
    sudden_death_abilities: bool = offered(
        True, "17.10", say("Do generals, mechanics and PFCs act in sudden death?"), NO_YES
    )
    reante_when_empty: bool = offered(
        False, "17.11", say("Does everyone pay again when the pot is empty at the start of a turn?"), NO_YES
    )
    empty_pot_saves: bool = offered(
        False, "19.3", say("In sudden death, does the payment that empties the pot end the game at once?"), NO_YES
    )
    cities: int = offered(
        0,
        "14",
        say("Shorter game: with how many cities?"),
        {0: say("with all of them"), **{count: say("%(count)s cities", count=count) for count in (4, 6, 8)}},
    )
    starting_money: int = offered_amount(
        STARTING_MONEY,
        "4.2",
        say("With how much money does everyone begin?"),
        ANTE,
        MAX_STARTING_MONEY,
        *(STARTING_MONEY, 2_000, 1_000),
    )
    allow_two: bool = offered(False, "14", say("May two players play?"), NO_YES)
    card_markers: bool = offered(False, "14", say("Do the cards bear printed markers, for a camera?"), NO_YES)
