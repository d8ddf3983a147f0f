"""A table: its seats, their money, what waits for consent, and the game's own state.

A table is a frozen value; ``companion.core.referee.reducer`` makes the next one from an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic

from companion.core.catalogue import ChosenCatalogue
from companion.core.errors import BadRequest
from companion.core.messages import Message
from companion.core.money.bank_messages import Loan
from companion.core.money.ledger import BANK, Accounts
from companion.core.secrets.ballot import Ballot
from companion.core.text import Fact, say

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # that of Python 3.11 has no default

    Play = TypeVar("Play", covariant=True, default=Any)  # noqa: PLC0105 - nobody writes to a frozen value
    Rules = TypeVar("Rules", covariant=True, default=Any)  # noqa: PLC0105
else:
    from typing import TypeVar

    Play, Rules = TypeVar("Play"), TypeVar("Rules")

REMEMBERED = 40
"""the most actions that can be undone one after the other"""


class TablePhase(StrEnum):
    """The phase of a table: before, in or after the game."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Level(StrEnum):
    """The part of the board that the program follows."""

    BANK = "bank"
    BOARD = "board"


class Pace(StrEnum):
    """The speed of the box's own players; ``SKIP``: at once, until a person has something to do."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    SKIP = "skip"


class Rematch(StrEnum):
    """The seating of the next game; the first of the list begins, unless somebody says otherwise."""

    SAME = "same"
    NEXT = "next"
    """the next one begins"""
    SHUFFLED = "shuffled"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: ``picks`` are the game's own choices, such as a colour; ``box``: the box plays here itself.

    ``wished`` are the names of the picks that the player has chosen: the box may change the others.
    """

    id: str
    name: str
    picks: Mapping[str, str]
    box: bool = False
    wished: tuple[str, ...] = ()
    late: bool = False
    """taken in after the start, by the others: the first phone that comes is the newcomer's"""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command that waits until ``needs`` of the ``asked`` seats have agreed; ``title`` is what they agree to.

    Among those who agree must be the ``owners`` of sealed votes that it takes away. All this is as it was when it was
    last looked at, and is worked out anew before the command is carried out.
    """

    id: int
    by: str | None
    title: Fact
    asked: tuple[str, ...]
    needs: int
    message: Message
    agreed: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    vouched: tuple[str, ...] = ()
    """those of ``agreed`` for whom the new phone that asks for their seat has answered"""


PERMIT_SECONDS = 120.0
"""seconds for which a new phone may use the consent of the others"""


@dataclass(frozen=True, slots=True)
class Permit:
    """The others' consent that the phone which asked by ``claim`` takes a seat, given at the time ``since``."""

    claim: str
    since: float
    vouched: bool = False
    """whether new phones were among those who agreed"""

    def is_valid(self, claim: str, now: float) -> bool:
        """Return whether this phone may use it now."""
        return claim == self.claim and 0 <= now - self.since <= PERMIT_SECONDS


@dataclass(frozen=True, slots=True)
class Done:
    """An action that can be undone: it began after ``before``, ``by`` somebody. The log says what it was."""

    before: int
    by: str | None
    touches: tuple[str, ...]
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the final ranking.

    ``score`` is counted in the edition's points, or is money. ``cash`` is money always: what the seat has when others
    have repaid, before it repays its own ``debts``.
    """

    rank: int
    seat: str
    cash: int
    debts: int
    score: int


Total = TypeVar("Total", int, Fraction)


def ranking(totals: Mapping[str, Total]) -> tuple[tuple[int, str, Total], ...]:
    """Return (rank, seat, total), best first; equal totals share a rank and keep their order."""
    best_first = sorted(totals, key=lambda seat: -totals[seat])
    return tuple(
        (1 + sum(other > totals[seat] for other in totals.values()), seat, totals[seat]) for seat in best_first
    )


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: ``code`` names the kind of ending, ``reason`` tells it."""

    code: str
    reason: Fact
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class Table(Generic[Play, Rules]):
    """A table and its game; ``seq`` is the last event's number, ``spent_at`` the last by which an account lost money.

    ``Table[State, Rules]`` is a table of one game: its ``play`` is a State, its ``rules`` are Rules. Functions that may
    also be called in the lobby, where ``play`` is None, take a ``Table[State | None, Rules]``. ``Table`` alone is any
    table.
    """

    code: str
    game: str
    edition: str
    rules: Rules
    level: Level = Level.BOARD
    board: str = ""
    """the board file that was chosen at set-up; empty: the edition's own board"""
    catalogue: ChosenCatalogue | None = None
    """the cards that were chosen at set-up; None: the game's own"""
    cards_said: bool = False
    """whether anybody has said which cards lie on the table"""
    phase: TablePhase = TablePhase.LOBBY
    seats: tuple[Seat, ...] = ()
    accounts: Accounts = field(default_factory=lambda: {BANK: 0})
    kept: Mapping[str, int] = field(default_factory=dict)
    """balances carried over from the game before; an account of nothing that is not in it is new"""
    loans: Mapping[int, Loan] = field(default_factory=dict)
    motions: tuple[Proposal, ...] = ()
    ballot: Ballot | None = None
    play: Play = None  # type: ignore[assignment]  # before the game
    seq: int = 0
    moved_at: int = 0
    spent_at: Mapping[str, int] = field(default_factory=dict)
    done: tuple[Done, ...] = ()
    ending: Ending | None = None
    permits: Mapping[str, Permit] = field(default_factory=dict)
    """by seat, what the others have agreed to and no new phone has used yet"""
    vouched: tuple[str, ...] = ()
    """seats whose new phones have let one another in, in this game"""
    pace: Pace = Pace.NORMAL
    games: int = 0
    """how many games were played here before this one"""
    remembered: bool = True
    """whether the box remembers by name how its games end"""

    def seat(self, number: str) -> Seat:
        """Return the seat with this id. Raise BadRequest where there is none."""
        for seat in self.seats:
            if seat.id == number:
                return seat
        raise BadRequest(say("Nobody has that seat."))

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the seat ids in clockwise order."""
        return tuple([seat.id for seat in self.seats])

    @property
    def pots(self) -> Accounts:
        """Return the accounts that are nobody's: neither the bank's nor a seat's."""
        owners = {BANK, *self.ids}
        return {name: amount for name, amount in self.accounts.items() if name not in owners}

    def people(self, but: str | None = None) -> tuple[str, ...]:
        """Return the seats with somebody who can be asked, except ``but``."""
        return tuple([seat.id for seat in self.seats if not seat.box and seat.id != but])

    @property
    def alone(self) -> str:
        """Return the only person at the table, against players of the box; "" where there is no such person."""
        boxes = [seat.box for seat in self.seats]
        return self.seats[boxes.index(False)].id if boxes.count(False) == 1 < len(boxes) else ""


def everybody(table: Table, ending: Ending) -> tuple[Standing, ...]:
    """Return the ranking, and behind it those who were out before the end: they have played, too."""
    ranked = {line.seat for line in ending.standings}
    out = (seat for seat in table.ids if seat not in ranked)
    last = len(ranked) + 1
    return (*ending.standings, *(Standing(last, seat, table.accounts[seat], 0, 0) for seat in out))


def person(actor: str | None) -> str:
    """Return the acting seat. Raise BadRequest where the table itself cannot act."""
    if actor is None:
        raise BadRequest(say("Someone at the table has to do that."))
    return actor
