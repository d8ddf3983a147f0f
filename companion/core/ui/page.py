"""The content of a screen as values: the same page feeds the phone, the table screen and the JSON API.

A game describes its page; it draws nothing. Its actions are its choices (``companion.core.ui.choice``) and the places
to tap on its board (``companion.core.ui.board_page``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.errors import RuleRef
from companion.core.secrets.ballot import BallotStage, Numbers
from companion.core.secrets.ways import Way
from companion.core.text import Text
from companion.core.ui.board_page import ArrangingOffer, BoardView
from companion.core.ui.choice import Choice


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of the ballot: its words, and what it wins or costs the voter in each case.

    ``seat`` and ``mark``: in whose colour the card is, and the letter that goes with it; "" where it is nobody's.
    """

    value: str
    label: Text
    symbol: str
    outcomes: tuple[Text, ...]
    """its gain or cost in a word or two, a case each"""
    cases: tuple[Text, ...] = ()
    """the cases, in a word or two"""
    signs: tuple[int, ...] = ()
    """whether that is a gain (1), a loss (-1) or neither"""
    seat: str = ""
    mark: str = ""


class OwnVote(StrEnum):
    """The state of a seat in a vote: it takes no part, may still seal, or has sealed."""

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
    """the cards this seat may lay; on the table screen every card"""
    choices: Mapping[str, tuple[CardView, ...]] = field(default_factory=dict)
    """voter -> what he may choose, as anybody may see it"""
    votes: Mapping[str, str] = field(default_factory=dict)
    """seat -> card, only after the reveal"""
    waiting: tuple[str, ...] = ()
    """seats that have not sealed, as long as somebody has not"""
    won: tuple[str, ...] = ()
    """seats whose cards have won, after the reveal"""
    numbers: Numbers | None = None
    """an amount can be chosen, too: it is a sealed bid"""
    separate_choices: bool = False
    """every voter has other choices, such as the cards of a hand: a card is laid"""
    way: Way = Way.ONE
    tallied: bool = False
    """nobody ever learns who chose what"""
    counts: tuple[tuple[str, int], ...] = ()
    """of a vote that is over, where the counts say what the single votes do not: the answers, most first"""


def colours(seats: Sequence[str], palette: Sequence[str]) -> Mapping[str, str]:
    """Return the colour of every seat from sitting down on, by its number, whatever the order and the leavers."""
    return {seat: palette[(int(seat[1:]) - 1) % len(palette)] for seat in seats}


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock of ``seconds`` ``since`` the event with that number; it ``ends`` by the box's clock, which no game knows.

    Of a clock that stands ``since`` is 0, and ``ends`` are the seconds that are left.

    ``then``: the sentence about what happens when it is over. None: nothing does, and all screens say that it is over.
    ``stood``: the numbers of the events between which the clock stood, first and last; the other way round: it ran.
    """

    seconds: int
    since: int
    ends: float = 0.0
    then: Text | None = None
    stood: tuple[tuple[int, int], ...] = ()


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
    clock: Timer | None = None
    """this player's own stock of time"""


class Sound(StrEnum):
    """The sound of the table screen when something happens that is not the same in every game."""

    ATTACK = "attack"
    """somebody is attacked or robbed"""
    BLAST = "blast"
    WON = "won"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the public log. ``amount`` is what its reader gained or lost by it, ``gains`` what each seat did.

    ``marked``: it says how something ended, which every screen shows until it has been read. ``sound``: how that is
    heard. ``kind``: of the event, where the game's script may add what only this phone knows. ``brief``: from whom or
    to whom the reader's money went, where there is no room for why.
    """

    seq: int
    text: Text
    gains: Mapping[str, int] = field(default_factory=dict)
    undone: bool = False
    back_to: int | None = None
    """sequence number to go back to for undoing this and all that followed; None: cannot be undone"""
    amount: int = 0
    marked: bool = False
    sound: Sound | None = None
    kind: str = ""
    brief: Text | None = None


class Place(StrEnum):
    """The position of a part on the page."""

    STAGE = "stage"
    """in the middle of the table screen, and below the choices on every phone"""
    RESULT = "result"
    """below the ranking on every screen once the game is over: the way to the result"""
    PAPER = "paper"
    """on a page that is printed, during the game and after it"""
    PRIVATE = "private"
    """on the phone of one seat, right below the vote"""
    SECOND = "second"
    """there, too, but below the primary choices"""
    FOLDED = "folded"
    """there, too, but in a fold with the part's title, and made only when somebody opens it"""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a page that only this game has.

    Its template is ``templates/parts/NAME.html`` in the game's folder; there ``part.data``, a frozen dataclass of the
    game, is at hand. The JSON API tells the data under the part's name.
    """

    name: str
    place: Place
    data: object
    title: Text | None = None
    """of a part that is folded"""
    typed: bool = False
    """something is typed into it: cards that lie open stand below"""
    whole: bool = False
    """it shows every player by itself, or is what all look at: a table screen shows it without the list of players"""


class CameraState(StrEnum):
    """The state of the camera: how what it sees fits what the box believes."""

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
    """The message of the camera above the table.

    ``seat`` is asked, and only it has ``choices``; ``cells`` are lit on every board, and ``moves``, pairs of places,
    are drawn there as arrows. ``arrange``: this seat may say on the drawn board how the figures really are. ``photo``:
    it was seen on a photo, of which somebody can take another one.
    """

    state: CameraState
    sentence: Text
    hints: tuple[Text, ...] = ()
    rule: RuleRef | None = None
    cells: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    seat: str = ""
    arrange: bool = False
    moves: tuple[tuple[str, str], ...] = ()
    photo: bool = False

    @property
    def stands_out(self) -> bool:
        """Return whether it is a message by itself, and not a line in small letters."""
        return bool(self.choices) or self.state not in (CameraState.SAME, CameraState.BEHIND)

    def confirms(self, seat: str | None) -> bool:
        """Return whether it tells this seat that its photo shows what the box believes."""
        return self.state is CameraState.SAME and self.photo and self.seat == seat


class StepState(StrEnum):
    """The state of a step in a turn (or in a set-up)."""

    DONE = "done"
    NOW = "now"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Page:
    """The view of one seat (or of the table screen: seat None) of the game itself."""

    headline: Text
    """the player whose turn it is and the question, in a few words"""
    prompt: tuple[Text, ...] = ()
    """sentences about what the reader can do, or waits for"""
    steps: tuple[tuple[StepState, Text], ...] = ()
    """the steps of a turn in order: (state, words)"""
    choices: tuple[Choice, ...] = ()
    money: tuple[Choice, ...] = ()
    board: BoardView | None = None
    arranging: ArrangingOffer | None = None
    ballot: BallotView | None = None
    dice: tuple[tuple[str, int, bool], ...] = ()
    """(kind of die, face, already used)"""
    parts: tuple[Part, ...] = ()
    """the parts of this game alone, in their order on a phone"""
    notes: tuple[Text, ...] = ()
    """private lines for this seat alone"""
    camera: CameraView | None = None
    """the state of the camera above the table, if there is one"""
    asked: str = ""
    """the question to this seat out of turn, for which its phone rings; another question has another name"""
    timer: Timer | None = None
    """how long something may take"""
    last: Text | None = None
    """a note that nothing comes after this turn or round; None: something does, or nobody can know"""


def progress(steps: Sequence[Text], at: int) -> tuple[tuple[StepState, Text], ...]:
    """Return the steps with their states, where the one at ``at`` is being done; all are to come when it is below 0."""
    return tuple((_state(place, at), words) for place, words in enumerate(steps))


def _state(place: int, at: int) -> StepState:
    if place == at:
        return StepState.NOW
    return StepState.DONE if place < at else StepState.NEXT
