"""What every edition checks of a turn and of a move: cowboys, rustling, duels (rules 1993 §6-§11, 1983 §4-§6)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.text import Who, fact
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.state import Duel, State, Theft, standing_on


def ready_to_ride(state: State, seat: str, command: m.MoveCowboy, rule: RuleRef) -> tuple[Position, int]:
    """The board and what the die shows, for a cowboy who may still ride; raises NotNow, BadRequest or IllegalMove."""
    my_turn(state, seat, Step.COWBOYS)
    position = on_board(state)
    face = face_of(state.turn.cowboy_dice, state.turn.used_cowboy, command.die)
    if command.frm not in position.cowboys_of(seat):
        raise BadRequest.saying(SENTENCES, fact("no_own_cowboy", cell=command.frm))
    if standing_on(state, seat, command.frm) <= 0:
        raise IllegalMove.saying(SENTENCES, fact("cowboy_moved"), rule)
    return position, face


def met(layout: Layout, position: Position, seat: str, command: m.MoveCowboy) -> tuple[MoveKind, str]:
    """What stands on the end cell: nothing, somebody's cow, an enemy cowboy."""
    if command.to == TOWN:
        return MoveKind.TOWN, ""
    if command.to not in layout.by_id:
        raise BadRequest.saying(SENTENCES, fact("no_such_cell", cell=command.to))
    if command.to in position.cows:
        owners = {ranch: owner for owner, ranch in position.ranch_of.items()}
        return MoveKind.THEFT, owners.get(layout.by_id[command.to].region, "")
    match position.cowboys.get(command.to):
        case None:
            return MoveKind.MOVE, ""
        case owner if owner == seat:
            raise BadRequest.saying(SENTENCES, fact("own_cowboy_there", cell=command.to))
        case owner:
            return MoveKind.DUEL, owner


def stolen_placed(
    layout: Layout, state: State, seat: str, cell: str, targets: tuple[str, ...] | None, rule: RuleRef
) -> tuple[Event, ...]:
    """The stolen cow goes to one of the targets (None: to any free cell); raises NotNow, IllegalMove, BadRequest."""
    theft = state.pending
    if not isinstance(theft, Theft) or theft.thief != seat:
        raise NotNow.saying(SENTENCES, fact("no_stolen_cow"))
    if targets is not None and cell not in targets:
        raise IllegalMove.saying(SENTENCES, fact("cow_not_put_there", cell=cell), rule)
    if cell != theft.frm:
        on_free_cell(layout, state, cell)
    return (m.CowPlaced(theft.thief, theft.victim, theft.cell, cell),)


def going_on(state: State, seat: str) -> Duel:
    """The duel that this seat may decide; raises NotNow."""
    duel = state.pending
    if not isinstance(duel, Duel):
        raise NotNow.saying(SENTENCES, fact("no_duel"))
    if seat not in (duel.attacker, duel.defender):
        raise NotNow.saying(SENTENCES, fact("duellists_roll"))
    return duel


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


def step_ended(state: State, seat: str, step: Step, faces: tuple[int, ...], rule: RuleRef) -> tuple[Event, ...]:
    """Done with this step, unless dice that show ``faces`` must be used first; raises NotNow or IllegalMove."""
    my_turn(state, seat, Step.CATTLE, Step.COWBOYS, Step.TABLE)
    if state.turn.step is not step:
        raise NotNow.saying(SENTENCES, fact("step_over"))
    if faces:
        dice = ", ".join(map(str, faces))
        raise IllegalMove.saying(SENTENCES, fact("die_left", dice=dice), rule)
    return (m.StepEnded(seat, step),)
