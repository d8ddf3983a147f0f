"""What is asked of the bank of any game besides taking and paying: deals, money between pots, counted units."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Command, Event, defined_in


@dataclass(frozen=True, slots=True)
class Deal:
    """``by`` and ``of`` are to exchange: words for goods, money both ways, units both ways."""

    id: int
    by: str
    of: str
    gives: str
    gets: str
    pays: int
    earns: int


@dataclass(frozen=True, slots=True)
class MoveMoney(Command):
    """Money between the bank and the pots."""

    amount: int
    frm: str
    to: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class OfferDeal(Command):
    """Offer somebody an exchange: what one gives and gets, and what one pays and earns besides."""

    of: str
    gives: str = ""
    gets: str = ""
    pays: int = 0
    earns: int = 0


@dataclass(frozen=True, slots=True)
class AcceptDeal(Command):
    """Agree to it."""

    deal: int


@dataclass(frozen=True, slots=True)
class DropDeal(Command):
    """Do not agree to it, or take one's own offer back."""

    deal: int


@dataclass(frozen=True, slots=True)
class BuyUnits(Command):
    """Buy so many of a kind at its price, of those that nobody has."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class SellUnits(Command):
    """Sell so many of a kind at its price."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class GiveUnits(Command):
    """Give somebody so many of a kind."""

    kind: str
    to: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class SetPrice(Command):
    """A kind has another price."""

    kind: str
    price: int


@dataclass(frozen=True, slots=True)
class PayDividend(Command):
    """The bank pays so much for each unit of a kind to whoever has it."""

    kind: str
    amount: int


@dataclass(frozen=True, slots=True)
class MoneyMoved(Event):
    """Money went from one account of nobody to another."""

    frm: str
    to: str
    amount: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class DealOffered(Event):
    """Somebody offers an exchange."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class DealMade(Event):
    """Both agreed: one entry for all of it."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class DealDropped(Event):
    """It came to nothing."""

    deal: Deal
    by: str


@dataclass(frozen=True, slots=True)
class UnitsMoved(Event):
    """So many of a kind have another owner; ``BANK``: nobody. ``price`` was paid for them, 0 for a gift."""

    kind: str
    frm: str
    to: str
    count: int
    price: int = 0


@dataclass(frozen=True, slots=True)
class PriceChanged(Event):
    """A kind has this price."""

    kind: str
    price: int
    by: str


@dataclass(frozen=True, slots=True)
class DividendPaid(Event):
    """The bank has paid so much for each unit of a kind."""

    kind: str
    amount: int
    by: str


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
