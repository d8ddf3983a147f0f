"""The phases, those first that hold up the others."""

from __future__ import annotations

from companion.games.western_town.phases.attack import DefencePhase, TargetPhase, TownChoicePhase
from companion.games.western_town.phases.lincoln import CardPhase, CountPhase, TiePhase
from companion.games.western_town.phases.phase import Phase
from companion.games.western_town.phases.town import TownPhase
from companion.games.western_town.phases.turn import PlayPhase, ThrowAgainPhase, WaitPhase

TOWN = TownPhase()
PHASES: tuple[Phase, ...] = (
    TownChoicePhase(),
    DefencePhase(),
    TargetPhase(),
    ThrowAgainPhase(),
    TiePhase(),
    CardPhase(),
    PlayPhase(),
    WaitPhase(),
    CountPhase(),
)
