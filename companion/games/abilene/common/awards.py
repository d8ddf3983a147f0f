"""What is worth remembering of a game: read off the log, for the end of the evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.messages import Event
from companion.core.money.ledger import nets
from companion.core.text import Money, Text, Who, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.edition_1983.messages import SteerSold
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1993.corral import CorralCard


def mark(event: Event) -> tuple[str, str, Text] | None:
    """Sales, thefts and bankruptcies on the wealth chart: seat, letter, words."""
    match event:
        case m.CowSold(seller=seller, postings=postings):
            net = nets(postings).get(seller, 0)
            return seller, "S", say("%(who)s sold a cow for %(net)s", who=Who(seller), net=Money(net))
        case SteerSold(seller=seller, postings=postings):
            net = nets(postings).get(seller, 0)
            return seller, "S", say("%(who)s sold a cow for %(net)s", who=Who(seller), net=Money(net))
        case m.CowPlaced(thief=thief) | m.TheftRecorded(thief=thief):
            return thief, "T", say("%(who)s stole a cow", who=Who(thief))
        case m.WentBankrupt(seat=seat):
            return seat, "B", say("%(who)s went bankrupt", who=Who(seat))
        case _:
            return None


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """The best sale, the boldest bluff, the busiest rustler, the longest sentence; each only if it happened."""
    found = (_best_sale(events), _boldest_bluff(events), _busiest_rustler(events), _longest_sentence(events))
    return tuple(award for award in found if award is not None)


Sale = m.CowSold | SteerSold


def _sales(events: Sequence[Event]) -> list[tuple[int, Sale]]:
    return [(nets(event.postings).get(event.seller, 0), event) for event in events if isinstance(event, Sale)]


def _best_sale(events: Sequence[Event]) -> Text | None:
    best = max(_sales(events), key=lambda sale: sale[0], default=None)
    if best is None or best[0] <= 0:
        return None
    return say("Best sale: %(who)s, %(net)s in one go", who=Who(best[1].seller), net=Money(best[0]))


def _boldest_bluff(events: Sequence[Event]) -> Text | None:
    """The dearest rustled cow that nobody called rustled, or steer with the fever that everybody believed healthy."""
    bluffs = [(net, sale) for net, sale in _sales(events) if _nobody_noticed(sale)]
    best = max(bluffs, key=lambda sale: sale[0], default=None)
    if best is None:
        return None
    net, sale = best
    if isinstance(sale, SteerSold):
        return say("Boldest bluff: %(who)s sold a sick steer for %(net)s", who=Who(sale.seller), net=Money(net))
    return say("Boldest bluff: %(who)s sold a rustled cow for %(net)s", who=Who(sale.seller), net=Money(net))


def _nobody_noticed(sale: Sale) -> bool:
    match sale:
        case SteerSold(fever=fever, votes=votes):
            return fever and set(votes.values()) == {Belief.BELIEVES}
        case m.CowSold(state=state, votes=votes):
            return state is CorralCard.FOREIGN and CorralCard.FOREIGN not in votes.values()


def _busiest_rustler(events: Sequence[Event]) -> Text | None:
    thefts = Counter(event.thief for event in events if isinstance(event, (m.CowPlaced, m.TheftRecorded)))
    if not thefts:
        return None
    thief, count = thefts.most_common(1)[0]
    return say("Busiest rustler: %(who)s (cows taken: %(count)s)", who=Who(thief), count=count)


def _longest_sentence(events: Sequence[Event]) -> Text | None:
    """Whoever paid the most for jail."""
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, m.JailPaid):
            paid[event.seat] += event.bill
    if not paid:
        return None
    seat, bill = paid.most_common(1)[0]
    return say("Longest sentence: %(who)s paid %(bill)s for jail", who=Who(seat), bill=Money(bill))
