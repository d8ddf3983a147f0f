"""The log of a game of 1993, one sentence an event."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.messages import Event
from companion.core.text import Money, Param, Text, Who, say
from companion.games.abilene.common import event_text as shared
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.rules.sales import sticker_words
from companion.games.abilene.edition_1993.screens.players import card_words


def tell(event: Event) -> Text | None:
    """The line of an event; None for those that only prepare another."""
    return _tell_board(event) or _tell_money(event) or shared.tell(event)


def news_of(event: Event) -> Mapping[str, Text]:
    """How a duel ended, to both; a theft, to the one who was robbed."""
    match event:
        case own.DuelWon(winner=winner, loser=loser, jailed=True):
            return {
                winner: say("You won the duel: %(who)s's cowboy goes to jail.", who=Who(loser)),
                loser: say("You lost the duel against %(who)s: your cowboy goes to jail.", who=Who(winner)),
            }
        case own.DuelWon(winner=winner, loser=loser):
            return {
                winner: say("You won the duel against %(who)s.", who=Who(loser)),
                loser: say("You lost the duel: %(who)s says where your cowboy goes.", who=Who(winner)),
            }
        case own.JailedRecorded(seat=seat):
            return {seat: say("Your cowboy lost a duel and is in jail.")}
        case m.CowboyMoved(seat=thief, to=cell, face=face, what=MoveKind.THEFT, other=str() as victim):
            return {
                victim: say(
                    "%(who)s stole your cow on %(cell)s with the dark %(face)s.", who=Who(thief), cell=cell, face=face
                )
            }
        case m.CowPlaced():
            return {}  # he was told when it was stolen
        case _:
            return shared.news_of(event)


def _tell_board(event: Event) -> Text | None:
    match event:
        case own.CowboyReleased(seat=seat, cell=cell):
            return say("%(who)s put a released cowboy on %(cell)s", who=Who(seat), cell=cell)
        case own.LoserPlaced(loser=loser, cell=cell):
            return say("%(who)s's cowboy went to %(cell)s", who=Who(loser), cell=cell)
        case own.JailedRecorded(seat=seat):
            return say("One of %(who)s's cowboys went to jail", who=Who(seat))
        case own.TownRecorded(seller=seller):
            return say("A cow of %(who)s reached Abilene", who=Who(seller))
        case own.DuelWon(winner=winner, loser=loser, jailed=True):
            return say("%(winner)s won the duel; %(loser)s's cowboy goes to jail", winner=Who(winner), loser=Who(loser))
        case own.DuelWon(winner=winner, loser=loser):
            return say("%(winner)s won the duel against %(loser)s", winner=Who(winner), loser=Who(loser))
        case _:
            return None


def _tell_money(event: Event) -> Text | None:
    match event:
        case own.JailPaid(seat=seat, released=released, stay=stay, bill=bill):
            paid: dict[str, Param] = {"who": Who(seat), "bill": Money(bill), "released": released}
            if stay == 1:
                return say("%(who)s paid %(bill)s for jail: %(released)s released, 1 stays", **paid)
            return say("%(who)s paid %(bill)s for jail: %(released)s released, %(stay)s stay", stay=stay, **paid)
        case own.StickerShown(seller=seller, sticker=sticker, state=state):
            return say(
                "The cow of %(who)s: %(sticker)s (%(truth)s)",
                who=Who(seller),
                sticker=sticker_words(sticker),
                truth=card_words()[state],
            )
        case own.CowSold(seller=seller):
            return say("%(who)s sold the cow", who=Who(seller))
        case own.WentBankrupt(seat=seat, left=True):
            return say("%(who)s left the game", who=Who(seat))
        case own.WentBankrupt(seat=seat, out=True):
            return say("%(who)s is bankrupt and out of the game", who=Who(seat))
        case own.WentBankrupt(seat=seat):
            return say("%(who)s is bankrupt and plays on without cowboys", who=Who(seat))
        case _:
            return None
