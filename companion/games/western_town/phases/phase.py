"""What a phase is: its commands, who is waited for, what he may choose, what is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, say
from companion.core.ui.choice import Choice
from companion.games.western_town.guided.deck import Deck, deck_of
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.round import Round
from companion.games.western_town.state import Board, Circle, State


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as one seat finds it: the players around its camp, and its own town."""

    table: Table
    state: State
    seat: str
    waived: bool = False
    """the table has allowed what the rules would refuse"""

    @property
    def rules(self) -> HouseRules:
        """The options that the table has chosen."""
        rules: HouseRules = self.table.rules
        return rules

    @property
    def circle(self) -> Circle:
        """Those with whom this seat plays."""
        return self.state.circle(self.seat)

    @property
    def round(self) -> Round | None:
        """How far the guided turn has come; None at the level at which towns are only counted."""
        return self.circle.round

    @property
    def deck(self) -> Deck:
        """The cards that the table plays with."""
        return deck_of(self.table)

    @property
    def others(self) -> tuple[str, ...]:
        """Everybody else at the table."""
        return tuple(seat for seat in self.state.seats if seat != self.seat)

    @property
    def board(self) -> Board:
        """What lies in front of this seat."""
        return self.state.towns[self.seat]


class Phase:
    """One phase. It says only what is its own."""

    commands: ClassVar[tuple[type[Command], ...]] = ()
    town_first: ClassVar[bool] = False
    """on the phone of whoever can go on, the own town stands above what is asked, not in a fold below it"""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        """Who of this circle can go on; nobody, while it is not in this phase."""
        return ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        """What a command does, given by a seat that is waited for; raises RuleError."""
        raise BadRequest(say("This table does not know what you mean."))

    def asked(self, now: Situation) -> Text:
        """What is to be done, said to whoever has to do it."""
        return say("Your turn")

    def told(self, now: Situation) -> Text:
        """The same, said to everybody else."""
        return say("The table plays on")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        """Further lines, for everybody."""
        return ()

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        """What a seat that is waited for can do."""
        return ()

    def legal(self, now: Situation) -> tuple[Command, ...]:
        """Commands that a simple player would give here, all of them legal; the box chooses among them."""
        return ()


def current(phases: Sequence[Phase], now: Situation) -> tuple[Phase, tuple[str, ...]]:
    """The phase that the circle of this seat is in, and who can go on. The last of ``phases`` always waits."""
    for phase in phases:
        if seats := phase.waited_for(now):
            return phase, seats
    raise ValueError("no phase waits")


def decide(phases: Sequence[Phase], now: Situation, command: Command) -> tuple[Event, ...]:
    """What the command does in the phase that the circle is in; raises NotNow for another phase or seat."""
    phase, seats = current(phases, now)
    if not isinstance(command, phase.commands) or now.seat not in seats:
        raise NotNow(say("That is not possible now. The table waits for this: %(what)s.", what=phase.told(now)))
    return phase.decide(now, command)
