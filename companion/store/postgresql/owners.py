"""Owners of tables: the process that holds the lock of its name, which the server frees when the process dies."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from queue import SimpleQueue
from typing import Any

import psycopg
from psycopg import Connection, sql

from companion.store.ownership import TakenOver
from companion.store.postgresql.database import SERVING, PostgresqlDatabase, number_of
from companion.store.postgresql.heartbeats import Heartbeats

CHECK_SECONDS = 1.0
"""between two checks of the connection that holds the locks: after that an owner knows that it has lost them"""
POLL_SECONDS = 3.0
"""between two queries for events of which no notification came"""
KNOWN_SECONDS = 1.0
"""how long the address of another owner is cached"""
SERVER_SIDE = "-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2"
"""The server notices within four seconds that an owner's machine is gone, and another one takes over."""

TAKE = "SELECT CASE WHEN EXISTS (SELECT 1 FROM tables WHERE code = %s) THEN pg_try_advisory_lock(%s) END"

PROCESSES = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = %s"
    " AND objid::bigint = %s AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""Counts the processes that share the lock of those that serve the database."""

TAKE_FROM = (
    "SELECT pg_terminate_backend(pid, 1000) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"
    " AND (classid::bigint << 32) | objid::bigint = %s"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""Ends the connection that holds a table's lock, and with it all locks of its process."""

logger = logging.getLogger(__name__)


class Owners:
    """The claim of this process on tables, among the processes that serve the database.

    ``here`` is the address at which the others reach it. ``on_ring`` is called with the number of another process'
    table, ``lost`` when nothing is owned any more because the connection that held the locks broke. ``listened``
    returns the tables that screens of this process listen to.
    """

    def __init__(
        self,
        database: PostgresqlDatabase,
        here: str,
        on_ring: Callable[[str, int], None],
        lost: Callable[[], None],
        listened: Callable[[], Iterable[str]],
    ) -> None:
        self.database, self.here = database, here
        self.on_ring, self.lost, self.listened = on_ring, lost, listened
        self._lock = threading.Lock()
        self._lock_connection: Connection[Any] | None = None
        self._listen_connection: Connection[Any] | None = None
        self._owned: set[str] = set()
        self._known_owners: dict[str, tuple[str, float]] = {}
        self._polled: tuple[float, dict[str, int]] = (0.0, {})
        self._heartbeats = Heartbeats(here)
        self._outgoing: SimpleQueue[tuple[str, int]] = SimpleQueue()
        self._has_outgoing = threading.Event()
        self._alone = False

    def begin(self) -> None:
        """Count this process among those that serve the database from now on. Raise TakenOver."""
        with self._lock:
            try:
                self._connection()
            except psycopg.Error as error:
                raise TakenOver from error

    # --- owning -------------------------------------------------------------------------------

    def take(self, code: str) -> str:
        """Return the address of the owner; empty: this process. Raise TakenOver where the database does not say."""
        if code in self._owned:
            return ""
        address, until = self._known_owners.get(code, ("", 0.0))
        if time.monotonic() < until:
            return address
        with self._lock:
            if code in self._owned:
                return ""
            try:
                address = self._take_or_find(self._connection(), code)
            except psycopg.Error as error:
                self._lose()
                raise TakenOver from error
        if address:
            self._known_owners[code] = address, time.monotonic() + KNOWN_SECONDS
        return address

    def _take_or_find(self, connection: Connection[Any], code: str) -> str:
        """Take the lock if it is free or its owner has stopped; otherwise return where the owner is.

        Raise TakenOver while that is not known. A table that does not exist belongs to nobody: any process may say so.
        """
        if self._try_lock(connection, code):
            return ""
        found = connection.execute("SELECT address FROM owners WHERE code = %s", (code,)).fetchone()
        if found is None or found[0] == self.here:  # just taken, or still held by an earlier run of this process
            raise TakenOver
        address = str(found[0])
        if self.runs(address):
            return address
        logger.warning("the process at %s has stopped: its tables are taken from it", address)
        connection.execute(TAKE_FROM, (self._number(code),))
        if not self._try_lock(connection, code):
            raise TakenOver
        return ""

    def _try_lock(self, connection: Connection[Any], code: str) -> bool:
        """Return whether this process holds the lock now, or there is no such table."""
        (owned,) = connection.execute(TAKE, (code, self._number(code))).fetchone() or (None,)
        if owned:
            connection.execute(
                "INSERT INTO owners (code, address) VALUES (%s, %s)"
                " ON CONFLICT (code) DO UPDATE SET address = excluded.address",
                (code, self.here),
            )
            self._owned.add(code)
            logger.info("table %s belongs to this process", code)
        return owned is not False

    def runs(self, address: str) -> bool:
        """Return whether the process at this address was seen to run in the last seconds, as far as is known."""
        return not self._heartbeats.stopped(address)

    def invalidate(self, code: str) -> None:
        """Ask the database anew, because the owner did not answer."""
        self._known_owners.pop(code, None)

    def owns(self, code: str) -> bool:
        """Return whether this process owns the table."""
        return code in self._owned

    def release(self, code: str) -> None:
        """Release the table."""
        with self._lock:
            if code not in self._owned:
                return
            self._owned.discard(code)
            try:
                self._connection().execute("SELECT pg_advisory_unlock(%s)", (self._number(code),))
            except psycopg.Error:
                logger.warning("%s: the locks are lost", self.database.name, exc_info=True)
                self._lose()

    def _connection(self) -> Connection[Any]:
        if self._lock_connection is None:
            connection = psycopg.connect(self.database.address, autocommit=True, options=self._options())
            serving = (SERVING, number_of(self.database.schema))
            connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", serving)
            self._lock_connection = connection
        return self._lock_connection

    def _options(self) -> str:
        options = psycopg.conninfo.conninfo_to_dict(self.database.address).get("options") or ""
        return f"{options} {SERVER_SIDE}"

    def _lose(self) -> None:
        """Give up all tables, after the connection with their locks broke."""
        if self._lock_connection:
            self._lock_connection.close()
        self._lock_connection = None
        if self._owned:
            logger.warning("%s: %d tables do not belong to this process any more", self.database.name, len(self._owned))
        self._owned.clear()
        self._known_owners.clear()
        self.lost()

    def _number(self, code: str) -> int:
        """Return the number of the table's lock: 64 bits, so that no two tables share one."""
        digest = hashlib.blake2b(f"{self.database.schema} owner {code}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, signed=True)

    # --- notifications ------------------------------------------------------------------------

    def tell(self, code: str, seq: int) -> None:
        """Queue the number for the other processes, if there are any: one that has just begun polls."""
        if self._alone:
            return
        self._outgoing.put((code, seq))
        self._has_outgoing.set()

    def send_notifications(self) -> float:
        """Send the queued notifications, one a table; a step of a background thread."""
        self._has_outgoing.wait(CHECK_SECONDS)
        self._has_outgoing.clear()
        newest: dict[str, int] = {}
        while not self._outgoing.empty():
            code, seq = self._outgoing.get()
            newest[code] = max(seq, newest.get(code, 0))
        if newest:
            messages = [f"{self.here} {code} {seq}" for code, seq in newest.items()]
            notify = "SELECT pg_notify(?, message) FROM unnest(?::text[]) AS message"
            self.database.rows(notify, (self.database.schema, messages))
        return 0.0

    def look(self) -> float:
        """Check the connection with the locks and receive notifications; a step of a background thread."""
        with self._lock:
            try:
                serving = (SERVING, number_of(self.database.schema) % 2**32)
                (processes,) = self._connection().execute(PROCESSES, serving).fetchone() or (0,)
                self._alone = processes < 2
                self._heartbeats.look(self._connection())
            except psycopg.Error:
                logger.warning("%s: the connection with the locks broke", self.database.name, exc_info=True)
                self._lose()
        self._receive()
        self._poll()
        return 0.0

    def _receive(self) -> None:
        if self._listen_connection is None or self._listen_connection.closed:
            self._listen_connection = psycopg.connect(self.database.address, autocommit=True)
            self._listen_connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self.database.schema)))
        for each in self._listen_connection.notifies(timeout=CHECK_SECONDS):
            address, code, number = each.payload.rsplit(" ", 2)
            if address != self.here:
                self._notify(code, int(number))

    def _poll(self) -> None:
        """Notify screens of commits by a process that died before it notified, or took itself for the only one.

        A table to which no screen listened before is notified once: it may have gone on since.
        """
        at, before = self._polled
        if time.monotonic() < at + POLL_SECONDS:
            return
        codes = [code for code in self.listened() if code not in self._owned]
        newest = dict(self._newest(codes)) if codes else {}
        for code, seq in newest.items():
            if seq > before.get(code, 0):
                self._notify(code, seq)
        self._polled = time.monotonic(), {**newest}

    def _newest(self, codes: Sequence[str]) -> Iterable[tuple[str, int]]:
        query = "SELECT code, max(seq) FROM events WHERE code = ANY(?) GROUP BY code"
        return [(str(code), int(seq)) for code, seq in self.database.rows(query, (list(codes),))]

    def _notify(self, code: str, seq: int) -> None:
        at, known = self._polled
        self._polled = at, {**known, code: max(seq, known.get(code, 0))}
        self.on_ring(code, seq)

    def close(self) -> None:
        """Release everything."""
        with self._lock:
            self._owned.clear()
            for each in (self._lock_connection, self._listen_connection):
                if each:
                    each.close()
            self._lock_connection = None
