"""Lessons of every edition of Abilene, and the occasions that they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from companion.core.lessons import Anchor, Lesson, LessonKind, Occasion, Params, if_so
from companion.core.messages import Event
from companion.core.money.ledger import nets
from companion.core.table.table import Table, TablePhase
from companion.core.text import Money, Text, say
from companion.games.abilene.common.phases import PendingDecision, Phase, S, Situation

When = Callable[[Occasion], Params | None]
E = TypeVar("E", bound=Event)


class Occasions(Generic[S]):
    """The occasions of lessons, for one edition: what its table waits for, and how it stands."""

    def __init__(
        self, pending: Callable[[Table], PendingDecision[S]], situation: Callable[[Table], Situation[S]]
    ) -> None:
        self.pending = pending
        self.situation = situation

    def asks(self, phase: type[Phase[S]]) -> When:
        """Return the occasion that the table waits for the reader in this phase."""

        def when(now: Occasion) -> Params | None:
            if not playing(now):
                return None
            found, seats = self.pending(now.table)
            return if_so(isinstance(found, phase) and now.seat in seats)

        return when

    def is_in(self, phase: type[Phase[S]]) -> When:
        """Return the occasion that the table is in this phase, whoever is waited for."""

        def when(now: Occasion) -> Params | None:
            return if_so(playing(now) and isinstance(self.pending(now.table).phase, phase))

        return when


def playing(now: Occasion) -> bool:
    """Return whether the game is on."""
    return now.table.phase is TablePhase.PLAYING


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


def is_over(now: Occasion) -> Params | None:
    """Return whether the game has ended."""
    return if_so(now.table.phase is TablePhase.OVER)


def latest(now: Occasion, kind: type[E]) -> E | None:
    """Return the latest event of this kind, as long as it is news."""
    return next((event for event in reversed(now.events) if isinstance(event, kind)), None)


def signed(amount: int) -> Text:
    """Return a gain or a loss with its sign."""
    if amount < 0:
        return say("−%(amount)s", amount=Money(-amount))
    return say("+%(amount)s", amount=Money(amount))


def gain_of(event: Event, seat: str | None) -> int:
    """Return what the event brought the seat, below zero for what it cost."""
    return nets(event.postings).get(seat or "", 0)


END = Lesson(
    "end",
    Anchor.RANKING,
    say("Loans are repaid, then cash counts. Unsold cows are worth nothing."),
    is_over,
    LessonKind.RESULT,
    public=True,
)
