"""The common base of the game's phases: the situation they are asked about, their words and their choices."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.core import phases
from companion.core.messages import Command
from companion.core.table.table import Level, Table
from companion.core.text import Text, say
from companion.core.ui.choice import Choice
from companion.core.ui.page import Part
from companion.games.unexploded_cow.cards.builtin_deck import Deck
from companion.games.unexploded_cow.cards.deck import deck_of, pile_of, with_seen
from companion.games.unexploded_cow.explosion import POT, open_question
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.rulebook.bombs import Question
from companion.games.unexploded_cow.state import State


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as one seat finds it, and the ``question`` that an explosion waits with."""

    table: Table[State, HouseRules]
    state: State
    question: Question | None
    seat: str = ""
    """the one that acts; "": nobody"""
    waived: bool = False
    """the table has allowed what the rules would refuse"""

    @classmethod
    def of(cls, table: Table[State, HouseRules], seat: str = "", waived: bool = False) -> Situation:
        """Return that of a table in play."""
        state = table.play
        return cls(table, state, open_question(state, table.rules, table.accounts[POT]), seat, waived)

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
        """Return the money in the pot."""
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


class Phase(phases.Phase[Situation]):
    """A phase of the game: how it is told, and what can be chosen in it by the seat that is waited for."""

    def instruction(self, now: Situation) -> Text:
        """Return what is to be done, for the one who has to do it."""
        return say("Your turn")

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        """Return further lines."""
        return ()

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        """Return what the seat that is waited for can do."""
        return ()

    def parts(self, now: Situation) -> tuple[Part, ...]:
        """Return what only the phone of the seat that is waited for shows."""
        return ()

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        """Return what a simple legal player does here."""
        return None
