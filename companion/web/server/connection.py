"""Connections, requests and answers: waitress' own, within limits, and answers that become streams."""

from __future__ import annotations

import logging
import select
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask
from waitress.utilities import Error

from companion.web.server.door import KEEP, SEATED, TAKES_LONG, StreamedPage
from companion.web.server.limits import KIB, Limits, Shares
from companion.web.server.secure import RECORD
from companion.web.server.streams import Stream, Streams

TakesPhoto = Callable[[str, Mapping[str, str]], bool]
"""whether a photo may come to this path, by the headers of the request"""

SMALL = 64 * KIB
"""bytes of a body that is not counted among uploads"""

logger = logging.getLogger(__name__)


class Server(Protocol):
    """The server of a connection: the state that all connections share."""

    limits: Limits
    shares: Shares
    streams: Streams
    active_channels: dict[int, Any]
    worked_on: Any
    """in each thread: the ``descriptor`` of the connection whose request it answers"""
    takes_photo: TakesPhoto

    def has_room(self, request: IncomingRequest) -> bool:
        """Return whether its body may be received, beside all that are being received or are queued."""
        ...


class ServerBusy(Error):  # type: ignore[misc]  # waitress has no types
    """A refusal: there is no room for another upload."""

    code, reason = 503, "Service Unavailable"


class IncomingRequest(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request that is being received; only one with a photo may be as large as a photo."""

    photo = False

    def received(self, data: bytes) -> int:
        """Take received data and return how much of it; expect no more for a request that is whole or refused.

        Waitress would send "100 Continue" and then wait for a body that never comes.
        """
        taken = int(super().received(data))
        self.expect_continue: bool = self.expect_continue and not self.completed
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header and limit the size of the body by its address, before a byte of it is received."""
        super().parse_header(header_plus)
        front: Server = self.adj.front
        self.photo = self.command == "POST" and front.takes_photo(self.path, self.headers)
        if self.photo:
            self.adj: Any = self.adj.photos
        if self.size > SMALL and not front.has_room(self):
            self.error, self.completed = ServerBusy("Too much is being sent to this box: try again in a moment."), True

    @property
    def size(self) -> int:
        """Return the most bytes that the body may have."""
        if self.error:
            return 0
        return int(self.adj.max_request_body_size if self.chunked else self.content_length)


class KeptStream(NamedTuple):
    """The stream that an answer becomes: its table, the number seen by its screen, the number now, and its page."""

    code: str
    seen: int
    now: Callable[[], int]
    page: StreamedPage | None


class Answer(WSGITask):  # type: ignore[misc]  # waitress has no types
    """An answer of the application, which may turn the connection into a stream (``KEEP``)."""

    kept: KeptStream | None = None

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with functions that keep the connection and mark the request as slow."""
        environment: dict[str, Any] = super().get_environment()
        self.environ = None  # it would keep itself by its functions until the garbage collector finds them
        if self.channel.secure:  # a camera needs no stream, and a sealed connection cannot be handed over
            environment["wsgi.url_scheme"] = "https"
        else:
            environment[KEEP] = self._keep
        environment["REMOTE_ADDR"] = self.channel.client
        environment[TAKES_LONG] = self.channel.server.task_dispatcher.takes_long
        environment[SEATED] = partial(self.channel.server.shares.mark_seated, self.channel.client)
        return environment

    def _keep(self, code: str, seen: int, now: Callable[[], int], page: StreamedPage | None) -> None:
        self.kept = KeptStream(code, seen, now, page)

    def finish(self) -> None:
        """End the answer; of a stream only the head has been sent, and the connection goes to the streams."""
        if self.kept is None:
            super().finish()
            return
        self.write(b"")
        self.close_on_finish = True  # this descriptor only: the stream has a duplicate
        if self.channel.total_outbufs_len:  # the screen takes not even the head
            return
        kept = self.kept
        stream = Stream(self.channel.socket.dup(), bool(self.chunked_response), self.channel.client, kept.page)
        if not self.channel.server.streams.add(stream, kept.code, kept.seen, kept.now):
            # A closed one would be opened again at once. Left open and silent it counts among its address' connections,
            # so that a client with thousands of streams waits, until this one has been idle long enough.
            stream.sock.close()
            self.channel.held, self.close_on_finish = True, False


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that records when its present request and its present answer began."""

    task_class = Answer
    parser_class = IncomingRequest
    server: Server
    secure = False
    served = False
    """whether it has brought a whole request yet"""

    held = False
    """whether it asked for a stream when there was no room: it is left open and silent, and is not closed for others"""

    _request_began = _answer_began = 0.0

    def __init__(self, server: Server, sock: Any, addr: tuple[Any, ...], adj: Any, map: Any = None) -> None:
        self.address, self.descriptor = str(addr[0]), int(sock.fileno())
        super().__init__(server, sock, addr, adj, map)

    @property
    def client(self) -> str:
        """Return the client's address: the other end, or the one that a trusted proxy names."""
        if self.address not in self.server.limits.trusted or not self.requests:
            return self.address
        forwarded = str(self.requests[0].headers.get("X_FORWARDED_FOR", ""))
        return forwarded.rpartition(",")[2].strip() or self.address

    @property
    def seated(self) -> bool:
        """Return whether the client has shown the token of a seat."""
        return self.server.shares.seated(self.client)

    def received(self, data: bytes) -> bool:
        """Take received data; a request's time begins with its first byte."""
        before = self.request
        found = bool(super().received(data))
        if self.request is not before:
            self._request_began = time.monotonic()
        return found

    def service(self) -> None:
        """Answer the request, in a thread."""
        self._answer_began, self.served = time.monotonic(), True
        self.server.worked_on.descriptor = self.descriptor
        if not self.requests[0].error:
            self.server.shares.mark_known(self.client)
        super().service()

    def add_channel(self, map: Any = None) -> None:
        """Register the connection as open."""
        super().add_channel(map)
        self.server.shares.opens(self.address)

    def del_channel(self, map: Any = None) -> None:
        """Register the connection as closed; it may be called twice."""
        if self.server.active_channels.get(self.descriptor) is self:
            self.server.shares.closes(self.address)
        super().del_channel(map)

    def overdue(self, now: float) -> bool:
        """Return whether it has been idle, receiving a request or sending an answer for too long.

        ``now`` is the wall clock, by which waitress records idleness; when that clock is changed, idle connections
        are closed too, and browsers open them again.
        """
        if self.total_outbufs_len:
            return time.monotonic() - self._answer_began > self.server.limits.answer_seconds
        if self.requests:
            return False
        shares = self.server.shares
        if self.request is not None:
            return time.monotonic() - self._request_began > shares.request_seconds(self.address)
        return self.seconds_idle(now) > shares.idle_seconds(self.address)

    def seconds_idle(self, now: float) -> float:
        """Return the seconds since its last activity, by the wall clock; a negative number while it is active."""
        if self.requests or self.request is not None or self.writable():
            return -1.0
        return float(abs(now - self.last_activity))

    def close_if_idle(self) -> bool:
        """Close the connection unless it is active or has just received data; return whether it was closed."""
        if not self.connected or self.requests or self.writable() or _has_unread_data(self.socket):
            return False
        self.handle_close()
        return True


class SecureConnection(Connection):
    """An https connection: the received data may be less than a record."""

    secure = True

    def handle_read(self) -> None:
        """Read as waitress does, but do not take a lack of data for the end of the connection."""
        try:
            data = self.recv(RECORD)
        except BlockingIOError:
            return
        except OSError:
            logger.debug("no secure connection came of it", exc_info=True)
            self.handle_close()
            return
        if data:
            self.last_activity = time.time()
            self.received(data)


def _has_unread_data(sock: Any) -> bool:
    """Return whether unread data has arrived: if the connection were closed now, the other end would see a reset."""
    poll = select.poll()
    poll.register(sock.fileno(), select.POLLIN)
    return bool(poll.poll(0))
