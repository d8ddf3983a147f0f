"""Players of the box: of what is legal they do one thing or another."""

from __future__ import annotations

import random

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.games.western_town.phases.order import PHASES
from companion.games.western_town.phases.phase import Situation, current


def bot_command(table: Table, seat: str, chance: random.Random) -> Command | None:
    """What a simple player does now at this seat; None: it is somebody else's go."""
    now = Situation(table, table.play, seat)
    phase, waited = current(PHASES, now)
    legal = phase.legal(now) if seat in waited else ()
    return chance.choice(legal) if legal else None
