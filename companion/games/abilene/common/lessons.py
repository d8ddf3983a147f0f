"""Lessons of every edition of Abilene, and the occasions that they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from companion.core.lessons import Anchor, Lesson, LessonKind, Occasion, Params, When, if_so, is_over, playing
from companion.core.phases import Pending
from companion.core.table.table import Table
from companion.core.text import say
from companion.games.abilene.common.phases import Phase, S, Situation


class Occasions(Generic[S]):
    """The occasions of lessons, for one edition: what its table waits for, and how it stands."""

    def __init__(
        self, pending: Callable[[Table], Pending[Phase[S]]], situation: Callable[[Table], Situation[S]]
    ) -> None:
        self.pending = pending
        self.situation = situation

    def in_phase(self, phase: type[Phase[S]]) -> When:
        """Return the occasion that the table waits for the reader in this phase."""

        def when(now: Occasion) -> Params | None:
            if not playing(now):
                return None
            found, seats = self.pending(now.table)
            return if_so(isinstance(found, phase) and now.seat in seats)

        return when

    def is_in(self, phase: type[Phase[S]]) -> When:
        """Return the occasion that the table is in this phase, for any player that it waits for."""

        def when(now: Occasion) -> Params | None:
            return if_so(playing(now) and isinstance(self.pending(now.table).phase, phase))

        return when


def first_round(now: Occasion) -> Params | None:
    """Return whether everyone plays the first turn."""
    state = now.table.play
    return if_so(playing(now) and state.turn.number <= len(state.order))


def votes(now: Occasion) -> Params | None:
    """Return whether the reader is asked for a vote."""
    ballot = now.table.ballot
    selling = playing(now) and now.table.play.sale is not None
    open_now = selling and ballot is not None and not ballot.votes
    return if_so(bool(open_now and ballot and now.seat in ballot.voters and now.seat not in ballot.sealed))


END = Lesson(
    "end",
    Anchor.RANKING,
    say("Loans are repaid, then cash counts. Unsold cows are worth nothing."),
    is_over,
    LessonKind.RESULT,
    public=True,
)
