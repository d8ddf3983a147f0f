"""Screens and phones as bare sockets in one thread, so that the client does not become what is measured."""

from __future__ import annotations

import json
import selectors
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import websocket

PATIENCE = 60.0
"""seconds until something that has to come is missing; no figure: the machine may be busy with other tests"""


@dataclass(frozen=True)
class Seated:
    """A table in play: who may act there, with which token."""

    code: str
    seq: int
    tokens: Mapping[str, str]


class Failed(Exception):
    """A request that was refused, a stream that broke, a screen that was never told."""


class Phone:
    """A keep-alive connection that posts; opened again, as browsers do, when the server has closed it."""

    def __init__(self, port: int, device: int) -> None:
        self.port, self.device = port, device
        self.sock = connected(port, device)
        self._closed = False
        self._rest = b""

    def send(self, path: str, body: bytes, headers: str = "") -> None:
        """Post without waiting for the answer."""
        if self._closed:
            self.sock.close()
            self.sock, self._closed = connected(self.port, self.device), False
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
        self.sock.sendall(head.encode() + body)

    def receive(self) -> bytes:
        """Return the body of the answer; raise Failed unless it is a 200."""
        while b"\r\n\r\n" not in self._rest:
            self._more()
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        fields = head.lower()
        length = next(int(line[15:]) for line in fields.split(b"\r\n") if line.startswith(b"content-length:"))
        while len(self._rest) < length:
            self._more()
        body, self._rest = self._rest[:length], self._rest[length:]
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise Failed(f"{head!r} {body!r}")
        self._closed = b"connection: close" in fields or fields.startswith(b"http/1.0")
        return body

    def post(self, path: str, body: bytes = b"", headers: str = "") -> bytes:
        """Post and wait."""
        self.send(path, body, headers)
        return self.receive()

    def _more(self) -> None:
        found = self.sock.recv(65536)
        if not found:
            raise Failed("the server closed a connection in the middle of an answer")
        self._rest += found


@dataclass
class Screen:
    """An open event stream and the newest number it was told."""

    code: str
    sock: socket.socket
    latest: int = -1
    received: int = 0
    """bytes"""
    news: list[dict[str, Any]] = field(default_factory=list)
    """what was pushed to its page since somebody looked"""
    _rest: bytes = field(default=b"")

    @staticmethod
    def opened(port: int, code: str, device: int, after: int = 0, shows: str = "", headers: str = "") -> Screen:
        """Open the stream of a screen. ``device``: every phone has an address of its
        own; ``after``, ``shows``: the content of its page.
        """
        sock = connected(port, device)
        head = f"GET /t/{code}/stream?after={after}{shows} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}\r\n"
        sock.sendall(head.encode())
        return Screen(code, sock)

    def read(self) -> None:
        """Take what has arrived; raise Failed when the stream ended."""
        found = self.sock.recv(65536)
        if not found:
            raise Failed("a stream was closed")
        self.received += len(found)
        *lines, self._rest = (self._rest + found).split(b"\n")
        for line in lines:
            if line.startswith(b"data: {"):
                self.news.append(json.loads(line[6:]))
                self.latest = self.news[-1]["seq"]
            elif line.startswith(b"data: "):
                self.latest = int(line[6:])


class Socketed:
    """A screen of the Flask-SocketIO table: the same interface over a websocket."""

    def __init__(self, port: int, code: str) -> None:
        self.code, self.latest = code, -1
        self.link = websocket.create_connection(
            f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket", timeout=PATIENCE
        )
        assert self.link.sock is not None
        self.sock = self.link.sock
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.link.recv()
        self.link.send("40")

    def read(self) -> None:
        """Take one message: a number, a ping, or the answer to the greeting."""
        message = str(self.link.recv())
        # gevent's server does not switch Nagle's algorithm off: without this the next event waits 40 ms for our ACK.
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        if message == "2":
            self.link.send("3")
        elif message.startswith("42"):
            self.latest = int(json.loads(message[2:])[1])  # what was pushed along with it is here now, too
        elif not message.startswith("40"):
            raise Failed(message)

    def emit(self, event: str, data: object) -> None:
        """Send an action over the websocket instead of a POST."""
        self.link.send("42" + json.dumps([event, data]))


class Crowd:
    """All screens of some tables; knows when the last one has been told."""

    def __init__(self, screens: Sequence[Screen | Socketed]) -> None:
        self.selector = selectors.DefaultSelector()
        self.by_code: dict[str, list[Screen | Socketed]] = {}
        for screen in screens:
            self.selector.register(screen.sock, selectors.EVENT_READ, screen)
            self.by_code.setdefault(screen.code, []).append(screen)

    def listen(self, seconds: float) -> None:
        """Read what arrives within ``seconds``, at least once."""
        for key, _ in self.selector.select(seconds):
            key.data.read()

    def has_shown(self, code: str, seq: int) -> bool:
        """Return whether every screen of the table knows of ``seq``."""
        return all(screen.latest >= seq for screen in self.by_code[code])

    def wait(self, code: str, seq: int) -> float:
        """Return the moment the last screen was told; raise Failed when that takes too long."""
        end = perf_counter() + PATIENCE
        while not self.has_shown(code, seq):
            if perf_counter() > end:
                raise Failed(f"not every screen of {code} was told of {seq}")
            self.listen(0.5)
        return perf_counter()

    def close(self) -> None:
        """Close all screens."""
        for screens in self.by_code.values():
            for screen in screens:
                screen.sock.close()
        self.selector.close()


def payment(table: Seated, number: int) -> tuple[str, bytes, str]:
    """Return the payment of one dollar from a seat to the next: path, body and headers of the request."""
    seats = tuple(table.tokens)
    payer, payee = seats[number % len(seats)], seats[(number + 1) % len(seats)]
    action = {"seat": payer, "kind": "pay", "data": {"to": payee, "amount": 1}, "id": f"bench-{number}"}
    headers = f"Content-Type: application/json\r\nAuthorization: Bearer {table.tokens[payer]}\r\n"
    return f"/api/tables/{table.code}/actions", json.dumps(action).encode(), headers


def paid(crowd: Crowd, phone: Phone, table: Seated, number: int) -> float:
    """Return the seconds from the POST of the payment of this number to the last screen told."""
    request = payment(table, number)
    start = perf_counter()
    phone.send(*request)
    end = crowd.wait(table.code, table.seq + number + 1)
    phone.receive()
    return end - start


def connected(port: int, device: int) -> socket.socket:
    """Return a connection that sends at once and never waits for ever, from the address of this device."""
    address = f"127.0.{device // 250}.{device % 250 + 1}"
    sock = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(address, 0))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock
