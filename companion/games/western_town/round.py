"""How far a guided turn has come: whose cards lie where, whose effect is to be carried out (rules §6-§9).

The box knows of hands what everybody at the table could know: which cards somebody owns (those of the start, and of
what he has built), which lie on his table, and how many he has kept. Which ones he laid away as inactive it never
learns, and of a card that is laid in secret it learns with everybody else, when both are turned over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.games.western_town.rulebook.rounds import Goes

NOTHING = "nothing"
"""chosen by who can play no card: he shows his hand, and lays one face down (7.3)"""


class Stage(StrEnum):
    """The phases of a turn in which the box guides: 1, 2, 3, 4, and then Lincoln's visit."""

    PREPARE = "prepare"
    PLAY = "play"
    EXPLOIT = "exploit"
    GAINS = "gains"
    VISIT = "visit"


class How(StrEnum):
    """Why somebody carries out a card; ``NOTHING``: he has none, and says which one he lays face down."""

    PLAY = "play"
    EXPLOIT = "exploit"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class OnTable:
    """A card on somebody's table."""

    card: str
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Kept:
    """What somebody had when the turn began: his cards, and how many of them he has kept."""

    limit: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """Somebody whose card is to be carried out."""

    seat: str
    card: str
    how: How
    built: bool = False
    """he has constructed a building with it"""
    other: str = ""
    """whose card it exploits"""
    target: str = ""
    """which one that is"""


@dataclass(frozen=True, slots=True)
class Round:
    """The turn of those around one camp.

    ``step`` counts the steps of phase 2, ``laid`` is what lies there until all of the step have laid theirs; ``acting``
    are those whose cards are carried out, in order; ``shown``: cards that came out of a hand and went back.
    """

    stage: Stage = Stage.PREPARE
    kept: Mapping[str, Kept] = field(default_factory=dict)
    tables: Mapping[str, tuple[OnTable, ...]] = field(default_factory=dict)
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    step: int = 0
    ballot: int = 0
    """the vote in which the cards of this step are laid in secret"""
    laid: Mapping[str, str] = field(default_factory=dict)
    acting: tuple[Acting, ...] = ()
    goes: Goes | None = None
    gained: tuple[str, ...] = ()

    def table(self, seat: str) -> tuple[OnTable, ...]:
        """The cards on this player's table."""
        return self.tables.get(seat, ())

    def lies(self, seat: str, card: str) -> bool:
        """Whether this card lies on his table, or is on its way there."""
        return self.laid.get(seat) == card or any(each.card == card for each in self.table(seat))
