"""The attacks of one hostile machine on the box over the network. Run as a module: ``KIND PORT CODE ADDRESSES``, until
killed.

Everything comes from so many addresses (127.9.9.9 and those before it); the players of ``test_hostile_front.py`` have
others.
"""

from __future__ import annotations

import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle

from companion.web.server.limits import allowed_files

A_SHARE = 64
"""connections that each of many addresses wants to have"""
RETRY_SECONDS = 0.002
"""between two connections of one thread: thousands a second from all"""


class Attacker:
    """Where to, and one connection."""

    def __init__(self, port: int, code: str, addresses: int) -> None:
        self.port, self.code, self.addresses = port, code, addresses
        self._next = cycle([f"127.9.{9 - number // 250}.{9 + number % 250}" for number in range(addresses)])

    def connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=5, source_address=(next(self._next), 0))

    def head(self, path: str, method: str = "GET", headers: str = "") -> bytes:
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()

    # --- many connections that do little ------------------------------------------------------

    def held(self, count: int, first: bytes, drip: bytes = b"") -> None:
        """Hold so many connections that each send ``first``, then a ``drip`` a second; closed ones are opened again."""
        waiting = selectors.DefaultSelector()
        dripped = time.monotonic()
        while True:
            missing = count - len(waiting.get_map())
            for _ in range(min(missing, 20)):
                with suppress(OSError):
                    sock = self.connected()
                    if first:
                        sock.sendall(first)
                    sock.setblocking(False)
                    waiting.register(sock, selectors.EVENT_READ)
            for key, _ in waiting.select(RETRY_SECONDS):
                assert isinstance(key.fileobj, socket.socket)
                with suppress(BlockingIOError):
                    try:
                        ended = not key.fileobj.recv(65_536)
                    except ConnectionError:
                        ended = True
                    if ended:
                        waiting.unregister(key.fileobj)
                        key.fileobj.close()
            if drip and time.monotonic() - dripped > 1:
                dripped = time.monotonic()
                for key in tuple(waiting.get_map().values()):
                    assert isinstance(key.fileobj, socket.socket)
                    with suppress(OSError):
                        key.fileobj.sendall(drip)

    def halves(self) -> None:
        """Hold 1,000 connections that send the beginning of a request, or as many as all addresses may have."""
        self.held(max(1_000, A_SHARE * self.addresses), b"GET / HT")

    def drips(self) -> None:
        """Hold 200 connections that send a header a second."""
        self.held(200, b"GET / HTTP/1.1\r\n", b"X-Drip: 1\r\n")

    def idle(self) -> None:
        """Hold 5,000 connections that say nothing."""
        self.held(5_000, b"")

    def streams(self) -> None:
        """Hold 2,000 streams of the table, or as many as all addresses may have."""
        self.held(max(2_000, A_SHARE * self.addresses), self.head(f"/t/{self.code}/stream"))

    # --- requests that are much ---------------------------------------------------------------

    def flood(self, threads: int, first: bytes, more: bytes) -> None:
        """Send a gigabyte from each thread, as fast as it is taken, again and again."""

        def pour() -> None:
            while True:
                with suppress(OSError), self.connected() as sock:
                    sock.sendall(first)
                    for _ in range(1_000_000_000 // len(more)):
                        sock.sendall(more)
                time.sleep(RETRY_SECONDS)

        together(threads, pour)

    def bodies(self) -> None:
        """Send bodies of 1 GB."""
        path = f"/api/tables/{self.code}/actions"
        self.flood(8, self.head(path, "POST", "Content-Length: 1000000000\r\n"), b"x" * 65_536)

    def chunks(self) -> None:
        """Send chunks without end."""
        path = f"/api/tables/{self.code}/actions"
        self.flood(8, self.head(path, "POST", "Transfer-Encoding: chunked\r\n"), b"8000\r\n" + b"x" * 32_768 + b"\r\n")

    def headers(self) -> None:
        """Send headers without end."""
        self.flood(8, b"GET / HTTP/1.1\r\n", b"X-Flood: 1\r\n" * 4_000)

    # --- requests that are dear ---------------------------------------------------------------

    def asked(self, at_once: int, path: str) -> None:
        """Ask for the same page, so many times at once, again and again."""

        def ask() -> None:
            while True:
                with suppress(OSError), self.connected() as sock:
                    sock.settimeout(60)
                    while True:
                        sock.sendall(self.head(path, headers="Connection: close\r\n"))
                        while sock.recv(65_536):
                            pass
                time.sleep(RETRY_SECONDS)

        together(at_once, ask)

    def sheets(self) -> None:
        """Request 40 PDFs at once."""
        self.asked(40, "/print/all.pdf?edition=abilene/1993")

    def exports(self) -> None:
        """Request 24 exports at once."""
        self.asked(24, f"/t/{self.code}/export.jsonl")

    def pages(self) -> None:
        """Request 64 table screens at once, or one from each address."""
        self.asked(max(64, self.addresses), f"/t/{self.code}/screen")


def together(count: int, work: Callable[[], None]) -> None:
    """Do the same work in so many threads, for ever."""
    for _ in range(count):
        threading.Thread(target=work, daemon=True).start()
    threading.Event().wait()


KINDS = ("halves", "drips", "idle", "streams", "bodies", "chunks", "headers", "sheets", "exports", "pages")

if __name__ == "__main__":
    allowed_files(20_000)
    getattr(Attacker(int(sys.argv[2]), sys.argv[3], int(sys.argv[4])), sys.argv[1])()
