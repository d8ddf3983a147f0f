"""A room full of phones as bare sockets in one thread: browsers with six connections each, which they keep open.

As in a browser, a kept connection that the box has closed is silently replaced by another one. Errors that its owner
would see are counted: a fresh connection that is refused, reset or closed without an answer.
"""

from __future__ import annotations

import errno
import os
import re
import selectors
import socket
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from tests.support.timing import slowdown

CONNECTIONS = 6
"""that a browser opens to one host"""
PATIENCE = 300.0
"""what is not loaded by then never will be"""
SURELY_QUICK = 1.0
"""seconds for which nobody asks how busy the machine is"""
FILE = re.compile(rb'(?:href|src)="(/static/[^"#]+)"')


@dataclass(eq=False)
class Connection:
    """A connection of a browser. ``path`` is what was asked for, at ``since``; "": it rests."""

    phone: Phone
    sock: socket.socket
    path: str = ""
    since: float = 0.0
    open: bool = False
    used: bool = False
    """whether it has brought an answer already"""
    received: bytes = b""


@dataclass(eq=False)
class Phone:
    """A phone at ``address`` and the page that its browser loads; ``cookie``: of its seat, if it has one."""

    address: str
    page: str = "/"
    cookie: str = ""
    files: Sequence[str] = ()
    """what belongs to the page besides what is named in it"""
    missing: deque[str] = field(default_factory=deque)
    connections: list[Connection] = field(default_factory=list)
    loaded: bool = False
    """whether its page and all that belongs to it has come"""


class Room:
    """Phones that load their pages from the box at ``port``, and what came of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.phones: list[Phone] = []
        self.hung_up: list[str] = []
        """what the owner of a phone would have seen as an error: where, and what it was"""
        self.waits: list[float] = []
        """seconds from each request to its whole answer, as on a quiet machine"""
        self.asked_again = 0
        """requests over kept connections that the box closed at the same moment"""
        self._selector = selectors.DefaultSelector()
        self._loading: set[Phone] = set()
        self._slowdown, self._asked = 1.0, 0.0

    def load(self, phones: Iterable[Phone], at_once: int) -> None:
        """Load the page of each of these phones, so many at the same time; all of them keep their connections.

        A phone that has loaded its page before does so again over what it has kept.
        """
        waiting, end = deque(phones), monotonic() + PATIENCE
        self.phones += [phone for phone in waiting if phone not in self.phones]
        while (waiting or self._loading) and monotonic() < end:
            while waiting and len(self._loading) < at_once:
                phone = waiting.popleft()
                phone.loaded = False
                self._loading.add(phone)
                self._ask(phone, phone.page)
            for key, _ in self._selector.select(0.5):
                self._go_on(key.data)
        self._loading.clear()

    def drop(self, phones: Iterable[Phone], most: int = CONNECTIONS) -> None:
        """Hang up these phones, on so many of their connections each."""
        for phone in phones:
            for connection in phone.connections[:most]:
                self._close(connection)

    def close(self) -> None:
        """Close all connections."""
        self.drop(self.phones)
        self._selector.close()

    def _ask(self, phone: Phone, path: str, since: float | None = None) -> None:
        connection = next((each for each in phone.connections if not each.path), None) or self._opened(phone)
        connection.path, connection.since = path, monotonic() if since is None else since
        if connection.open:
            self._send(connection)

    def _opened(self, phone: Phone) -> Connection:
        sock = socket.socket()
        sock.setblocking(False)
        sock.bind((phone.address, 0))
        connection = Connection(phone, sock)
        phone.connections.append(connection)
        self._selector.register(sock, selectors.EVENT_WRITE, connection)
        begun = sock.connect_ex(("127.0.0.1", self.port))
        assert begun in (0, errno.EINPROGRESS), os.strerror(begun)
        return connection

    def _send(self, connection: Connection) -> None:
        cookie = f"Cookie: {connection.phone.cookie}\r\n" if connection.phone.cookie else ""
        request = f"GET {connection.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}\r\n".encode()
        try:
            connection.sock.sendall(request)
        except OSError as error:
            self._ended(connection, str(error))

    def _go_on(self, connection: Connection) -> None:
        if connection.sock.fileno() < 0:
            return
        if not connection.open:
            if trouble := connection.sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                self._ended(connection, os.strerror(trouble))
                return
            connection.open = True
            self._selector.modify(connection.sock, selectors.EVENT_READ, connection)
            self._send(connection)
            return
        try:
            found = connection.sock.recv(262_144)
        except OSError as error:
            self._ended(connection, str(error))
            return
        if not found:
            self._ended(connection, "closed without an answer")
            return
        connection.received += found
        head, gap, body = connection.received.partition(b"\r\n\r\n")
        if gap and len(body) >= _length(head):
            self._answered(connection, head, body)

    def _answered(self, connection: Connection, head: bytes, body: bytes) -> None:
        phone, path = connection.phone, connection.path
        self.waits.append(self._quiet(monotonic() - connection.since))
        connection.path, connection.received, connection.used = "", b"", True
        status = head.split(b"\r\n")[0]
        if b" 200 " not in status:
            self._trouble(phone, f"{path}: {status.decode()}")
            return
        if path == phone.page:
            phone.missing = deque(dict.fromkeys([*phone.files, *(each.decode() for each in FILE.findall(body))]))
        busy = sum(bool(each.path) for each in phone.connections)
        for _ in range(min(CONNECTIONS - busy, len(phone.missing))):
            self._ask(phone, phone.missing.popleft())
        if not any(each.path for each in phone.connections):
            phone.loaded = True
            self._loading.discard(phone)

    def _quiet(self, seconds: float) -> float:
        """Return what it would have been on a quiet machine; that is asked once a second, because asking takes time,
        too.
        """
        if seconds < SURELY_QUICK:
            return seconds
        if monotonic() > self._asked + 1:
            self._slowdown, self._asked = slowdown(), monotonic()
        return seconds / self._slowdown

    def _ended(self, connection: Connection, why: str) -> None:
        phone, path = connection.phone, connection.path
        self._close(connection)
        if path and connection.used and not connection.received:
            self.asked_again += 1
            self._ask(phone, path, connection.since)
        elif path:
            self._trouble(phone, f"{path}: {why}")

    def _close(self, connection: Connection) -> None:
        self._selector.unregister(connection.sock)
        connection.sock.close()
        connection.phone.connections.remove(connection)

    def _trouble(self, phone: Phone, what: str) -> None:
        self.hung_up.append(f"{phone.address} {what}")
        self._loading.discard(phone)
        phone.missing.clear()


def _length(head: bytes) -> int:
    return next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
