"""Commands and events of a hand of betting."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Command, Event, defined_in
from companion.games.any_game.betting import Hand


@dataclass(frozen=True, slots=True)
class DealHand(Command):
    """Command to begin a hand: blinds and antes are put in, the cards are dealt on the table."""


@dataclass(frozen=True, slots=True)
class Call(Command):
    """Command to match the highest bet, or go all in for less; a check where nothing is missing."""


@dataclass(frozen=True, slots=True)
class RaiseTo(Command):
    """Command to raise the highest bet of this round to this amount."""

    amount: int


@dataclass(frozen=True, slots=True)
class Fold(Command):
    """Command to throw the cards away."""


@dataclass(frozen=True, slots=True)
class AwardPot(Command):
    """Command to award the next pot to these players, in equal parts."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaiseBlinds(Command):
    """Command to double the blinds."""


@dataclass(frozen=True, slots=True)
class Rebuy(Command):
    """Command to begin again with the starting money."""


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """Beginning of a hand; blinds and antes are in."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class BetMade(Event):
    """Bet of a seat, 0 for a check; ``highest`` is the highest bet then. ``allin``: the seat has nothing left."""

    seat: str
    amount: int
    highest: int
    raised: bool
    allin: bool


@dataclass(frozen=True, slots=True)
class HandFolded(Event):
    """Fold of a seat."""

    seat: str


@dataclass(frozen=True, slots=True)
class StreetBegan(Event):
    """Beginning of the next round of bets."""

    street: int


@dataclass(frozen=True, slots=True)
class ShowdownBegan(Event):
    """Beginning of the showdown."""


@dataclass(frozen=True, slots=True)
class PotWon(Event):
    """Award of a pot."""

    winners: tuple[str, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class BetReturned(Event):
    """Return of the part of a bet that was not called."""

    seat: str
    amount: int


@dataclass(frozen=True, slots=True)
class HandOver(Event):
    """End of a hand; ``turn`` deals next."""

    turn: str
    round: int


@dataclass(frozen=True, slots=True)
class BlindsRaised(Event):
    """Change of the big blind to this amount."""

    big: int
    by: str


@dataclass(frozen=True, slots=True)
class BoughtIn(Event):
    """Rebuy of a seat for this amount."""

    seat: str
    amount: int


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
