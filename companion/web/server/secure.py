"""The https port: connections with TLS, otherwise like all the others.

Waitress has no TLS of its own. A browser opens a camera on secure pages only, so the phone that films the board
connects here; it has the same limits, shares and turns as http clients.
"""

from __future__ import annotations

import errno
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from waitress import wasyncore

from companion.web.server.limits import Limits

Accept = Callable[[], tuple[socket.socket, tuple[Any, ...]] | None]

RECORD = 16_384
"""bytes of a TLS record at most (RFC 8446, 5.1): a read of so many leaves no data that a poll would not report"""

logger = logging.getLogger(__name__)


def tls_context(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """Return the TLS context; the key may be in the same file. Raise OSError (``ssl.SSLError`` is one)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(certificate, key)
    return context


class TlsSocket:
    """A TLS socket that never blocks.

    The loop reads while a thread writes, which OpenSSL allows only in turns.
    """

    def __init__(self, sock: ssl.SSLSocket) -> None:
        self._sock, self._turn = sock, threading.Lock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def recv(self, size: int) -> bytes:
        """Return received data. Raise BlockingIOError while there is none. Also continues the handshake."""
        try:
            with self._turn:
                return self._sock.recv(max(size, RECORD))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as wait:
            raise BlockingIOError(errno.EWOULDBLOCK, "nothing yet") from wait

    def send(self, data: bytes) -> int:
        """Send data and return how much of it was taken. Raise BlockingIOError while none can be."""
        try:
            with self._turn:
                return self._sock.send(data)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as wait:
            raise BlockingIOError(errno.EWOULDBLOCK, "not yet") from wait


class HttpListener(Protocol):
    """The http port: the https port has its limits and its loop, and hands its connections to it."""

    limits: Limits
    loop: dict[int, Any]

    def readable(self) -> bool:
        """Return whether another connection may be accepted."""
        ...

    def accepts(self, accept: Accept, opens: Callable[[socket.socket, tuple[Any, ...]], None]) -> None:
        """Accept connections at a port, if files are left for them; the rest stay in the backlog."""
        ...

    def set_socket_options(self, conn: socket.socket) -> None:
        """Set the options that all connections have."""
        ...

    def takes(self, sock: TlsSocket, address: tuple[Any, ...]) -> None:
        """Open an accepted https connection."""
        ...

    def handle_error(self) -> None:
        """Log a failed accept."""
        ...


class HttpsListener(wasyncore.dispatcher):  # type: ignore[misc]  # waitress has no types
    """The listening https socket of a front, in its loop. Raises OSError for a port that is taken."""

    def __init__(self, front: HttpListener, host: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(map=front.loop)
        self.front, self.context = front, context
        self.create_socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        self.set_reuse_addr()
        try:
            self.bind((host, port))
        except OSError:
            self.close()
            raise
        self.listen(front.limits.backlog)

    @property
    def port(self) -> int:
        """Return the port."""
        return int(self.socket.getsockname()[1])

    def readable(self) -> bool:
        """Return whether the http port accepts connections: then this one does, too."""
        return self.front.readable()

    def writable(self) -> bool:
        """Return False: a listening socket writes nothing."""
        return False

    def handle_accept(self) -> None:
        """Accept connections at the https port."""
        self.front.accepts(super().accept, self.opens)

    def opens(self, conn: socket.socket, address: tuple[Any, ...]) -> None:
        """Open an accepted connection. Raise OSError for one that is closed already."""
        self.front.set_socket_options(conn)
        secure = self.context.wrap_socket(conn, server_side=True, do_handshake_on_connect=False)
        self.front.takes(TlsSocket(secure), address)

    def handle_error(self) -> None:
        """Log a failed accept, as the http port does."""
        self.front.handle_error()
