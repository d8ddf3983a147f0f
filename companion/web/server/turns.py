"""The order of answers: addresses take turns, so that one that asks a lot keeps nobody else waiting.

Every second turn is for seated clients, as long as any of them waits: however many others there are, each waits for
one of them at most. Few requests are answered at the same time: threads that take the interpreter from each other in
the middle of a page take longer for all of them than one after the other. Slow requests, and those marked as slow,
are not among the few.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Protocol

from waitress.task import ThreadedTaskDispatcher


class QueuedRequest(Protocol):
    """A whole request that waits for a thread. ``client``: its address; ``seated``: it has shown a seat's token."""

    @property
    def client(self) -> str:
        """Return the address that the request comes from."""

    @property
    def seated(self) -> bool:
        """Return whether the request has shown a seat's token."""

    def service(self) -> None:
        """Answer it."""

    def cancel(self) -> None:
        """Drop it, because the server stops."""


class Turns(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Waitress' threads, except that each takes the next request of the address whose turn it is.

    No address has more than ``most_of_one`` of its requests answered at a time, and of all no more than ``at_once``
    that have taken less than ``slow_seconds`` so far.
    """

    def __init__(self, most_of_one: int, at_once: int = 1_000, slow_seconds: float = 0.0) -> None:
        super().__init__()
        self.queue = Queue(most_of_one, at_once, slow_seconds)
        self.here = threading.local()
        """in each thread: the turn that it answers"""
        self.stopped = False

    def add_task(self, task: QueuedRequest) -> None:
        """Queue a request, without waitress' warning when more wait than there are threads."""
        with self.lock:
            if self.stopped:
                task.cancel()
                return
            self.queue.append(QueuedTurn(task, self))
            if self.queue:
                self.queue_cv.notify()

    def done(self, turn: QueuedTurn) -> None:
        """Remove an answered request, so that the thread that answered it can take another one."""
        with self.lock:
            self.queue.done(turn)

    def takes_long(self) -> None:
        """Mark this thread's request as slow: the others do not wait for it."""
        with self.lock:
            self.queue.takes_long(self.here.turn)
            if self.queue:
                self.queue_cv.notify()

    def look(self) -> bool:
        """Return whether requests wait, and answer the next of them if those that are being answered are slow."""
        with self.lock:
            if self.queue:
                self.queue_cv.notify()
            return len(self.queue) > 0

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """Cancel all requests, also those still to come, without logging: phones ask again, and a stop is no error."""
        with self.lock:
            self.stopped = True
            for turn in self.queue.emptied():
                turn.cancel()
        return bool(super().shutdown(cancel_pending, timeout))


class QueuedTurn:
    """A request in the queue, which reports when it has been answered."""

    def __init__(self, request: QueuedRequest, turns: Turns) -> None:
        self.request, self.turns = request, turns
        self.address, self.seated = request.client, request.seated

    def service(self) -> None:
        """Answer the request."""
        self.turns.here.turn = self
        try:
            self.request.service()
        finally:
            self.turns.done(self)

    def cancel(self) -> None:
        """Cancel the request."""
        self.request.cancel()


class Queue:
    """Requests by address, in the order of the addresses' turns. Not thread-safe: the dispatcher holds its lock."""

    def __init__(
        self,
        most_of_one: int,
        at_once: int = 1_000,
        slow_seconds: float = 0.0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.most_of_one, self.at_once, self.slow_seconds, self.clock = most_of_one, at_once, slow_seconds, clock
        self._waiting: dict[bool, OrderedDict[str, deque[QueuedTurn]]] = {True: OrderedDict(), False: OrderedDict()}
        """of seated clients, and of the others"""

        self._seated_first = True
        self._answering: dict[QueuedTurn, float] = {}
        """requests that are being answered, and since when"""

    def __len__(self) -> int:
        """Return how many may be answered now or later."""
        return sum(len(turns) for waiting in self._waiting.values() for turns in waiting.values())

    def __bool__(self) -> bool:
        """Return whether one may be answered now."""
        return self._next() is not None

    def append(self, turn: QueuedTurn) -> None:
        """Add a request as the newest of its address."""
        self._waiting[turn.seated].setdefault(turn.address, deque()).append(turn)

    def popleft(self) -> QueuedTurn:
        """Return the oldest request of the address whose turn it is. Raise IndexError when none may be answered."""
        found = self._next()
        if found is None:
            raise IndexError("nothing to answer")
        seated, address = found
        turns = self._waiting[seated].pop(address)
        turn = turns.popleft()
        if turns:
            self._waiting[seated][address] = turns  # behind everybody else
        self._seated_first = not seated
        self._answering[turn] = self.clock()
        return turn

    def emptied(self) -> list[QueuedTurn]:
        """Remove and return all requests, of whatever address."""
        turns = [turn for waiting in self._waiting.values() for each in waiting.values() for turn in each]
        for waiting in self._waiting.values():
            waiting.clear()
        return turns

    def done(self, turn: QueuedTurn) -> None:
        """Remove an answered request."""
        del self._answering[turn]

    def takes_long(self, turn: QueuedTurn) -> None:
        """Stop counting the request among those that are quick."""
        self._answering[turn] = -inf

    def _next(self) -> tuple[bool, str] | None:
        """Return the address whose turn it is, and whether it has a seat."""
        if len(self._answering) >= self.at_once:
            quick = self.clock() - self.slow_seconds
            if sum(since > quick for since in self._answering.values()) >= self.at_once:
                return None
        busy = [turn.address for turn in self._answering]
        first = self._seated_first
        waiting = ((seated, each) for seated in (first, not first) for each in self._waiting[seated])
        return next((found for found in waiting if busy.count(found[1]) < self.most_of_one), None)
