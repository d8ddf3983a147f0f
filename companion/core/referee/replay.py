"""From a log to a table: undo is an event, and what was undone does not count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from companion.core.messages import kind_of
from companion.core.plugin import Game
from companion.core.referee import lobby
from companion.core.referee.reducer import StoredEvent, apply
from companion.core.secrets import ballot as ballots
from companion.core.table.commands import Undo
from companion.core.table.events import GameStarted, SeatTaken, TableEvent, Undone
from companion.core.table.table import Table, TablePhase


def _unknown(seq: int) -> Table:
    raise KeyError(seq)


def fold(game: Game, table: Table, records: Iterable[StoredEvent], earlier: Callable[[int], Table] = _unknown) -> Table:
    """Return the table after the records, in order; raise as ``states_after`` does."""
    for after in states_after(game, table, records, earlier):
        table = after
    return table


def states_after(
    game: Game, table: Table, records: Iterable[StoredEvent], earlier: Callable[[int], Table] = _unknown
) -> Iterator[Table]:
    """Yield the table after each record.

    ``earlier`` finds a state before ``table`` to which an ``Undone`` goes back. Without it, that raises KeyError.
    """
    states = {table.seq: table}
    for record in records:
        table = replayed(game, table, record, lambda seq: states.get(seq) or earlier(seq))
        states[record.seq] = table
        yield table


def replayed(game: Game, table: Table, record: StoredEvent, past: Callable[[int], Table]) -> Table:
    """Return the table after any record; ``past`` finds the earlier one to which an ``Undone`` goes back."""
    if isinstance(record.event, Undone):
        return _restored(game, past(record.event.to), table, record)
    return apply(game, table, record)


def _restored(game: Game, past: Table, now: Table, record: StoredEvent) -> Table:
    """Return the table after an ``Undone``: the game as in ``past``, the people as they are ``now``.

    A vote that is going on all the while keeps its seals. A vote that comes back begins anew, under a new number: its
    seals may have been opened meanwhile, and opened votes are no secret any more. A player taken in meanwhile keeps the
    seat, and has nothing.
    """
    for seat in now.seats if now.phase is not TablePhase.LOBBY else ():
        if seat.id not in past.ids:
            past = lobby.apply(game, past, SeatTaken(seat))
    ballot = past.ballot
    if ballot and not ballot.over:
        same = now.ballot and now.ballot.id == ballot.id and now.ballot.voters == ballot.voters and not now.ballot.over
        ballot = now.ballot if same else replace(ballots.again(ballot), id=record.seq)
    return replace(
        past,
        seq=record.seq,
        moved_at=record.seq,
        seats=now.seats if now.phase is not TablePhase.LOBBY else past.seats,
        motions=tuple(motion for motion in now.motions if motion.message.kind != kind_of(Undo)),
        permits=now.permits,
        vouched=now.vouched,
        pace=now.pace,
        remembered=now.remembered,
        ballot=ballot,
        spent_at=dict.fromkeys(now.accounts, record.seq),
    )


def effective_records(records: Sequence[StoredEvent]) -> tuple[StoredEvent, ...]:
    """Return the records that still count: without what an undo took back (events about the table stay)."""
    kept: list[StoredEvent] = []
    for record in records:
        if isinstance(record.event, Undone):
            to = record.event.to
            kept = [old for old in kept if old.seq <= to or isinstance(old.event, TableEvent)]
        kept.append(record)
    return tuple(kept)


def last_game(records: Sequence[StoredEvent]) -> tuple[StoredEvent, ...]:
    """Return the records of the last game that still count, from its start."""
    counted = effective_records(records)
    starts = (at for at, record in enumerate(counted) if isinstance(record.event, GameStarted))
    return counted[max(starts, default=len(counted)) :]
