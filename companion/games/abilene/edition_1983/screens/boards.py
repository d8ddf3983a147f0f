"""The board of 1983 on a screen: steers in their colours, and what this seat can tap."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.layout import Layout
from companion.core.table.table import Phase, Table
from companion.core.text import say
from companion.core.ui.board_page import BoardMoves, BoardTargets, BoardView, Unit
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement import DEFAULTS
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.screens.boards import move_words, plain_board
from companion.games.abilene.common.state import standing_on
from companion.games.abilene.edition_1983 import turn as steps
from companion.games.abilene.edition_1983.pending import Duty, waiting
from companion.games.abilene.edition_1983.state import State1983


def board_view(layout: Layout, table: Table, state: State1983, seat: str | None) -> BoardView | None:
    """The board at the level *board*; None where the table only keeps the money."""
    board, position = plain_board(layout, state), state.position
    if board is None or position is None or seat is None or table.phase is not Phase.PLAYING:
        return board
    moves = _moves(layout, table, state, position, seat)
    return replace(board, moves=moves, targets=_targets(layout, table, state, seat))


def _moves(layout: Layout, table: Table, state: State1983, position: Position, seat: str) -> BoardMoves | None:
    turn, facts = state.turn, steps.facts_for(table.rules)
    now = waiting(layout, table, state)
    used: tuple[int, ...] = ()
    match now.duty:
        case Duty.CATTLE if seat in now.seats:
            kind, dice = "move_cow", turn.cow_dice
            movers = [cow for cow in position.herd(layout, seat) if cow not in turn.moved]
        case Duty.COWBOYS if seat in now.seats:
            kind, dice, used = "move_cowboy", turn.cowboy_dice, turn.used_cowboy
            movers = [cell for cell in position.cowboys_of(seat) if standing_on(state, seat, cell) > 0]
        case _:
            return None
    left = {die: face for die, face in enumerate(dice) if die not in used}
    to: dict[str, dict[int, dict[str, str]]] = {}
    for node in movers:
        for die, face in left.items():
            ends = movement.destinations(layout, position, node, face, seat, DEFAULTS, facts)
            if ends:
                to.setdefault(node, {})[die] = {cell: what.value for cell, what in ends.items()}
    return BoardMoves(kind, dice, to, move_words(), Unit.STEPS if now.duty is Duty.CATTLE else Unit.DIE)


def _targets(layout: Layout, table: Table, state: State1983, seat: str) -> BoardTargets | None:
    now = waiting(layout, table, state)
    if seat not in now.seats:
        return None
    match now.duty:
        case Duty.THEFT:
            cells = steps.theft_targets(layout, table, state)
            return BoardTargets("place_cow", "cell", cells, say("Where does the rustled steer go?"))
        case Duty.RETURN:
            back = steps.returning(layout, state)
            label = say("Where does your cowboy come back?")
            return BoardTargets("return_cowboy", "cell", back[1], label) if back else None
        case _:
            return None


def step_of(state: State1983) -> Step:
    """The step of the turn that is shown."""
    return Step.SALE if state.sale else state.turn.step
