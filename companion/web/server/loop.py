"""The event loop under waitress, on epoll: the cost of a round depends on its events, not on the open connections.

Waitress' own loop asks every open connection in every round whether it wants to read or write: with a thousand
phones at rest that takes 2 ms a round and several rounds a page. Here a connection is asked again when data has come
over it and when a thread has worked on it.
"""

from __future__ import annotations

import select
from collections import deque
from typing import Any

from waitress import wasyncore


class Loop(dict[int, Any]):
    """Waitress' map from descriptors to dispatchers, which can also wait for their events."""

    def __init__(self) -> None:
        super().__init__()
        self._poll = select.epoll()
        self._awaited: dict[int, int] = {}
        self._touched: deque[int] = deque()

    def __setitem__(self, descriptor: int, dispatcher: Any) -> None:
        super().__setitem__(descriptor, dispatcher)
        self.touch(descriptor)

    def __delitem__(self, descriptor: int) -> None:
        super().__delitem__(descriptor)
        self._await(descriptor, 0)  # before it is closed: the streams may have a duplicate

    def touch(self, *descriptors: int) -> None:
        """Note that these descriptors may wait for other events now. May be called from any thread."""
        self._touched.extend(descriptors)

    def round(self, seconds: float) -> None:
        """Wait for events, so long at most, and handle them."""
        while self._touched:
            descriptor = self._touched.popleft()
            dispatcher = self.get(descriptor)
            if dispatcher is not None:
                self._await(descriptor, epoll_flags(dispatcher))
        for descriptor, flags in self._poll.poll(seconds):
            dispatcher = self.get(descriptor)
            if dispatcher is not None:
                wasyncore.readwrite(dispatcher, flags)
                self.touch(descriptor)

    def close(self) -> None:
        """Close the epoll: nothing can be waited for any more."""
        self._poll.close()

    def _await(self, descriptor: int, flags: int) -> None:
        before = self._awaited.pop(descriptor, 0)
        if flags:
            self._awaited[descriptor] = flags
        if flags == before:
            return
        if not before:
            self._poll.register(descriptor, flags)
        elif flags:
            self._poll.modify(descriptor, flags)
        else:
            self._poll.unregister(descriptor)


def epoll_flags(dispatcher: Any) -> int:
    """Return the epoll flags for the dispatcher; 0: no events, not even the end of the connection."""
    reading = select.EPOLLIN | select.EPOLLPRI if dispatcher.readable() else 0
    writing = select.EPOLLOUT if dispatcher.writable() and not dispatcher.accepting else 0
    return int(reading | writing)
