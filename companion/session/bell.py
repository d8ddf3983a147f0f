"""Rings every screen of a table with nothing but its newest sequence number."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

CLOSED = -1
Ear = Callable[[int], None]
"""Hears a number; must not wait for anybody."""


class Bell:
    """One ear a screen; ringing never waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: dict[str, tuple[Ear, ...]] = {}
        self.closed = False

    def listen(self, code: str, ear: Ear) -> Callable[[], None]:
        """The ear hears every new number of the table until the returned function is called."""
        with self._lock:
            self._ears[code] = (*self._ears.get(code, ()), ear)

        def stop() -> None:
            with self._lock:
                left = tuple(other for other in self._ears.get(code, ()) if other is not ear)
                if left:
                    self._ears[code] = left
                else:
                    self._ears.pop(code, None)

        return stop

    @contextmanager
    def listening(self, code: str) -> Iterator[SimpleQueue[int]]:
        """A queue that gets every new sequence number of the table, and ``CLOSED`` when the box stops."""
        rope: SimpleQueue[int] = SimpleQueue()
        stop = self.listen(code, rope.put)
        try:
            yield rope
        finally:
            stop()

    def ring(self, code: str, seq: int) -> None:
        """The table is at ``seq``."""
        for ear in self._ears.get(code, ()):
            ear(seq)

    def close(self) -> None:
        """Ends every queue, so that nobody waits for a box that stops."""
        self.closed = True
        for code in tuple(self._ears):
            self.ring(code, CLOSED)


def newest(rope: SimpleQueue[int], seconds: float) -> int | None:
    """The latest number on the queue, waiting at most ``seconds`` for the first; None when nothing came."""
    try:
        found = rope.get(timeout=seconds)
    except Empty:
        return None
    while True:
        if found == CLOSED:
            return CLOSED
        try:
            found = rope.get_nowait()
        except Empty:
            return found
