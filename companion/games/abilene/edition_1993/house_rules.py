"""The readings a table of the edition of 1993 may choose (rules 1993 §16), as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.edition import YES_NO, AnyNumber, offered
from companion.core.text import Text, say
from companion.games.abilene.common.board.movement_facts import FACTS_1993, MovementFacts
from companion.games.abilene.common.board.reference_boards import MAX_PLAYERS
from companion.games.abilene.common.house_rules import (
    CashVisibility,
    MovementRules,
    Transit,
    camera_applies,
    starting_money,
    who_sees_cash,
)
from companion.games.abilene.common.pieces import COWS_EACH

SHORT_GAMES = (0, 8, 12, 16, 20, 24)


def _cows(count: int) -> Text:
    if not count:
        return say("no, the full game")
    return say("%(count)s cows", count=count) if count > 1 else say("1 cow")


class ContestRule(StrEnum):
    """Cards that contest a sale (A1, §12.4)."""

    FOREIGN_CARD = "foreign_card"
    ANY_DOUBT = "any_doubt"


class Bankrupt(StrEnum):
    """The fate of a bankrupt player (A12, §12.12)."""

    OUT = "out"
    STAYS = "stays"


class EndCheck(StrEnum):
    """Moments at which an empty ranch ends the game (A13, §13.1)."""

    AT_ONCE = "at_once"
    END_OF_TURN = "end_of_turn"
    END_OF_ROUND = "end_of_round"


@dataclass(frozen=True)
class SaleRules:
    """Sales and money."""

    contest_rule: ContestRule = offered(
        ContestRule.FOREIGN_CARD,
        "16 A1",
        say("Which card makes the bank refuse to pay for a rustled cow?"),
        {
            ContestRule.FOREIGN_CARD: say("only someone else's brand (?)"),
            ContestRule.ANY_DOUBT: say("someone else's brand or no brand"),
        },
    )
    accuser_split: bool = offered(
        False,
        "16 A2",
        say("Several players rightly call a cow rustled: what does the seller pay?"),
        {True: say("they share twice the value"), False: say("twice the value to each of them")},
    )
    loan_anytime: bool = offered(
        False,
        "16 A14",
        say("When does the bank lend money?"),
        {True: say("in your turn, whenever you like"), False: say("only when you cannot pay")},
    )
    bankrupt_player: Bankrupt = offered(
        Bankrupt.OUT,
        "16 A12",
        say("What becomes of a bankrupt player?"),
        {
            Bankrupt.OUT: say("that player is out of the game"),
            Bankrupt.STAYS: say("that player goes on without cowboys"),
        },
    )
    cash_visibility: CashVisibility = who_sees_cash("16 A17")


@dataclass(frozen=True, slots=True)
class HouseRules(MovementRules, SaleRules):
    """Every option of rules 1993 §16 with its default; ``cows_to_sell`` 0 means no short game (13.2)."""

    abilene_transit: Transit = offered(
        Transit.STRAIGHT_FREE,
        "16 A4",
        say("A cowboy rides through the town: is leaving it a change of direction?"),
        {
            Transit.STRAIGHT_FREE: say("only when not riding straight on"),
            Transit.ALWAYS_TURN: say("always"),
            Transit.FREE: say("never"),
        },
    )
    max_turn_angle: int = offered(
        60,
        "16 A5",
        say("How sharply may a figure turn?"),
        {60: say("only slightly (60 degrees)"), 120: say("any way but straight back")},
    )
    cowboy_may_stop_in_abilene: bool = offered(
        True,
        "16 A6",
        say("May a cowboy end his ride in the town?"),
        {True: say("yes"), False: say("no, only ride through")},
    )
    cowboy_dice_mandatory: bool = offered(
        True,
        "16 A7",
        say("Must every cowboy die be used if it can be?"),
        {True: say("yes"), False: say("no, as you like")},
    )
    food_when_releasable: bool = offered(
        True, "16 A8", say("Three or more in jail and you release nobody: is food due?"), YES_NO
    )
    end_check: EndCheck = offered(
        EndCheck.END_OF_TURN,
        "16 A13",
        say("A player has no cattle left: when does the game end?"),
        {
            EndCheck.END_OF_TURN: say("at the end of the turn"),
            EndCheck.AT_ONCE: say("at once"),
            EndCheck.END_OF_ROUND: say("at the end of the round"),
        },
    )
    cows_to_sell: int = offered(
        0,
        "13.2",
        say("Shorter game: it also ends when so many cows have been sold."),
        {count: _cows(count) for count in SHORT_GAMES},
        number=AnyNumber(1, MAX_PLAYERS * COWS_EACH, _cows),
    )
    starting_money: int = starting_money("3.4", 10_000, 5_000, 1_000)
    memory_mode: bool = offered(
        False,
        "16 A15",
        say("May you look at your own cows again?"),
        {True: say("no, remember them"), False: say("yes, at any time")},
    )
    auto_confirm: bool = camera_applies("17")

    @property
    def movement(self) -> MovementRules:
        """Return how figures move, with ``facts``."""
        return self

    @property
    def facts(self) -> MovementFacts:
        """Return what the edition says of moving."""
        return FACTS_1993


DEFAULTS = HouseRules()

WIDEST_TURNS = HouseRules(max_turn_angle=120)
"""The widest reading of a turn that was ever a default (A5)."""
