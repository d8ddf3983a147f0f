"""Connections: waitress reads requests off one event loop until they are whole, here within limits.

What waitress has itself: bounded headers and bodies, chunked ones too, idle connections closed, no thread before a
request is whole and none while an answer is being fetched. Added here: a deadline for a whole request and a whole
answer, a share for each address, patience when files run out, and answers that become streams.
"""

from __future__ import annotations

import errno
import logging
import socket
import ssl
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from companion.web.server.connection import SMALL, Connection, IncomingRequest, SecureConnection
from companion.web.server.limits import Limits, Shares
from companion.web.server.loop import Loop
from companion.web.server.secure import Sealed, SecureDoor
from companion.web.server.streams import Streams
from companion.web.server.turns import Turns
from companion.web.server.waiting import Newcomer, Resting, Waiting

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
TakesPhoto = Callable[[str, Mapping[str, str]], bool]
"""whether a photo may come to this path, by the headers of the request"""

Accept = Callable[[], tuple[socket.socket, tuple[Any, ...]] | None]

PAUSE_SECONDS = 1.0
"""how long a box without a file left waits before it accepts again"""

CLOSED_AT_ONCE = 25
"""connections a second, while it is crowded: whoever holds them opens others instead and asks again"""

ACCEPTED_AT_ONCE = 100
"""connections, before anything else is looked at again"""

WAIT_SECONDS = 0.05
"""how often it is looked who of those that wait may come in"""

STOP_SECONDS = 1.0
"""how long a stop waits for answers that are under way; what was acknowledged is on the disk already"""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Errand:
    """Something to be done among the requests."""

    client: str
    service: Callable[[], None]
    seated: bool = True
    """the pages of a table are told as soon as those who sit there"""

    def cancel(self) -> None:
        """The server stops: nobody misses it."""


class Front(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Listens, accepts and reads. Binds when it is made: raises OSError for a port that is taken."""

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
        self.secure_door: SecureDoor | None = None
        settings.front = weakref.proxy(self)
        settings.photos = copy(settings)
        settings.photos.max_request_body_size = max(limits.photo_bytes, limits.body_bytes)
        turns = Turns(limits.threads_per_address, limits.at_once, limits.slow_seconds)
        super().__init__(app, map=self.loop, dispatcher=turns, adj=settings)
        weakref.finalize(self, self.trigger.close).atexit = False
        streams.soon = self.soon

    def soon(self, client: str, service: Callable[[], None]) -> None:
        """Has something done in its turn, as if this client had asked for it."""
        self.task_dispatcher.add_task(Errand(client, service))

    def handle_accept(self) -> None:
        """Connections have come to the first door."""
        self.accepts(super().accept, self.opens)

    def opens(self, sock: socket.socket, address: tuple[Any, ...]) -> None:
        """A connection by the first door is let in."""
        self.set_socket_options(sock)
        Connection(self, sock, address, self.adj, map=self._map)

    def secure(self, host: str, port: int, context: ssl.SSLContext) -> None:
        """Answers https as well; raises OSError."""
        self.secure_door = SecureDoor(self, host, port, context)

    def takes(self, sock: Sealed, address: tuple[Any, ...]) -> None:
        """A connection by the second door."""
        SecureConnection(self, sock, address, self.adj, map=self._map)

    def accepts(self, accept: Accept, opens: Callable[[socket.socket, tuple[Any, ...]], None]) -> None:
        """Takes those that have come to a door, if files are left for them: each is let in if there is room for it
        (``Shares``), and waits otherwise. The rest stay in the backlog.

        Many at once: a phone that sits at a table may stand behind them.
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
            elif gone := self.waiting.add(newcomer):
                gone.sock.close()

    def let_in(self) -> None:
        """Those that wait come in, one of each address in turn, those who sit at a table first, as long as there is
        room or somebody gives way."""
        resting = Resting(self.active_channels.values(), self.limits, self.shares)
        addresses = sorted(self.waiting, key=self.shares.seated, reverse=True)
        while addresses := [each for each in addresses if self._lets_in(each, resting)]:
            addresses = [each for each in addresses if each in self.waiting]

    def _lets_in(self, address: str, resting: Resting) -> bool:
        """Lets in the next of this address that waits, if there is a place for it; whether it has."""
        if not self.shares.admits(address):
            found = resting.gives_way_to_its_own(address)
        else:
            found = self.shares.room_for(address) or resting.gives_way()
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
        """Whether its body may come, beside all that is on its way or waits for its turn."""
        bodies = (each for one in self.active_channels.values() for each in (one.request, *one.requests) if each)
        sent = sum(each.size for each in bodies if each.size > SMALL and each is not request)
        most = self.limits.upload_bytes if request.photo else self.limits.upload_bytes // 2
        return bool(sent + min(request.size, request.adj.max_request_body_size) <= most)

    def readable(self) -> bool:
        """Whether another connection may be accepted. Waitress asks in every round, and looks for old ones then.

        It goes by the clock on the wall for that, which may be put back.
        """
        self.next_channel_cleanup = min(self.next_channel_cleanup, time.time() + self.limits.look_seconds)
        return bool(super().readable()) and time.monotonic() >= self._full_until and self.waiting.takes_more

    def maintenance(self, now: float) -> None:
        """Closes what is idle or overdue. Waitress asks for it with every look at the door."""
        self.next_channel_cleanup = now + self.limits.look_seconds
        crowded = self.shares.crowded
        overdue = (each for each in tuple(self.active_channels.values()) if each.overdue(now))
        for connection in islice(overdue, CLOSED_AT_ONCE if crowded else None):
            connection.handle_close()  # now: who does not read would never be ready for a goodbye

    def pull_trigger(self) -> None:
        """Wakes the loop, after a thread has worked on a connection."""
        self._map.touch(self.worked_on.descriptor)
        super().pull_trigger()

    def handle_error(self) -> None:
        """An accept that went wrong is logged; waitress would close the door for good."""
        logger.error("a connection could not be accepted", exc_info=True)

    def answer(self) -> None:
        """Answers until ``stop``."""
        self.task_dispatcher.set_thread_count(self.limits.threads)
        doors = [each._fileno for each in (self, self.secure_door) if each]
        while self._map:
            self._map.touch(*doors)  # they ask for the time, too
            now = time.monotonic()
            if self.waiting and now >= self._let_in_again:
                self._let_in_again = now + WAIT_SECONDS
                try:
                    self.let_in()
                except Exception:
                    logger.exception("who waits could not be let in")
            patience = self.limits.slow_seconds if self.task_dispatcher.look() else self.limits.look_seconds
            self._map.round(min(patience, WAIT_SECONDS) if self.waiting else patience)
        self._map.close()

    def stop(self) -> None:
        """Ends ``answer``, from any thread; once is enough."""
        if not self._stopped:
            self._stopped = True
            self.task_dispatcher.shutdown(timeout=STOP_SECONDS)
            self.trigger.pull_trigger(self._hang_up)

    def close(self) -> None:
        """Closes the door. The trigger is closed only when nobody can pull it any more.

        A thread that is late, or the one that stops, would write its byte into nothing, or into whatever has got the
        descriptor's number since.
        """
        wasyncore.dispatcher.close(self)

    def _hang_up(self) -> None:
        self.waiting.close()
        for each in tuple(self._map.values()):
            if each is not self.trigger:
                each.close()
        self.trigger.del_channel()
