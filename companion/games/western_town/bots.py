"""Players of the box: of what is legal they do one thing or another."""

from __future__ import annotations

import random

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.games.western_town.commands import CountUp, HoldVisit
from companion.games.western_town.phases.order import PHASES
from companion.games.western_town.phases.phase import Situation, current

FOR_PEOPLE = (HoldVisit, CountUp)
"""what ends something for everybody: whoever plays beside the box may still have a look at his town"""


def bot_command(table: Table, seat: str, chance: random.Random) -> Command | None:
    """What a simple player does now at this seat; None: it is somebody else's go."""
    now = Situation(table, table.play, seat)
    phase, waited = current(PHASES, now)
    legal = phase.legal(now) if seat in waited else ()
    if table.seat(seat).box and set(table.people()) & set(now.circle.seats):
        legal = tuple(command for command in legal if not isinstance(command, FOR_PEOPLE))
    return chance.choice(legal) if legal else None
