"""What is asked of a hand of betting, and what then happens."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Command, Event, defined_in
from companion.games.any_game.betting import Hand


@dataclass(frozen=True, slots=True)
class DealHand(Command):
    """A hand begins: blinds and antes are put in, the cards are dealt on the table."""


@dataclass(frozen=True, slots=True)
class Call(Command):
    """Put in what is missing to the highest bet, or all that one has; nothing where nothing is: check."""


@dataclass(frozen=True, slots=True)
class RaiseTo(Command):
    """Bring the highest bet of this round to so much."""

    amount: int


@dataclass(frozen=True, slots=True)
class Fold(Command):
    """Throw the cards away."""


@dataclass(frozen=True, slots=True)
class AwardPot(Command):
    """The next pot goes to these, in equal parts."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaiseBlinds(Command):
    """Blinds are twice what they were."""


@dataclass(frozen=True, slots=True)
class Rebuy(Command):
    """Begin again with the money of the start."""


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A hand has begun; blinds and antes lie there."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class BetMade(Event):
    """Somebody has put in so much, nothing for a check; ``highest`` is the highest bet now. ``allin``: it was all."""

    seat: str
    amount: int
    highest: int
    raised: bool
    allin: bool


@dataclass(frozen=True, slots=True)
class HandFolded(Event):
    """Somebody is out of the hand."""

    seat: str


@dataclass(frozen=True, slots=True)
class StreetBegan(Event):
    """The next round of bets."""

    street: int


@dataclass(frozen=True, slots=True)
class ShowdownBegan(Event):
    """The cards are shown."""


@dataclass(frozen=True, slots=True)
class PotWon(Event):
    """A pot was given away."""

    winners: tuple[str, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class BetReturned(Event):
    """Somebody has got back what nobody had called."""

    seat: str
    amount: int


@dataclass(frozen=True, slots=True)
class HandOver(Event):
    """The hand is over; ``turn`` deals now."""

    turn: str
    round: int


@dataclass(frozen=True, slots=True)
class BlindsRaised(Event):
    """The big blind is so much now."""

    big: int
    by: str


@dataclass(frozen=True, slots=True)
class BoughtIn(Event):
    """Somebody has begun again with so much."""

    seat: str
    amount: int


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
