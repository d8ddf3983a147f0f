"""The readings and variants that a table may choose (rules §13, §16)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.western_town.rulebook.scoring import Half
from companion.games.western_town.rulebook.setup import Variant


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
