"""Commands and events about players who come into a game that is going on, or leave it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Command, Event, defined_in
from companion.core.money.ledger import BANK


@dataclass(frozen=True, slots=True)
class GoBankrupt(Command):
    """Settle what one can, give the rest to ``to``, and leave the game."""

    to: str = BANK


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Arrival of a player after the start, with ``points`` to begin with, who takes part from ``row`` of a sheet on."""

    seat: str
    points: int = 0
    row: int = 1


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """A player is out; what he had went to those he owed, the rest ``to`` an account."""

    seat: str
    to: str


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
