"""What is worth remembering of a game of 1983."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Event
from companion.core.text import Money, Text, Who, say
from companion.games.abilene.common import awards as shared
from companion.games.abilene.edition_1983.messages import SteerSold
from companion.games.abilene.edition_1983.prices import Belief


def mark(event: Event) -> shared.Mark | None:
    """Sales and thefts on the wealth chart: seat, letter, words."""
    return shared.mark_of_sale(event) if isinstance(event, SteerSold) else shared.mark(event)


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """The best sale, the boldest bluff, the busiest rustler; each only if it happened."""
    sales = [event for event in events if isinstance(event, SteerSold)]
    found = (shared.best_sale(sales), _boldest_bluff(sales), shared.busiest_rustler(events))
    return tuple(award for award in found if award is not None)


def _boldest_bluff(sales: Sequence[SteerSold]) -> Text | None:
    """The dearest steer with the fever that everybody believed healthy."""
    sale = shared.best(sale for sale in sales if sale.fever and set(sale.votes.values()) == {Belief.BELIEVES})
    if sale is None:
        return None
    net = Money(shared.gain(sale))
    return say("Boldest bluff: %(who)s sold a sick steer for %(net)s", who=Who(sale.seller), net=net)
