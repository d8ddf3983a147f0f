"""The readings and variants that a table may choose (rules §13, §16)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.errors import RuleRef
from companion.core.plugin import HouseRule
from companion.core.text import say
from companion.core.ui.choice import Option
from companion.games.western_town.rulebook.scoring import Half
from companion.games.western_town.rulebook.setup import Variant

DUELLISTS = 4
"""The double duel is played by two pairs."""


class TownBoards(StrEnum):
    """Which boards and cubes lie on the table; only the printed ones can be read by a camera."""

    OTHERS = "others"
    SMALL_CUBES = "small_cubes"
    BOTH_CUBES = "both_cubes"


@dataclass(frozen=True, slots=True)
class Readings:
    """How the rules are read where they leave something open (16), with the defaults."""

    half_rounding: Half = Half.DOWN
    green_playable: bool = True
    start_cell_effect: bool = False


@dataclass(frozen=True, slots=True)
class HouseRules(Readings):
    """The readings and the variants."""

    variant: Variant = Variant.NORMAL
    double_duel: bool = False
    sealed_choice: bool = True
    """two who lay a card together choose in secret on their phones"""
    town_boards: TownBoards = TownBoards.OTHERS
    """what a camera finds: our printed town boards, and which cubes"""


def house_rules() -> tuple[HouseRule, ...]:
    """The options in words, each with the section of the rules.

    How green cards, the first cell and a pair's cards are handled makes no difference where towns are only counted.
    """
    no_yes = (Option(False, say("no")), Option(True, say("yes")))
    lengths = (
        Option(Variant.NORMAL.value, say("five turns")),
        Option(Variant.SHORT.value, say("four turns, the short game")),
    )
    halves = (
        Option(Half.DOWN.value, say("rounded down")),
        Option(Half.UP.value, say("rounded up")),
        Option(Half.HALF.value, say("exactly, with half points")),
    )
    return (
        HouseRule("variant", say("How long is the game?"), lengths, RuleRef("2012", "13.1")),
        HouseRule(
            "double_duel",
            say("Four players: two duels, the first two against each other and the last two?"),
            no_yes,
            RuleRef("2012", "13.2"),
        ),
        HouseRule(
            "half_rounding",
            say("A destroyed building counts half: how is that rounded?"),
            halves,
            RuleRef("2012", "16 W1"),
        ),
        HouseRule(
            "green_playable",
            say("With the guide: may green cards be played, without effect, for their gain?"),
            no_yes,
            RuleRef("2012", "16 W4"),
        ),
        HouseRule(
            "start_cell_effect",
            say("With the guide: does the 4-cell of the start card bring what is printed on it?"),
            no_yes,
            RuleRef("2012", "16 W5"),
        ),
        HouseRule(
            "sealed_choice",
            say("With the guide: do two who lay a card together choose it in secret on their phones?"),
            no_yes,
            RuleRef("2012", "7.1"),
        ),
        HouseRule(
            "town_boards",
            say("Which town boards lie on the table? A camera can read the printed ones."),
            (
                Option(TownBoards.OTHERS.value, say("those of the game, or none")),
                Option(TownBoards.SMALL_CUBES.value, say("printed ones, with cubes of 8 mm, each counts 1")),
                Option(TownBoards.BOTH_CUBES.value, say("printed ones, with cubes of 8 mm (1) and of 10 mm (4)")),
            ),
            RuleRef("2012", "1.3"),
        ),
    )
