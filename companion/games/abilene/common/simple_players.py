"""The bots of every edition of Abilene, and the advice for a person who plays alone against them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic

from companion.core.members import Bots, FirstGame, Vote
from companion.core.messages import Command
from companion.core.phases import Pending
from companion.core.table.table import Table
from companion.core.text import Text
from companion.core.ui.choice import Choice
from companion.games.abilene.common.bots import Spoken, dealt, lend, suggestion, why
from companion.games.abilene.common.opening import Opening
from companion.games.abilene.common.phases import Phase, S, Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class SimplePlayers(Generic[S]):
    """The bots of an edition: their comments, votes and scripted turns. Their moves are chosen by the phases."""

    situation: Callable[[Table], Situation[S]]
    pending: Callable[[Table], Pending[Phase[S]]]
    """(table): the current phase, and the seats that it waits for"""
    spoken: Spoken
    """comments on moves for a person who plays alone"""
    first_words: tuple[Text, ...]
    """the introduction to the edition, and the first thing to do"""
    opening: Opening
    """the scripted turns of a game that is tried alone"""
    first_game: FirstGame
    """the house rules and draws of that game"""
    vote: Callable[[Situation[S], str, Any], Vote | None]
    """(situation, seat, secrets): the vote of the seat, with its reason"""
    notes: Callable[[Situation[S], str, Any], tuple[Text, ...]]
    """(situation, seat, secrets): lines on the hidden pieces that the seat may look at"""
    stolen: Callable[[Situation[S], Any], Text | None]
    """(situation, secrets): the sticker of the cow that has just been stolen; None if the box does not know it"""

    def bots(self) -> Bots:
        """Return the member ``bots`` of the game."""
        return Bots(
            command=self.command,
            why=lambda table, seat, command, secrets: why(self.spoken, self.situation(table), seat, command),
            vote=lambda table, seat, chance, secrets: self.vote(self.situation(table), seat, secrets),
            names=("Annie", "Buck", "Cole"),
            first_words=self.first_words,
            secrets=dealt,
            notes=lambda table, seat, secrets: self.notes(self.situation(table), seat, secrets),
            first_game=replace(
                self.first_game, shows=self._shown_by_box, advice=self.advice, waits=self._waits_for_another
            ),
        )

    def command(self, table: Table, seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return the next command of a bot at this seat, or None."""
        now = self.situation(table)
        phase, seats = self.pending(table)
        if seat in seats:
            return self._listed(now, seat) or phase.bot(now, seat, chance, secrets)
        return phase.bot_out_of_turn(now, seat, secrets) or lend(table, seat)

    def advice(self, table: Table, seat: str, secrets: Any) -> Choice | None:
        """Return the choice that is suggested to the person who plays alone, or None."""
        now = self.situation(table)
        command = self._listed(now, seat) if seat in self.pending(table).seats else None
        return suggestion(self.spoken, now, seat, command, self.stolen(now, secrets)) if command else None

    def _listed(self, now: Situation[S], seat: str) -> Command | None:
        """Return the scripted command of this seat, or None."""
        phase = self.pending(now.table).phase
        targets = phase.targets(now, seat)
        return self.opening.command(now.table, phase.moves(now, seat), targets.cells if targets else ())

    def _shown_by_box(self, table: Table, seat: str, secrets: Any) -> Command | None:
        phase, seats = self.pending(table)
        return phase.shown_by_box(self.situation(table), seat, secrets) if seat in seats else None

    def _waits_for_another(self, table: Table, seat: str, secrets: Any) -> bool:
        """Return whether a bot is about to act out of turn, such as showing its own cow, so that this seat waits."""
        now, phase = self.situation(table), self.pending(table).phase
        return any(phase.bot_out_of_turn(now, other, secrets) for other in table.ids if other != seat)
