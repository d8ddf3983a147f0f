"""The turn is over: the next player (rules 1983 §4)."""

from __future__ import annotations

from companion.core.messages import Event
from companion.games.abilene.common.messages import (
    Step,
    TurnBegan,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.state import from_the_left
from companion.games.abilene.edition_1983.phases.returning import returning
from companion.games.abilene.edition_1983.rules import fever
from companion.games.abilene.edition_1983.state import State1983


class TurnEnd(Phase[State1983]):
    """Nobody is waited for."""

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        state = now.state
        held_up = state.sale or state.pending or fever.asked(state) or returning(now.layout, state)
        if held_up or (state.turn.seat not in state.out and state.turn.step is not Step.SALE):
            return ()
        return (TurnBegan(from_the_left(state, state.turn.seat)[0], state.turn.number + 1),)
