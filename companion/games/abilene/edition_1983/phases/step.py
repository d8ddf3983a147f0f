"""A phase that is a step of the turn: its player is waited for until he is done with it (rules 1983 §4)."""

from __future__ import annotations

from companion.core.messages import Command, Event
from companion.games.abilene.common.messages import (
    EndStep,
    MoveCow,
    MoveCowboy,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983 import turn
from companion.games.abilene.edition_1983.state import State1983


class StepPhase(Phase[State1983]):
    """``step`` says which one."""

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        return (now.state.turn.seat,) if now.state.turn.step is self.step else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, EndStep):
            return turn.end_step(now.layout, now.table, now.state, seat, command.step, waived)
        return super().decide(now, seat, command, waived)


STEP_COMMANDS = (MoveCow, h.RollTwoDice, MoveCowboy, EndStep, h.HireCowboy)
"""What has to wait until nobody else is waited for."""
