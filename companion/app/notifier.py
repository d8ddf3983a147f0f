"""The notifier of every screen of a table, and the presence of those who look at tables."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

Subscriber = Callable[[int], None]
"""Hears a number; must not wait for anybody."""


class Notifier:
    """The subscribers of all tables, one for each screen; ringing never waits."""

    def __init__(self, notify_processes: Callable[[str, int], None] = lambda code, seq: None) -> None:
        self.notify_processes = notify_processes
        """(code, seq): what tells the other processes of the same database that a table has changed"""
        self._lock = threading.Lock()
        self._subscribers: dict[str, tuple[Subscriber, ...]] = {}
        self._rings: Counter[str] = Counter()
        self.closed = False

    def listen(self, code: str, subscriber: Subscriber) -> Callable[[], None]:
        """Tell the subscriber every new number of the table until the returned function is called."""
        with self._lock:
            self._subscribers[code] = (*self._subscribers.get(code, ()), subscriber)

        def stop() -> None:
            with self._lock:
                left = tuple(other for other in self._subscribers.get(code, ()) if other is not subscriber)
                if left:
                    self._subscribers[code] = left
                else:
                    self._subscribers.pop(code, None)

        return stop

    def codes(self) -> tuple[str, ...]:
        """Return the tables that screens listen to."""
        with self._lock:
            return tuple(self._subscribers)

    def listened(self, code: str) -> bool:
        """Return whether a screen listens to the table."""
        return code in self._subscribers

    def version(self, code: str) -> int:
        """Return a counter that changes with what the table's screens show."""
        return self._rings[code]

    def notify(self, code: str, seq: int) -> None:
        """Ring the screens: the table is at ``seq``, or what they show besides has changed."""
        self.ring_here(code, seq)
        self.notify_processes(code, seq)

    def ring_here(self, code: str, seq: int) -> None:
        """Tell the screens that listen here: another process has rung for its table."""
        with self._lock:
            self._rings[code] += 1
        for subscriber in self._subscribers.get(code, ()):
            subscriber(seq)

    def close(self) -> None:
        """End all listening: the box stops."""
        self.closed = True


WATCHED_SECONDS = 15 * 60.0
"""the time after the last look for which somebody still counts as present, though the phone may sleep"""


SILENT_SECONDS = 2 * 60.0
"""the time after its last request when a seat's phone counts as gone; a present one fetches questions at once"""


class Presence:
    """The last time each table, and each seat's phone, was there. A screen that listens looks all the time."""

    def __init__(self, notifier: Notifier, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._notifier = notifier
        self._looked: dict[str, float] = {}
        self._seats: dict[tuple[str, str], float] = {}
        self._reading: set[tuple[str, str]] = set()

    def look(self, code: str) -> None:
        """Note that somebody looks at the table now."""
        self._looked[code] = self.clock()

    def see_seat(self, code: str, seat: str) -> None:
        """Note that a phone of the seat is there now."""
        self._seats[code, seat] = self.clock()

    def is_silent(self, code: str, seat: str) -> bool:
        """Return whether no phone of the seat has been there lately, or since the box was started."""
        seen = self._seats.get((code, seat))
        return seen is None or self.clock() - seen > SILENT_SECONDS

    def read(self, code: str, seat: str, reads: bool) -> None:
        """Note whether an explanation of the game stands on the seat's phone, for somebody to read."""
        (self._reading.add if reads else self._reading.discard)((code, seat))

    def is_reading(self, code: str) -> bool:
        """Return whether somebody at the table reads an explanation of the game."""
        return any(at == code for at, _ in tuple(self._reading))

    def watched(self) -> tuple[str, ...]:
        """Return the tables that somebody looks at."""
        since = self.clock() - WATCHED_SECONDS
        for code, looked in list(self._looked.items()):
            if looked < since and not self._notifier.listened(code):
                self._looked.pop(code, None)
                self._seats = {at: seen for at, seen in list(self._seats.items()) if at[0] != code}
                self._reading = {at for at in tuple(self._reading) if at[0] != code}
        return tuple(self._looked)
