"""Rings every screen of a table with nothing but its newest sequence number."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

Subscriber = Callable[[int], None]
"""Hears a number; must not wait for anybody."""


class Notifier:
    """One ear a screen; ringing never waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: dict[str, tuple[Subscriber, ...]] = {}
        self._rings: Counter[str] = Counter()
        self.closed = False

    def listen(self, code: str, ear: Subscriber) -> Callable[[], None]:
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

    def listened(self, code: str) -> bool:
        """Whether a screen listens to the table."""
        return code in self._ears

    def rings(self, code: str) -> int:
        """How often the table's screens were rung: as long as it stays the same, they show the same."""
        return self._rings[code]

    def ring(self, code: str, seq: int) -> None:
        """The table is at ``seq``, or what its screens show besides is another."""
        with self._lock:
            self._rings[code] += 1
        for ear in self._ears.get(code, ()):
            ear(seq)

    def close(self) -> None:
        """The box stops: nobody need listen any more."""
        self.closed = True
