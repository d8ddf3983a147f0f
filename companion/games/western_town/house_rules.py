"""The readings and variants that a table may choose (rules §13, §16)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.edition import NO_YES, offered
from companion.core.text import say
from companion.games.western_town.rulebook.lincoln import Half
from companion.games.western_town.rulebook.setup import Variant

DUELLISTS = 4
"""The double duel is played by two pairs."""
LENGTHS = {Variant.NORMAL: say("five turns"), Variant.SHORT: say("four turns, the short game")}
HALVES = {
    Half.DOWN: say("rounded down"),
    Half.UP: say("rounded up"),
    Half.HALF: say("exactly, with half points"),
}


@dataclass(frozen=True)
class Variants:
    """Other games with the same box (13)."""

    variant: Variant = offered(Variant.NORMAL, "13.1", say("How long is the game?"), LENGTHS)
    double_duel: bool = offered(
        False, "13.2", say("Four players: two duels, the first two against each other and the last two?"), NO_YES
    )


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings of the rules where they leave something open (16), with the defaults.

    They make no difference where towns are only counted.
    """

    half_rounding: Half = offered(
        Half.DOWN, "16 W1", say("A destroyed building counts half: how is that rounded?"), HALVES
    )
    green_playable: bool = offered(
        True, "16 W4", say("With the guide: may green cards be played, without effect, for their gain?"), NO_YES
    )
    start_cell_effect: bool = offered(
        False,
        "16 W5",
        say("With the guide: does the space 4 of the start card bring what is printed on it?"),
        NO_YES,
    )


@dataclass(frozen=True, slots=True)
class HouseRules(Readings, Variants):
    """The variants, the readings, and how the box is used."""

    sealed_choice: bool = offered(
        True,
        "7.1",
        say("With the guide: do two who lay a card together choose it in secret on their phones?"),
        NO_YES,
    )
