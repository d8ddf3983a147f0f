"""The phases of a turn of 1993, those first that hold up the others."""

from __future__ import annotations

from companion.core.messages import Event
from companion.games.abilene.common.messages import Step, TurnBegan
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1993.phases.duel import DuelPhase, LoserPhase, TheftPhase
from companion.games.abilene.edition_1993.phases.jail import JailPhase, ReleasePhase
from companion.games.abilene.edition_1993.phases.on_the_table import OnTheTablePhase
from companion.games.abilene.edition_1993.phases.sale import SettlementPhase, StickerPhase, VotePhase
from companion.games.abilene.edition_1993.phases.steps import CattlePhase, CowboysPhase, DicePhase
from companion.games.abilene.edition_1993.rules.play import at_once, at_turn_end
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


class EarlyEnd(Phase[State1993]):
    """Nobody is waited for."""

    def follow(self, now: Situation[State1993]) -> tuple[Event, ...]:
        over = at_once(now.layout, now.table, now.state)
        return (over,) if over else ()


PHASES: tuple[Phase[State1993], ...] = (
    DuelPhase(),
    TheftPhase(),
    LoserPhase(),
    SettlementPhase(),
    EarlyEnd(),
    StickerPhase(),
    VotePhase(),
    ReleasePhase(),
    JailPhase(),
    DicePhase(),
    CattlePhase(),
    CowboysPhase(),
    OnTheTablePhase(),
    TurnEnd(),
)
