"""The box's own players in every edition of Abilene, and what they suggest to a person who tries it alone."""

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
    """The box's own players in an edition: its phases know their moves, this their words, votes and listed turns."""

    situation: Callable[[Table], Situation[S]]
    pending: Callable[[Table], Pending[Phase[S]]]
    """(table): the phase that the table is in, and whom it waits for"""
    spoken: Spoken
    """comments on moves for a person who plays alone"""
    first_words: tuple[Text, ...]
    """sentences about the edition and the first thing to do"""
    opening: Opening
    """the listed turns of a game that is tried alone"""
    first_game: FirstGame
    """its house rules and dice"""
    vote: Callable[[Situation[S], str, Any], Vote | None]
    """(situation, seat, secrets): what the seat says in the vote, and why"""
    notes: Callable[[Situation[S], str, Any], tuple[Text, ...]]
    """(situation, seat, secrets): what the seat would see if it looked at its own hidden things"""
    stolen: Callable[[Situation[S], Any], Text | None]
    """(situation, secrets): what lies under the cow that has just been stolen; None where the box cannot know"""

    def bots(self) -> Bots:
        """Return the member of the game."""
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
        """Return what a simple player does now at this seat; None: nothing."""
        now = self.situation(table)
        phase, seats = self.pending(table)
        if seat in seats:
            return self._listed(now, seat) or phase.bot(now, seat, chance, secrets)
        return phase.bot_out_of_turn(now, seat, secrets) or lend(table, seat)

    def advice(self, table: Table, seat: str, secrets: Any) -> Choice | None:
        """Return what is suggested to the person who tries the game alone."""
        now = self.situation(table)
        command = self._listed(now, seat) if seat in self.pending(table).seats else None
        return suggestion(self.spoken, now, seat, command, self.stolen(now, secrets)) if command else None

    def _listed(self, now: Situation[S], seat: str) -> Command | None:
        """Return what this seat does next in the game that is tried alone, as far as it is listed."""
        phase = self.pending(now.table).phase
        targets = phase.targets(now, seat)
        return self.opening.command(now.table, phase.moves(now, seat), targets.cells if targets else ())

    def _shown_by_box(self, table: Table, seat: str, secrets: Any) -> Command | None:
        phase, seats = self.pending(table)
        return phase.shown_by_box(self.situation(table), seat, secrets) if seat in seats else None

    def _waits_for_another(self, table: Table, seat: str, secrets: Any) -> bool:
        """Return whether another seat does now what this one would be asked for, such as showing its own cow."""
        now, phase = self.situation(table), self.pending(table).phase
        return any(phase.bot_out_of_turn(now, other, secrets) for other in table.ids if other != seat)
