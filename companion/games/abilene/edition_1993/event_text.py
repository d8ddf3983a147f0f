"""A game of 1993 in sentences: the line of the log for each event, notices for phones, records and awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.feats import Feat
from companion.core.messages import Event
from companion.core.text import Money, Param, Text, Who, say
from companion.games.abilene.common import event_text as shared
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.edition_1993 import messages as m1993
from companion.games.abilene.edition_1993.messages import CowSold, JailPaid, WentBankrupt
from companion.games.abilene.edition_1993.money.herds import CorralCard
from companion.games.abilene.edition_1993.rules.sales import sticker_words
from companion.games.abilene.edition_1993.screens.players import card_words


def tell(event: Event) -> Text | None:
    """Return the line of an event for the log; None for an event that only prepares another."""
    return _tell_board(event) or _tell_money(event) or shared.tell(event)


def news_of(event: Event) -> Mapping[str, Text]:
    """Return the notices of an event, by seat: the end of a duel for both, a theft for its victim."""
    match event:
        case m1993.DuelWon(winner=winner, loser=loser, jailed=True):
            return {
                winner: say("You won the duel: %(who)s's cowboy goes to jail.", who=Who(loser)),
                loser: say("You lost the duel against %(who)s: your cowboy goes to jail.", who=Who(winner)),
            }
        case m1993.DuelWon(winner=winner, loser=loser):
            return {
                winner: say("You won the duel against %(who)s.", who=Who(loser)),
                loser: say("You lost the duel: %(who)s says where your cowboy goes.", who=Who(winner)),
            }
        case m1993.JailedRecorded(seat=seat):
            return {seat: say("Your cowboy lost a duel and is in jail.")}
        case messages.CowboyMoved(seat=thief, to=cell, face=face, what=MoveKind.THEFT, other=str() as victim):
            return {
                victim: say(
                    "%(who)s stole your cow on %(cell)s with the dark %(face)s.", who=Who(thief), cell=cell, face=face
                )
            }
        case messages.CowPlaced():
            return {}  # the theft itself was its news
        case _:
            return shared.news_of(event)


def _tell_board(event: Event) -> Text | None:
    """Return the line of an event on the board."""
    match event:
        case m1993.CowboyReleased(seat=seat, cell=cell):
            return say("%(who)s put a released cowboy on %(cell)s", who=Who(seat), cell=cell)
        case m1993.LoserPlaced(loser=loser, cell=cell):
            return say("%(who)s's cowboy went to %(cell)s", who=Who(loser), cell=cell)
        case m1993.JailedRecorded(seat=seat):
            return say("One of %(who)s's cowboys went to jail", who=Who(seat))
        case m1993.TownRecorded(seller=seller):
            return say("A cow of %(who)s reached Abilene", who=Who(seller))
        case m1993.DuelWon(winner=winner, loser=loser, jailed=True):
            return say("%(winner)s won the duel; %(loser)s's cowboy goes to jail", winner=Who(winner), loser=Who(loser))
        case m1993.DuelWon(winner=winner, loser=loser):
            return say("%(winner)s won the duel against %(loser)s", winner=Who(winner), loser=Who(loser))
        case _:
            return None


def _tell_money(event: Event) -> Text | None:
    """Return the line of an event about jail, sales or bankruptcy."""
    match event:
        case m1993.JailPaid(seat=seat, released=released, stay=stay, bill=bill):
            paid: dict[str, Param] = {"who": Who(seat), "bill": Money(bill), "released": released}
            if stay == 1:
                return say("%(who)s paid %(bill)s for jail: %(released)s released, 1 stays", **paid)
            return say("%(who)s paid %(bill)s for jail: %(released)s released, %(stay)s stay", stay=stay, **paid)
        case m1993.StickerShown(seller=seller, sticker=sticker) if sticker.brand is None:
            return say("%(who)s's cow was turned over: %(sticker)s", who=Who(seller), sticker=sticker_words(sticker))
        case m1993.StickerShown(seller=seller, sticker=sticker, state=state):
            return say(
                "%(who)s's cow was turned over: %(sticker)s (%(truth)s)",
                who=Who(seller),
                sticker=sticker_words(sticker),
                truth=card_words()[state],
            )
        case m1993.CowSold(seller=seller):
            return say("%(who)s sold the cow", who=Who(seller))
        case m1993.WentBankrupt() if event.unsold:
            return say(
                "%(line)s; cows that waited in town leave it unsold: %(count)s",
                line=_bankrupt_line(event),
                count=event.unsold,
            )
        case m1993.WentBankrupt():
            return _bankrupt_line(event)
        case _:
            return None


def _bankrupt_line(event: WentBankrupt) -> Text:
    if event.left:
        return say("%(who)s left the game", who=Who(event.seat))
    if event.out:
        return say("%(who)s is bankrupt and out of the game", who=Who(event.seat))
    return say("%(who)s is bankrupt and plays on without cowboys", who=Who(event.seat))


def mark(event: Event) -> shared.Mark | None:
    """Return the mark of a sale, theft or bankruptcy on the wealth chart: seat, letter, words."""
    match event:
        case CowSold():
            return shared.mark_of_sale(event)
        case WentBankrupt(seat=seat):
            return seat, "B", say("%(who)s went bankrupt", who=Who(seat))
        case _:
            return shared.mark(event)


def feats(events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return the results that may be records."""
    return shared.feats([event for event in events if isinstance(event, CowSold)], events)


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """Return the awards of the game: best sale, boldest bluff, busiest rustler, longest jail sentence."""
    sales = [event for event in events if isinstance(event, CowSold)]
    found = (shared.best_sale(sales), _boldest_bluff(sales), shared.busiest_rustler(events), _longest_sentence(events))
    return tuple(award for award in found if award is not None)


def _boldest_bluff(sales: Sequence[CowSold]) -> Text | None:
    """Return the award for the dearest rustled cow that no voter called rustled."""
    foreign = CorralCard.FOREIGN
    sale = shared.best(sale for sale in sales if sale.state is foreign and foreign not in sale.votes.values())
    if sale is None:
        return None
    net = Money(shared.gain(sale))
    return say("Boldest bluff: %(who)s sold a rustled cow for %(net)s", who=Who(sale.seller), net=net)


def _longest_sentence(events: Sequence[Event]) -> Text | None:
    """Return the award for the most money paid for jail."""
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, JailPaid):
            paid[event.seat] += event.bill
    who, bill = shared.leading(paid)
    return say("Longest sentence: %(who)s paid %(bill)s for jail", who=who, bill=Money(bill)) if bill else None
