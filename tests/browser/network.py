"""A way between phone and box that can do what home networks do: fall silent without hanging up."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

PIECE = 65_536


class Wire:
    """Forwards connections to the box. After ``fall_silent`` what was open stays open, but nothing passes any more."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._listener = socket.create_server(("", 0))
        self._sockets: list[socket.socket] = []
        self._silenced: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.swallowing = False

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self._listener.getsockname()[1]}"

    def fall_silent(self) -> int:
        """Make all connections half-open, while new ones work. Return how many there were."""
        with self._lock:
            self._silenced.update(self._sockets)
            return len(self._sockets) // 2

    def swallow(self) -> None:
        """Let nothing pass from now on, on new connections either: the box is out of reach."""
        self.swallowing = True
        self.fall_silent()

    def run(self) -> None:
        """Accept until closed."""
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                box = self.connected()
                with self._lock:
                    self._sockets += [phone, box]
                    self._silenced.update((phone, box) if self.swallowing else ())
                for here, there in ((phone, box), (box, phone)):
                    threading.Thread(target=self._pass, args=(here, there), daemon=True).start()

    def connected(self) -> socket.socket:
        """Return the other end of a new connection; raise OSError."""
        return socket.create_connection((self.host, self.port))

    def _pass(self, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := here.recv(PIECE):
                if here not in self._silenced:
                    there.sendall(piece)
            if here not in self._silenced:
                there.shutdown(socket.SHUT_WR)
                return
        with contextlib.suppress(OSError):
            if here not in self._silenced:
                there.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for each in self._sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextlib.contextmanager
def wire(host: str, port: int) -> Iterator[Wire]:
    """Yield a wire to the box at this address."""
    found = Wire(host, port)
    threading.Thread(target=found.run, daemon=True).start()
    try:
        yield found
    finally:
        found.close()
