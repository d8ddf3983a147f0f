"""What is asked of a score sheet, and what then happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.messages import Command, Event, defined_in
from companion.games.any_game.sheet import Row


@dataclass(frozen=True, slots=True)
class WriteRow(Command):
    """Write into a row of the sheet, by its number, 0 for the one that is due; a team by its first seat.

    The numbers are points, or, where something was announced, what was made. What is written already is corrected.
    """

    numbers: Mapping[str, int]
    row: int = 0


@dataclass(frozen=True, slots=True)
class RowWritten(Event):
    """The row with this number stands like this now; ``typed`` is what somebody has typed into it.

    ``turn`` begins now, "" without a marker; ``round`` is the number of the round now. ``name`` is the row's, if any.
    """

    number: int
    row: Row
    typed: Mapping[str, int]
    by: str
    turn: str
    round: int
    corrected: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class AnnouncementsAsked(Event):
    """What the ballot that has been opened is for: in this round everybody, or one who may not choose as he did,
    announces. ``told`` is what the others have announced."""

    round: int
    told: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """What everybody has announced in this round, by seats."""

    round: int
    told: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WentOver(Event):
    """Players have more points than one may have, and are out."""

    seats: tuple[str, ...]


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
