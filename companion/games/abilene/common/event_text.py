"""The log of a game of Abilene, one sentence an event."""

from __future__ import annotations

from companion.boards.layout import TOWN
from companion.core.messages import Event
from companion.core.text import Money, Text, Who, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import MoveKind, place
from companion.games.abilene.edition_1983 import event_text as hexagames
from companion.games.abilene.edition_1993.sales import sticker_words
from companion.games.abilene.edition_1993.screens.players import card_words


def tell(event: Event) -> Text | None:
    """The line of an event; None for those that only prepare another."""
    return _tell_board(event) or _tell_money(event) or hexagames.tell(event)


def _faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _tell_board(event: Event) -> Text | None:
    match event:
        case m.TurnBegan(seat=seat, number=number):
            return say("Turn %(number)s: %(who)s", number=number, who=Who(seat))
        case m.DiceRolled(seat=seat, cow=(), cowboy=cowboy):
            return say("%(who)s rolled %(cowboy)s", who=Who(seat), cowboy=_faces(cowboy))
        case m.DiceRolled(seat=seat, cow=cow, cowboy=cowboy):
            return say(
                "%(who)s rolled %(cow)s for cattle and %(cowboy)s for cowboys",
                who=Who(seat),
                cow=_faces(cow),
                cowboy=_faces(cowboy),
            )
        case m.CowboyReleased(seat=seat, cell=cell):
            return say("%(who)s put a released cowboy on %(cell)s", who=Who(seat), cell=cell)
        case m.CowMoved(seat=seat, frm=frm, to=to, left=int()) if to == TOWN:
            return say("%(who)s brought the steer from %(frm)s to Abilene", who=Who(seat), frm=frm)
        case m.CowMoved(seat=seat, frm=frm, to=to, left=int()):
            return say("%(who)s moved a steer %(frm)s → %(to)s", who=Who(seat), frm=frm, to=to)
        case m.CowMoved(seat=seat, frm=frm, to=to, face=face) if to == TOWN:
            return say(
                "%(who)s brought the cow from %(frm)s to Abilene (die %(face)s)", who=Who(seat), frm=frm, face=face
            )
        case m.CowMoved(seat=seat, frm=frm, to=to, face=face):
            return say("%(who)s moved a cow %(frm)s → %(to)s (die %(face)s)", who=Who(seat), frm=frm, to=to, face=face)
        case m.CowboyMoved():
            return _tell_ride(event)
        case m.CowPlaced(thief=thief, frm=frm, to=to):
            return say("%(who)s took the cow from %(frm)s to %(to)s", who=Who(thief), frm=frm, to=to)
        case m.LoserPlaced(loser=loser, cell=cell):
            return say("The cowboy of %(who)s went to %(cell)s", who=Who(loser), cell=cell)
        case m.StepEnded(seat=seat, step=m.Step.CATTLE):
            return say("%(who)s is done with the cattle", who=Who(seat))
        case m.StepEnded(seat=seat, step=m.Step.COWBOYS):
            return say("%(who)s is done with the cowboys", who=Who(seat))  # a sale may still follow
        case m.StepEnded(seat=seat):
            return say("%(who)s ended the turn", who=Who(seat))
        case m.BoardArranged(seat=seat):
            return say("%(who)s arranged the figures on the screen as they stand", who=Who(seat))
        case m.TheftRecorded(thief=thief, victim=victim):
            return say("%(who)s stole a cow from %(victim)s", who=Who(thief), victim=Who(victim))
        case m.JailedRecorded(seat=seat):
            return say("A cowboy of %(who)s went to jail", who=Who(seat))
        case m.TownRecorded(seller=seller):
            return say("A cow of %(who)s reached Abilene", who=Who(seller))
        case _:
            return _tell_duel(event)


def _tell_ride(event: m.CowboyMoved) -> Text:
    ride = say(
        "%(who)s: cowboy %(frm)s → %(to)s (die %(face)s)",
        who=Who(event.seat),
        frm=place(event.frm),
        to=place(event.to),
        face=event.face,
    )
    match event.what:
        case MoveKind.THEFT if event.other:
            return say("%(ride)s, onto a cow of %(other)s: rustled", ride=ride, other=Who(event.other))
        case MoveKind.THEFT:
            return say("%(ride)s, onto a cow without an owner: rustled", ride=ride)
        case MoveKind.DUEL:
            return say("%(ride)s, onto a cowboy of %(other)s: duel", ride=ride, other=Who(event.other))
        case _:
            return ride


def _tell_duel(event: Event) -> Text | None:
    match event:
        case m.DuelRolled(attacker=one, defender=two, attacker_die=first, defender_die=second):
            dice = say(
                "Duel: %(one)s rolled %(first)s, %(two)s rolled %(second)s",
                one=Who(one),
                first=first,
                two=Who(two),
                second=second,
            )
            return say("%(dice)s: roll again", dice=dice) if first == second else dice
        case m.DuelWon(winner=winner, loser=loser, jailed=True):
            return say(
                "%(winner)s won the duel; the cowboy of %(loser)s goes to jail", winner=Who(winner), loser=Who(loser)
            )
        case m.DuelWon(winner=winner, loser=loser):
            return say("%(winner)s won the duel against %(loser)s", winner=Who(winner), loser=Who(loser))
        case _:
            return None


def _tell_money(event: Event) -> Text | None:
    match event:
        case m.HerdsPlaced(postings=postings) if postings:
            return say("Everybody got %(amount)s", amount=Money(postings[0].amount))
        case m.JailPaid(seat=seat, released=released, stay=stay, bill=bill):
            return say(
                "%(who)s paid %(bill)s for jail: %(released)s released, %(stay)s stay",
                who=Who(seat),
                bill=Money(bill),
                released=released,
                stay=stay,
            )
        case m.StickerShown(seller=seller, sticker=sticker, state=state):
            return say(
                "The cow of %(who)s: %(sticker)s (%(truth)s)",
                who=Who(seller),
                sticker=sticker_words(sticker),
                truth=card_words()[state],
            )
        case m.CowSold(seller=seller):
            return say("%(who)s sold the cow", who=Who(seller))
        case m.WentBankrupt(seat=seat, out=True):
            return say("%(who)s is bankrupt and out of the game", who=Who(seat))
        case m.WentBankrupt(seat=seat):
            return say("%(who)s is bankrupt and plays on without cowboys", who=Who(seat))
        case _:
            return None
