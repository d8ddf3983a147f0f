"""Commands and events of the bank besides taking and paying: deals, money between pots, counted units."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Command, Event, defined_in


@dataclass(frozen=True, slots=True)
class Deal:
    """An exchange between ``by`` and ``of``: words for goods, and money both ways."""

    id: int
    by: str
    of: str
    gives: str
    gets: str
    pays: int
    earns: int


@dataclass(frozen=True, slots=True)
class MoveMoney(Command):
    """Command to move money between the bank and the pots."""

    amount: int
    frm: str
    to: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class OfferDeal(Command):
    """Command to offer an exchange: goods in words (``gives``, ``gets``), money (``pays``, ``earns``)."""

    of: str
    gives: str = ""
    gets: str = ""
    pays: int = 0
    earns: int = 0


@dataclass(frozen=True, slots=True)
class AcceptDeal(Command):
    """Command to accept a deal."""

    deal: int


@dataclass(frozen=True, slots=True)
class DropDeal(Command):
    """Command to decline a deal, or to take one's own offer back."""

    deal: int


@dataclass(frozen=True, slots=True)
class BuyUnits(Command):
    """Command to buy units of a kind from the bank at their price."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class SellUnits(Command):
    """Command to sell units of a kind to the bank at their price."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class GiveUnits(Command):
    """Command to give units of a kind to another player."""

    kind: str
    to: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class SetPrice(Command):
    """Command to change the price of a kind."""

    kind: str
    price: int


@dataclass(frozen=True, slots=True)
class PayDividend(Command):
    """Command to pay this amount for each unit of a kind to its owner; 0: as much as the last time."""

    kind: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class MoneyMoved(Event):
    """Payment between two accounts that belong to no player."""

    frm: str
    to: str
    amount: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class DealOffered(Event):
    """Offer of an exchange."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class DealMade(Event):
    """Exchange that both sides agreed to, as one entry."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class DealDropped(Event):
    """End of an offer without an exchange."""

    deal: Deal
    by: str


@dataclass(frozen=True, slots=True)
class UnitsMoved(Event):
    """Change of owner of units; ``BANK``: no player. ``price``: the sum paid for them, 0 for a gift."""

    kind: str
    frm: str
    to: str
    count: int
    price: int = 0


@dataclass(frozen=True, slots=True)
class PriceChanged(Event):
    """Change of the price of a kind."""

    kind: str
    price: int
    by: str


@dataclass(frozen=True, slots=True)
class DividendPaid(Event):
    """Payment of this amount for each unit of a kind."""

    kind: str
    amount: int
    by: str


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
