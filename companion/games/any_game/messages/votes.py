"""Commands and events of votes, sealed bids and auctions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.messages import Command, Event, defined_in
from companion.core.money.ledger import BANK
from companion.core.secrets.ways import Way


class Price(StrEnum):
    """The price that the winner of a sealed bid pays."""

    NOTHING = "nothing"
    """the box only opens the bids"""
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class Bidding:
    """Sealed bids for ``what``: the winner pays by ``price`` into the account ``to``, or to the seat that asked."""

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
    """Outcome of bids. ``winners`` bid most, ``amount`` each: several in a tie, none where nobody bid.

    ``price`` was paid at once.

    ``short``: the winner has less than he would have to pay, so that nothing was.
    """

    winners: tuple[str, ...]
    what: str
    amount: int
    price: int = 0
    short: bool = False


# --- commands -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskVote(Command):
    """Command to begin a secret vote of all on the ``answers``, which are parted by commas.

    ``tallied``: only the counts are told.
    """

    question: str
    answers: str
    way: Way = Way.ONE
    tallied: bool = False


@dataclass(frozen=True, slots=True)
class AskBids(Command):
    """Command to begin a round of secret bids of all for ``what``."""

    what: str
    price: Price = Price.NOTHING
    to: str = BANK


@dataclass(frozen=True, slots=True)
class PutAway(Command):
    """Command to take the result of the last vote or bid off the screens: all have seen it."""


@dataclass(frozen=True, slots=True)
class OpenAuction(Command):
    """Command to open an auction in turns for ``what``, from ``least`` upwards; its opener begins."""

    what: str
    least: int = 0
    to: str = BANK


@dataclass(frozen=True, slots=True)
class Bid(Command):
    """Command to bid so much in the auction."""

    amount: int


@dataclass(frozen=True, slots=True)
class Pass(Command):
    """Command to bid no more in the auction."""


# --- events -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidsAsked(Event):
    """Beginning of sealed bids, the subject of the open ballot."""

    bidding: Bidding


@dataclass(frozen=True, slots=True)
class BidsSettled(Event):
    """The outcome of sealed bids."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ResultPutAway(Event):
    """Removal of the result from the screens."""

    by: str


@dataclass(frozen=True, slots=True)
class AuctionOpened(Event):
    """Beginning of an auction."""

    auction: Auction


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A bid in the auction."""

    seat: str
    amount: int


@dataclass(frozen=True, slots=True)
class BidPassed(Event):
    """The withdrawal of a bidder."""

    seat: str


@dataclass(frozen=True, slots=True)
class AuctionEnded(Event):
    """End of an auction. ``winner`` is "" where nobody bid; ``short``: that player has less than the bid."""

    winner: str
    what: str
    amount: int
    short: bool = False

    @property
    def outcome(self) -> Outcome:
        """Return the same as of sealed bids at one's own price."""
        winners = (self.winner,) if self.winner else ()
        return Outcome(winners, self.what, self.amount, 0 if self.short else self.amount, self.short)


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
