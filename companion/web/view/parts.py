"""The parts of a screen, as frozen values: what the templates render and the JSON API tells.

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
    """What a photo of the board is good for now."""

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
    """What the table can be looked at with; ``drawn``: its drawn table, in place of a camera above a real one;
    ``reads``: the camera has been set up and reads the board; ``reads_photos``: the box can read photos."""

    camera: bool = False
    reads: bool = False
    drawn: bool = False
    photos: PhotoOffer = PhotoOffer.NONE
    reads_photos: bool = False


@dataclass(frozen=True, slots=True)
class MeantView:
    """A line of what a proposal would make true. ``own``: it is about its reader, whom it brings ``amount``.

    ``card`` is what was typed as this reader's vote, whose phone has sealed one as ``sealed`` and can compare them.
    """

    text: Text
    own: bool
    amount: int = 0
    card: str = ""
    sealed: str = ""


@dataclass(frozen=True, slots=True)
class ProposalView:
    """Something that waits for the table's consent, and for ``owners`` of sealed votes that it takes away.

    ``meant`` is what it would make true, what is about its reader first.
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
    meant: tuple[MeantView, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the seats that have still to answer."""
        return tuple(seat for seat in self.asked if seat not in self.agreed)


@dataclass(frozen=True, slots=True)
class LoanView:
    """A loan as its two sides see it, with what can be done about it now."""

    id: int
    line: Text
    terms: str
    choices: tuple[Choice, ...]
    urgent: bool
    """whether it waits for this reader's answer"""


@dataclass(frozen=True, slots=True)
class BadgeView:
    """A player as his badge shows him; ``out``: he is not in the game any more."""

    seat: str
    colour: str
    mark: str
    out: bool


@dataclass(frozen=True, slots=True)
class PotView:
    """An account that is nobody's, a pot: what it is called and what lies in it, for all to see."""

    account: str
    title: Text
    amount: int


@dataclass(frozen=True, slots=True)
class RuleView:
    """A house rule: its sentence, the value now in words, and the values to choose from.

    ``numbers``: any whole number from the first to the second can be chosen, too; ``letters``: any text of so many.
    ``money``: that is an amount, or a list of them. ``digits_of``: it is typed with the amount of that rule.
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
    """Something worth marking on the chart: ``at`` counts turns, ``symbol`` is one letter."""

    at: int
    seat: str
    symbol: str
    text: Text


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the game ended: ranking, money and points after each turn, awards that fall out of the log."""

    reason: Text
    standings: tuple[Standing, ...]
    wealth: Mapping[str, tuple[int, ...]]
    points: Mapping[str, tuple[int, ...]]
    """what the chart shows instead of money, where the game counts points"""
    marks: tuple[MarkedTurn, ...]
    awards: tuple[Text, ...]
    sentence: Text
    """one sentence that can be read aloud"""
    unit: Unit
    """what the scores of the standings are counted in; wealth is money"""
    letters: Mapping[str, Text] = field(default_factory=dict)
    """what the letters of the marks stand for"""
    winners: tuple[str, ...] = ()
    """seats, best first; the first place alone is no victory in every game"""
    sums: Mapping[str, Text] = field(default_factory=dict)
    """of what a seat's score is made, where it is not simply what the seat has"""
