"""The board of 1993 on a screen: what this seat can tap."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.boards.layout import Layout
from companion.core.table.table import Phase, Table
from companion.core.text import say
from companion.core.ui.board_page import BoardMoves, BoardTargets, BoardView
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.screens.boards import move_words, plain_board
from companion.games.abilene.common.state import Loser, Theft, standing_on
from companion.games.abilene.edition_1993 import moves
from companion.games.abilene.edition_1993.state import State1993


def board_view(layout: Layout, table: Table, state: State1993, seat: str | None) -> BoardView | None:
    """The board at the level *board*; None where the table only keeps the money."""
    board, position = plain_board(layout, state), state.position
    if board is None or position is None or seat is None or table.phase is not Phase.PLAYING:
        return board
    moves = _moves(layout, table, state, position, seat)
    return replace(board, moves=moves, targets=_targets(layout, state, position, seat))


def _moves(layout: Layout, table: Table, state: State1993, position: Position, seat: str) -> BoardMoves | None:
    turn = state.turn
    if turn.seat != seat or state.pending or state.sale:
        return None
    match turn.step:
        case Step.CATTLE:
            kind, dice, used = "move_cow", turn.cow_dice, turn.used_cow
            movers = [cow for cow in position.herd(layout, seat) if cow not in turn.moved]
        case Step.COWBOYS:
            kind, dice, used = "move_cowboy", turn.cowboy_dice, turn.used_cowboy
            nodes = Counter(position.cowboys_of(seat))
            movers = [node for node in nodes if standing_on(state, seat, node) > 0]
        case _:
            return None
    left = {die: face for die, face in enumerate(dice) if die not in used}
    reach = {
        (node, face): movement.destinations(layout, position, node, face, seat, table.rules)
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
    return BoardMoves(kind, dice, {node: by_die for node, by_die in to.items() if by_die}, move_words())


def _targets(layout: Layout, state: State1993, position: Position, seat: str) -> BoardTargets | None:
    turn = state.turn
    match state.pending:
        case Theft(thief=thief) if thief == seat:
            return BoardTargets("place_cow", "cell", moves.theft_targets(layout, state), say("Put the cow here"))
        case Loser(winner=winner) if winner == seat:
            return BoardTargets("place_loser", "cell", moves.loser_targets(layout, state), say("Put the cowboy here"))
    if turn.seat == seat and turn.step is Step.JAIL and turn.releasing:
        cells = movement.release_cells(layout, position, seat)
        return BoardTargets("place_released", "cell", cells, say("Put your cowboy here"))
    return None
