"""The phases of a turn, in the order of precedence, and the legal commands of a seat.

The first phase of ``PHASES`` that waits for somebody is the current one.
"""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event, defined_in
from companion.core.phases import current
from companion.core.referee.parting import StopGame
from companion.core.table.table import Table
from companion.games.western_town import changes
from companion.games.western_town.camp import attack, die
from companion.games.western_town.camp.attack import DefencePhase, TargetPhase, TownChoicePhase
from companion.games.western_town.camp.die import ThrowAgainPhase
from companion.games.western_town.lincoln import card, visit
from companion.games.western_town.lincoln.card import CardPhase
from companion.games.western_town.lincoln.count import CountPhase, CountUp
from companion.games.western_town.lincoln.visit import TiePhase, VisitPhase
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.town import start
from companion.games.western_town.town.by_hand import TownPhase
from companion.games.western_town.town.start import StartPhase
from companion.games.western_town.turn import carry_out, gains, go, keep, lay, play, stars
from companion.games.western_town.turn.act import ActPhase
from companion.games.western_town.turn.gains import GainsPhase, StorePhase
from companion.games.western_town.turn.go import GoPhase
from companion.games.western_town.turn.lay import FaceDownPhase, LayPhase
from companion.games.western_town.turn.play import PlayPhase, WaitPhase
from companion.games.western_town.turn.stars import StarsPhase

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
EVENTS: tuple[type[Event], ...] = tuple(
    event
    for module in (changes, card, play, die, attack, visit, stars, start, keep, lay, go, carry_out, gains)
    for event in defined_in(module.__name__, Event)
)


def random_command(table: Table, seat: str, chance: random.Random, secrets: Any = None) -> Command | None:
    """Return a random legal command of this seat; None where it has none."""
    _, legal = legal_now(table, seat)
    return chance.choice(legal) if legal else None


def legal_now(table: Table, seat: str) -> tuple[Phase, tuple[Command, ...]]:
    """Return the current phase, and the commands of this seat in it that need no free input.

    A bot never starts the final count while a person plays around its camp.
    """
    now = Situation(table, table.play, seat)
    phase, waiting_for = current(PHASES, now)
    legal = phase.legal(now) if seat in waiting_for else ()
    people_at_camp = set(table.people()) & set(now.circle.seats)
    if table.seat(seat).box and people_at_camp:
        legal = tuple(command for command in legal if not isinstance(command, CountUp))
    return phase, legal
