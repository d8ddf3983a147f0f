"""Whose move it is right now in a game of 1983, and what for: asked by pages and by simple players alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.boards.layout import Layout
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.games.abilene.common.state import Duel, Theft
from companion.games.abilene.edition_1983 import cardplay, fever
from companion.games.abilene.edition_1983.sales import debtors
from companion.games.abilene.edition_1983.state import State1983
from companion.games.abilene.edition_1983.turn import returning


class Duty(StrEnum):
    """What is waited for; those of a step are called like it."""

    FEVER = "fever"
    RETURN = "return"
    CATTLE = "cattle"
    DICE = "dice"
    COWBOYS = "cowboys"
    TABLE = "table"
    THEFT = "theft"
    DUEL = "duel"
    CARDS = "cards"
    VOTE = "vote"
    TRUTH = "truth"
    SETTLE = "settle"
    SALE = "sale"


@dataclass(frozen=True, slots=True)
class Waiting:
    """``seats`` are those who can do something about it; nobody while the phones open a complete vote by themselves."""

    duty: Duty
    seats: tuple[str, ...]


def waiting(layout: Layout, table: Table, state: State1983) -> Waiting:
    """What the table waits for, and for whom."""
    sale, ballot = state.sale, table.ballot
    if missing := fever.asked(state):
        return Waiting(Duty.FEVER, missing)
    match state.pending:
        case Duel() as duel if cardplay.by_cards(table, state):
            laying = cardplay.turn_to_lay(state, duel)
            return Waiting(Duty.CARDS, (laying,) if laying else ())
        case Duel(attacker=attacker, defender=defender):
            return Waiting(Duty.DUEL, (attacker, defender))
        case Theft(thief=thief):
            return Waiting(Duty.THEFT, (thief,))
    if sale and sale.fever is not None:
        return Waiting(Duty.SETTLE, tuple(debtors(table, state)))
    if sale and sale.votes:
        return Waiting(Duty.TRUTH, (sale.seller,))
    if sale and ballot:
        return Waiting(Duty.VOTE, tuple(seat for seat in ballot.voters if seat not in ballot.sealed))
    if back := returning(layout, state):
        return Waiting(Duty.RETURN, (back[0],))
    return Waiting(Duty(state.turn.step.value), (state.turn.seat,))


def asked(duty: Duty) -> Text:
    """What is to be done, said to the one who has to do it."""
    match duty:
        case Duty.FEVER:
            return say("Which of your steers have the fever?")
        case Duty.RETURN:
            return say("Your escaped cowboy is back: put him on the board")
        case Duty.CATTLE:
            return say("Move your steers")
        case Duty.DICE:
            return say("Roll both dice")
        case Duty.COWBOYS:
            return say("Move two cowboys")
        case Duty.THEFT:
            return say("Put the rustled steer on your prairie")
        case Duty.DUEL:
            return say("Duel!")
        case Duty.CARDS:
            return say("Duel! Lay your cards")
        case Duty.VOTE:
            return say("Is the steer healthy? Choose a card")
        case Duty.TRUTH:
            return say("Turn the steer over: is there a hole?")
        case Duty.SETTLE:
            return say("You cannot pay yet: borrow")
        case Duty.TABLE | Duty.SALE:
            return say("Play your turn on the board")


def waited_for(duty: Duty, seats: tuple[str, ...]) -> Text:
    """The same, said to everybody else."""
    who = Who(seats[0]) if seats else say("the table")
    match duty:
        case Duty.FEVER:
            return say("%(who)s notes which steers have the fever.", who=who)
        case Duty.RETURN:
            return say("%(who)s puts an escaped cowboy back on the board.", who=who)
        case Duty.CATTLE:
            return say("%(who)s moves steers.", who=who)
        case Duty.DICE:
            return say("%(who)s rolls the dice.", who=who)
        case Duty.COWBOYS:
            return say("%(who)s moves cowboys.", who=who)
        case Duty.THEFT:
            return say("%(who)s looks under the rustled steer and puts it on the own prairie.", who=who)
        case Duty.DUEL:
            return say("Duel: %(who)s against %(other)s.", who=who, other=Who(seats[-1]))
        case Duty.CARDS:
            return say("%(who)s lays cards, face down.", who=who)
        case Duty.VOTE:
            return say("The others are choosing their cards.")
        case Duty.TRUTH:
            return say("%(who)s turns the steer over.", who=who)
        case Duty.SETTLE:
            return say("%(who)s cannot pay yet and has to borrow.", who=who)
        case Duty.TABLE | Duty.SALE:
            return say("%(who)s plays on the board.", who=who)
