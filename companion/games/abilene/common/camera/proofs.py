"""Proofs by the rules: commands that are given to ``decide`` and ``apply`` before anybody is asked to tap them.

A search finds quickly what may have happened; only the rules say what can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from companion.core.messages import Command, Event
from companion.core.money.ledger import post
from companion.games.abilene.common.phases import Phase, Situation, decide
from companion.games.abilene.common.state import State

S = TypeVar("S", bound=State)


class Proof(NamedTuple, Generic[S]):
    """Commands that the rules take one after the other, what happens by them, and the situation then."""

    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    after: Situation[S]


class Rules(NamedTuple, Generic[S]):
    """The rules of an edition: its phases decide, ``apply`` changes the state."""

    phases: Sequence[Phase[S]]
    apply: Callable[[S, Event], S]

    def prove(self, now: Situation[S], seat: str, commands: Iterable[Command], waived: bool = False) -> Proof[S]:
        """Return the proof that the seat can give these commands now. Raise RuleError for the first that is refused."""
        given, events = tuple(commands), list[Event]()
        for command in given:
            for event in decide(self.phases, replace(now, seat=seat, waived=waived), command):
                state = self.apply(now.state, event)
                table = replace(now.table, play=state, accounts=post(now.table.accounts, event.postings))
                now = Situation(now.layout, table, state)
                events.append(event)
        return Proof(given, tuple(events), now)
