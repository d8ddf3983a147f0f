"""What a table can be asked, and what can happen to it: seats, phones, house rules, consent, undo, start and end."""

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
    """Sit down. ``picks`` as the game's seat fields ask for them; one that is missing or empty the box chooses."""

    name: str
    picks: Mapping[str, str]
    box: bool = False


@dataclass(frozen=True, slots=True)
class ChangeSeat(Command):
    """Another name, or other picks; until the game starts."""

    name: str
    picks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LeaveSeat(Command):
    """Get up again; until the game starts."""


@dataclass(frozen=True, slots=True)
class ArrangeSeats(Command):
    """Say in which order everybody sits round the table, clockwise; until the game starts."""

    order: tuple[str, ...]


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
    """Choose a house rule."""

    name: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class SetRules(Command):
    """Choose several house rules at once, all or none; until the game starts."""

    values: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class SetLevel(Command):
    """Choose how much of the board the box follows."""

    level: Level


@dataclass(frozen=True, slots=True)
class SetPace(Command):
    """Choose how fast the box's own players play."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class SetRemembering(Command):
    """Choose whether the box remembers by name how games end here; at any time, also for those that are over."""

    remembered: bool


@dataclass(frozen=True, slots=True)
class ChooseBoard(Command):
    """Play on another board: the text of its ``file``, or the ``name`` of one the box keeps; neither: the own one."""

    name: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class ChooseCatalogue(Command):
    """Play with other cards: the text of their ``file``, or those the box keeps as ``name``; neither: the own ones.

    ``typed``: with a box of the players' own, of which each card is typed when it is played.
    """

    name: str = ""
    file: str = ""
    typed: bool = False


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
    """Let the phone that made this claim sit at a seat whose own phone is gone: once, within ``PERMIT_SECONDS``."""

    seat: str
    claim: str
    vouched: bool = False
    """filled in by the box: whether new phones were among those who agreed"""


@dataclass(frozen=True, slots=True)
class VouchFor(Command):
    """Agree to other new phones, for the seat that one's own new phone asks for by ``claim``, if its old one is silent.

    ``now`` and ``silent``: filled in by the box.
    """

    claim: str
    motions: tuple[int, ...]
    now: float
    silent: bool


@dataclass(frozen=True, slots=True)
class WithdrawClaim(Command):
    """Ask for the seat no more."""

    claim: str


@dataclass(frozen=True, slots=True)
class MoveSeat(Command):
    """Take the seat with the phone that the others have let in. ``now``: filled in by the box, in seconds."""

    seat: str
    claim: str
    now: float


@dataclass(frozen=True, slots=True)
class RemoveSeat(Command):
    """Take away the seat of somebody else, until the game starts: at once if nobody has ever come to it."""

    seat: str
    deserted: bool = False
    """filled in by the box: whether no phone has come to it"""


@dataclass(frozen=True, slots=True)
class Batch(Command):
    """Commands of the game, one after the other, all of them or none: what a camera has seen done at once.

    None of them may need the table's consent, or leave a draw to the box.
    """

    KIND: ClassVar[str] = "several"

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class PlayAgain(Command):
    """Another game with the same people, at the same seats or at others; after the end."""

    seating: Rematch = Rematch.SAME

    lot: int = 0
    """filled in by the box: in which order they are shuffled"""

    def drawn(self, chance: random.Random) -> PlayAgain:
        return replace(self, lot=chance.randrange(1_000_000_000)) if self.seating is Rematch.SHUFFLED else self


@dataclass(frozen=True, slots=True)
class Agree(Command):
    """Agree to what somebody asked."""

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
    """Somebody has sat down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatChanged(TableEvent):
    """A seat has another name, or other picks; ``moved``: by the box, so that the game can start."""

    seat: Seat
    moved: bool = False


@dataclass(frozen=True, slots=True)
class SeatLeft(TableEvent):
    """Somebody has got up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatsArranged(TableEvent):
    """Everybody, clockwise as they sit round the table."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhonePermitted(TableEvent):
    """The others agree that the phone which asked by this claim takes the seat; it has not done so yet.

    ``vouched``: new phones were among those who agreed.
    """

    seat: str
    claim: str
    vouched: bool = False


@dataclass(frozen=True, slots=True)
class PhoneAdmitted(TableEvent):
    """``how``: pin, table or askers (new phones among those who agreed); ``serving``: a further phone (a neighbour's)
    instead of a new one.

    In logs of before ``PhonePermitted`` it told of the consent, and no event of the move.
    """

    seat: str
    claim: str
    how: str
    serving: bool = False


@dataclass(frozen=True, slots=True)
class PinReplaced(TableEvent):
    """A seat has a new PIN, which only its own phone shows: it was guessed wrong too often, or the host gave it one."""

    seat: str
    by_host: bool = False


@dataclass(frozen=True, slots=True)
class TableCleared(TableEvent):
    """Back to the lobby with the same seats, for another game.

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
    """Somebody asked for the consent of others."""

    KIND: ClassVar[str] = "motion_made"

    motion: Proposal


@dataclass(frozen=True, slots=True)
class ProposalAgreed(TableEvent):
    """``carried``: that was the last consent needed; what was proposed follows as its own events.

    ``asking``: the phone that asks for this seat has answered for it.
    """

    KIND: ClassVar[str] = "motion_agreed"

    motion: Proposal
    seat: str
    carried: bool
    asking: bool = False


@dataclass(frozen=True, slots=True)
class ProposalDropped(TableEvent):
    """Refused, taken back, or no longer possible."""

    KIND: ClassVar[str] = "motion_dropped"

    motion: Proposal
    by: str | None
    why: Kept | None = None


@dataclass(frozen=True, slots=True)
class Undone(TableEvent):
    """The game stands again as it stood at ``to``; ``title`` says what was undone."""

    to: int
    title: Kept
    by: str | None


@dataclass(frozen=True, slots=True)
class RuleChanged(Event):
    """``words``: what the rule and the choice were called when this was still kept."""

    name: str
    value: str | int | bool
    words: Text | None = None


@dataclass(frozen=True, slots=True)
class RulesChanged(Event):
    """Several house rules were set up together, before the start."""

    values: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class LevelChanged(Event):
    """The box follows the board from here on, or leaves it to the players."""

    level: Level


@dataclass(frozen=True, slots=True)
class PaceChanged(TableEvent):
    """The box's own players play faster or slower from here on."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class RememberingChanged(TableEvent):
    """The box remembers by name how games end here, or forgets who played, those that are over included."""

    remembered: bool


@dataclass(frozen=True, slots=True)
class BoardChosen(Event):
    """``file`` is the whole board file, so that the log needs nothing beside it; both empty: the edition's own."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class CatalogueChosen(Event):
    """None: the game's own cards."""

    catalogue: ChosenCatalogue | None = None


@dataclass(frozen=True, slots=True)
class BooksCorrected(Event):
    """A transfer by hand, with the reason in the words of the one who asked for it."""

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
class RuleWaived(Event):
    """Precedes what the table allowed against the rules."""

    KIND: ClassVar[str] = "allowed"

    by: str | None
    refusal: Kept


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """Its postings settle every debt; usually the balances are then the scores (``Edition.points``)."""

    ending: Ending


COMMANDS = defined_in(__name__, Command)
EVENTS = tuple(event for event in defined_in(__name__, Event) if event is not TableEvent)
