"""A phase that is a step of the turn: its player is waited for until he is done with it (rules 1983 §4)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.games.abilene.common.messages import (
    EndStep,
    MoveCow,
    MoveCowboy,
    Step,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules.turns import step_ended
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.rules.turn import due, facts_for
from companion.games.abilene.edition_1983.state import State1983


class StepPhase(Phase[State1983]):
    """``step`` says which one."""

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        return (now.state.turn.seat,) if now.state.turn.step is self.step else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, EndStep):
            return end_step(now.layout, now.table, now.state, seat, command.step, waived)
        return super().decide(now, seat, command, waived)


STEP_COMMANDS = (MoveCow, h.RollTwoDice, MoveCowboy, EndStep, h.HireCowboy)
"""What has to wait until nobody else is waited for."""


def end_step(layout: Layout, table: Table, state: State1983, seat: str, step: Step, waived: bool) -> tuple[Event, ...]:
    """Done with steers, with cowboys, or (level *bank*) with the turn; two cowboys must move if they can (§4.4)."""
    faces = unused_dice(layout, table, state) if step is Step.COWBOYS and not waived else ()
    return step_ended(state, seat, step, faces, RuleRef("1983", "4.4"))


def unused_dice(layout: Layout, table: Table, state: State1983) -> tuple[int, ...]:
    """Faces that must still be used in this turn."""
    turn = state.turn
    if state.position is None:
        return ()
    left = [face for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy]
    return due(layout, state.position, turn.seat, left, turn.moved, facts_for(table.rules))
