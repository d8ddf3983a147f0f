"""The phases of a turn of 1993, those first that hold up the others."""

from __future__ import annotations

from companion.core.table.events import GameEnded
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.steps import EarlyEnd, NextTurn
from companion.games.abilene.edition_1993.phases.duel import DuelPhase, LoserPhase, TheftPhase
from companion.games.abilene.edition_1993.phases.jail import JailPhase, ReleasePhase
from companion.games.abilene.edition_1993.phases.sale import SettlementPhase, StickerPhase, VotePhase
from companion.games.abilene.edition_1993.phases.steps import CattlePhase, CowboysPhase, DicePhase, OnTheTablePhase
from companion.games.abilene.edition_1993.rules.play import at_once, at_turn_end
from companion.games.abilene.edition_1993.state import State1993


class TurnEnd(NextTurn[State1993]):
    """The end of the turn or of the round, with what waited for it; the stickers of unsold cows come first."""

    def held_up(self, now: Situation[State1993]) -> bool:
        return super().held_up(now) or bool(now.state.unshown)

    def over(self, now: Situation[State1993], round_over: bool) -> GameEnded | None:
        return at_turn_end(now.layout, now.table, now.state, round_over)


class EarlyEnd1993(EarlyEnd[State1993]):
    """The end of the game by the rules of 1993, before the turn is over."""

    def end(self, now: Situation[State1993]) -> GameEnded | None:
        return at_once(now.layout, now.table, now.state)


PHASES: tuple[Phase[State1993], ...] = (
    DuelPhase(),
    TheftPhase(),
    LoserPhase(),
    SettlementPhase(),
    EarlyEnd1993(),
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
