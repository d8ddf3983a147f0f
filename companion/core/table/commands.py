"""Commands of every table: seats, phones, house rules, consent, undo, start and the next game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.messages import Command, Message, defined_in
from companion.core.table.table import Level, Pace, Rematch


@dataclass(frozen=True, slots=True)
class TakeSeat(Command):
    """Command to sit down. ``picks`` answer the game's seat fields; the box chooses those missing or empty."""

    name: str
    picks: Mapping[str, str]
    box: bool = False


@dataclass(frozen=True, slots=True)
class ChangeSeat(Command):
    """Command to take another name, or other picks, until the game starts."""

    name: str
    picks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LeaveSeat(Command):
    """Command to get up again, until the game starts."""


@dataclass(frozen=True, slots=True)
class ArrangeSeats(Command):
    """Command to set the order of all seats, clockwise, until the game starts."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartGame(Command):
    """Command to begin the game. ``first`` names the first player; None lets the box draw."""

    first: str | None = None

    lot: int = 0
    """filled in by the box: a random number; modulo the number of seats it is the index of the first player"""

    def with_draws(self, chance: random.Random) -> StartGame:
        return replace(self, lot=chance.randrange(1_000_000))


@dataclass(frozen=True, slots=True)
class SetRule(Command):
    """Command to choose a house rule."""

    name: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class SetRules(Command):
    """Command to choose several house rules at once, all or none, until the game starts."""

    values: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class SetLevel(Command):
    """Command to choose the level: how much of the board the box follows."""

    level: Level


@dataclass(frozen=True, slots=True)
class SetPace(Command):
    """Command to choose how fast the box's own players play."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class GoOn(Command):
    """Command of a person who plays alone to let the bots go on."""


@dataclass(frozen=True, slots=True)
class SetRemembering(Command):
    """Command to choose whether the box remembers the results of this table with names, past ones included."""

    remembered: bool


@dataclass(frozen=True, slots=True)
class ChooseBoard(Command):
    """Command to play on another board: the text of its ``file``, the ``name`` of a kept one, or the built-in one."""

    name: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class ChooseCatalogue(Command):
    """Command to play with other cards: the text of their ``file``, the ``name`` of kept ones, or the built-in ones.

    ``typed``: the players have cards that the box does not know, and type each when it is first played.
    """

    name: str = ""
    file: str = ""
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Command to go back to the table at sequence number ``to``."""

    to: int


@dataclass(frozen=True, slots=True)
class AllowAnyway(Command):
    """Command to do what the rules refuse, if the others agree."""

    message: Message


@dataclass(frozen=True, slots=True)
class CorrectBooks(Command):
    """Command to transfer money by hand, with the payer's consent."""

    frm: str
    to: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class AdmitPhone(Command):
    """Command to let the phone with this claim take a seat whose own phone is gone: once, within ``PERMIT_SECONDS``."""

    seat: str
    claim: str
    vouched: bool = False
    """filled in by the box: whether new phones were among those who agreed"""


@dataclass(frozen=True, slots=True)
class VouchFor(Command):
    """Command of a new phone to agree to proposals for the seat that it claims, if that seat's old phone is silent.

    The box fills in ``now``, in seconds, and ``silent``.
    """

    claim: str
    motions: tuple[int, ...]
    now: float
    silent: bool


@dataclass(frozen=True, slots=True)
class WithdrawClaim(Command):
    """Command to withdraw a claim to a seat."""

    claim: str


@dataclass(frozen=True, slots=True)
class MoveSeat(Command):
    """Command to move a seat to the phone with an admitted claim. The box fills in ``now``, in seconds."""

    seat: str
    claim: str
    now: float


@dataclass(frozen=True, slots=True)
class RemoveSeat(Command):
    """Command to remove another seat until the game starts; no consent is needed for a seat that no phone came to."""

    seat: str
    deserted: bool = False
    """filled in by the box: whether no phone has come to it"""


@dataclass(frozen=True, slots=True)
class TakeIn(Command):
    """Command to seat a newcomer in the middle of the game; ``gets``: money or points that the table gives.

    ``after``: the seat before that of the newcomer, "" for the last place; ``partner``: a seat whose team the newcomer
    joins, "" without teams. A seat that has left the game comes back by its name, to its own place.
    """

    name: str
    gets: int = 0
    after: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True)
class Batch(Command):
    """Command to carry out several commands of the game in order, all or none: the moves between two looks of a camera.

    None of them may need consent, or leave a draw to the box.
    """

    KIND: ClassVar[str] = "several"

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class PlayAgain(Command):
    """Command to play another game with the same people after the end; ``seating`` tells in which order they sit."""

    seating: Rematch = Rematch.SAME

    lot: int = 0
    """filled in by the box: a random number that selects the order of shuffled seats"""

    def with_draws(self, chance: random.Random) -> PlayAgain:
        return replace(self, lot=chance.randrange(1_000_000_000)) if self.seating is Rematch.SHUFFLED else self


@dataclass(frozen=True, slots=True)
class Agree(Command):
    """Command to agree to a request."""

    motion: int


@dataclass(frozen=True, slots=True)
class Refuse(Command):
    """Command to refuse a request, or to withdraw one's own."""

    motion: int


COMMANDS = defined_in(__name__, Command)
