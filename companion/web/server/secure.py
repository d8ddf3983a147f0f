"""The second door, for https: connections that are sealed, and otherwise like all the others.

Waitress has no TLS of its own. A browser opens a camera on secure pages only, so the phone that watches the board comes
in here; it has the same limits, shares and turns as whoever comes in by the first door.
"""

from __future__ import annotations

import errno
import logging
import socket
import ssl
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waitress import wasyncore

if TYPE_CHECKING:
    from companion.web.server.front import Front

RECORD = 16_384
"""bytes of a TLS record at most (RFC 8446, 5.1): whoever reads so many leaves nothing that no poll would tell of"""

logger = logging.getLogger(__name__)


def sealing(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """What seals connections; the key may be in the same file. Raises OSError (``ssl.SSLError`` is one)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(certificate, key)
    return context


class Sealed:
    """A sealed socket that never blocks. The loop reads while a thread writes, which OpenSSL allows only in turns."""

    def __init__(self, sock: ssl.SSLSocket) -> None:
        self._sock, self._turn = sock, threading.Lock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def recv(self, size: int) -> bytes:
        """What has arrived; raises BlockingIOError while nothing has. Also takes the handshake on."""
        try:
            with self._turn:
                return self._sock.recv(max(size, RECORD))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as wait:
            raise BlockingIOError(errno.EWOULDBLOCK, "nothing yet") from wait

    def send(self, data: bytes) -> int:
        """How much of it was taken; raises BlockingIOError while nothing can be."""
        try:
            with self._turn:
                return self._sock.send(data)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as wait:
            raise BlockingIOError(errno.EWOULDBLOCK, "not yet") from wait


class SecureDoor(wasyncore.dispatcher):  # type: ignore[misc]  # waitress has no types
    """Accepts sealed connections for a front, in its loop. Raises OSError for a port that is taken."""

    def __init__(self, front: Front, host: str, port: int, context: ssl.SSLContext) -> None:
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
        """Where it is."""
        return int(self.socket.getsockname()[1])

    def readable(self) -> bool:
        """As the first door: where nothing more is accepted, nothing is here."""
        return self.front.readable()

    def writable(self) -> bool:
        """A door says nothing."""
        return False

    def handle_accept(self) -> None:
        """Connections have come to this door."""
        self.front.accepts(super().accept, self.opens)

    def opens(self, conn: socket.socket, address: tuple[Any, ...]) -> None:
        """One of them is let in; raises OSError for one that is gone already."""
        self.front.set_socket_options(conn)
        sealed = self.context.wrap_socket(conn, server_side=True, do_handshake_on_connect=False)
        self.front.takes(Sealed(sealed), address)

    def handle_error(self) -> None:
        """As of the first door."""
        self.front.handle_error()
