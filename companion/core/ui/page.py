"""What a screen shows, as values: the same page feeds the phone, the table screen and the JSON API.

A game describes its page; it draws nothing. What can be done on it are its choices (``companion.core.ui.choice``) and
what can be tapped on its board (``companion.core.ui.board_page``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.errors import RuleRef
from companion.core.money.ledger import Posting
from companion.core.secrets.ballot import BallotStage
from companion.core.text import Text
from companion.core.ui.board_page import Arranging, BoardView
from companion.core.ui.choice import Choice


@dataclass(frozen=True, slots=True)
class CardView:
    """One card of the ballot: what it says and what it wins or costs the voter in each case."""

    value: str
    label: Text
    symbol: str
    outcomes: tuple[Text, ...]


class OwnVote(StrEnum):
    """What a seat has done in a vote: it takes no part, may still seal, or has sealed."""

    NONE = ""
    OPEN = "open"
    SEALED = "sealed"


@dataclass(frozen=True, slots=True)
class BallotView:
    """The sealed ballot as one seat sees it; never what anybody chose before the reveal."""

    id: int
    title: Text
    stage: BallotStage
    voters: tuple[str, ...]
    sealed: int
    opened: tuple[str, ...] = ()
    """seats whose opening is still missing are named on the table screen, in stage opening only"""
    mine: OwnVote = OwnVote.NONE
    commitment: str = ""
    """this seat's own commitment, so that its phone finds the nonce it kept"""
    cards: tuple[CardView, ...] = ()
    votes: Mapping[str, str] = field(default_factory=dict)
    """seat -> card, only after the reveal"""


@dataclass(frozen=True, slots=True)
class SaleView:
    """A sale that has just been settled: what it was, who had said what, and every payment with its reason."""

    title: Text
    sticker: Text
    votes: tuple[tuple[str, str, Text], ...]
    """(seat, symbol of its card, what the card says)"""
    payments: tuple[Posting, ...]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A seat as everybody sees it. ``cash`` is None where this reader must not know it."""

    seat: str
    name: str
    colour: str
    mark: str
    """letter that always goes with the colour"""
    facts: tuple[Text, ...]
    cash: int | None
    active: bool = False
    out: bool = False
    box: bool = False
    """played by the box (a table to try it alone)"""


@dataclass(frozen=True, slots=True)
class Notebook:
    """Private notes about things, each true or not, kept on the seat's own phone; the box only has their seals.

    The phone offers what is to be noted, shows what may be read again, and by itself opens what is asked for.
    """

    title: Text
    labels: tuple[Text, Text]
    """what a note says: not so, so"""
    tag: str
    """first part of every seal"""
    seal_kind: str
    open_kind: str
    """commands that hand in the seals (``notes``) and that open one note"""
    things: tuple[str, ...] = ()
    """to be noted now, all at once"""
    count: int = 0
    """how many of them are so"""
    seals: Mapping[str, str] = field(default_factory=dict)
    """thing -> seal, of the notes that may be used now"""
    open: str = ""
    """the thing whose note is asked for"""
    where: Mapping[str, str] = field(default_factory=dict)
    """thing -> the cell on which it stands, for notes that may be read again"""
    look: str = ""
    """somebody else's thing that this seat may look at now, and note once what it saw"""


@dataclass(frozen=True, slots=True)
class PastShowdown:
    """An earlier showdown of this seat: the seals under which its phone keeps both lay-downs."""

    id: str
    mine: str
    theirs: str


class DuelStage(StrEnum):
    """What a phone does now in a duel: nothing, lay cards, or (both have sealed) show them to the other phone."""

    NONE = ""
    LAY = "lay"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class HandView:
    """Cards that only this seat's phone knows: it holds its suit and what earlier showdowns gave and took.

    The box has seals and counts. ``staying`` are ranks that never change hands; a card is its suit's letter and its
    rank, from the lowest to the highest as in ``ranks``.
    """

    tag: str
    lay_kind: str
    suit: tuple[str, ...]
    ranks: tuple[str, ...]
    staying: tuple[str, ...]
    past: tuple[PastShowdown, ...] = ()
    duel: str = ""
    stage: DuelStage = DuelStage.NONE
    seal: str = ""
    other: str = ""
    their_seal: str = ""


class CameraState(StrEnum):
    """How what a camera sees fits what the box believes."""

    SAME = "same"
    COVERED = "covered"
    LOST = "lost"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    BEHIND = "behind"
    """as the table stood before an action, so that the figures are still to be moved"""


@dataclass(frozen=True, slots=True)
class CameraView:
    """What the camera above the table says.

    ``seat`` is asked, and only it has ``choices``; ``cells`` are lit on every board. ``arrange``: this seat may say
    on the drawn board how the figures really stand.
    """

    state: CameraState
    sentence: Text
    hints: tuple[Text, ...] = ()
    rule: RuleRef | None = None
    cells: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    seat: str = ""
    arrange: bool = False


class StepState(StrEnum):
    """Where a step of a turn (or of a set-up) is."""

    DONE = "done"
    NOW = "now"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Page:
    """What one seat (or the table screen: seat None) sees of the game itself."""

    headline: Text
    """whose turn it is and what is asked, in a few words"""
    prompt: tuple[Text, ...] = ()
    """what you can do or what is waited for, in sentences"""
    steps: tuple[tuple[StepState, Text], ...] = ()
    """the steps of a turn in order: (state, words)"""
    choices: tuple[Choice, ...] = ()
    money: tuple[Choice, ...] = ()
    board: BoardView | None = None
    arranging: Arranging | None = None
    ballot: BallotView | None = None
    dice: tuple[tuple[str, int, bool], ...] = ()
    """(kind of die, face, already used)"""
    sale: SaleView | None = None
    """the last sale, until play goes on"""
    notes: tuple[Text, ...] = ()
    """private lines for this seat alone"""
    notebook: Notebook | None = None
    """what this seat's phone keeps to itself"""
    hand: HandView | None = None
    """cards that nobody but this seat's phone sees"""
    camera: CameraView | None = None
    """what a camera above the table says, if there is one"""


def progress(steps: Sequence[Text], at: int) -> tuple[tuple[StepState, Text], ...]:
    """The steps with their states, where the one at ``at`` is being done; all are still to come when it is below 0."""
    return tuple((_state(place, at), words) for place, words in enumerate(steps))


def _state(place: int, at: int) -> StepState:
    if place == at:
        return StepState.NOW
    return StepState.DONE if place < at else StepState.NEXT
