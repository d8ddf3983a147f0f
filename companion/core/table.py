"""A table: who sits there, what they have, what waits for consent, and the game's own state.

A table is a frozen value; ``companion.core.referee`` makes the next one from an event.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.core.ballot import Ballot
from companion.core.bank import Loan
from companion.core.errors import BadRequest
from companion.core.ledger import BANK, Accounts
from companion.core.messages import Command, Event, Message
from companion.core.text import Text, say

REMEMBERED = 40
"""How many actions can be undone one after the other."""


class Phase(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Level(StrEnum):
    """How much of the board the program follows (design.md)."""

    BANK = "bank"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Seat:
    """``picks`` are the game's own choices (ranch, colour, brand); ``box``: the box plays here itself."""

    id: str
    name: str
    picks: Mapping[str, str]
    box: bool = False


@dataclass(frozen=True, slots=True)
class Motion:
    """A command that waits until ``needs`` of the ``asked`` seats have agreed."""

    id: int
    by: str | None
    title: Text
    asked: tuple[str, ...]
    needs: int
    message: Message
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """An action that can be undone: it began after ``before``, ``by`` somebody."""

    before: int
    by: str | None
    title: Text
    touches: tuple[str, ...]
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the final ranking; ``cash`` is what the seat has when others have repaid, before it repays itself."""

    rank: int
    seat: str
    cash: int
    debts: int
    score: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``code`` names the kind of ending, ``reason`` tells it."""

    code: str
    reason: Text
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """``seq`` is the number of the last event; ``spent_at`` the last one by which a seat lost money."""

    code: str
    game: str
    edition: str
    rules: Any
    level: Level = Level.BOARD
    phase: Phase = Phase.LOBBY
    seats: tuple[Seat, ...] = ()
    accounts: Accounts = field(default_factory=lambda: {BANK: 0})
    loans: Mapping[int, Loan] = field(default_factory=dict)
    motions: tuple[Motion, ...] = ()
    ballot: Ballot | None = None
    play: Any = None
    seq: int = 0
    moved_at: int = 0
    spent_at: Mapping[str, int] = field(default_factory=dict)
    done: tuple[Done, ...] = ()
    ending: Ending | None = None
    admitted: Mapping[str, str] = field(default_factory=dict)
    """claims of new phones that the table has let in: claim -> seat"""

    def seat(self, number: str) -> Seat:
        """The seat with this id; raises BadRequest."""
        for seat in self.seats:
            if seat.id == number:
                return seat
        raise BadRequest(say("Nobody sits there."))

    @property
    def ids(self) -> tuple[str, ...]:
        """Seat ids in clockwise order."""
        return tuple(seat.id for seat in self.seats)

    def people(self, but: str | None = None) -> tuple[str, ...]:
        """Seats with somebody who can be asked, except ``but``."""
        return tuple(seat.id for seat in self.seats if not seat.box and seat.id != but)


# --- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeSeat(Command):
    """Sit down. ``picks`` as the game's seat fields ask for them."""

    name: str
    picks: Mapping[str, str]
    box: bool = False


@dataclass(frozen=True, slots=True)
class ChangeSeat(Command):
    """Another name, ranch, colour or brand; until the game starts."""

    name: str
    picks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LeaveSeat(Command):
    """Get up again; until the game starts."""


@dataclass(frozen=True, slots=True)
class StartGame(Command):
    """Begin. ``first`` names the first player; None lets the box draw."""

    first: str | None = None

    lot: int = 0
    """filled in by the box: who is drawn, counted from the first seat"""

    def drawn(self, chance: random.Random) -> StartGame:
        return replace(self, lot=chance.randrange(1_000_000))


@dataclass(frozen=True, slots=True)
class SetRule(Command):
    name: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class SetLevel(Command):
    level: Level


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Go back to how things stood at sequence number ``to``."""

    to: int


@dataclass(frozen=True, slots=True)
class AllowAnyway(Command):
    """Do what the rules refuse, if the table agrees."""

    message: Message


@dataclass(frozen=True, slots=True)
class CorrectBooks(Command):
    """A transfer by hand, with the payer's consent."""

    frm: str
    to: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class AdmitPhone(Command):
    """Let the phone that made this claim sit at a seat whose own phone is gone."""

    seat: str
    claim: str


@dataclass(frozen=True, slots=True)
class Suggest(Command):
    """What the box believes it saw this seat do: the seat is asked, and nothing happens unasked.

    The door for a camera: it fills in a move as a thumb would, and the same rules judge it.
    """

    seat: str
    message: Message
    title: Text


@dataclass(frozen=True, slots=True)
class PlayAgain(Command):
    """Another game with the same seats; after the end."""


@dataclass(frozen=True, slots=True)
class Agree(Command):
    motion: int


@dataclass(frozen=True, slots=True)
class Refuse(Command):
    """Refuse, or take one's own proposal back."""

    motion: int


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """About the table, not the game: an undo leaves it standing."""


@dataclass(frozen=True, slots=True)
class SeatTaken(TableEvent):
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatChanged(TableEvent):
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatLeft(TableEvent):
    seat: Seat


@dataclass(frozen=True, slots=True)
class PhoneAdmitted(TableEvent):
    """``how``: pin or table; ``serving``: a further phone (a neighbour's) instead of a new one."""

    seat: str
    claim: str
    how: str
    serving: bool = False


@dataclass(frozen=True, slots=True)
class TableCleared(TableEvent):
    """Back to the lobby with the same seats, for another game."""

    by: str


@dataclass(frozen=True, slots=True)
class MotionMade(TableEvent):
    motion: Motion


@dataclass(frozen=True, slots=True)
class MotionAgreed(TableEvent):
    """``carried``: that was the last consent needed; what was proposed follows as its own events."""

    motion: Motion
    seat: str
    carried: bool


@dataclass(frozen=True, slots=True)
class MotionDropped(TableEvent):
    """Refused, taken back, or no longer possible."""

    motion: Motion
    by: str | None
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Undone(TableEvent):
    """The game stands again as it stood at ``to``; ``title`` says what was undone."""

    to: int
    title: Text
    by: str | None


@dataclass(frozen=True, slots=True)
class RuleChanged(Event):
    """``words``: the rule and what was chosen, as players read them."""

    name: str
    value: str | int | bool
    words: Text


@dataclass(frozen=True, slots=True)
class LevelChanged(Event):
    level: Level


@dataclass(frozen=True, slots=True)
class BooksCorrected(Event):
    frm: str
    to: str
    amount: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """``order`` begins with the first player and goes clockwise."""

    order: tuple[str, ...]
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Allowed(Event):
    """Precedes what the table allowed against the rules."""

    by: str | None
    refusal: Text


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The postings settle every debt, so that the balances are the scores."""

    ending: Ending


COMMANDS: tuple[type[Command], ...] = (
    TakeSeat,
    ChangeSeat,
    LeaveSeat,
    StartGame,
    SetRule,
    SetLevel,
    Undo,
    AllowAnyway,
    CorrectBooks,
    AdmitPhone,
    Suggest,
    PlayAgain,
    Agree,
    Refuse,
)
EVENTS: tuple[type[Event], ...] = (
    SeatTaken,
    SeatChanged,
    SeatLeft,
    PhoneAdmitted,
    TableCleared,
    MotionMade,
    MotionAgreed,
    MotionDropped,
    Undone,
    RuleChanged,
    LevelChanged,
    BooksCorrected,
    GameStarted,
    Allowed,
    GameEnded,
)
