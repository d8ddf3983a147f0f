"""The tables of a box in memory: read from their logs when they are asked for, let go of when nobody needs them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.app.loaded_table import LoadedTable
from companion.app.notifier import Notifier, Presence
from companion.app.reading import Unreadable, read_table
from companion.core.errors import RuleError
from companion.core.plugin import Registry
from companion.core.table.table import Table
from companion.core.text import say
from companion.store.log import Log
from companion.store.ownership import Ownership
from companion.store.rows import TableRow

KEPT_SECONDS = 5 * 60.0
"""a table that nobody looks at leaves the memory so long after it was read"""

MAX_LOADED = 200
"""of more tables in memory, those leave it to which no screen listens"""

logger = logging.getLogger(__name__)


class NoSuchTable(RuleError):
    """Refusal of a code that no table has."""

    code = "no_table"


class LoadedTables:
    """The tables in memory. With others that serve the same database, each belongs to one process (``ownership``)."""

    def __init__(self, log: Log, games: Registry) -> None:
        self.log = log
        self.games = games
        self.ownership: Ownership | None = None
        """None: this process is alone, and every table its own"""
        self.tidy_up: Callable[[], None] = lambda: None
        """called every few minutes, after tables have left the memory"""
        self.bell = Notifier(self._notify_processes)
        self.presence = Presence(self.bell)
        self._live: dict[str, LoadedTable] = {}
        self._dropped: dict[str, LoadedTable] = {}
        self._unreadable: dict[str, Unreadable] = {}
        self._lock = threading.Lock()
        self._tidied = 0.0

    def live(self, code: str) -> LoadedTable:
        """Return the table in memory, read from its log when it is not there yet; raise NoSuchTable."""
        found = self._live.get(code)
        if found and self._current(found):
            return found
        with self._lock:
            if code not in self._live or not self._current(self._live[code]):
                self._live[code] = self._load(code)
                self._evict()
            return self._live[code]

    def _current(self, live: LoadedTable) -> bool:
        """Return whether it is as its log says: a table of another process may have gone on."""
        code = live.table.code
        return self.owns(code) or self.log.newest(code) == live.table.seq

    def _notify_processes(self, code: str, seq: int) -> None:
        if self.ownership:
            self.ownership.tell(code, seq)

    def owns(self, code: str) -> bool:
        """Return whether this process owns the table already."""
        return self.ownership is None or self.ownership.owns(code)

    def owner(self, code: str) -> str:
        """Return the address of the process that owns the table, empty for this one, which takes what nobody owns."""
        if self.ownership is None or self.ownership.owns(code):
            return ""
        self._live.pop(code, None)  # read while it was another's: it may have gone on since
        return self.ownership.take(code)

    def newest(self, code: str) -> int:
        """Return the number the table is at; raise NoSuchTable. A table of another process is not read for it."""
        if self.owns(code):
            return self.table(code).seq
        return self.log.newest(self.row(code).code)

    def forget(self) -> None:
        """Give up all tables; keep what is in memory alone for when one is read anew from its log."""
        with self._lock:
            self._dropped.update(self._live)
            self._live.clear()

    def let_go(self) -> None:
        """Let go of tables that nobody needs any more, and tidy up now and then."""
        with self._lock:
            self._evict()
        if (now := self.presence.clock()) - self._tidied > KEPT_SECONDS:
            self._tidied = now
            self.tidy_up()

    def _evict(self) -> None:
        """Let go of them, or of those that are too many: memory is bounded by who plays, not by what was played."""
        watched, since = self.presence.watched(), self.presence.clock() - KEPT_SECONDS
        for code, live in list(self._live.items()):  # those that were read first come first
            crowded = len(self._live) > MAX_LOADED and not self.bell.listened(code)
            needed = code in watched or live.loaded > since
            if (needed and not crowded) or not live.lock.acquire(blocking=False):
                continue
            if not live.irreplaceable:
                del self._live[code]
                if self.ownership:
                    self.ownership.release(code)
                logger.info("table %s left the memory", code)
            live.lock.release()

    def table(self, code: str) -> Table:
        """Return the table as it is now."""
        return self.live(code).table

    def _load(self, code: str) -> LoadedTable:
        if known := self._unreadable.get(code):
            raise Unreadable(code, known.why, known.detail)
        try:
            live = read_table(self.log, self.games, self.row(code))
        except Unreadable as error:
            self._unreadable[code] = error
            raise
        live.loaded = self.presence.clock()
        logger.info("table %s read from its log, at %d", code, live.table.seq)
        dropped = self._dropped.pop(code, None)
        if dropped:  # memory alone has it: it outlives trouble with the disk
            live.disclosed = dropped.disclosed
        return live

    def row(self, code: str) -> TableRow:
        """Return what is known of a table besides its log; raise NoSuchTable."""
        row = self.log.table(code)
        if row is None:
            raise NoSuchTable(say("There is no table %(code)s here.", code=code[:8]))
        return row

    def _drop(self, live: LoadedTable) -> None:
        """Let go of a table whose log may say otherwise; it is read anew."""
        with self._lock:
            self._live.pop(live.table.code, None)
            self._dropped[live.table.code] = live
