"""The listed beginning of a game of 1983 that is tried alone: a healthy steer, a sick one, a stolen one, a duel.

Everyone begins with two cowboys and little money, so that a cowboy who is lost can be replaced on credit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.games.abilene.common.opening import ListedTurn, Opening
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983.messages import RollShots, RollTwoDice
from companion.games.abilene.edition_1983.prices import Belief

BELIEVES, DOUBTS = Belief.BELIEVES.value, Belief.DOUBTS.value
GUIDED_ROUNDS = 3
RULES = {"steers_to_sell": 6, "starting_money": 500, "cowboys": 2}

MIA, ANNIE, BUCK = "C", "A", "B"
FEVER: Mapping[str, tuple[str, ...]] = {
    MIA: ("C5-2", "C5-6", "C5-9"),
    ANNIE: ("A5-1", "A5-4", "A5-8"),
    BUCK: ("B5-1", "B5-5", "B5-8"),
}
"""Prairie -> the steers with a hole underneath, by the cells on which they begin."""

OPENING = Opening(
    (MIA, ANNIE, BUCK),
    (
        ListedTurn((), (5, 1), (("C5-4", "C2-1"),), (("C3-3", "A5-2"), ("C3-1", "C3-2")), ("C5-4",)),
        ListedTurn((), (2, 1), (("A5-4", "A2-2"),), (("A3-1", "A5-2"), ("A3-3", "A4-4")), duel=(4, 2)),
        ListedTurn((), (2, 1), (("B5-4", "B2-1"),), (("B3-1", "B3-0"), ("B3-3", "B2-2"))),
        ListedTurn(
            (),
            (2, 1),
            (("C2-1", TOWN), ("C5-4", "C4-4")),
            (("C3-2", "C3-4"), ("C3-3", "C4-5")),
            votes={ANNIE: BELIEVES, BUCK: DOUBTS},
        ),
        ListedTurn(
            (),
            (1, 2),
            (("A2-2", TOWN), ("A5-6", "A3-3")),
            (("A5-2", "A6-2"), ("A4-4", "A6-4")),
            votes={BUCK: DOUBTS},
        ),
        ListedTurn(
            (),
            (1, 1),
            (("B2-1", TOWN), ("B5-3", "B4-3")),
            (("B2-2", "B2-1"), ("B3-0", "B4-0")),
            votes={ANNIE: BELIEVES},
        ),
        ListedTurn(
            (),
            (3, 2),
            (("C4-4", TOWN),),
            (("C3-4", "C4-7"), ("C4-5", "C4-6")),
            votes={ANNIE: BELIEVES, BUCK: DOUBTS},
        ),
        ListedTurn((), (2, 1), (("A3-3", "A2-2"),)),
        ListedTurn((), (1, 2)),
    ),
    RULES,
)


def listed(table: Table, seat: str, command: Command) -> Command:
    """Return the roll with the listed dice; see ``FirstGame.listed``."""
    turn = OPENING.turn(table)
    match command:
        case RollTwoDice(by_box=True) if turn:
            return replace(command, dice=turn.cowboy_dice)
        case RollShots(by_box=True) if turn and any(turn.duel):
            return replace(command, attacker=turn.duel[0], defender=turn.duel[1])
        case _:
            return command


def guided(table: Table) -> bool:
    """Return whether one of the first three rounds is played."""
    return bool(table.alone) and table.play.turn.number <= GUIDED_ROUNDS * len(table.play.order)
