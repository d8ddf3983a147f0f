"""What the players of any game can ask for besides what every bank does, and what then happens."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.messages import Command, Event, defined_in
from companion.core.money.ledger import BANK
from companion.core.secrets.ways import Way


class Price(StrEnum):
    """What the winner of a sealed bid pays."""

    NOTHING = "nothing"
    """the box only opens the bids"""
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class Request:
    """``of`` is asked to pay ``by`` this much."""

    id: int
    by: str
    of: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class Bidding:
    """Sealed bids for ``what``: the winner pays by ``price`` into the account ``to``."""

    what: str
    price: Price
    to: str


@dataclass(frozen=True, slots=True)
class Auction:
    """Bids in turns for ``what``. ``bidders`` have not passed, the first is next; ``by`` leads with ``best``."""

    what: str
    to: str
    least: int
    bidders: tuple[str, ...]
    best: int = 0
    by: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """``winners`` bid most, ``amount`` each: several in a tie, none where nobody bid. ``price`` was paid at once.

    ``short``: the winner has less than he would have to pay, so that nothing was.
    """

    winners: tuple[str, ...]
    what: str
    amount: int
    price: int = 0
    short: bool = False


# --- commands -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Take(Command):
    """Take money out of the bank or a pot; ``to`` is who gets it, the one who asks if left out."""

    amount: int
    frm: str = BANK
    to: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class RequestPayment(Command):
    """Ask a player, or everybody, to pay so much."""

    of: str
    amount: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class PayRequest(Command):
    """Pay what one was asked for."""

    request: int


@dataclass(frozen=True, slots=True)
class DropRequest(Command):
    """Refuse to pay it, or take one's own request back."""

    request: int


@dataclass(frozen=True, slots=True)
class AskVote(Command):
    """Everybody chooses among the ``answers``, in secret; they are parted by commas.

    ``tallied``: only the counts are told.
    """

    question: str
    answers: str
    way: Way = Way.ONE
    tallied: bool = False


@dataclass(frozen=True, slots=True)
class AskBids(Command):
    """Everybody bids in secret for ``what``."""

    what: str
    price: Price = Price.NOTHING
    to: str = BANK


@dataclass(frozen=True, slots=True)
class PutAway(Command):
    """The result of the last vote or bid has been seen by all."""


@dataclass(frozen=True, slots=True)
class OpenAuction(Command):
    """Everybody bids in turns for ``what``, from ``least`` upwards, beginning with whoever opens it."""

    what: str
    least: int = 0
    to: str = BANK


@dataclass(frozen=True, slots=True)
class Bid(Command):
    """Bid so much in the auction."""

    amount: int


@dataclass(frozen=True, slots=True)
class Pass(Command):
    """Bid no more in the auction."""


@dataclass(frozen=True, slots=True)
class RollDice(Command):
    """The table's dice: the ``faces`` of real ones; without them the box rolls, and fills in what falls."""

    lots: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()

    def drawn(self, chance: random.Random) -> RollDice:
        return self if self.faces else replace(self, lots=tuple(chance.randint(1, 6) for _ in range(6)))


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """One's turn is over; where there is no marker, the round is."""


@dataclass(frozen=True, slots=True)
class StopClock(Command):
    """The time of the turn stands for everybody, until somebody lets it go on."""


@dataclass(frozen=True, slots=True)
class StartClock(Command):
    """The time of the turn goes on."""


@dataclass(frozen=True, slots=True)
class Score(Command):
    """Points for a player, below zero to take some away."""

    seat: str
    points: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class NameBanker(Command):
    """Somebody else looks after the bank."""

    seat: str


@dataclass(frozen=True, slots=True)
class GoBankrupt(Command):
    """Settle what one can, give the rest to ``to``, and leave the game."""

    to: str = BANK


@dataclass(frozen=True, slots=True)
class FinishGame(Command):
    """The game is over, and is counted."""


# --- events -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """``seat`` has got money out of the bank or a pot; ``by`` somebody."""

    seat: str
    frm: str
    amount: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class PaymentRequested(Event):
    """Somebody asks somebody for money."""

    request: Request


@dataclass(frozen=True, slots=True)
class RequestPaid(Event):
    """It was paid."""

    request: Request


@dataclass(frozen=True, slots=True)
class RequestDropped(Event):
    """It was refused, or taken back."""

    request: Request
    by: str


@dataclass(frozen=True, slots=True)
class BidsAsked(Event):
    """What the ballot that has been opened is about."""

    bidding: Bidding


@dataclass(frozen=True, slots=True)
class BidsSettled(Event):
    """What became of sealed bids."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ResultPutAway(Event):
    """The result is off the screens."""

    by: str


@dataclass(frozen=True, slots=True)
class AuctionOpened(Event):
    """An auction has begun."""

    auction: Auction


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A bid in the auction."""

    seat: str
    amount: int


@dataclass(frozen=True, slots=True)
class BidPassed(Event):
    """Somebody bids no more."""

    seat: str


@dataclass(frozen=True, slots=True)
class AuctionEnded(Event):
    """``winner`` is "" where nobody bid; ``short``: he has less than he bid."""

    winner: str
    what: str
    amount: int
    short: bool = False

    @property
    def outcome(self) -> Outcome:
        """The same as of sealed bids at one's own price."""
        winners = (self.winner,) if self.winner else ()
        return Outcome(winners, self.what, self.amount, 0 if self.short else self.amount, self.short)


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """The box has rolled."""

    seat: str
    faces: tuple[int, ...]
    by_box: bool = True


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """``next`` is whose turn it is now, "" without a marker; ``round`` is the number of the round."""

    seat: str
    next: str
    round: int


@dataclass(frozen=True, slots=True)
class ClockStopped(Event):
    """The time of the turn stands."""

    by: str


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """It goes on."""

    by: str


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A player has more points, or fewer."""

    seat: str
    points: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class BankerNamed(Event):
    """Who looks after the bank."""

    seat: str
    by: str


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """A player is out; what he had went to those he owed, the rest ``to`` an account."""

    seat: str
    to: str


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
