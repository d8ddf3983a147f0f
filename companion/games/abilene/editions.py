"""The editions of Abilene on the shelf: frozen values, and the only place that tells them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.game import Edition, HouseRule
from companion.core.table import Level
from companion.core.text import say
from companion.games.abilene.house_rules import HouseRules
from companion.games.abilene.options import board_rules, sale_rules
from companion.games.abilene.rulebook import Rulebook
from companion.games.abilene.schmidt import SCHMIDT
from companion.games.abilene.seats import SIX_RANCHES, Seating


@dataclass(frozen=True, slots=True)
class AbileneEdition:
    """What an edition of Abilene is made of; amounts in dollars."""

    shelf: Edition
    board: str
    seating: Seating
    starting_cash: int
    house_rules: tuple[HouseRule, ...]
    rulebook: Rulebook


def editions() -> Mapping[str, AbileneEdition]:
    """Every edition by its id."""
    schmidt = Edition(
        id="1993",
        title=say("Schmidt 1993, six ranches"),
        players=(3, 6),
        minutes=90,
        needs=say("the board, the figures and five dice; leave the money and the corral cards in the box"),
        levels=(Level.BOARD, Level.BANK),
        rules=HouseRules(),
    )
    six_ranches = AbileneEdition(
        shelf=schmidt,
        board="abilene-1993",
        seating=SIX_RANCHES,
        starting_cash=10_000,
        house_rules=(*sale_rules(), *board_rules()),
        rulebook=SCHMIDT,
    )
    return {schmidt.id: six_ranches}
