"""A game of 1983 in sentences: the log, one sentence an event, and what is worth remembering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.feats import Feat
from companion.core.messages import Event
from companion.core.text import Money, Text, Who, say
from companion.games.abilene.common import event_text as shared
from companion.games.abilene.common import messages
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.messages import SteerSold
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1983.screens.players import health_words


def news_of(event: Event) -> Mapping[str, Text]:
    """Return how a duel ended, to both; a theft, to the one who was robbed."""
    match event:
        case messages_1983.CowboyBeaten(winner=winner, loser=loser, killed=True):
            return {
                winner: say("You won the duel: %(who)s's cowboy was killed.", who=Who(loser)),
                loser: say("You lost the duel against %(who)s: your cowboy was killed.", who=Who(winner)),
            }
        case messages_1983.CowboyBeaten(winner=winner, loser=loser):
            return {
                winner: say("You won the duel: %(who)s's cowboy escaped.", who=Who(loser)),
                loser: say("You lost the duel against %(who)s: your cowboy escaped.", who=Who(winner)),
            }
        case messages_1983.KilledRecorded(seat=seat):
            return {seat: say("Your cowboy was killed in a duel.")}
        case messages.CowPlaced(thief=thief, victim=victim) | messages.TheftRecorded(thief=thief, victim=victim):
            return {victim: say("%(who)s stole one of your steers.", who=Who(thief))}
        case _:
            return shared.news_of(event)


def tell(event: Event) -> Text | None:
    """Return the line of an event; None for those that only prepare another."""
    match event:
        case messages_1983.FeverSealed(seat=seat, notes=notes) if notes:
            return say("%(who)s sealed the notes about their own steers", who=Who(seat))
        case messages_1983.FeverSealed(seat=seat):
            return say("%(who)s keeps in mind which steers have the fever", who=Who(seat))
        case messages_1983.SteerBrought(seller=seller):
            return say("A steer of %(who)s reached Abilene", who=Who(seller))
        case messages_1983.SteerTurned(seller=seller, owner=owner, fever=fever) if owner == seller:
            return say("%(who)s's steer was turned over: %(truth)s", who=Who(seller), truth=health_words(fever))
        case messages_1983.SteerTurned(seller=seller, owner=owner, fever=fever):
            return say(
                "%(who)s's rustled steer of %(owner)s was turned over: %(truth)s",
                who=Who(seller),
                owner=Who(owner),
                truth=health_words(fever),
            )
        case messages_1983.SteerSold(seller=seller):
            return say("%(who)s sold the steer", who=Who(seller))
        case messages_1983.CardsLaid(seat=seat, count=count):
            return say("%(who)s laid cards: %(count)s", who=Who(seat), count=count)
        case messages_1983.CardsCompared(winner=""):
            return say("The cards are a tie: the dice settle it")
        case messages_1983.CardsCompared(winner=winner):
            return say("%(who)s had the higher cards", who=Who(winner))
        case messages_1983.CowboyBeaten(winner=winner, loser=loser, killed=True):
            return say("%(winner)s won the duel; %(loser)s's cowboy was killed", winner=Who(winner), loser=Who(loser))
        case messages_1983.CowboyBeaten(winner=winner, loser=loser):
            return say("%(winner)s won the duel; %(loser)s's cowboy escaped", winner=Who(winner), loser=Who(loser))
        case messages_1983.CowboyReturned(seat=seat, cell=cell):
            return say("%(who)s's escaped cowboy is back on %(cell)s", who=Who(seat), cell=cell)
        case messages_1983.CowboyHired(seat=seat):
            return say("%(who)s hired a cowboy", who=Who(seat))
        case messages_1983.PlayerLeft(seat=seat):
            return say("%(who)s left the game", who=Who(seat))
        case messages_1983.KilledRecorded(seat=seat):
            return say("One of %(who)s's cowboys was killed in a duel", who=Who(seat))
        case _:
            return shared.tell(event)


def mark(event: Event) -> shared.Mark | None:
    """Return the mark of a sale or theft on the wealth chart: seat, letter, words."""
    return shared.mark_of_sale(event) if isinstance(event, SteerSold) else shared.mark(event)


def feats(events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return what there may be records of."""
    return shared.feats([event for event in events if isinstance(event, SteerSold)], events)


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """Return the best sale, the boldest bluff, the busiest rustler; each only if it happened."""
    sales = [event for event in events if isinstance(event, SteerSold)]
    found = (shared.best_sale(sales), _boldest_bluff(sales), shared.busiest_rustler(events))
    return tuple(award for award in found if award is not None)


def _boldest_bluff(sales: Sequence[SteerSold]) -> Text | None:
    """Return the dearest steer with the fever that everybody believed healthy."""
    sale = shared.best(sale for sale in sales if sale.fever and set(sale.votes.values()) == {Belief.BELIEVES})
    if sale is None:
        return None
    net = Money(shared.gain(sale))
    return say("Boldest bluff: %(who)s sold a sick steer for %(net)s", who=Who(sale.seller), net=net)
