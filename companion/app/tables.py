"""All tables of a box: phones, camera and JSON API act at them by ``Tables.act`` alone."""

from __future__ import annotations

import json
import logging
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from companion.app.filling import filled
from companion.app.loaded_table import LoadedTable, initial_table
from companion.app.loaded_tables import LoadedTables
from companion.app.staleness import check_pace, check_seen
from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Event, kind_of
from companion.core.plugin import Game, Registry
from companion.core.referee.event_text import Sentences
from companion.core.referee.reducer import StoredEvent, apply, title_event
from companion.core.referee.replay import fold, replayed
from companion.core.secrets.ballot import Opening, current
from companion.core.secrets.exchange import Shown, received
from companion.core.secrets.opening import check_opening, settled
from companion.core.table.commands import AdmitPhone, MoveSeat
from companion.core.table.events import PhoneAdmitted, PinReplaced, SeatTaken, Undone
from companion.core.table.table import Level, Table
from companion.core.text import say
from companion.store import phones
from companion.store.log import Besides, ConcurrencyConflict, Log
from companion.store.rows import LogEntry, TableRow
from companion.store.storage import DamagedFile, StorageError

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like digits from three metres."""

MAX_ACTION_ID_LENGTH = 64

MAX_BEFORE_TITLE = 8
"""more events than there can be in an action before the one that names it"""

logger = logging.getLogger(__name__)


class Tables(LoadedTables):
    """Every table of this box. ``clock`` and ``chance`` are the only sources of time and luck."""

    def __init__(
        self, log: Log, games: Registry, clock: Callable[[], float] = time.time, chance: random.Random | None = None
    ) -> None:
        super().__init__(log, games)
        self.clock = clock
        self.chance = chance or random.SystemRandom()

    # --- tables -------------------------------------------------------------------------------

    def open_table(self, game: str, edition: str, level: Level, demo: bool = False) -> str:
        """Open a table and return its code; raise BadRequest for a game that is not installed."""
        offered = self.game(game, edition).edition
        if level not in offered.levels:
            raise BadRequest(say("This game cannot be played that way."))
        code = self._free_code()
        seed = secrets.token_hex(16)
        newest = len(offered.former_rules)
        self.log.add_table(TableRow(code, game, edition, level.value, demo, seed, self.clock(), newest))
        self.owner(code)
        logger.info("table %s opened: %s %s, %s%s", code, game, edition, level.value, ", demo" if demo else "")
        return code

    def game(self, name: str, edition: str) -> Game:
        """Return this edition of this game; raise BadRequest for one that is not installed."""
        found = self.games.get(name, {}).get(edition)
        if found is None:
            raise BadRequest(say("There is no such game on the shelf."))
        return found

    def close(self, code: str) -> None:
        """List the table no longer; its log stays, and its players play on. Raise NoSuchTable."""
        self.log.close_table(self.row(code).code, self.clock())
        logger.info("table %s is closed", code)

    def reopen(self, code: str) -> None:
        """List the table again; raise NoSuchTable."""
        self.log.reopen_table(self.row(code).code)
        logger.info("table %s is listed again", code)

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            if not self.log.taken(code):
                return code

    # --- acting -------------------------------------------------------------------------------

    def act(
        self, code: str, seat: str | None, command: Command, seen: int | None = None, action_id: str | None = None
    ) -> int:
        """Apply the command once and return the table's new sequence number.

        The same ``action_id`` again gets the same answer. ``seen`` is the number the page was drawn at.
        Raise RuleError (nothing changed) or StorageError (unknown outcome: send it again with the same id).
        """
        try:
            return self._act(code, seat, command, seen, action_id)
        except ConcurrencyConflict:
            if self.ownership is None or action_id is None:  # without an id it may have been meant for an earlier state
                raise
            logger.info("table %s: another process went on; the action is tried once again", code, exc_info=True)
            return self._act(code, seat, command, seen, action_id)

    def _act(self, code: str, seat: str | None, command: Command, seen: int | None, action_id: str | None) -> int:
        with self._locked(code) as live:
            before = self._applied(live, seat, command, action_id)
            if before is not None:
                return before
            check_seen(live.table, seat, command, seen)
            # the log keeps what was decided on, dice included
            drawn = filled(self.log, live, seat, command, self.chance)
            now = self.clock()
            records, table = live.referee.act(live.table, seat, drawn, now)
            if not records:
                return live.table.seq  # it follows from an earlier action already
            check_pace(live.records, records, seat, now)
            return self._commit(live, records, table, action_id, drawn, _emptied(code, records))

    @contextmanager
    def _locked(self, code: str) -> Iterator[LoadedTable]:
        """Yield the table to one thread alone; a copy that was dropped while waiting is not used."""
        while True:
            live = self.live(code)
            with live.lock:
                if self._live.get(code) is live:
                    yield live
                    return

    def _applied(self, live: LoadedTable, seat: str | None, command: Command, action_id: str | None) -> int | None:
        if action_id is None:
            return None
        if not 0 < len(action_id) <= MAX_ACTION_ID_LENGTH:
            raise BadRequest(say("An action needs a short id."))
        done = self.log.acted(live.table.code, action_id)
        if done is None:
            return None
        seq, actor, message = done
        if actor != seat or json.loads(message)["kind"] != kind_of(command):
            raise BadRequest(say("This id belongs to another action."))
        return seq

    def _commit(
        self,
        live: LoadedTable,
        records: list[StoredEvent],
        table: Table,
        action_id: str | None,
        command: Command,
        besides: Besides | None = None,
    ) -> int:
        undone = any(isinstance(record.event, Undone) for record in records)
        if undone:
            table = self._undone(live, records)
        try:
            self.log.append(live.codec, table, records, action_id, command, besides)
        except (StorageError, ConcurrencyConflict) as error:
            logger.warning("table %s: an action was not stored (%s)", table.code, error.code)
            self._drop(live)
            raise
        live.advance(table, records, undone)
        self.bell.notify(table.code, table.seq)
        return table.seq

    def ring_all(self) -> None:
        """Notify all screens of a change outside their table."""
        for code in self.bell.codes():
            self.bell.notify(code, self.table(code).seq)

    def _undone(self, live: LoadedTable, records: list[StoredEvent]) -> Table:
        """Return the table after an action that contains an undo, with what was before from memory or the log."""
        table = live.table
        for record in records:
            table = replayed(live.game, table, record, lambda seq: self.table_at(live, seq))
        return table

    def sentences(self, live: LoadedTable) -> Sentences:
        """Return the sentences for the table and its log."""
        return Sentences(live.game, lambda action: self._title_event(live, action))

    def _title_event(self, live: LoadedTable, action: int) -> Event | None:
        """Return the event that names an action, from memory or the log: its consent and its waiver come before it."""
        if live.records and live.records[0].seq <= action:
            return title_event(live.records, action)
        upto = action + MAX_BEFORE_TITLE
        stored = self.log.read(live.codec, live.table.code, after=action - 1, upto=upto)
        return title_event((each.record for each in stored), action)

    def table_at(self, live: LoadedTable, seq: int) -> Table:
        """Return the table after its event of this number; raise DamagedFile where the log cannot be replayed."""
        known = live.history.state_before(seq) or initial_table(live.row, live.game)
        stored = self.log.read(live.codec, known.code, after=known.seq, upto=seq) if known.seq < seq else ()
        try:
            return fold(live.game, known, [each.record for each in stored], lambda past: self.table_at(live, past))
        except Exception as error:  # whatever a log that was damaged before its snapshot makes of the rules
            raise DamagedFile from error

    # --- the sealed ballot --------------------------------------------------------------------

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        """Take an opening into memory; the last one reveals all. Raise RuleError for one that was not sealed."""
        with self._locked(code) as live:
            going_on = current(live.table.ballot, ballot)
            check_opening(code, going_on, seat, opening)
            live.disclosed = live.disclosed.with_opening(ballot, seat, opening)
            openings = live.disclosed.openings
            if set(openings) != set(going_on.voters):
                self.bell.notify(code, live.table.seq)
                return live.table.seq
            ending = settled(going_on, openings)
            if going_on.tallied:  # the single votes are forgotten before anybody learns the counts
                live.disclosed = live.disclosed.without_openings()
            return self.act(code, None, ending)

    def opened(self, code: str) -> tuple[str, ...]:
        """Return the seats whose opening has arrived."""
        return self.live(code).opened

    # --- showdowns ----------------------------------------------------------------------------

    def show(self, code: str, seat: str, showdown: str, shown: Shown) -> Shown | None:
        """Keep in memory the cards that a phone laid, and return those that the other one has shown, if it has.

        Once both have shown, the game goes on; either phone can still ask what it was shown, until both have stored
        it. Raise RuleError for what was not sealed.
        """
        with self._locked(code) as live:
            exchange, now, before = live.game.exchange, live.showdown, live.disclosed.shown.get(seat)
            if exchange and now and now.id == showdown:
                exchange.check(live.table, seat, shown)
            else:
                now = live.disclosed.showdown
                if now is None or now.id != showdown or before is None or not before.is_shown_by(shown):
                    raise NotNow(say("That is over."))
            live.disclosed = live.disclosed.with_shown(now, seat, shown)
            other = live.disclosed.shown.get(now.other(seat))
            if exchange and other and live.showdown == now:
                self.act(code, None, exchange.compare(live.table, live.disclosed.shown))
            elif before != shown:
                self.bell.notify(code, live.table.seq)
            if received(now, live.disclosed.shown):
                live.disclosed = live.disclosed.without_shown()
            return other

    # --- phones -------------------------------------------------------------------------------

    def note(self, code: str, event: PhoneAdmitted | PinReplaced, besides: Besides | None = None) -> None:
        """Log that a seat has another phone, or another PIN, which ``besides`` writes."""
        with self._locked(code) as live:
            seq = live.table.seq + 1
            actor, claim = (event.seat, event.claim) if isinstance(event, PhoneAdmitted) else (None, "")
            record = StoredEvent(seq, self.clock(), actor, seq, event)
            table = apply(live.game, live.table, record)
            self._commit(live, [record], table, None, AdmitPhone(event.seat, claim), besides)

    def move_seat(self, code: str, seat: str, claim: str, besides: Besides) -> None:
        """Move a seat to the phone that the others have let in, which ``besides`` registers. Raise NotNow."""
        with self._locked(code) as live:
            move = MoveSeat(seat, claim, self.clock())
            records, table = live.referee.act(live.table, None, move, move.now)
            self._commit(live, records, table, None, move, besides)

    def record(self, code: str, seq: int) -> StoredEvent:
        """Return the event of this number; raise NoSuchTable, or IndexError for one that has not happened."""
        return self.log.read(self.live(code).codec, code, after=seq - 1, upto=seq)[0].record

    # --- reading ------------------------------------------------------------------------------

    def history(self, code: str, after: int = 0) -> list[LogEntry]:
        """Return the whole log of a table, for export and the final charts."""
        return self.log.read(self.live(code).codec, code, after)


def _emptied(code: str, records: Sequence[StoredEvent]) -> Besides | None:
    """Return the write that takes a seat from the phones of its former player, where a new one has taken it."""
    seats = [record.event.seat.id for record in records if isinstance(record.event, SeatTaken)]
    return (lambda database: phones.forget(database, code, seats)) if seats else None
