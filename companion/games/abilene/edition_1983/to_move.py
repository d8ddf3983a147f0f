"""The real figures and cards that a player has to move for what the box has settled: cowboys, steers, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import Event
from companion.core.table.table import Level, Table
from companion.core.text import Text, Who, say
from companion.games.abilene.common.to_move import cleared, ridden
from companion.games.abilene.edition_1983 import messages as messages_1983


def to_move(table: Table, seat: str, events: Sequence[Event]) -> tuple[Text, ...]:
    """Return what this seat has to move, a line each; see ``Game.to_move``."""
    return tuple(line for event in events for line in _lines(table.level, seat, event, events))


def _lines(level: Level, seat: str, event: Event, events: Sequence[Event]) -> Iterator[Text]:
    match event:
        case messages_1983.CowboyBeaten(loser=loser, killed=True) if seat == loser:
            yield say("Take your cowboy who lost the duel off the board")
        case messages_1983.CowboyBeaten(loser=loser) if seat == loser:
            if not any(isinstance(each, messages_1983.CowboyReturned) and each.seat == seat for each in events):
                yield say("Put your cowboy who lost the duel beside the board")
        case messages_1983.CowboyReturned(seat=owner, cell=cell) if seat == owner:
            yield say("Put your cowboy who lost the duel on %(cell)s", cell=cell)
        case messages_1983.CowboyBeaten(winner=winner, cell=cell):
            yield from ridden(seat, winner, cell, events)
        case messages_1983.CardsCompared(attacker=one, defender=two, real_cards=True) if seat in (one, two):
            yield say(
                "Exchange the cards that you laid with those of %(who)s; pictures stay with their owners",
                who=Who(two if seat == one else one),
            )
        case messages_1983.SteerSold(seller=seller) if seat == seller:
            yield say("The steer that you sold leaves the game: put it away")
        case messages_1983.CowboyHired(seat=hirer) if seat == hirer and level is Level.BANK:
            yield say("Put your new cowboy on one of your free start spaces")
        case messages_1983.PlayerLeft(seat=out) if seat == out:
            yield cleared()
