"""The readings and variants that a table may choose (rules §13, §16)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.plugin import HouseRule
from companion.core.text import say
from companion.core.ui.choice import Option
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.lincoln import Half
from companion.games.western_town.rulebook.setup import Variant

DUELLISTS = 4
"""The double duel is played by two pairs."""


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
    town_boards: str = ""
    """not offered any more: which boards a camera read, in the logs of older tables"""


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
        HouseRule("variant", say("How long is the game?"), lengths, rule("13.1")),
        HouseRule(
            "double_duel",
            say("Four players: two duels, the first two against each other and the last two?"),
            no_yes,
            rule("13.2"),
        ),
        HouseRule(
            "half_rounding",
            say("A destroyed building counts half: how is that rounded?"),
            halves,
            rule("16 W1"),
        ),
        HouseRule(
            "green_playable",
            say("With the guide: may green cards be played, without effect, for their gain?"),
            no_yes,
            rule("16 W4"),
        ),
        HouseRule(
            "start_cell_effect",
            say("With the guide: does the 4-cell of the start card bring what is printed on it?"),
            no_yes,
            rule("16 W5"),
        ),
        HouseRule(
            "sealed_choice",
            say("With the guide: do two who lay a card together choose it in secret on their phones?"),
            no_yes,
            rule("7.1"),
        ),
    )
