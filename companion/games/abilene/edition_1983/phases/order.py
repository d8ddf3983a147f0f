"""The phases of a turn of 1983, those first that hold up the others."""

from __future__ import annotations

from companion.core.table.events import GameEnded
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.steps import EarlyEnd, NextTurn
from companion.games.abilene.edition_1983.phases.duel import CardDuelPhase, DuelPhase, ReturnPhase, TheftPhase
from companion.games.abilene.edition_1983.phases.sale import FeverPhase, SettlementPhase, TruthPhase, VotePhase
from companion.games.abilene.edition_1983.phases.steps import (
    CattlePhase,
    CowboysPhase,
    DicePhase,
    OnTheTablePhase,
    held_up,
)
from companion.games.abilene.edition_1983.rules.play import six_left
from companion.games.abilene.edition_1983.state import State1983


class TurnEnd(NextTurn[State1983]):
    """End of a turn, after notes and escaped cowboys."""

    def held_up(self, now: Situation[State1983]) -> bool:
        return held_up(now)


class EarlyEnd1983(EarlyEnd[State1983]):
    """The end of the game by the rules of 1983, before the turn is over."""

    def end(self, now: Situation[State1983]) -> GameEnded | None:
        return six_left(now.table, now.state)


PHASES: tuple[Phase[State1983], ...] = (
    FeverPhase(),
    CardDuelPhase(),
    DuelPhase(),
    TheftPhase(),
    SettlementPhase(),
    EarlyEnd1983(),
    TruthPhase(),
    VotePhase(),
    ReturnPhase(),
    CattlePhase(),
    DicePhase(),
    CowboysPhase(),
    OnTheTablePhase(),
    TurnEnd(),
)
