"""The phases, those first that hold up the others; players of the box do one or another thing that is legal in them."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.games.western_town.commands import CountUp, StopGame
from companion.games.western_town.phases.acting import ActPhase
from companion.games.western_town.phases.attack import DefencePhase, TargetPhase, TownChoicePhase
from companion.games.western_town.phases.cards import FaceDownPhase, LayPhase
from companion.games.western_town.phases.goes import GainsPhase, GoPhase, StorePhase
from companion.games.western_town.phases.lincoln import CardPhase, CountPhase, TiePhase
from companion.games.western_town.phases.phase import Phase, Situation, current
from companion.games.western_town.phases.setup import StarsPhase, StartPhase
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
COMMANDS: tuple[type[Command], ...] = (
    *dict.fromkeys(command for phase in (TOWN, *PHASES) for command in phase.commands),
    StopGame,
)


def bot_command(table: Table, seat: str, chance: random.Random, secrets: Any = None) -> Command | None:
    """What a simple player does now at this seat; None: it is somebody else's go."""
    now = Situation(table, table.play, seat)
    phase, waited = current(PHASES, now)
    legal = phase.legal(now) if seat in waited else ()
    if table.seat(seat).box and set(table.people()) & set(now.circle.seats):
        legal = tuple(command for command in legal if not isinstance(command, CountUp))
    return chance.choice(legal) if legal else None
