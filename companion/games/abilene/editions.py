"""The editions of Abilene on the shelf: frozen values, and the only place that tells them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.layout import TOWN
from companion.core.plugin import Edition, HouseRule
from companion.core.table.table import Level
from companion.core.text import say
from companion.games.abilene.common.board.movement import JAIL
from companion.games.abilene.common.board.movement_facts import FACTS_1983, FACTS_1993, MovementFacts
from companion.games.abilene.common.house_rules import HouseRules
from companion.games.abilene.common.reducer import DICE_FIRST, Flow
from companion.games.abilene.common.seats import SIX_RANCHES, THREE_PRAIRIES, Seating
from companion.games.abilene.edition_1983.book import HEXAGAMES
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.options import steer_rules
from companion.games.abilene.edition_1983.reducer import STEERS_FIRST
from companion.games.abilene.edition_1993.options import board_rules, sale_rules
from companion.games.abilene.edition_1993.play import SCHMIDT
from companion.games.abilene.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class AbileneEdition:
    """What an edition of Abilene is made of; amounts in dollars."""

    shelf: Edition
    board: str
    seating: Seating
    starting_cash: int
    flow: Flow
    movement: MovementFacts
    beside: tuple[str, ...]
    """where cowboys may stay beside the cells"""
    house_rules: tuple[HouseRule, ...]
    rulebook: Rulebook
    """the parts that are really another procedure: dice, duels, sales, loans, the end"""
    question_editions: tuple[str, ...] = ()
    """other names of the edition in rule questions"""


def editions() -> Mapping[str, AbileneEdition]:
    """Every edition by its id. All that differs between them can be read here, fact by fact."""
    return {
        "1993": AbileneEdition(
            shelf=Edition(
                id="1993",
                title=say("Schmidt 1993, six ranches"),
                players=(3, 6),
                minutes=90,
                needs=say("the board, the figures and five dice; leave the money and the corral cards in the box"),
                levels=(Level.BOARD, Level.BANK),
                rules=HouseRules(),
            ),
            board="abilene-1993",
            seating=SIX_RANCHES,
            starting_cash=10_000,
            flow=DICE_FIRST,
            movement=FACTS_1993,
            beside=(TOWN, JAIL),
            house_rules=(*sale_rules(), *board_rules()),
            rulebook=SCHMIDT,
        ),
        "1983": AbileneEdition(
            shelf=Edition(
                id="1983",
                title=say("Hexagames 1983, three prairies"),
                players=(2, 3),
                minutes=60,
                needs=say("the board, the figures and two dice; leave the money in the box"),
                levels=(Level.BOARD, Level.BANK),
                rules=SteerRules(),
            ),
            board="abilene-hexagames",
            seating=THREE_PRAIRIES,
            starting_cash=2_000,
            flow=STEERS_FIRST,
            movement=FACTS_1983,
            beside=(),
            house_rules=steer_rules(),
            rulebook=HEXAGAMES,
            question_editions=("hexagames",),
        ),
    }
