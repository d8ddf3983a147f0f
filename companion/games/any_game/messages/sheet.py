"""Commands and events of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.messages import Command, Event, defined_in, logged_as
from companion.games.any_game.sheet import Row


@dataclass(frozen=True, slots=True)
class WriteRow(Command):
    """Command to write into a row of the sheet, by its number, 0 for the one that is due; a team by its first seat.

    The numbers are points, or, where something was announced, what was made. Numbers that stand there are corrected.
    """

    numbers: Mapping[str, int]
    row: int = 0


@dataclass(frozen=True, slots=True)
class RowWritten(Event):
    """Row of the sheet as it stands now; ``typed``: the numbers just typed into it.

    ``turn``: the player on turn then, "" without a marker; ``round``: the number of the round then. ``name``: the row's
    name, if any.
    """

    number: int
    row: Row
    typed: Mapping[str, int]
    by: str
    turn: str
    round: int
    corrected: bool = False
    name: str = ""


@logged_as(announced="told")
@dataclass(frozen=True, slots=True)
class AnnouncementsAsked(Event):
    """Opening of the ballot for announcements, of all players or of the dealer once more.

    ``announced``: the announcements that count already.
    """

    round: int
    announced: Mapping[str, int] = field(default_factory=dict)


@logged_as(announced="told")
@dataclass(frozen=True, slots=True)
class Announced(Event):
    """Announcements of all players in this round, by seats."""

    round: int
    announced: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WentOver(Event):
    """Exit of the players who have more points than allowed."""

    seats: tuple[str, ...]


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
