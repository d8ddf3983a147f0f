"""A browser's keep-alive connection as a bare socket: it asks without waiting, and counts every byte."""

from __future__ import annotations

import gzip
import selectors
from collections.abc import Callable

from tests.bench.crowd import Failed, connected


class Link:
    """Asks one thing at a time and is opened again, as browsers do, when the box has closed it meanwhile.

    ``answered`` gets the body of every whole answer. The selector's keys hold as their data what is to be called.
    """

    def __init__(
        self,
        port: int,
        device: int,
        selector: selectors.BaseSelector,
        answered: Callable[[str], None],
        cookie: str = "",
    ) -> None:
        self.port, self.device, self.selector, self.answered = port, device, selector, answered
        self.head = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
        self.sent = self.received = 0
        self._asked = self._rest = b""
        self._open()

    def ask(self, path: str, body: bytes | None = None, headers: str = "") -> None:
        """Send a GET, or a POST of this body."""
        start = f"GET {path} HTTP/1.1\r\n"
        if body is not None:
            start = f"POST {path} HTTP/1.1\r\nContent-Length: {len(body)}\r\n"
        self._asked = f"{start}{self.head}{headers}\r\n".encode() + (body or b"")
        if self.sock.fileno() < 0:
            self._open()
        self._send()

    def get(self, path: str) -> str:
        """Send a request and wait for its answer; ``answered`` is not called."""
        self.ask(path)
        while (answer := self._read()) is None:
            pass
        return answer

    def close(self) -> None:
        """Close the connection."""
        if self.sock.fileno() >= 0:
            self.selector.unregister(self.sock)
            self.sock.close()

    def _ready(self) -> None:
        answer = self._read()
        if answer is not None:
            self.answered(answer)

    def _read(self) -> str | None:
        """Take what has arrived, and return the body when it is whole; raise Failed for anything but a 200."""
        try:
            found = self.sock.recv(262_144)
        except ConnectionError:
            found = b""
        if not found:
            self._hung_up()
            return None
        self.received += len(found)
        self._rest += found
        head, gap, body = self._rest.partition(b"\r\n\r\n")
        if not gap or len(body) < _length(head):
            return None
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise Failed(f"{head!r} {body[:500]!r}")
        self._asked = self._rest = b""
        return (gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body).decode()

    def _open(self) -> None:
        self.sock = connected(self.port, self.device)
        self.selector.register(self.sock, selectors.EVENT_READ, self._ready)

    def _send(self) -> None:
        self.sock.sendall(self._asked)
        self.sent += len(self._asked)

    def _hung_up(self) -> None:
        if self._rest:
            raise Failed("the server closed a connection in the middle of an answer")
        self.close()
        if self._asked:  # the box closed it while the request was under way
            self._open()
            self._send()


def _length(head: bytes) -> int:
    return next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
