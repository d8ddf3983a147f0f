"""A game of Abilene in sentences, as all editions share them: the log, and what is worth remembering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from companion.core.feats import TURNS, Feat, FeatKind, longest, most, most_often, richest
from companion.core.messages import Event, Posting
from companion.core.money.ledger import nets
from companion.core.text import Money, Text, Who, listed, say
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import MoveKind, place
from companion.games.abilene.common.pieces import TOWN


def tell(event: Event) -> Text | None:
    """Return the line of an event; None for those that only prepare another, and for those of one edition."""
    match event:
        case messages.HerdsPlaced(postings=postings) if postings:
            return say("Everyone got %(amount)s", amount=Money(postings[0].amount))
        case messages.TurnBegan(seat=seat, number=number):
            return say("Turn %(number)s: %(who)s", number=number, who=Who(seat))
        case messages.DiceRolled(seat=seat, cow=(), cowboy=cowboy):
            return say("%(who)s rolled %(cowboy)s", who=Who(seat), cowboy=_faces(cowboy))
        case messages.DiceRolled(seat=seat, cow=cow, cowboy=cowboy):
            return say(
                "%(who)s rolled %(cow)s for cattle and %(cowboy)s for cowboys",
                who=Who(seat),
                cow=_faces(cow),
                cowboy=_faces(cowboy),
            )
        case messages.CowMoved(seat=seat, frm=frm, to=to, left=int()) if to == TOWN:
            return say("%(who)s brought the steer from %(frm)s to Abilene", who=Who(seat), frm=frm)
        case messages.CowMoved(seat=seat, frm=frm, to=to, left=int()):
            return say("%(who)s moved a steer %(frm)s → %(to)s", who=Who(seat), frm=frm, to=to)
        case messages.CowMoved(seat=seat, frm=frm, to=to, face=face) if to == TOWN:
            return say(
                "%(who)s brought the cow from %(frm)s to Abilene (die %(face)s)", who=Who(seat), frm=frm, face=face
            )
        case messages.CowMoved(seat=seat, frm=frm, to=to, face=face):
            return say("%(who)s moved a cow %(frm)s → %(to)s (die %(face)s)", who=Who(seat), frm=frm, to=to, face=face)
        case messages.CowboyMoved():
            return _tell_ride(event)
        case messages.CowPlaced(thief=thief, frm=frm, to=to):
            return say("%(who)s brought the stolen cow home, %(frm)s → %(to)s", who=Who(thief), frm=frm, to=to)
        case messages.StepEnded(seat=seat, step=messages.Step.CATTLE):
            return say("%(who)s is done with the cattle", who=Who(seat))
        case messages.StepEnded(seat=seat, step=messages.Step.COWBOYS):
            return say("%(who)s is done with the cowboys", who=Who(seat))  # a sale may still follow
        case messages.StepEnded(seat=seat):
            return say("%(who)s ended the turn", who=Who(seat))
        case messages.BoardArranged(seat=seat):
            return say("%(who)s arranged the figures on the screen as they are", who=Who(seat))
        case messages.TheftRecorded(thief=thief, victim=victim):
            return say("%(who)s stole from %(victim)s", who=Who(thief), victim=Who(victim))
        case messages.DuelRolled(attacker_die=one, defender_die=two) if one == two:
            return say("%(dice)s: roll again", dice=_dice(event))
        case messages.DuelRolled():
            return _dice(event)
        case _:
            return None


def _faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _tell_ride(event: messages.CowboyMoved) -> Text:
    ride = say(
        "%(who)s: cowboy %(frm)s → %(to)s (die %(face)s)",
        who=Who(event.seat),
        frm=place(event.frm),
        to=place(event.to),
        face=event.face,
    )
    match event.what:
        case MoveKind.THEFT if event.other:
            return say("%(ride)s, stolen from %(other)s", ride=ride, other=Who(event.other))
        case MoveKind.THEFT:
            return say("%(ride)s, stolen from a herd without an owner", ride=ride)
        case MoveKind.DUEL:
            return say("%(ride)s, onto one of %(other)s's cowboys: duel", ride=ride, other=Who(event.other))
        case _:
            return ride


def news_of(event: Event) -> Mapping[str, Text]:
    """Return the dice of a duel, to both; a theft, to the one who was robbed."""
    match event:
        case messages.DuelRolled(attacker=one, defender=two) if event.attacker_die != event.defender_die:
            return dict.fromkeys((one, two), _dice(event))
        case messages.CowPlaced(thief=thief, victim=victim) | messages.TheftRecorded(thief=thief, victim=victim):
            return {victim: say("%(who)s stole one of your cows.", who=Who(thief))}
        case _:
            return {}


def _dice(duel: messages.DuelRolled) -> Text:
    return say(
        "Duel: %(one)s rolled %(first)s, %(two)s rolled %(second)s",
        one=Who(duel.attacker),
        first=duel.attacker_die,
        two=Who(duel.defender),
        second=duel.defender_die,
    )


Mark = tuple[str, str, Text]
"""Seat, letter, words of something worth marking on the wealth chart."""


class AnySale(Protocol):
    """A settled sale."""

    @property
    def seller(self) -> str:
        """Return who sold."""

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Return what was paid."""


S = TypeVar("S", bound=AnySale)


def mark(event: Event) -> Mark | None:
    """Return the mark of a theft on the wealth chart."""
    match event:
        case messages.CowPlaced(thief=thief) | messages.TheftRecorded(thief=thief):
            return thief, "T", say("%(who)s stole cattle", who=Who(thief))
        case _:
            return None


def mark_of_sale(sale: AnySale) -> Mark:
    """Return a sale on the wealth chart."""
    net, seller = gain(sale), Who(sale.seller)
    if net < 0:
        return sale.seller, "S", say("%(who)s lost %(amount)s on a sale", who=seller, amount=Money(-net))
    return sale.seller, "S", say("%(who)s made %(net)s on a sale", who=seller, net=Money(net))


def gain(sale: AnySale) -> int:
    """Return what a sale brought its seller."""
    return nets(sale.postings).get(sale.seller, 0)


def best(sales: Iterable[S]) -> S | None:
    """Return the sale that brought the most, the first of equals."""
    return max(sales, key=gain, default=None)


def leading(amounts: Mapping[str, int]) -> tuple[Text | str, int]:
    """Return who has most, all of equals, and how much that is: 0 where nobody has anything."""
    most = max(amounts.values(), default=0)
    leaders = [say("%(who)s", who=Who(seat)) for seat, amount in amounts.items() if amount == most]
    return listed(leaders) if leaders else "", most


def best_sale(sales: Iterable[AnySale]) -> Text | None:
    """Return the award for it; None where no sale brought anything."""
    gains: dict[str, int] = {}
    for sale in sales:
        gains[sale.seller] = max(gain(sale), gains.get(sale.seller, 0))
    who, most = leading(gains)
    return say("Best sale: %(who)s, %(net)s in one go", who=who, net=Money(most)) if most else None


def thefts(events: Sequence[Event]) -> Iterator[str]:
    """Return who took cattle, each time."""
    return (event.thief for event in events if isinstance(event, (messages.CowPlaced, messages.TheftRecorded)))


def busiest_rustler(events: Sequence[Event]) -> Text | None:
    """Return the award for the most cattle stolen; None where nobody stole any."""
    who, most = leading(Counter(thefts(events)))
    return say("Busiest thief: %(who)s (thefts: %(count)s)", who=who, count=most) if most else None


FEATS = {
    "sale": FeatKind(say("Highest sale"), unit=None),
    "end": FeatKind(say("Most money at the end"), unit=None),
    "thefts": FeatKind(say("Most cattle stolen in a game")),
    "turns": FeatKind(say("Longest game"), TURNS),
}


def feats(sales: Iterable[AnySale], events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return what there may be records of: money, cattle, turns."""
    dearest = best(sales)
    sold = most("sale", {dearest.seller: gain(dearest)}) if dearest else ()
    turns = longest("turns", events, lambda event: isinstance(event, messages.TurnBegan))
    return (*sold, *richest("end", events), *most_often("thefts", thefts(events)), *turns)
