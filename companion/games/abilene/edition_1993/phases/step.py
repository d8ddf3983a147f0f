"""A phase that is a step of the turn: its player is waited for until he is done with it (rules 1993 §6)."""

from __future__ import annotations

from companion.core.messages import Command, Event
from companion.games.abilene.common.messages import EndStep
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1993 import turns
from companion.games.abilene.edition_1993.state import State1993


class StepPhase(Phase[State1993]):
    """``step`` says which one."""

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (now.state.turn.seat,) if now.state.turn.step is self.step else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, EndStep):
            return turns.end_step(now.layout, now.table, now.state, seat, command.step, waived)
        return super().decide(now, seat, command, waived)
