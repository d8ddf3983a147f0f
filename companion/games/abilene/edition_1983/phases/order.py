"""The phases of a turn of 1983, those first that hold up the others."""

from __future__ import annotations

from companion.core.messages import Event
from companion.games.abilene.common.messages import (
    Step,
    TurnBegan,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.state import from_the_left
from companion.games.abilene.edition_1983.phases.cattle import CattlePhase, ReturnPhase, returning
from companion.games.abilene.edition_1983.phases.duel import CardDuelPhase, DuelPhase, TheftPhase
from companion.games.abilene.edition_1983.phases.on_the_table import OnTheTablePhase
from companion.games.abilene.edition_1983.phases.sale import FeverPhase, SettlementPhase, TruthPhase, VotePhase
from companion.games.abilene.edition_1983.phases.steps import CowboysPhase, DicePhase
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.rules.play import six_left
from companion.games.abilene.edition_1983.state import State1983


class TurnEnd(Phase[State1983]):
    """Nobody is waited for."""

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        state = now.state
        held_up = state.sale or state.pending or turn.asked(state) or returning(now.layout, state)
        if held_up or (state.turn.seat not in state.out and state.turn.step is not Step.SALE):
            return ()
        return (TurnBegan(from_the_left(state, state.turn.seat)[0], state.turn.number + 1),)


class EarlyEnd(Phase[State1983]):
    """Nobody is waited for."""

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        over = six_left(now.table, now.state)
        return (over,) if over else ()


PHASES: tuple[Phase[State1983], ...] = (
    FeverPhase(),
    CardDuelPhase(),
    DuelPhase(),
    TheftPhase(),
    SettlementPhase(),
    EarlyEnd(),
    TruthPhase(),
    VotePhase(),
    ReturnPhase(),
    CattlePhase(),
    DicePhase(),
    CowboysPhase(),
    OnTheTablePhase(),
    TurnEnd(),
)
