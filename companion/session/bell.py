"""Rings every screen of a table with nothing but its newest sequence number."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

CLOSED = -1


class Bell:
    """One queue a screen; ringing never waits for anybody."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ropes: dict[str, set[SimpleQueue[int]]] = defaultdict(set)
        self.closed = False

    @contextmanager
    def listening(self, code: str) -> Iterator[SimpleQueue[int]]:
        """A queue that gets every new sequence number of the table, and ``CLOSED`` when the box stops."""
        rope: SimpleQueue[int] = SimpleQueue()
        with self._lock:
            self._ropes[code].add(rope)
        try:
            yield rope
        finally:
            with self._lock:
                self._ropes[code].discard(rope)
                if not self._ropes[code]:
                    del self._ropes[code]

    def ring(self, code: str, seq: int) -> None:
        """The table is at ``seq``."""
        with self._lock:
            ropes = tuple(self._ropes.get(code, ()))
        for rope in ropes:
            rope.put(seq)

    def close(self) -> None:
        """Ends every stream, so that the server stops at once."""
        with self._lock:
            self.closed = True
            ropes = [rope for group in self._ropes.values() for rope in group]
        for rope in ropes:
            rope.put(CLOSED)


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
