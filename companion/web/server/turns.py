"""Who is answered next: the addresses take turns, so that one that asks a lot keeps nobody else waiting.

Every second turn is for those who sit at a table, as long as any of them waits: however many others there are, he waits
for one of them at most.
Few are answered at the same time: threads that take the interpreter from each other in the middle of a page take longer
for all of them than one after the other. What takes long, or says that it will, is not among the few.
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
    """A whole request that waits for a thread. ``client``: the address of who asks; ``seated``: he sits at a table."""

    @property
    def client(self) -> str: ...

    @property
    def seated(self) -> bool: ...

    def service(self) -> None:
        """Answers it."""

    def cancel(self) -> None:
        """The server stops: it will not be answered."""


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
        """Queues a request. Called for each one; waitress' own would warn when more wait than there are threads."""
        with self.lock:
            if self.stopped:
                task.cancel()
                return
            self.queue.append(QueuedTurn(task, self))
            if self.queue:
                self.queue_cv.notify()

    def done(self, turn: QueuedTurn) -> None:
        """A request has been answered, so another one may be: the thread that has done so takes it."""
        with self.lock:
            self.queue.done(turn)

    def takes_long(self) -> None:
        """What this thread answers will take long: the others shall not wait for it."""
        with self.lock:
            self.queue.takes_long(self.here.turn)
            if self.queue:
                self.queue_cv.notify()

    def look(self) -> bool:
        """Whether requests wait; the next of them is answered now, if those that are being answered turn out slow."""
        with self.lock:
            if self.queue:
                self.queue_cv.notify()
            return len(self.queue) > 0

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """What waits, and what still comes, is given up without a word: a phone asks again, a stop is no trouble."""
        with self.lock:
            self.stopped = True
            for turn in self.queue.emptied():
                turn.cancel()
        return bool(super().shutdown(cancel_pending, timeout))


class QueuedTurn:
    """A request in the queue: tells when it has been answered."""

    def __init__(self, request: QueuedRequest, turns: Turns) -> None:
        self.request, self.turns = request, turns
        self.address, self.seated = request.client, request.seated

    def service(self) -> None:
        """Answers the request."""
        self.turns.here.turn = self
        try:
            self.request.service()
        finally:
            self.turns.done(self)

    def cancel(self) -> None:
        """Gives the request up."""
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
        """of those who sit at a table, and of the others"""

        self._seated_first = True
        self._answering: dict[QueuedTurn, float] = {}
        """which are being answered, and since when"""

    def __len__(self) -> int:
        """How many may be answered now or later."""
        return sum(len(turns) for waiting in self._waiting.values() for turns in waiting.values())

    def __bool__(self) -> bool:
        """Whether one may be answered now."""
        return self._next() is not None

    def append(self, turn: QueuedTurn) -> None:
        """The newest of its address."""
        self._waiting[turn.seated].setdefault(turn.address, deque()).append(turn)

    def popleft(self) -> QueuedTurn:
        """The oldest of the address whose turn it is; raises IndexError when nobody's may be answered."""
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
        """All that waited, of whatever address; nobody waits any more."""
        turns = [turn for waiting in self._waiting.values() for each in waiting.values() for turn in each]
        for waiting in self._waiting.values():
            waiting.clear()
        return turns

    def done(self, turn: QueuedTurn) -> None:
        """It has been answered."""
        del self._answering[turn]

    def takes_long(self, turn: QueuedTurn) -> None:
        """It is not counted any more among those that are quick."""
        self._answering[turn] = -inf

    def _next(self) -> tuple[bool, str] | None:
        """Whose turn it is: whether he sits at a table, and his address."""
        if len(self._answering) >= self.at_once:
            quick = self.clock() - self.slow_seconds
            if sum(since > quick for since in self._answering.values()) >= self.at_once:
                return None
        busy = [turn.address for turn in self._answering]
        first = self._seated_first
        waiting = ((seated, each) for seated in (first, not first) for each in self._waiting[seated])
        return next((found for found in waiting if busy.count(found[1]) < self.most_of_one), None)
