"""Whose move it is right now, and what for: asked by pages and by simple players alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.state import Duel, Loser, Theft
from companion.games.abilene.edition_1993.sales import debtors
from companion.games.abilene.edition_1993.state import State1993


class Duty(StrEnum):
    """What is waited for."""

    DICE = "dice"
    JAIL = "jail"
    RELEASE = "release"
    CATTLE = "cattle"
    COWBOYS = "cowboys"
    TABLE = "table"
    THEFT = "theft"
    DUEL = "duel"
    LOSER = "loser"
    VOTE = "vote"
    STICKER = "sticker"
    SETTLE = "settle"


@dataclass(frozen=True, slots=True)
class Waiting:
    """``seats`` are those who can do something about it; nobody while the phones open a complete vote by themselves."""

    duty: Duty
    seats: tuple[str, ...]


def waiting(table: Table, state: State1993) -> Waiting:
    """What the table waits for, and for whom."""
    match state.pending:
        case Duel(attacker=attacker, defender=defender):
            return Waiting(Duty.DUEL, (attacker, defender))
        case Theft(thief=thief):
            return Waiting(Duty.THEFT, (thief,))
        case Loser(winner=winner):
            return Waiting(Duty.LOSER, (winner,))
    sale = state.sale
    if sale and sale.sticker:
        return Waiting(Duty.SETTLE, tuple(debtors(table, state)))
    if sale and sale.votes:
        return Waiting(Duty.STICKER, (sale.seller,))
    if sale and table.ballot:
        ballot = table.ballot
        return Waiting(Duty.VOTE, tuple(seat for seat in ballot.voters if seat not in ballot.sealed))
    turn = state.turn
    duty = Duty.RELEASE if turn.step is Step.JAIL and turn.releasing else Duty(turn.step.value)
    return Waiting(duty, (turn.seat,))


def asked(duty: Duty) -> Text:
    """What is to be done, said to the one who has to do it."""
    match duty:
        case Duty.DICE:
            return say("Roll all five dice")
        case Duty.JAIL:
            return say("Pay the jail bill")
        case Duty.RELEASE:
            return say("Put your released cowboy on the board")
        case Duty.CATTLE:
            return say("Move your cattle")
        case Duty.COWBOYS:
            return say("Move your cowboys")
        case Duty.TABLE:
            return say("Play your turn on the board")
        case Duty.THEFT:
            return say("Put the stolen cow on your ranch")
        case Duty.DUEL:
            return say("Duel! One dark die each")
        case Duty.LOSER:
            return say("You won: place the other cowboy")
        case Duty.VOTE:
            return say("Whose cow is it? Choose a card")
        case Duty.STICKER:
            return say("Turn the cow over: what does the sticker say?")
        case Duty.SETTLE:
            return say("You cannot pay yet")


def waited_for(duty: Duty, seats: tuple[str, ...]) -> Text:
    """The same, said to everybody else."""
    who = Who(seats[0]) if seats else say("the table")
    match duty:
        case Duty.DICE:
            return say("%(who)s rolls the dice.", who=who)
        case Duty.JAIL:
            return say("%(who)s settles the jail bill.", who=who)
        case Duty.RELEASE:
            return say("%(who)s places a released cowboy.", who=who)
        case Duty.CATTLE:
            return say("%(who)s moves cattle.", who=who)
        case Duty.COWBOYS:
            return say("%(who)s moves cowboys.", who=who)
        case Duty.TABLE:
            return say("%(who)s plays on the board.", who=who)
        case Duty.THEFT:
            return say("%(who)s looks at the stolen cow and puts it on the own ranch.", who=who)
        case Duty.DUEL:
            return say("Duel: %(who)s against %(other)s.", who=who, other=Who(seats[-1]))
        case Duty.LOSER:
            return say("%(who)s won the duel and places the other cowboy.", who=who)
        case Duty.VOTE:
            return say("The others are choosing their cards.")
        case Duty.STICKER:
            return say("%(who)s turns the cow over and types the sticker.", who=who)
        case Duty.SETTLE:
            return say("%(who)s cannot pay yet: a loan, or bankruptcy.", who=who)
