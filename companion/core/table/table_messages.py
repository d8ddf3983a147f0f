"""Commands and events of every table: seats, phones, house rules, consent, undo, start and end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from companion.core.catalogue import ChosenCatalogue
from companion.core.messages import Command, Event, Message, defined_in
from companion.core.money.bank_messages import Loan
from companion.core.table.table import Ending, Level, Pace, Proposal, Rematch, Seat
from companion.core.text import Kept, Text

# --- commands ---------------------------------------------------------------------------------


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
    """filled in by the box: who is drawn, counted from the first seat"""

    def drawn(self, chance: random.Random) -> StartGame:
        return replace(self, lot=chance.randrange(1_000_000))


@dataclass(frozen=True, slots=True)
class SetRule(Command):
    """Command to choose a house rule."""

    name: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class SetRules(Command):
    """Command to choose several house rules at once, all or none; until the game starts."""

    values: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class SetLevel(Command):
    """Command to choose how much of the board the box follows."""

    level: Level


@dataclass(frozen=True, slots=True)
class SetPace(Command):
    """Command to choose how fast the box's own players play."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class GoOn(Command):
    """Command of a person who has read what the box's own players did, and lets them play on."""


@dataclass(frozen=True, slots=True)
class SetRemembering(Command):
    """Command to choose whether the box remembers by name how games end here, past ones included; at any time."""

    remembered: bool


@dataclass(frozen=True, slots=True)
class ChooseBoard(Command):
    """Command to play on another board: the text of its ``file``, or a ``name`` the box keeps; neither: the own one."""

    name: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class ChooseCatalogue(Command):
    """Command to play with other cards: the text of their ``file``, or a ``name`` the box keeps; neither: the own ones.

    ``typed``: with a box of the players' own, of which each card is typed when it is played.
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
    """Command to let this claim's phone sit at a seat whose own phone is gone: once, within ``PERMIT_SECONDS``."""

    seat: str
    claim: str
    vouched: bool = False
    """filled in by the box: whether new phones were among those who agreed"""


@dataclass(frozen=True, slots=True)
class VouchFor(Command):
    """Command to agree to other new phones, for the seat that one's own asks for by ``claim``, if its phone is silent.

    ``now`` and ``silent``: filled in by the box.
    """

    claim: str
    motions: tuple[int, ...]
    now: float
    silent: bool


@dataclass(frozen=True, slots=True)
class WithdrawClaim(Command):
    """Command to withdraw the request for the seat."""

    claim: str


@dataclass(frozen=True, slots=True)
class MoveSeat(Command):
    """Command to take the seat with the phone that the others let in. ``now``: filled in by the box, in seconds."""

    seat: str
    claim: str
    now: float


@dataclass(frozen=True, slots=True)
class RemoveSeat(Command):
    """Command to take away the seat of somebody else, until the game starts: at once if nobody ever came to it."""

    seat: str
    deserted: bool = False
    """filled in by the box: whether no phone has come to it"""


@dataclass(frozen=True, slots=True)
class TakeIn(Command):
    """Command to seat a newcomer in the middle of the game; ``gets``: money or points that the table gives.

    ``after``: the seat behind which he sits, "" for the last place; ``partner``: a seat whose team he joins, "" without
    teams. A seat that has left the game comes back by its name, to its own place.
    """

    name: str
    gets: int = 0
    after: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True)
class Batch(Command):
    """Command to commands of the game, one after the other, all of them or none: what a camera has seen done at once.

    None of them may need the table's consent, or leave a draw to the box.
    """

    KIND: ClassVar[str] = "several"

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class PlayAgain(Command):
    """Command to play another game with the same people, at the same seats or at others, after the end."""

    seating: Rematch = Rematch.SAME

    lot: int = 0
    """filled in by the box: in which order they are shuffled"""

    def drawn(self, chance: random.Random) -> PlayAgain:
        return replace(self, lot=chance.randrange(1_000_000_000)) if self.seating is Rematch.SHUFFLED else self


@dataclass(frozen=True, slots=True)
class Agree(Command):
    """Command to agree to a request."""

    motion: int


@dataclass(frozen=True, slots=True)
class Refuse(Command):
    """Command to refuse a request, or to withdraw one's own."""

    motion: int


# --- events -----------------------------------------------------------------------------------


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

    In logs of before ``PhonePermitted`` it told of the consent, and no event of the move.
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
    why: Kept | None = None


@dataclass(frozen=True, slots=True)
class Undone(TableEvent):
    """Undo: the game is again as it was at ``to``; ``title`` says what was undone."""

    to: int
    title: Kept
    by: str | None


@dataclass(frozen=True, slots=True)
class RuleChanged(Event):
    """Change of a house rule; ``words``: what the rule and the choice were called when this was still kept."""

    name: str
    value: str | int | bool
    words: Text | None = None


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
    """The only person at the table has read what the box's own players did."""


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
    refusal: Kept


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """End of the game; its postings settle every debt: usually the balances are the scores (``Edition.points``)."""

    ending: Ending


COMMANDS = defined_in(__name__, Command)
EVENTS = tuple(event for event in defined_in(__name__, Event) if event is not TableEvent)
