"""Events of every table: seats, phones, house rules, consent, undo, start and end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.core.catalogue import ChosenCatalogue
from companion.core.messages import Event, defined_in
from companion.core.money.bank_messages import Loan
from companion.core.table.table import Ending, Level, Pace, Proposal, Seat
from companion.core.text import Fact


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """Event about the table, not the game: an undo leaves it in force."""


@dataclass(frozen=True, slots=True)
class SeatTaken(TableEvent):
    """Arrival of a player at a seat; ``after``: the seat behind which it stands, "" for the last place."""

    seat: Seat
    after: str = ""


@dataclass(frozen=True, slots=True)
class SeatChanged(TableEvent):
    """Change of a seat's name or picks; ``moved``: by the box, so that the game can start."""

    seat: Seat
    moved: bool = False


@dataclass(frozen=True, slots=True)
class SeatLeft(TableEvent):
    """Departure of a player from a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatsArranged(TableEvent):
    """Order of all seats, clockwise round the table."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhonePermitted(TableEvent):
    """Consent of the others that the phone which asked by this claim takes the seat; it has not done so yet.

    ``vouched``: new phones were among those who agreed.
    """

    seat: str
    claim: str
    vouched: bool = False


@dataclass(frozen=True, slots=True)
class PhoneAdmitted(TableEvent):
    """Arrival of a phone at a seat; ``how``: pin, table or askers (new phones among those who agreed).

    ``serving``: a further phone (a neighbour's) instead of a new one.
    """

    seat: str
    claim: str
    how: str
    serving: bool = False


@dataclass(frozen=True, slots=True)
class PinReplaced(TableEvent):
    """New PIN of a seat, which only its own phone shows: it was guessed wrong too often, or the host gave it one."""

    seat: str
    by_host: bool = False


@dataclass(frozen=True, slots=True)
class TableCleared(TableEvent):
    """Clearing of the table: back to the lobby with the same seats, for another game.

    ``kept``: what each account keeps for it, as far as the game carries money over; its postings say the same.
    ``loans``: what is still owed then and goes on to be owed. ``learnt``: the cards that were typed in play, as a file.
    ``order``: everybody, as they sit now; empty: as before.
    """

    by: str
    kept: Mapping[str, int] = field(default_factory=dict)
    loans: tuple[Loan, ...] = ()
    learnt: str = ""
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposalMade(TableEvent):
    """Request of a seat for the consent of others."""

    KIND: ClassVar[str] = "motion_made"

    motion: Proposal


@dataclass(frozen=True, slots=True)
class ProposalAgreed(TableEvent):
    """Consent to a proposal; ``carried``: the last one needed, and what was proposed follows as its own events.

    ``asking``: the phone that asks for this seat has answered for it.
    """

    KIND: ClassVar[str] = "motion_agreed"

    motion: Proposal
    seat: str
    carried: bool
    asking: bool = False


@dataclass(frozen=True, slots=True)
class ProposalDropped(TableEvent):
    """End of a proposal: refused, withdrawn, or no longer possible."""

    KIND: ClassVar[str] = "motion_dropped"

    motion: Proposal
    by: str | None
    why: Fact | None = None


@dataclass(frozen=True, slots=True)
class Undone(TableEvent):
    """Undo: the game is again as it was at ``to``; ``title`` says what was undone."""

    to: int
    title: Fact
    by: str | None


@dataclass(frozen=True, slots=True)
class RuleChanged(Event):
    """Change of a house rule."""

    name: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class RulesChanged(Event):
    """Change of several house rules together, before the start."""

    values: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class LevelChanged(Event):
    """Change of level: the box follows the board from here on, or leaves it to the players."""

    level: Level


@dataclass(frozen=True, slots=True)
class PaceChanged(TableEvent):
    """Change of pace: the box's own players play faster or slower from here on."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class WentOn(TableEvent):
    """End of the look that the only person at the table takes at what the box's own players did."""


@dataclass(frozen=True, slots=True)
class RememberingChanged(TableEvent):
    """Choice whether the box remembers by name how games end here, those that are over included."""

    remembered: bool


@dataclass(frozen=True, slots=True)
class BoardChosen(Event):
    """Choice of a board; ``file`` is the whole board file, as the log needs it; both empty: the edition's own."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class CatalogueChosen(Event):
    """Choice of a catalogue; None: the game's own cards."""

    catalogue: ChosenCatalogue | None = None


@dataclass(frozen=True, slots=True)
class BooksCorrected(Event):
    """Transfer by hand, with the reason in the words of the seat that asked for it."""

    frm: str
    to: str
    amount: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """Start of the game; ``order`` begins with the first player and goes clockwise."""

    order: tuple[str, ...]
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class RuleWaived(Event):
    """Consent to break a rule; it precedes what was allowed."""

    KIND: ClassVar[str] = "allowed"

    by: str | None
    refusal: Fact


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """End of the game; its postings settle every debt: usually the balances are the scores (``Edition.points``)."""

    ending: Ending


EVENTS = tuple(event for event in defined_in(__name__, Event) if event is not TableEvent)
