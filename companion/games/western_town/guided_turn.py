"""The progress of a guided turn: its phases, the cards on the table, who carries one out (rules §6-§9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.values import changed
from companion.games.western_town.rulebook.rounds import Exploiting, Go, advance, first_go, pairs

NOTHING = "nothing"
"""chosen by who can play no card: he shows his hand, and lays one face down (7.3)"""


class RoundStage(StrEnum):
    """The phases of a turn in which the box guides: 1, 2, 3, 4, and then Lincoln's visit."""

    PREPARE = "prepare"
    PLAY = "play"
    EXPLOIT = "exploit"
    GAINS = "gains"
    VISIT = "visit"


class How(StrEnum):
    """Reason for carrying out a card; ``NOTHING``: there is none, and the player says which card to lay face down."""

    PLAY = "play"
    EXPLOIT = "exploit"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class OnTable:
    """A card on somebody's table."""

    card: str
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class KeptCards:
    """The cards that a player had when the turn began, and how many of them were kept."""

    limit: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """A player whose card is to be carried out."""

    seat: str
    card: str
    how: How
    built: bool = False
    """he has constructed a building with it"""
    other: str = ""
    """the seat whose card it exploits"""
    target: str = ""
    """the card of that neighbour"""
    repeats: bool = False
    """another card of his plays it again"""
    repeated: bool = False
    """it has played another card again"""
    mended: bool = False
    """a destroyed marker has come off with it"""
    allowed: bool = False
    """the others have allowed this exploit, whatever it changes"""
    attacked: bool = False
    """it has brought an attack: a throw of its own that would follow is forgotten (19.6)"""

    @property
    def begun(self) -> bool:
        """Return whether a part of it has been done."""
        return self.built or self.repeated or self.mended


@dataclass(frozen=True, slots=True)
class Round:
    """The turn of those around one camp.

    ``step`` counts the steps of phase 2, ``laid`` is what lies there until all of the step have laid theirs; ``acting``
    are those whose cards are carried out, in order; ``shown``: cards that came out of a hand and went back.
    """

    stage: RoundStage = RoundStage.PREPARE
    kept: Mapping[str, KeptCards] = field(default_factory=dict)
    tables: Mapping[str, tuple[OnTable, ...]] = field(default_factory=dict)
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    step: int = 0
    ballot: int = 0
    """the vote in which the cards of this step are laid in secret"""
    laid: Mapping[str, str] = field(default_factory=dict)
    acting: tuple[Acting, ...] = ()
    exploiting: Exploiting | None = None
    gained: tuple[str, ...] = ()

    def table(self, seat: str) -> tuple[OnTable, ...]:
        """Return the cards on this player's table."""
        return self.tables.get(seat, ())

    def is_on_table(self, seat: str, card: str) -> bool:
        """Return whether this card lies on his table, or is on its way there."""
        return self.laid.get(seat) == card or any(each.card == card for each in self.table(seat))

    def with_card(self, seat: str, card: OnTable) -> Round:
        """Return the turn with one card more on this player's table."""
        return changed(self, tables={**self.tables, seat: (*self.table(seat), card)})

    def turned(self, seat: str, card: str, face_up: bool) -> Round:
        """Return the turn with this card face up, or face down."""
        cards = (changed(each, face_up=face_up) if each.card == card else each for each in self.table(seat))
        return changed(self, tables={**self.tables, seat: tuple(cards)})

    def with_shown(self, seat: str, card: str) -> Round:
        """Return the turn with a card that came out of the hand, was seen, and went back."""
        return changed(self, shown={**self.shown, seat: tuple(dict.fromkeys((*self.shown.get(seat, ()), card)))})

    def with_more_cards(self, seat: str, back: int) -> Round:
        """Return the turn with so many cards more in this player's hand that were laid away."""
        kept = self.kept.get(seat)
        return (
            changed(self, kept={**self.kept, seat: changed(kept, limit=kept.limit + back)}) if back and kept else self
        )

    def after_go(self, go: Go) -> Round:
        """Return the turn after a go of phase 3."""
        return changed(self, exploiting=advance(self.exploiting, go)) if self.exploiting else self

    def resolved(self, seats: tuple[str, ...], lead: str) -> Round:
        """Return the turn with its next step or phase, once nothing is left to be carried out."""
        if self.acting:
            return self
        if self.stage is RoundStage.PLAY:
            step = self.step + 1
            over = step == len(pairs(seats, lead))
            exploiting = first_go(seats, lead) if over else None
            return changed(self, step=step, stage=RoundStage.EXPLOIT if over else self.stage, exploiting=exploiting)
        if self.stage is RoundStage.EXPLOIT and self.exploiting and not self.exploiting.turn:
            return changed(self, stage=RoundStage.GAINS)
        return self

    def attacked(self, roller: str) -> Round:
        """Return the turn after an attack that this player's card has brought: its own throw is forgotten (19.6)."""
        return changed(
            self, acting=tuple(changed(each, attacked=each.attacked or each.seat == roller) for each in self.acting)
        )
