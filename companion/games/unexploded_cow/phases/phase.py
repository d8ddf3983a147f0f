"""What a phase is: commands, who is waited for, what he may choose, what is said."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Event
from companion.core.table.table import Level, Table
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.core.ui.page import Part
from companion.games.unexploded_cow.cards.deck import deck_of, pile_of, with_seen
from companion.games.unexploded_cow.cards.own_deck import Deck
from companion.games.unexploded_cow.explosion import POT, asked
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.rulebook.bombs import Question
from companion.games.unexploded_cow.state import State


@dataclass(frozen=True, slots=True)
class Situation:
    """What a phase is asked about: the table as it stands, and the ``question`` that an explosion waits with."""

    table: Table[State, HouseRules]
    state: State
    question: Question | None

    @classmethod
    def of(cls, table: Table[State, HouseRules]) -> Situation:
        """Return that of a table in play."""
        state = table.play
        return cls(table, state, asked(state, table.rules, table.accounts[POT]))

    @property
    def deck(self) -> Deck:
        """Return the cards that the table plays with, as far as they are known."""
        return with_seen(deck_of(self.table.catalogue), self.state.cows_seen, self.state.events_seen)

    @property
    def rules(self) -> HouseRules:
        """Return the options that the table has chosen."""
        rules: HouseRules = self.table.rules
        return rules

    @property
    def pot(self) -> int:
        return self.table.accounts[POT]

    @property
    def active(self) -> str:
        """Return whose turn it is."""
        return self.state.turn.active

    @property
    def cities(self) -> int:
        """Return how many cities the table plays with."""
        pile = pile_of(self.table.catalogue)
        return min(pile, self.rules.cities or pile)

    @property
    def alone(self) -> bool:
        """Return whether somebody tries the game with players of the box: nobody has a card in his hand."""
        return any(seat.box for seat in self.table.seats)

    @property
    def follows_herds(self) -> bool:
        """Return whether the box follows the herds, or keeps the money only."""
        return self.table.level is Level.BOARD


class Phase:
    """One phase. It says only what is its own."""

    commands: ClassVar[tuple[type[Command], ...]] = ()

    def waited_for(self, now: Situation) -> str:
        """Return the seat that can go on; "" while the table is not in this phase."""
        return ""

    def decide(self, now: Situation, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        """Return what a command does, given by the seat that is waited for. Raise RuleError."""
        raise BadRequest(say("This table does not know what you mean."))

    def instruction(self, now: Situation) -> Text:
        """Return what is to be done, for the one who has to do it."""
        return say("Your turn")

    def waiting_text(self, now: Situation, seat: str) -> Text:
        """Return what those who wait read meanwhile."""
        return say("%(who)s plays", who=Who(seat))

    def prompt(self, now: Situation, mine: bool) -> tuple[Text, ...]:
        """Return further lines."""
        return ()

    def choices(self, now: Situation, seat: str) -> tuple[Choice, ...]:
        """Return what the seat that is waited for can do."""
        return ()

    def parts(self, now: Situation, seat: str) -> tuple[Part, ...]:
        """Return what only the phone of the seat that is waited for shows."""
        return ()

    def bot(self, now: Situation, seat: str, chance: random.Random) -> Command | None:
        """Return what a simple legal player does here."""
        return None


def current(phases: Sequence[Phase], now: Situation) -> tuple[Phase, str]:
    """Return the phase that the table is in, and who can go on."""
    for phase in phases:
        if seat := phase.waited_for(now):
            return phase, seat
    return Phase(), ""


def decide(phases: Sequence[Phase], now: Situation, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
    """Return what the command does in the phase that the table is in. Raise NotNow for one of another phase or seat."""
    phase, waited = current(phases, now)
    if not isinstance(command, phase.commands):
        raise NotNow(
            say("That is not possible now. The table waits for this: %(what)s.", what=phase.waiting_text(now, waited))
        )
    if seat != waited:
        raise NotNow(say("It is not your turn. The table waits for %(who)s.", who=Who(waited)))
    return phase.decide(now, seat, command, waived)
