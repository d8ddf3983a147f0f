"""The real figures that a player has to move for what the box has settled: cowboys, cows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import Event
from companion.core.table.table import Level, Table
from companion.core.text import Text, say
from companion.games.abilene.common.to_move import cleared, ridden
from companion.games.abilene.edition_1993 import messages as m1993

MOVING = m1993.DuelWon | m1993.JailPaid | m1993.CowSold | m1993.WentBankrupt
"""events for which somebody moves a figure"""


def to_move(table: Table, seat: str, events: Sequence[Event]) -> tuple[Text, ...]:
    """Return what this seat has to move, a line each; see ``Game.to_move``."""
    moving = [event for event in events if isinstance(event, MOVING)]
    return tuple([line for event in moving for line in _lines(table.level, seat, event, events)])


def _lines(level: Level, seat: str, event: Event, events: Sequence[Event]) -> Iterator[Text]:
    match event:
        case m1993.DuelWon(loser=loser, jailed=True) if seat == loser:
            yield say("Put your cowboy who lost the duel in jail")
        case m1993.DuelWon(winner=winner, cell=cell):
            yield from ridden(seat, winner, cell, events)
        case m1993.JailPaid(seat=payer, released=1) if seat == payer and level is Level.BANK:
            yield say("Put the cowboy who is released on a free boot space, or on the outer edge, of your ranch")
        case m1993.JailPaid(seat=payer, released=count) if seat == payer and count and level is Level.BANK:
            yield say(
                "Put the %(count)s cowboys who are released on free boot spaces, or on the outer edge, of your ranch",
                count=count,
            )
        case m1993.CowSold(seller=seller) if seat == seller:
            yield say("The cow that you sold leaves the game: put it away")
        case m1993.WentBankrupt(seat=out) if seat == out:
            yield cleared()
            if event.unsold:
                yield say("Your cows in town leave the game: put them away")
