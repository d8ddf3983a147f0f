"""Who is answered next: the addresses take turns, so that one that asks a lot keeps nobody else waiting."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Protocol

from waitress.task import ThreadedTaskDispatcher


class Request(Protocol):
    """A whole request that waits for a thread. ``addr`` is where it came from."""

    addr: tuple[str, int]

    def service(self) -> None:
        """Answers it."""

    def cancel(self) -> None:
        """The server stops: it will not be answered."""


class Turns(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Waitress' threads, except that each takes the next request of the address whose turn it is.

    No address has more than ``most_of_one`` of its requests answered at a time.
    """

    def __init__(self, most_of_one: int) -> None:
        super().__init__()
        self.queue = Queue(most_of_one)

    def add_task(self, task: Request) -> None:
        """Queues a request. Called for each one; waitress' own would warn when more wait than there are threads."""
        with self.lock:
            self.queue.append(Turn(task, self))
            self.queue_cv.notify()

    def done(self, address: str) -> None:
        """A request of this address has been answered, so another one of it may be."""
        with self.lock:
            self.queue.done(address)
            self.queue_cv.notify()


class Turn:
    """A request in the queue: tells when it has been answered."""

    def __init__(self, request: Request, turns: Turns) -> None:
        self.request, self.turns = request, turns
        self.address = request.addr[0]

    def service(self) -> None:
        """Answers the request."""
        try:
            self.request.service()
        finally:
            self.turns.done(self.address)

    def cancel(self) -> None:
        """Gives the request up."""
        self.request.cancel()


class Queue:
    """Requests by address, in the order of the addresses' turns. Not thread-safe: the dispatcher holds its lock."""

    def __init__(self, most_of_one: int) -> None:
        self.most_of_one = most_of_one
        self._waiting: OrderedDict[str, deque[Turn]] = OrderedDict()
        self._answering: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many may be answered now or later."""
        return sum(len(turns) for turns in self._waiting.values())

    def __bool__(self) -> bool:
        """Whether one may be answered now."""
        return self._next() is not None

    def append(self, turn: Turn) -> None:
        """The newest of its address."""
        self._waiting.setdefault(turn.address, deque()).append(turn)

    def popleft(self) -> Turn:
        """The oldest of the address whose turn it is; raises IndexError when nobody's may be answered."""
        address = self._next()
        if address is None:
            raise IndexError("nothing to answer")
        turns = self._waiting.pop(address)
        turn = turns.popleft()
        if turns:
            self._waiting[address] = turns  # behind everybody else
        self._answering[address] += 1
        return turn

    def done(self, address: str) -> None:
        """One of this address has been answered."""
        self._answering[address] -= 1
        if not self._answering[address]:
            del self._answering[address]

    def _next(self) -> str | None:
        return next((each for each in self._waiting if self._answering[each] < self.most_of_one), None)
