"""Commands and events about players who come into a game that is going on, leave it, or come back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Command, Event, defined_in
from companion.core.money.ledger import BANK


@dataclass(frozen=True, slots=True)
class GoBankrupt(Command):
    """Command to leave the game: settle what one can, and give the rest to ``to``."""

    to: str = BANK


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Arrival of a player after the start, with ``points`` to begin with, who takes part from ``row`` of a sheet on.

    ``after``: the seat behind which he sits, "" for the last place. ``partner``: the first seat of the team that he
    joins, whose points he shares; "" without teams.
    """

    seat: str
    points: int = 0
    row: int = 1
    after: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """Departure of a player: what he had went to those he owed, and what was ``left`` of it ``to`` an account.

    ``broke``: nothing was left, in a game of money.
    """

    seat: str
    to: str
    left: int = 0
    broke: bool = True


@dataclass(frozen=True, slots=True)
class CameBack(Event):
    """Return of a player who had left, and takes part from ``row`` of a sheet on."""

    seat: str
    row: int = 1


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
