"""Connections: waitress reads requests off one event loop until they are whole, here within limits.

Waitress itself has: bounded headers and bodies, chunked ones too, idle connections closed, no thread before a
request is whole and none while an answer is being fetched. Added here: a deadline for a whole request and a whole
answer, a share for each address, retries when files run out, and answers that become streams.
"""

from __future__ import annotations

import errno
import logging
import socket
import ssl
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from companion.web.server.connection import SMALL, Connection, IncomingRequest, SecureConnection, TakesPhoto
from companion.web.server.limits import Limits, Shares
from companion.web.server.loop import Loop
from companion.web.server.secure import Accept, HttpsListener, TlsSocket
from companion.web.server.streams import Streams
from companion.web.server.turns import Turns
from companion.web.server.waiting import Newcomer, Resting, Waiting

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

PAUSE_SECONDS = 1.0
"""how long a box without a file left waits before it accepts again"""

CLOSED_AT_ONCE = 25
"""connections a second, while it is crowded: their clients open others instead and ask again"""

ACCEPTED_AT_ONCE = 100
"""connections, before anything else is looked at again"""

WAIT_SECONDS = 0.05
"""between two checks whether waiting connections can be opened"""

STOP_SECONDS = 1.0
"""how long a stop waits for answers that are under way; acknowledged actions are on the disk already"""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class QueuedTask:
    """A task that is queued among the requests."""

    client: str
    service: Callable[[], None]
    seated: bool = True
    """pages of a table get their news with the priority of seated clients"""

    def cancel(self) -> None:
        """Do nothing: when the server stops, the task is not needed any more."""


class Front(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """The listening socket, which accepts connections and reads requests.

    It is bound when it is made: raises OSError for a port that is taken.
    """

    channel_class = Connection
    next_channel_cleanup: float

    def __init__(
        self, app: Wsgi, host: str, port: int, limits: Limits, streams: Streams, takes_photo: TakesPhoto
    ) -> None:
        self.takes_photo = takes_photo
        self.limits, self.streams, self.shares = limits, streams, Shares(limits)
        self.worked_on = threading.local()
        """in each thread: the descriptor of the connection whose request it answers"""

        self.waiting = Waiting(limits.waiting, limits.waiting_sure)
        self._full_until = self._let_in_again = 0.0
        self._stopped = False
        settings = Adjustments(
            host=host,
            port=port,
            backlog=limits.backlog,
            connection_limit=limits.connections + 8,  # ours counts: waitress' own, with doors and trigger, is never hit
            max_request_header_size=limits.header_bytes,
            max_request_body_size=limits.body_bytes,
            inbuf_overflow=limits.header_bytes * 8,
            log_socket_errors=False,
            ident="companion",
        )
        self.loop = Loop()
        self.https_listener: HttpsListener | None = None
        settings.front = weakref.proxy(self)
        settings.photos = copy(settings)
        settings.photos.max_request_body_size = max(limits.photo_bytes, limits.body_bytes)
        turns = Turns(limits.threads_per_address, limits.at_once, limits.slow_seconds)
        super().__init__(app, map=self.loop, dispatcher=turns, adj=settings)
        weakref.finalize(self, self.trigger.close).atexit = False
        streams.soon = self.soon

    def soon(self, client: str, service: Callable[[], None]) -> None:
        """Queue a task, as if this client had requested it."""
        self.task_dispatcher.add_task(QueuedTask(client, service))

    def handle_accept(self) -> None:
        """Accept connections at the http port."""
        self.accepts(super().accept, self.opens)

    def opens(self, sock: socket.socket, address: tuple[Any, ...]) -> None:
        """Open an accepted http connection."""
        self.set_socket_options(sock)
        Connection(self, sock, address, self.adj, map=self.loop)

    def secure(self, host: str, port: int, context: ssl.SSLContext) -> None:
        """Answer https as well. Raise OSError."""
        self.https_listener = HttpsListener(self, host, port, context)

    def takes(self, sock: TlsSocket, address: tuple[Any, ...]) -> None:
        """Open an accepted https connection."""
        SecureConnection(self, sock, address, self.adj, map=self.loop)

    def accepts(self, accept: Accept, opens: Callable[[socket.socket, tuple[Any, ...]], None]) -> None:
        """Accept connections at a port, if files are left for them; the rest stay in the backlog.

        Each is opened if there is room for it (``Shares``), and waits otherwise. Many are accepted at once: the
        phone of a seated player may be behind them in the backlog.
        """
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                found = accept() if self.waiting.takes_more else None
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS):
                    raise
                self._full_until = time.monotonic() + PAUSE_SECONDS
                logger.warning("no connection is accepted for a moment", exc_info=True)
                return
            if found is None:
                return
            newcomer = Newcomer(found[0], found[1][0], partial(opens, *found))
            if newcomer.address not in self.waiting and self._has_place(newcomer.address):
                self._open(newcomer)
            elif displaced := self.waiting.add(newcomer):
                displaced.sock.close()

    def let_in(self) -> None:
        """Open waiting connections while there is room or a resting one can be closed.

        Addresses take turns, those with a seat first.
        """
        resting = Resting(self.active_channels.values(), self.limits, self.shares)
        addresses = sorted(self.waiting, key=self.shares.seated, reverse=True)
        while addresses := [each for each in addresses if self._lets_in(each, resting)]:
            addresses = [each for each in addresses if each in self.waiting]

    def _lets_in(self, address: str, resting: Resting) -> bool:
        """Open the next waiting connection of this address, if there is a place; return whether it was opened."""
        if not self.shares.admits(address):
            found = resting.make_room_at(address)
        else:
            found = self.shares.room_for(address) or resting.make_room()
        if found:
            self._open(self.waiting.pop(address))
        return found

    def _open(self, newcomer: Newcomer) -> None:
        try:
            newcomer.opens()
        except OSError:
            logger.debug("a connection that was gone at once", exc_info=True)
            newcomer.sock.close()

    def _has_place(self, address: str) -> bool:
        return self.shares.admits(address) and self.shares.room_for(address)

    def has_room(self, request: IncomingRequest) -> bool:
        """Return whether its body may be received, beside all that are being received or are queued."""
        bodies = (each for one in self.active_channels.values() for each in (one.request, *one.requests) if each)
        sent = sum(each.size for each in bodies if each.size > SMALL and each is not request)
        most = self.limits.upload_bytes if request.photo else self.limits.upload_bytes // 2
        return bool(sent + min(request.size, request.adj.max_request_body_size) <= most)

    def readable(self) -> bool:
        """Return whether another connection may be accepted; waitress asks in every round, and looks for old ones then.

        It does so by the wall clock, which may be put back.
        """
        self.next_channel_cleanup = min(self.next_channel_cleanup, time.time() + self.limits.look_seconds)
        return bool(super().readable()) and time.monotonic() >= self._full_until and self.waiting.takes_more

    def maintenance(self, now: float) -> None:
        """Close idle and overdue connections; waitress calls it from ``readable``."""
        self.next_channel_cleanup = now + self.limits.look_seconds
        crowded = self.shares.crowded
        overdue = (each for each in tuple(self.active_channels.values()) if each.overdue(now))
        for connection in islice(overdue, CLOSED_AT_ONCE if crowded else None):
            connection.handle_close()  # at once: a client that does not read never becomes writable

    def pull_trigger(self) -> None:
        """Wake the loop, after a thread has worked on a connection."""
        self.loop.touch(self.worked_on.descriptor)
        super().pull_trigger()

    def handle_error(self) -> None:
        """Log a failed accept; waitress would close the port for good."""
        logger.error("a connection could not be accepted", exc_info=True)

    def answer(self) -> None:
        """Answer until ``stop``."""
        self.task_dispatcher.set_thread_count(self.limits.threads)
        doors = [each.socket.fileno() for each in (self, self.https_listener) if each]
        while self.loop:
            self.loop.touch(*doors)  # their ``readable`` calls ``maintenance``
            now = time.monotonic()
            if self.waiting and now >= self._let_in_again:
                self._let_in_again = now + WAIT_SECONDS
                try:
                    self.let_in()
                except Exception:
                    logger.exception("who waits could not be let in")
            patience = self.limits.slow_seconds if self.task_dispatcher.look() else self.limits.look_seconds
            self.loop.round(min(patience, WAIT_SECONDS) if self.waiting else patience)
        self.loop.close()

    def stop(self) -> None:
        """End ``answer``, from any thread; further calls do nothing."""
        if not self._stopped:
            self._stopped = True
            self.task_dispatcher.shutdown(timeout=STOP_SECONDS)
            self.trigger.pull_trigger(self._hang_up)

    def close(self) -> None:
        """Close the port, and the trigger only when no thread can use it any more.

        A late thread, or the one that stops, would write its byte into nothing, or into another file that has got
        the descriptor's number since.
        """
        wasyncore.dispatcher.close(self)

    def _hang_up(self) -> None:
        self.waiting.close()
        for each in tuple(self.loop.values()):
            if each is not self.trigger:
                each.close()
        self.trigger.del_channel()
