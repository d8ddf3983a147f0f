"""The readings a table of the edition of 1993 may choose (rules 1993 §16), as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.abilene.common.house_rules import CashVisibility, MovementRules


class ContestRule(StrEnum):
    """Which cards contest a sale (A1, §12.4)."""

    FOREIGN_CARD = "foreign_card"
    ANY_DOUBT = "any_doubt"


class Bankrupt(StrEnum):
    """What becomes of a bankrupt player (A12, §12.12)."""

    OUT = "out"
    STAYS = "stays"


class EndCheck(StrEnum):
    """When it is looked whether somebody has no cattle left (A13, §13.1)."""

    AT_ONCE = "at_once"
    END_OF_TURN = "end_of_turn"
    END_OF_ROUND = "end_of_round"


@dataclass(frozen=True, slots=True)
class HouseRules(MovementRules):
    """Every option of rules 1993 §16 with its default; ``cows_to_sell`` 0 means no short game (13.2)."""

    max_turn_angle: int = 60

    contest_rule: ContestRule = ContestRule.FOREIGN_CARD
    accuser_split: bool = False
    cowboy_dice_mandatory: bool = True
    food_when_releasable: bool = True
    bankrupt_player: Bankrupt = Bankrupt.OUT
    end_check: EndCheck = EndCheck.END_OF_TURN
    loan_anytime: bool = False
    memory_mode: bool = False
    cash_visibility: CashVisibility = CashVisibility.OWN
    cows_to_sell: int = 0
    auto_confirm: bool = False
    """a single legal explanation of what a camera saw is applied unasked; not a rule of the game"""


DEFAULTS = HouseRules()

UNTIL_2026_11_22 = HouseRules(max_turn_angle=120)
"""The defaults of before (A5)."""
