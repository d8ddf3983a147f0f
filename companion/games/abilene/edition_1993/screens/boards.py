"""The board of 1993 on a screen: what this seat can tap."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.ui.board_page import BoardMoves
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement_facts import FACTS_1993
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.screens.boards import move_signs, move_words
from companion.games.abilene.edition_1993.state import State1993


def board_moves(
    kind: str,
    die: str,
    movers: Sequence[str],
    dice: tuple[int, ...],
    used: tuple[int, ...],
    now: Situation[State1993],
    position: Position,
) -> BoardMoves:
    """Where the figures on the cells ``movers`` can go with every die of the kind ``die`` that is left.

    A move is sent as a command ``kind``.
    """
    seat = now.state.turn.seat
    left = {die: face for die, face in enumerate(dice) if die not in used}
    view = movement.sight(now.layout, position, seat, now.table.rules, FACTS_1993)
    reach = {
        (node, face): movement.destinations_seen(view, position, node, face, seat)
        for face in set(left.values())
        for node in movers
    }
    to = {
        node: {
            die: {cell: what.value for cell, what in reach[node, face].items()}
            for die, face in left.items()
            if reach[node, face]
        }
        for node in movers
    }
    possible = {node: by_die for node, by_die in to.items() if by_die}
    return BoardMoves(kind, dice, possible, move_words(), used=used, signs=move_signs(), die=die)
