"""A game tried alone waits for its player: after a result, and in the first rounds after each turn of the others.

The moves of the box's players are told in the first person, with the reason. Reasons are in memory only: after a
restart of the box the log's own line stands in their place.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.loaded_table import LoadedTable
from companion.core.identity import identity_cache
from companion.core.messages import Event
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.replay import effective_records
from companion.core.secrets.ballot import BallotOpened, BallotRevealed
from companion.core.table.events import GameStarted
from companion.core.table.table import Pace, Seat, TablePhase
from companion.core.text import Text
from companion.core.ui.page import LogLine

NARRATED_LINES = 8


def unread(live: LoadedTable) -> bool:
    """Return whether somebody tries the game alone and has done nothing in it yet, but may still read the start."""
    return live.row.demo and live.table.phase is TablePhase.PLAYING and _unread(live.records, live.table.seats)


@identity_cache(most=32)
def _unread(records: tuple[StoredEvent, ...], seats: tuple[Seat, ...]) -> bool:
    """Return whether no person has done anything since the game began, which the records still tell."""
    people = {seat.id for seat in seats if not seat.box}
    started = [record for record in records if isinstance(record.event, GameStarted)]
    if not started or not people:
        return False
    return not any(record.action > started[-1].action and record.actor in people for record in records)


def waits_for_next(live: LoadedTable) -> bool:
    """Return whether the box's players wait until their only opponent has read what happened, and taps *Next*."""
    table, bots = live.table, live.game.bots
    if not live.row.demo or bots is None or table.phase is not TablePhase.PLAYING or not table.alone:
        return False
    if table.ballot and not table.ballot.votes and table.alone in table.ballot.voters:
        return False  # the others seal their votes beside the person's
    if any(row.active and row.seat == table.alone for row in live.game.players(table, None)):
        return False  # in an own turn nothing goes on that has to wait
    guided = bots.first_game.guided(table) and table.pace is not Pace.SKIP
    return _waits(live.game, live.records, table.alone, guided)


@identity_cache(most=32)
def _waits(game: Game, records: tuple[StoredEvent, ...], person: str, guided: bool) -> bool:
    """Return whether anything that has to be read first is later than what the person did last."""
    last, voted = max((record.action for record in records if record.actor == person), default=0), False
    for record in effective_records(records):
        event, result = record.event, isinstance(record.event, game.results)
        if record.action == last and result:
            return True
        if record.action > last:
            voted = voted or (isinstance(event, BallotRevealed) and person in event.votes)
            if _concerns(game, event, person) or (voted and result) or (guided and _pauses(game, event)):
                return True
    return False


def _pauses(game: Game, event: Event) -> bool:
    """Return whether the first game stops here for its player to read."""
    return game.turn_over(event) or (game.bots is not None and game.bots.first_game.pauses(event))


def _concerns(game: Game, event: Event, person: str) -> bool:
    """Return whether the event did something to the person: a theft, a duel, a sale that pays or costs."""
    touched = any(person in (posting.frm, posting.to) for posting in event.postings)
    return person in game.news_of(event) or touched


def narrated(live: LoadedTable, lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """Return what happened since the person acted last, the box's players with their reasons."""
    person = live.table.alone
    since = max((record.action for record in live.records if record.actor == person), default=0)
    events = {record.seq: record.event for record in live.records if record.seq >= since}
    receipt = _receipt(live, list(events.values()))
    shown = (*receipt, BallotOpened) if live.table.ballot else receipt  # an open vote is a question of the page itself
    here = [
        line for line in lines if line.seq in events and not line.undone and not isinstance(events[line.seq], shown)
    ]
    worth = [line for line in here if _is_narrated(live, events[line.seq], line)] or here[-1:]
    narration = [
        LogLine(line.seq, text, sound=line.sound) for line in worth for text in _in_words(live, events[line.seq], line)
    ]
    return tuple(narration[-NARRATED_LINES:])


def receipt_kinds(game: Game) -> tuple[type[Event], ...]:
    """Return the kinds of events of which a part of the page tells every sum to somebody who plays alone."""
    return game.bots.first_game.receipt if game.bots else ()


def _receipt(live: LoadedTable, events: Sequence[Event]) -> tuple[type[Event], ...]:
    """Return the kinds of events that a part of the page tells now, if the last of them is among these events."""
    kinds = receipt_kinds(live.game)
    return kinds if kinds and any(isinstance(event, kinds[-1]) for event in events) else ()


def _is_narrated(live: LoadedTable, event: Event, line: LogLine) -> bool:
    """Return whether a newcomer has to hear of it: a deed with its reason, a result, a payment, the votes."""
    of_note = line.seq in live.box.reasons or isinstance(event, (BallotRevealed, *live.game.results))
    return of_note or bool(event.postings) or bool(live.game.news_of(event))


def _in_words(live: LoadedTable, event: Event, line: LogLine) -> tuple[Text, ...]:
    """Return what the box's players say of it themselves, or else the line of the log."""
    if isinstance(event, BallotRevealed):
        reasons = live.box.vote_reasons.get(event.ballot, {})
        return tuple(reasons.values()) or (line.text,)
    return (live.box.reasons.get(line.seq, line.text),)
