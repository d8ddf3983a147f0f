"""The turn is over: the end of the game, or the next player (rules 1993 §6, §13.1, §13.2)."""

from __future__ import annotations

from companion.core.messages import Event
from companion.games.abilene.common.messages import Step, TurnBegan
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1993.rules.endings import at_turn_end
from companion.games.abilene.edition_1993.state import State1993


class TurnEnd(Phase[State1993]):
    """Nobody is waited for."""

    def follow(self, now: Situation[State1993]) -> tuple[Event, ...]:
        state = now.state
        if state.sale or state.pending or (state.turn.seat not in state.out and state.turn.step is not Step.SALE):
            return ()
        at = state.order.index(state.turn.seat)
        following = [seat for seat in (*state.order[at + 1 :], *state.order[: at + 1]) if seat in state.solvent]
        round_over = state.order.index(following[0]) <= at
        over = at_turn_end(now.layout, now.table, state, round_over)
        return (over or TurnBegan(following[0], state.turn.number + 1),)
