"""What is worth remembering of a game of any edition: read off the log, for the end of the evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from companion.core.messages import Event, Posting
from companion.core.money.ledger import nets
from companion.core.text import Money, Text, Who, say
from companion.games.abilene.common import messages as m

Mark = tuple[str, str, Text]
"""Seat, letter, words of something worth marking on the wealth chart."""


class Sale(Protocol):
    """A settled sale."""

    @property
    def seller(self) -> str:
        """Who sold."""

    @property
    def postings(self) -> tuple[Posting, ...]:
        """What was paid."""


S = TypeVar("S", bound=Sale)


def mark(event: Event) -> Mark | None:
    """Thefts on the wealth chart."""
    match event:
        case m.CowPlaced(thief=thief) | m.TheftRecorded(thief=thief):
            return thief, "T", say("%(who)s went rustling", who=Who(thief))
        case _:
            return None


def mark_of_sale(sale: Sale) -> Mark:
    """A sale on the wealth chart."""
    net, seller = gain(sale), Who(sale.seller)
    if net < 0:
        return sale.seller, "S", say("%(who)s lost %(amount)s on a sale", who=seller, amount=Money(-net))
    return sale.seller, "S", say("%(who)s made %(net)s on a sale", who=seller, net=Money(net))


def gain(sale: Sale) -> int:
    """What a sale brought its seller."""
    return nets(sale.postings).get(sale.seller, 0)


def best(sales: Iterable[S]) -> S | None:
    """The sale that brought the most, the first of equals."""
    return max(sales, key=gain, default=None)


def best_sale(sales: Iterable[Sale]) -> Text | None:
    """The award for it; None where no sale brought anything."""
    sale = best(sales)
    if sale is None or gain(sale) <= 0:
        return None
    return say("Best sale: %(who)s, %(net)s in one go", who=Who(sale.seller), net=Money(gain(sale)))


def busiest_rustler(events: Sequence[Event]) -> Text | None:
    """Whoever took the most cattle; None where nobody took any."""
    thefts = Counter(event.thief for event in events if isinstance(event, (m.CowPlaced, m.TheftRecorded)))
    if not thefts:
        return None
    thief, count = thefts.most_common(1)[0]
    return say("Busiest rustler: %(who)s (thefts: %(count)s)", who=Who(thief), count=count)
