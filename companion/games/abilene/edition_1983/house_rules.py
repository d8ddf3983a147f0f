"""The readings a table of the 1983 edition may choose (rules 1983 §13), as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from typing import Any

from companion.core.edition import offered
from companion.core.text import Money, say
from companion.games.abilene.common.board.movement_facts import FACTS_1983, MovementFacts
from companion.games.abilene.common.house_rules import (
    CashVisibility,
    MovementRules,
    camera_applies,
    starting_money,
    who_sees_cash,
)

NOTE = 500
"""The only note in the box (§1.4): every price is a multiple of it, but for shared stakes (§16.5)."""
STEP = 2000
"""Beyond the last line of the table of interest every so much costs more (H3)."""
COSTS = {cost: say("%(cost)s", cost=Money(cost)) for cost in range(NOTE, 10 * NOTE + 1, NOTE)}


class ThirdPrairie(StrEnum):
    """Readings of figures entering a prairie that nobody has (H8)."""

    OPEN = "open"
    CLOSED = "closed"


class UnownedDuel(StrEnum):
    """The fate of the loser of a duel on such a prairie (H6, §6.3)."""

    KILLED = "killed"
    ESCAPES = "escapes"


class Duels(StrEnum):
    """Means by which duels are fought (§6.1, §11)."""

    DICE = "dice"
    CARDS = "cards"


def _interest(cost: int, limit: int) -> Any:
    """Return a line of the table of interest (H3)."""
    return offered(cost, "13 H3", say("Interest on a debt to the bank of up to %(limit)s:", limit=Money(limit)), COSTS)


@dataclass(frozen=True, slots=True)
class SteerRules:
    """Every option of rules 1983 §13 with its default.

    ``interest_each``: interest is that of each loan, not of all that is owed; ``repay_early``: before the end, too
    (§9.2). ``killed_again``: killed cowboys can be hired again, else those in the box alone (H12). ``cowboys`` is how
    many of each colour begin on the board (H10). The fields ``interest_...`` with a number are the part of the
    interest table that the rulebook keeps to itself (H3): what a debt up to so much costs, and every started 2,000
    beyond the last line.
    """

    votes_total: bool = offered(
        False,
        "13 H1",
        say("Several players guessed wrong, or several were right to doubt: how much money moves?"),
        {True: say("one stake, shared"), False: say("the whole stake for each")},
    )
    fever_memo: bool = offered(
        False,
        "13 H4",
        say("May you read your fever notes again?"),
        {True: say("yes, on your own phone"), False: say("no, remember them")},
    )
    cash_visibility: CashVisibility = who_sees_cash("3.2")
    cowboys: int = offered(
        3,
        "13 H10",
        say("With how many cowboys does everyone begin?"),
        {count: say("%(count)s cowboys", count=count) for count in (3, 2)},
    )
    steers_to_sell: int = offered(
        0,
        "10.1",
        say("Shorter game: it also ends when so many steers have been sold."),
        {0: say("no, the full game"), **{count: say("%(count)s steers", count=count) for count in (6, 9, 12)}},
    )
    starting_money: int = starting_money("1.1", 2_000, 1_000, 500)
    unowned_duel: UnownedDuel = offered(
        UnownedDuel.KILLED,
        "13 H6",
        say("Two players: who loses a duel on the prairie of nobody …"),
        {UnownedDuel.KILLED: say("is killed"), UnownedDuel.ESCAPES: say("escapes")},
    )
    third_prairie: ThirdPrairie = offered(
        ThirdPrairie.OPEN,
        "13 H8",
        say("Two players: may cowboys ride on the prairie of nobody?"),
        {ThirdPrairie.OPEN: say("yes"), ThirdPrairie.CLOSED: say("no, it is closed")},
    )
    hire_once: bool = offered(
        False,
        "13 H12",
        say("How often may a player hire a cowboy?"),
        {True: say("once in the game"), False: say("as often as fewer than two ride")},
    )
    killed_again: bool = offered(
        True,
        "13 H12",
        say("Can killed cowboys be hired again?"),
        {True: say("yes"), False: say("no, they are out of the game")},
    )
    duels: Duels = offered(
        Duels.DICE,
        "11",
        say("How are duels fought?"),
        {Duels.DICE: say("with a die each"), Duels.CARDS: say("with cards, on the phones")},
    )
    interest_each: bool = offered(
        False,
        "9.2",
        say("What is the interest of the bank counted on?"),
        {True: say("on each loan alone"), False: say("on all that you owe it")},
    )
    repay_early: bool = offered(
        False,
        "9.2",
        say("When is a bank loan repaid?"),
        {True: say("in your own turn, whenever you like"), False: say("at the end of the game")},
    )
    interest_4000_inclusive: bool = offered(
        True,
        "13 H2",
        say("A debt to the bank of exactly %(limit)s: what is the interest?", limit=Money(4000)),
        {True: say("%(cost)s, like less", cost=Money(1000)), False: say("that of the next line")},
    )
    interest_6000: int = _interest(1500, 6000)
    interest_8000: int = _interest(2000, 8000)
    interest_10000: int = _interest(2500, 10_000)
    interest_further: int = offered(
        500,
        "13 H3",
        say("… and for every further %(step)s or a part of it:", step=Money(STEP)),
        dict(list(COSTS.items())[:4]),
    )
    auto_confirm: bool = camera_applies("14")

    @property
    def movement(self) -> MovementRules:
        """Return how figures move, with ``facts``."""
        return MovementRules()

    @property
    def facts(self) -> MovementFacts:
        """Return what the edition says of moving (§4, §5), and the table of the prairie of nobody."""
        return replace(FACTS_1983, unowned_ranches_open=self.third_prairie is ThirdPrairie.OPEN)

    @property
    def interest_lines(self) -> Mapping[int, int]:
        """Return the interest of each debt of up to so much, the smallest first (§9.2); it never falls."""
        lines = {**FIXED_LINES, 6000: self.interest_6000, 8000: self.interest_8000, 10000: self.interest_10000}
        return dict(zip(lines, accumulate(lines.values(), max), strict=True))

    @property
    def falls_at(self) -> int | None:
        """Return the debt from whose line on a larger debt would cost less than a smaller one; None where none does."""
        lines = {**FIXED_LINES, 6000: self.interest_6000, 8000: self.interest_8000, 10000: self.interest_10000}
        return next((limit for limit, cost in lines.items() if cost < self.interest_lines[limit]), None)


UNTIL_2026_11_28 = SteerRules(killed_again=False)
"""The defaults of before (H12)."""

FIXED_LINES = {2000: 500, 4000: 1000}
"""The lines of the table of interest that the rules give (§9.2)."""
