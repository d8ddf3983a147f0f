"""The smallest game: nine counters, take one or two, the player who takes the last one wins.

It has only the members that every game needs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.edition import Edition
from companion.core.errors import IllegalMove, NotNow
from companion.core.messages import Command, Event, kind_of
from companion.core.plugin import Game
from companion.core.table.events import GameEnded, GameStarted
from companion.core.table.table import Ending, Level, Standing, Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice
from companion.core.ui.page import Page, PlayerRow

COUNTERS = 9
COLOURS = ("red", "blue", "yellow", "green")


@dataclass(frozen=True, slots=True)
class State:
    """The number of counters ``left``, and the seats in the order of their turns: the first one is next."""

    order: tuple[str, ...]
    left: int = COUNTERS


@dataclass(frozen=True, slots=True)
class TakeCounters(Command):
    """Command to take one or two counters."""

    count: int


@dataclass(frozen=True, slots=True)
class CountersTaken(Event):
    """The record of counters that were taken."""

    seat: str
    count: int


class NineCounters(Game):
    """The game, see ``companion.core.plugin.Game``."""

    name = "minimal"
    title = say("Nine counters")
    edition = Edition("nine", say("Pocket edition"), (2, 4), 2, say("nine counters"), (Level.BANK,), None)
    commands = (TakeCounters,)
    events = (CountersTaken,)
    state = State
    endings = ("last_counter",)
    sentences: ClassVar = {"last_counter": say("the last counter is taken")}

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        return (GameStarted((*table.ids[first:], *table.ids[:first])),)

    def decide(self, table: Table[State], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        state = table.play
        assert isinstance(command, TakeCounters)
        if seat != state.order[0]:
            raise NotNow(say("It is the turn of %(who)s.", who=Who(state.order[0])))
        if command.count not in (1, 2) or command.count > state.left:
            raise IllegalMove(say("One or two."))
        return (CountersTaken(seat, command.count),)

    def apply(self, table: Table[State], event: Event) -> State:
        state = table.play
        match event:
            case GameStarted(order=order):
                return State(order)
            case CountersTaken(count=count):
                return replace(state, order=(*state.order[1:], state.order[0]), left=state.left - count)
            case _:
                return state

    def follow(self, table: Table[State]) -> tuple[Event, ...]:
        state = table.play
        if state.left:
            return ()
        winner = state.order[-1]
        ranked = (winner, *(seat for seat in state.order if seat != winner))
        lines = tuple(Standing(min(at, 2), seat, 0, 0, int(seat == winner)) for at, seat in enumerate(ranked, 1))
        return (GameEnded(Ending("last_counter", fact("last_counter"), lines)),)

    def page(self, table: Table[State], seat: str | None) -> Page:
        if table.play is None or table.ending:
            return Page(say("Nine counters"))
        state = table.play
        numbers = (1, 2)[: state.left] if seat == state.order[0] else ()
        choices = (
            Choice(kind_of(TakeCounters), say("Take %(count)s", count=count), {"count": count}) for count in numbers
        )
        return Page(say("%(count)s are left", count=state.left), choices=tuple(choices))

    def players(self, table: Table[State | None], seat: str | None) -> tuple[PlayerRow, ...]:
        state = table.play
        return tuple(
            PlayerRow(
                each.id, each.name, colour, each.name[:1], (), None, active=bool(state and state.order[0] == each.id)
            )
            for each, colour in zip(table.seats, COLOURS, strict=False)
        )

    def tell(self, event: Event) -> Text | None:
        match event:
            case CountersTaken(seat=seat, count=count):
                return say("%(who)s took %(count)s", who=Who(seat), count=count)
            case _:
                return None


def games() -> tuple[Game, ...]:
    """Return the editions of the game."""
    return (NineCounters(),)
