"""The board on a screen: figures, whose ranch is whose, and what this seat can tap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.boards.layout import TOWN, Layout
from companion.core.table.table import Phase, Table
from companion.core.text import Text, say
from companion.core.ui.board_page import BoardMoves, BoardTargets, BoardView, Figure
from companion.games.abilene.common import moves
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement import CORRAL, MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.state import Duel, Loser, State, Theft, standing_on


def board_view(layout: Layout, table: Table, state: State, seat: str | None) -> BoardView | None:
    """The board at the level *board*; None where the table only keeps the money."""
    board, position = plain_board(layout, state), state.position
    if board is None or position is None or seat is None or table.phase is not Phase.PLAYING:
        return board
    moves = _moves(layout, table, state, position, seat)
    return replace(board, moves=moves, targets=_targets(layout, state, position, seat))


def plain_board(layout: Layout, state: State) -> BoardView | None:
    """The board as everybody sees it, with nothing to tap; None where the table only keeps the money."""
    position = state.position
    if position is None:
        return None
    regions = {ranch: owner for owner, ranch in position.ranch_of.items()}
    return BoardView(layout.name, _figures(position, state.prairie.colours), regions, lit=_lit(state))


def _figures(position: Position, colours: Mapping[str, str]) -> dict[str, tuple[Figure, ...]]:
    """Every figure where it stands; ``colours`` says of cattle with a colour whose it is."""
    figures: dict[str, tuple[Figure, ...]] = {cow: (Figure("cow", colours.get(cow) or None),) for cow in position.cows}
    figures |= {cell: (Figure("cowboy", seat),) for cell, seat in position.cowboys.items()}
    for node, counts in ((TOWN, position.town), (movement.JAIL, position.jail)):
        if counts:
            figures[node] = tuple(Figure("cowboy", seat, count) for seat, count in counts.items())
    if position.corral:
        figures[CORRAL] = (Figure("cow", count=position.corral),)
    return figures


def _lit(state: State) -> tuple[str, ...]:
    """The cells of what is being asked about, else of the last move."""
    match state.pending:
        case Duel(frm=frm, cell=cell) | Theft(frm=frm, cell=cell):
            return (frm, cell)
        case Loser(cell=cell):
            return (cell,)
        case _:
            return state.last


def tapped(board: BoardView | None) -> list[tuple[str, int, str, MoveKind]]:
    """Every move that the board offers: from where, with which die, to where, and what happens there."""
    if board is None or board.moves is None:
        return []
    return [
        (frm, die, to, MoveKind(what))
        for frm, by_die in board.moves.to.items()
        for die, ends in by_die.items()
        for to, what in ends.items()
    ]


def move_words() -> dict[str, Text]:
    """What happens at the end of a move, in words."""
    return {
        MoveKind.MOVE.value: say("move"),
        MoveKind.SALE.value: say("to Abilene: sell it"),
        MoveKind.THEFT.value: say("take this cow"),
        MoveKind.DUEL.value: say("duel"),
        MoveKind.TOWN.value: say("into the town"),
        MoveKind.STAY.value: say("stay"),
    }


def _moves(layout: Layout, table: Table, state: State, position: Position, seat: str) -> BoardMoves | None:
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


def _targets(layout: Layout, state: State, position: Position, seat: str) -> BoardTargets | None:
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
