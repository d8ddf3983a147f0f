"""The parts of a screen, as frozen values: the input of the templates, and the output of the JSON API.

A ``View`` is made fresh from the table for each reader; it holds nothing the reader may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.errors import RuleRef
from companion.core.money.currency import Unit
from companion.core.table.table import Standing
from companion.core.text import Text
from companion.core.ui.choice import Choice, Option


class PhotoOffer(StrEnum):
    """The use of a photo of the board now."""

    NONE = ""
    EMPTY = "empty"
    """the empty board, before anything else"""
    SET_UP = "set up"
    """the figures"""
    READY = "ready"
    """nothing before the game begins"""
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Aids:
    """The aids by which the box sees the table.

    ``drawn``: its drawn table, in place of a camera above a real one; ``reads``: the camera has been set up and
    reads the board; ``reads_photos``: the box can read photos.
    """

    camera: bool = False
    reads: bool = False
    drawn: bool = False
    photos: PhotoOffer = PhotoOffer.NONE
    reads_photos: bool = False


@dataclass(frozen=True, slots=True)
class EffectView:
    """A line of a proposal's effects. ``concerns_reader``: the reader gains ``amount``.

    ``card`` is the vote that was entered for this reader, whose phone has sealed one as ``sealed`` and can compare
    them.
    """

    text: Text
    concerns_reader: bool
    amount: int = 0
    card: str = ""
    sealed: str = ""


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A proposal that waits for consent, and for that of the ``owners`` of sealed votes that it cancels.

    ``meant`` are its effects, those on its reader first.
    """

    id: int
    kind: str
    title: Text
    by: str | None
    asked: tuple[str, ...]
    agreed: tuple[str, ...]
    can_answer: bool
    mine: bool
    owners: tuple[str, ...] = ()
    meant: tuple[EffectView, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the seats that have still to answer."""
        return tuple(seat for seat in self.asked if seat not in self.agreed)


@dataclass(frozen=True, slots=True)
class LoanView:
    """A loan for its two sides, with the actions that are possible now."""

    id: int
    line: Text
    terms: str
    choices: tuple[Choice, ...]
    urgent: bool
    """whether it waits for this reader's answer"""


@dataclass(frozen=True, slots=True)
class BadgeView:
    """A player's badge; ``out``: the player has left the game."""

    seat: str
    colour: str
    mark: str
    out: bool


@dataclass(frozen=True, slots=True)
class PotView:
    """An account that belongs to no player, a pot: its name and its amount, which is public."""

    account: str
    title: Text
    amount: int


@dataclass(frozen=True, slots=True)
class RuleView:
    """A house rule: its sentence, the value now in words, and the values to choose from.

    ``numbers``: any whole number from the first to the second can be chosen, too; ``letters``: any text of so many.
    ``money``: that is an amount, or a list of them. ``digits_of``: it is typed with the amount of that rule.
    ``group``: the heading that it stands under where all are set up in one form.
    """

    name: str
    sentence: Text
    value: str | int | bool
    options: tuple[Option, ...]
    default: bool
    rule: RuleRef
    words: Text
    numbers: tuple[int, int] | None = None
    letters: int = 0
    money: bool = False
    digits_of: str = ""
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat in the lobby: ``choices`` are what it picked, by the names of the fields."""

    seat: str
    name: str
    choices: Mapping[str, str]
    box: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class MarkedTurn:
    """A mark on the chart: ``at`` counts turns, ``symbol`` is one letter."""

    at: int
    seat: str
    symbol: str
    text: Text


@dataclass(frozen=True, slots=True)
class ResultView:
    """The result of a game: ranking, money and points after each turn, awards computed from the log."""

    reason: Text
    standings: tuple[Standing, ...]
    wealth: Mapping[str, tuple[int, ...]]
    points: Mapping[str, tuple[int, ...]]
    """shown on the chart instead of money, where the game counts points"""
    marks: tuple[MarkedTurn, ...]
    awards: tuple[Text, ...]
    sentence: Text
    """one sentence that can be read aloud"""
    unit: Unit
    """the unit of the standings' scores; wealth is money"""
    letters: Mapping[str, Text] = field(default_factory=dict)
    """the meaning of the marks' letters"""
    winners: tuple[str, ...] = ()
    """seats, best first; the first place alone is no victory in every game"""
    sums: Mapping[str, Text] = field(default_factory=dict)
    """the parts of a seat's score, where it is not simply the seat's money"""
