"""The phases, those first that hold up the others."""

from __future__ import annotations

from companion.games.western_town.phases.acting import ActPhase
from companion.games.western_town.phases.attack import DefencePhase, TargetPhase, TownChoicePhase
from companion.games.western_town.phases.cards import FaceDownPhase, LayPhase
from companion.games.western_town.phases.goes import GainsPhase, GoPhase, StorePhase
from companion.games.western_town.phases.lincoln import CardPhase, CountPhase, TiePhase
from companion.games.western_town.phases.phase import Phase
from companion.games.western_town.phases.setup import KeepPhase, StarsPhase, StartPhase
from companion.games.western_town.phases.town import TownPhase
from companion.games.western_town.phases.turn import PlayPhase, ThrowAgainPhase, VisitPhase, WaitPhase

TOWN = TownPhase()
PHASES: tuple[Phase, ...] = (
    TownChoicePhase(),
    DefencePhase(),
    TargetPhase(),
    ThrowAgainPhase(),
    TiePhase(),
    StarsPhase(),
    StartPhase(),
    CardPhase(),
    KeepPhase(),
    FaceDownPhase(),
    ActPhase(),
    LayPhase(),
    GoPhase(),
    GainsPhase(),
    StorePhase(),
    VisitPhase(),
    PlayPhase(),
    WaitPhase(),
    CountPhase(),
)
