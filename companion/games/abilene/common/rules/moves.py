"""What every edition checks of a turn and of a move (rules 1993 §6-§11, 1983 §4-§6)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, NotNow
from companion.core.text import Who, fact
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.state import State


def on_board(state: State) -> Position:
    """The position; raises NotNow at the level *bank*."""
    if state.position is None:
        raise NotNow.saying(SENTENCES, fact("no_board"))
    return state.position


def face_of(dice: tuple[int, ...], used: tuple[int, ...], die: int) -> int:
    """What this die shows; raises BadRequest for one that is not there, NotNow for one that has been used."""
    if not 0 <= die < len(dice):
        raise BadRequest.saying(SENTENCES, fact("no_such_die"))
    if die in used:
        raise NotNow.saying(SENTENCES, fact("die_used"))
    return dice[die]


def my_turn(state: State, seat: str, *steps: Step) -> None:
    """Passes when it is this seat's turn, in one of the steps, and nothing else comes first; raises NotNow."""
    if state.turn.seat != seat:
        raise NotNow.saying(SENTENCES, fact("other_turn", who=Who(state.turn.seat)))
    if state.turn.step not in steps:
        raise NotNow.saying(SENTENCES, fact("other_step"))
    if state.pending:
        raise NotNow.saying(SENTENCES, fact("move_unfinished"))
    if state.sale:
        raise NotNow.saying(SENTENCES, fact("sale_unfinished"))


def on_free_cell(layout: Layout, state: State, cell: str) -> None:
    """Passes for a free cell of the board; raises BadRequest. Not even the table's consent puts two figures on one."""
    if cell not in layout.by_id or state.position is None or not state.position.free(cell):
        raise BadRequest.saying(SENTENCES, fact("no_free_cell", cell=cell))
