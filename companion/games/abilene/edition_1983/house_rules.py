"""The readings a table of the 1983 edition may choose (rules 1983 §13), as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from companion.games.abilene.common.house_rules import CashVisibility


class ThirdPrairie(StrEnum):
    """Whether figures may enter a prairie that nobody has (H8)."""

    OPEN = "open"
    CLOSED = "closed"


class UnownedDuel(StrEnum):
    """What becomes of who loses a duel on such a prairie (H6, §6.3)."""

    KILLED = "killed"
    ESCAPES = "escapes"


class Duels(StrEnum):
    """By which means duels are fought (§6.1, §11)."""

    DICE = "dice"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class SteerRules:
    """Every option of rules 1983 §13 with its default.

    ``interest_each``: interest is that of each loan, not of all that is owed; ``repay_early``: before the end, too
    (§9.2). ``killed_again``: killed cowboys can be hired again (H12). ``cowboys`` is how many of each colour begin on
    the board (H10). The fields ``interest_...`` with a number are the part of the interest table that the rulebook
    keeps to itself (H3): what a debt up to so much costs, and every started 2,000 beyond the last line.
    """

    votes_total: bool = False
    interest_each: bool = False
    repay_early: bool = False
    interest_4000_inclusive: bool = True
    interest_6000: int = 1500
    interest_8000: int = 2000
    interest_10000: int = 2500
    interest_further: int = 500
    fever_memo: bool = False
    unowned_duel: UnownedDuel = UnownedDuel.KILLED
    third_prairie: ThirdPrairie = ThirdPrairie.OPEN
    cowboys: int = 3
    hire_once: bool = False
    killed_again: bool = False
    duels: Duels = Duels.DICE
    cash_visibility: CashVisibility = CashVisibility.OWN
    auto_confirm: bool = False
    """as in the other edition; not a rule of the game"""

    @property
    def interest_lines(self) -> Mapping[int, int]:
        """Debt -> interest, each line for a debt of up to so much, the smallest first (§9.2); it never falls."""
        lines = {**FIXED_LINES, 6000: self.interest_6000, 8000: self.interest_8000, 10000: self.interest_10000}
        return dict(zip(lines, accumulate(lines.values(), max), strict=True))

    @property
    def falls_at(self) -> int | None:
        """The debt from whose line on a larger debt would cost less than a smaller one; None where none does."""
        lines = {**FIXED_LINES, 6000: self.interest_6000, 8000: self.interest_8000, 10000: self.interest_10000}
        return next((limit for limit, cost in lines.items() if cost < self.interest_lines[limit]), None)


FIXED_LINES = {2000: 500, 4000: 1000}
"""The lines of the table of interest that the rules give (§9.2)."""
