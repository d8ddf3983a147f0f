"""The board of 1983 on a screen: what this seat can tap."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.ui.board_page import BoardMoves, Unit
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement import DEFAULTS
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COWBOY_DIE
from companion.games.abilene.common.screens.boards import move_signs, move_words
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.state import State1983


def board_moves(
    kind: str,
    movers: Sequence[str],
    dice: tuple[int, ...],
    used: tuple[int, ...],
    now: Situation[State1983],
    position: Position,
    unit: Unit,
) -> BoardMoves:
    """Where the figures on the cells ``movers`` can go with every die that is left, sent as a command ``kind``."""
    facts, seat = turn.facts_for(now.table.rules), now.state.turn.seat
    left = {die: face for die, face in enumerate(dice) if die not in used}
    view = movement.sight(now.layout, position, seat, DEFAULTS, facts)
    to: dict[str, dict[int, dict[str, str]]] = {}
    for node in movers:
        for die, face in left.items():
            ends = movement.destinations_seen(view, position, node, face, seat)
            if ends:
                to.setdefault(node, {})[die] = {cell: what.value for cell, what in ends.items()}
    return BoardMoves(kind, dice, to, move_words(), unit, used, move_signs(), COWBOY_DIE)
