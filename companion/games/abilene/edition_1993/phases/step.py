"""A phase that is a step of the turn: its player is waited for until he is done with it (rules 1993 §6)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.messages import EndStep, Step
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules.turns import step_ended
from companion.games.abilene.common.state import Turn
from companion.games.abilene.edition_1993.state import State1993


class StepPhase(Phase[State1993]):
    """``step`` says which one."""

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (now.state.turn.seat,) if now.state.turn.step is self.step else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, EndStep):
            return end_step(now.layout, now.table, now.state, seat, command.step, waived)
        return super().decide(now, seat, command, waived)


def end_step(layout: Layout, table: Table, state: State1993, seat: str, step: Step, waived: bool) -> tuple[Event, ...]:
    """Done with cattle, cowboys, or (level *bank*) the turn; cowboy dice that can be used must be (§9.3, §19.4).

    Whoever ends the cattle step that has just ended by itself is not told off: nothing happens.
    """
    turn = state.turn
    just_ended = turn.step is Step.COWBOYS and out_of_cow_dice(turn) and not turn.used_cowboy
    if step is Step.CATTLE and just_ended and turn.seat == seat and not state.pending:
        return ()
    must = step is Step.COWBOYS and table.rules.cowboy_dice_mandatory and not waived
    faces = usable_dice(layout, table, state) if must else ()
    return step_ended(state, seat, step, faces, RuleRef("1993", "9.3"))


def out_of_cow_dice(turn: Turn) -> bool:
    """Whether every light die has been used."""
    return bool(turn.cow_dice) and len(turn.used_cow) == len(turn.cow_dice)


def usable_dice(layout: Layout, table: Table, state: State1993) -> tuple[int, ...]:
    """Faces of the cowboy dice left that still have a legal move for a cowboy that has not moved."""
    position, turn = state.position, state.turn
    if position is None:
        return ()
    return tuple(
        face
        for die, face in enumerate(turn.cowboy_dice)
        if die not in turn.used_cowboy
        and movement.any_cowboy_move(layout, position, turn.seat, (face,), turn.moved, table.rules)
    )
