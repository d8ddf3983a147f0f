"""What a step of a turn checks in every edition: whose turn it is, free cells, dice that must be used."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.text import Who, fact
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.state import State


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


def step_ended(state: State, seat: str, step: Step, faces: tuple[int, ...], rule: RuleRef) -> tuple[Event, ...]:
    """Done with this step, unless dice that show ``faces`` must be used first; raises NotNow or IllegalMove."""
    my_turn(state, seat, Step.CATTLE, Step.COWBOYS, Step.TABLE)
    if state.turn.step is not step:
        raise NotNow.saying(SENTENCES, fact("step_over"))
    if faces:
        dice = ", ".join(map(str, faces))
        raise IllegalMove.saying(SENTENCES, fact("die_left", dice=dice), rule)
    return (m.StepEnded(seat, step),)
