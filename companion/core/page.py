"""What a screen shows, as values: the same page feeds the phone, the table screen and the JSON API.

A game describes its page; it draws nothing. ``Choice`` is the heart of it: a command that may be
given now, the words on its button, what it costs, the rule that says so, and what is left to fill in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.core.errors import RuleRef
from companion.core.ledger import Posting
from companion.core.text import Text


class FieldKind(StrEnum):
    """How a value is asked for."""

    AMOUNT = "amount"
    """dollars: chips of 100, 500, 1,000 that add up, and a field"""
    COUNT = "count"
    """a small whole number between minimum and maximum: buttons"""
    PICK = "pick"
    """one of the options: large buttons"""
    WORDS = "words"
    """a short text"""


@dataclass(frozen=True, slots=True)
class Option:
    """One value to pick. ``mark`` is a short symbol (a die's pips, a ranch letter) drawn beside the label.

    ``usual``: picked beforehand, because most people want that.
    """

    value: str | int | bool | None
    label: Text
    detail: Text | None = None
    mark: str = ""
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Interest:
    """What a loan costs: ``percent`` of it, rounded up to whole ``step`` dollars. A screen says it while one types."""

    percent: int
    step: int


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a command that the player fills in. ``group`` fields stand side by side (five dice)."""

    name: str
    label: Text
    kind: FieldKind
    options: tuple[Option, ...] = ()
    minimum: int = 0
    maximum: int = 0
    step: int = 1
    required: bool = True
    initial: str | int | None = None
    index: int | None = None
    """position within a list value: five fields named ``cow_dice`` with index 0, 1 fill one tuple"""
    interest: Interest | None = None
    """of an amount that is borrowed: shown as what is to be repaid"""


class Weight(StrEnum):
    """One primary choice a page; quiet ones are folded away; dangerous ones ask once more."""

    PRIMARY = "primary"
    NORMAL = "normal"
    QUIET = "quiet"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Choice:
    """A command that may be given now. ``fixed`` are the parts already decided."""

    kind: str
    label: Text
    fixed: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    details: tuple[Text, ...] = ()
    rule: RuleRef | None = None
    weight: Weight = Weight.NORMAL
    title: Text | None = None
    """a heading above the form when it has fields"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a cell: ``kind`` names its drawing, ``seat`` its owner (None: cows are all alike)."""

    kind: str
    seat: str | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class BoardMoves:
    """Figures that can be tapped: command ``kind`` with fields frm, die (index), to.

    ``to``: figure's cell -> index of a die -> destination -> what happens there; ``words`` says each in words.
    """

    kind: str
    dice: tuple[int, ...]
    to: Mapping[str, Mapping[int, Mapping[str, str]]]
    words: Mapping[str, Text]
    unit: str = "die"
    """what ``dice`` are: "die", or "steps" that the figures share"""


@dataclass(frozen=True, slots=True)
class BoardTargets:
    """Cells that can be tapped at once: command ``kind`` whose field ``name`` is the cell."""

    kind: str
    name: str
    cells: tuple[str, ...]
    label: Text
    fixed: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board as everybody sees it, and what this seat can tap on it."""

    layout: str
    figures: Mapping[str, tuple[Figure, ...]]
    """cell, ``town``, ``jail`` or ``corral`` -> figures there"""
    regions: Mapping[str, str]
    """region letter -> seat that owns it"""
    moves: BoardMoves | None = None
    targets: BoardTargets | None = None
    lit: tuple[str, ...] = ()
    """cells of the last move or of what is being asked about"""


@dataclass(frozen=True, slots=True)
class Piece:
    """Figures, all alike, that somebody may set up by hand: ``name`` stands for one of them, ``left`` are in the game.

    On a cell it fills the command's field ``field``: a list of cells, or a mapping from cell to ``value`` where there
    is one. At a place named in ``beside`` it fills the field called like the place: ``value`` -> how many.
    """

    name: str
    kind: str
    label: Text
    left: int
    field: str
    value: str | None = None
    seat: str | None = None
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """One way the figures may stand: place -> names of the pieces there."""

    label: Text
    figures: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Arranging:
    """Setting up the figures as they really stand: command ``kind``, filled as each ``Piece`` says.

    ``board`` shows what cannot be moved; ``places`` are those beside the cells; the first of ``settings`` is where
    the work begins, the others are offered instead. ``needed``: the game waits for it.
    """

    kind: str
    board: BoardView
    pieces: tuple[Piece, ...]
    places: Mapping[str, Text]
    settings: tuple[Setting, ...]
    needed: bool = False


@dataclass(frozen=True, slots=True)
class CardView:
    """One card of the ballot: what it says and what it wins or costs the voter in each case."""

    value: str
    label: Text
    symbol: str
    outcomes: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class BallotView:
    """The sealed ballot as one seat sees it; never what anybody chose before the reveal."""

    id: int
    title: Text
    stage: str
    """sealing, opening or revealed"""
    voters: tuple[str, ...]
    sealed: int
    opened: tuple[str, ...] = ()
    """seats whose opening is still missing are named on the table screen, in stage opening only"""
    mine: str = ""
    """"" (takes no part), "open" (may still seal), "sealed" """
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
    stage: str = ""
    """lay (this seat), show (both have sealed), "" otherwise"""
    seal: str = ""
    other: str = ""
    their_seal: str = ""


@dataclass(frozen=True, slots=True)
class CameraView:
    """What the camera above the table says: ``state`` is same, covered, lost, legal, illegal, unclear or behind.

    ``seat`` is asked, and only it has ``choices``; ``cells`` are lit on every board. ``arrange``: this seat may say
    on the drawn board how the figures really stand.
    """

    state: str
    sentence: Text
    hints: tuple[Text, ...] = ()
    rule: RuleRef | None = None
    cells: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    seat: str = ""
    arrange: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """What one seat (or the table screen: seat None) sees of the game itself."""

    headline: Text
    """whose turn it is and what is asked, in a few words"""
    prompt: tuple[Text, ...] = ()
    """what you can do or what is waited for, in sentences"""
    steps: tuple[tuple[str, Text], ...] = ()
    """the steps of a turn in order: (state: done | now | next, words)"""
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
