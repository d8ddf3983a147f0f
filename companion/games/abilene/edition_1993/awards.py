"""What is worth remembering of a game of 1993."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.messages import Event
from companion.core.text import Money, Text, Who, say
from companion.games.abilene.common import awards as shared
from companion.games.abilene.edition_1993.messages import CowSold, JailPaid, WentBankrupt
from companion.games.abilene.edition_1993.money.corral import CorralCard


def mark(event: Event) -> shared.Mark | None:
    """Sales, thefts and bankruptcies on the wealth chart: seat, letter, words."""
    match event:
        case CowSold():
            return shared.mark_of_sale(event)
        case WentBankrupt(seat=seat):
            return seat, "B", say("%(who)s went bankrupt", who=Who(seat))
        case _:
            return shared.mark(event)


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """The best sale, the boldest bluff, the busiest rustler, the longest sentence; each only if it happened."""
    sales = [event for event in events if isinstance(event, CowSold)]
    found = (shared.best_sale(sales), _boldest_bluff(sales), shared.busiest_rustler(events), _longest_sentence(events))
    return tuple(award for award in found if award is not None)


def _boldest_bluff(sales: Sequence[CowSold]) -> Text | None:
    """The dearest rustled cow that nobody called rustled."""
    sale = shared.best(sale for sale in sales if _nobody_noticed(sale))
    if sale is None:
        return None
    net = Money(shared.gain(sale))
    return say("Boldest bluff: %(who)s sold a rustled cow for %(net)s", who=Who(sale.seller), net=net)


def _nobody_noticed(sale: CowSold) -> bool:
    return sale.state is CorralCard.FOREIGN and CorralCard.FOREIGN not in sale.votes.values()


def _longest_sentence(events: Sequence[Event]) -> Text | None:
    """Whoever paid the most for jail."""
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, JailPaid):
            paid[event.seat] += event.bill
    if not paid:
        return None
    seat, bill = paid.most_common(1)[0]
    return say("Longest sentence: %(who)s paid %(bill)s for jail", who=Who(seat), bill=Money(bill))
