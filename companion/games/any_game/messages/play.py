"""Commands and events of any game, besides those of every bank."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.core.messages import Command, Event, defined_in
from companion.core.money.ledger import BANK


@dataclass(frozen=True, slots=True)
class Request:
    """A request for money: ``of`` is asked to pay ``by`` this amount."""

    id: int
    by: str
    of: str
    amount: int
    words: str = ""


# --- commands -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Take(Command):
    """Command to take money out of the bank or a pot; ``to`` is who gets it, the one who asks if left out."""

    amount: int
    frm: str = BANK
    to: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class RequestPayment(Command):
    """Command to ask a player, or everybody, to pay so much."""

    of: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class PayRequest(Command):
    """Command to pay what one was asked for."""

    request: int


@dataclass(frozen=True, slots=True)
class DropRequest(Command):
    """Command to refuse to pay it, or take one's own request back."""

    request: int


@dataclass(frozen=True, slots=True)
class RollDice(Command):
    """Command to roll: the ``faces`` of real dice; without them the box rolls, and fills in ``lots``.

    ``kept``: the dice that lie there and stay, each by its place, counted from 0, with its face.
    """

    lots: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    kept: Mapping[str, int] = field(default_factory=dict)

    def with_draws(self, chance: random.Random) -> RollDice:
        return self if self.faces else replace(self, lots=tuple(chance.randint(1, 6) for _ in range(6)))


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """Command to end the turn; where nobody is on turn, the round."""


@dataclass(frozen=True, slots=True)
class StopClock(Command):
    """Command to stop the clock of the turn until a player starts it again."""


@dataclass(frozen=True, slots=True)
class StartClock(Command):
    """Command to start the clock of the turn again."""


@dataclass(frozen=True, slots=True)
class Score(Command):
    """Command to give a player points; below zero to take some away."""

    seat: str
    points: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class NameBanker(Command):
    """Command to name another banker."""

    seat: str


@dataclass(frozen=True, slots=True)
class FinishGame(Command):
    """Command to end the game and count."""


# --- events -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """Payment out of the bank or a pot to ``seat``; ``by`` somebody."""

    seat: str
    frm: str
    amount: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class PaymentRequested(Event):
    """A request for money from one player to another."""

    request: Request


@dataclass(frozen=True, slots=True)
class RequestPaid(Event):
    """The payment of a request."""

    request: Request


@dataclass(frozen=True, slots=True)
class RequestDropped(Event):
    """The refusal or withdrawal of a request."""

    request: Request
    by: str


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Roll of the dice: by the box, or of real ones."""

    seat: str
    faces: tuple[int, ...]
    by_box: bool = True


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """End of a turn. ``next`` is whose turn it is now, "" without a marker; ``round`` is the number of the round."""

    seat: str
    next: str
    round: int


@dataclass(frozen=True, slots=True)
class ClockStopped(Event):
    """Stop of the clock of the turn."""

    by: str


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """The start of a clock that was stopped."""

    by: str


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Change of a player's points."""

    seat: str
    points: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class BankerNamed(Event):
    """The naming of the banker."""

    seat: str
    by: str


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
