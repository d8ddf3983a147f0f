"""The server: cheroot, whose threads answer requests; open streams are kept apart and need none of them."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterable
from typing import Any

from cheroot.wsgi import Gateway_10, Server

from companion.app.notifier import Notifier
from companion.web.api.stream import KEEP
from companion.web.server.streams import Stream, Streams

ANSWERING_THREADS = 16
CALLERS = 1_024
"""connections that may wait to be accepted: a whole room of phones that come back at once"""

FILES = 4_096
"""a thousand streams are a thousand open files, and many systems allow 1,024 unless asked"""

LOOK_SECONDS = 0.1
"""how long a stop may go unnoticed"""

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Kept = tuple[str, int, Callable[[], int]]


class TableServer:
    """Serves the application until stopped. Streams end at once when it stops."""

    def __init__(self, app: Wsgi, bell: Notifier, host: str, port: int) -> None:
        self.bell = bell
        self.streams = Streams(bell)
        self._server = PatientServer(
            (host, port), app, numthreads=ANSWERING_THREADS, request_queue_size=CALLERS, timeout=60, shutdown_timeout=1
        )
        self._server.gateway = self._gateway
        self._server.keep_alive_conn_limit = CALLERS
        self._server.expiration_interval = LOOK_SECONDS

    @property
    def port(self) -> int:
        """The port it listens on (useful after asking for port 0)."""
        return int(self._server.bind_addr[1])

    def prepare(self) -> None:
        """Binds the port; raises OSError when it is taken."""
        allow_files(FILES)
        self._server.prepare()

    def serve(self) -> None:
        """Answers until ``stop``."""
        self.streams.start()
        self._server.serve()

    def stop(self) -> None:
        """Ends the streams, then the server."""
        self.bell.close()
        self.streams.close()
        self._server.stop()

    def _gateway(self, request: Any) -> StreamingGateway:
        return StreamingGateway(request, self.streams)


class PatientServer(Server):
    """Cheroot, except that a connection gets a thread when it has something to say.

    Browsers open connections in advance; sixteen silent ones would keep everybody else waiting.
    """

    def process_conn(self, conn: Any) -> None:
        """A connection that was just accepted waits for its first byte as idle ones wait for their next."""
        if conn.last_used is None:
            self.put_conn(conn)
        else:
            super().process_conn(conn)


class StreamingGateway(Gateway_10):
    """Answers like cheroot's own gateway, but lets the application say that a connection becomes a stream."""

    def __init__(self, request: Any, streams: Streams) -> None:
        super().__init__(request)
        self.streams = streams
        self.kept: Kept | None = None
        self.env[KEEP] = self._keep

    def _keep(self, code: str, seen: int, now: Callable[[], int]) -> None:
        self.kept = code, seen, now

    def respond(self) -> None:
        """Sends the answer; of a stream only its head, after which the connection belongs to the streams."""
        super().respond()
        if self.kept is None:
            return
        connection = self.req.conn
        stream = Stream(connection.socket.dup(), chunked=self.req.chunked_write)
        connection.socket.close()
        self.req.chunked_write = False  # the answer is not over
        self.req.close_connection = True
        connection.linger = True  # or cheroot would shut the connection down, not only let go of it
        self.streams.add(stream, *self.kept)


def allow_files(wanted: int) -> None:
    """Lets the process open that many files, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
