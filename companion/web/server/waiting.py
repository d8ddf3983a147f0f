"""A full server: connections that wait to be opened, and idle ones that are closed for them.

A browser opens six connections and keeps them for a minute, so a room full of phones has more of them than the box,
most of them idle. A browser whose idle connection is closed opens another one silently; one whose new connection is
closed shows an error. So new ones wait, and those that have been idle longest are closed.
"""

from __future__ import annotations

import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from companion.web.server.limits import Limits, Shares


class OpenConnection(Protocol):
    """An open connection, as far as it matters for closing an idle one."""

    address: str
    served: bool
    """whether it has brought a whole request yet"""
    held: bool
    """whether it is kept open and silent, and never closed for others"""

    def seconds_idle(self, now: float) -> float:
        """Return the seconds since its last activity, by the wall clock; a negative number while it is active."""
        ...

    def overdue(self, now: float) -> bool:
        """Return whether it has been idle, receiving a request or sending an answer for too long."""
        ...

    def close_if_idle(self) -> bool:
        """Close the connection unless it is active or has just received data; return whether it was closed."""
        ...


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An accepted connection of which nothing has been read; ``opens`` opens it."""

    sock: socket.socket
    address: str
    opens: Callable[[], None]


class Waiting:
    """Newcomers by address, ``most`` of them; those of an address with no more than ``sure`` are never closed."""

    def __init__(self, most: int, sure: int) -> None:
        self.most, self.sure = most, sure
        self._by_address: OrderedDict[str, deque[Newcomer]] = OrderedDict()
        self._beyond: dict[str, None] = {}
        """the addresses that have more than is sure"""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        """Return an iterator of the addresses, the longest waiting first; they may be removed meanwhile."""
        return iter(tuple(self._by_address))

    def __contains__(self, address: str) -> bool:
        return address in self._by_address

    @property
    def takes_more(self) -> bool:
        """Return whether another one may come: not where all places are taken and no address has more than is sure."""
        return self._count < self.most or bool(self._beyond)

    def add(self, newcomer: Newcomer) -> Newcomer | None:
        """Add a newcomer, and return the one to close where there are too many now.

        It is the newest of this address or another that has more than is sure.
        """
        address = newcomer.address
        queue = self._by_address.setdefault(address, deque())
        queue.append(newcomer)
        self._count += 1
        if len(queue) > self.sure:
            self._beyond[address] = None
        if self._count <= self.most:
            return None
        return self.pop(address if address in self._beyond else next(iter(self._beyond), address), newest=True)

    def pop(self, address: str, newest: bool = False) -> Newcomer:
        """Remove and return the newcomer of this address that has waited longest, or the newest."""
        queue = self._by_address[address]
        found = queue.pop() if newest else queue.popleft()
        self._count -= 1
        if len(queue) <= self.sure:
            self._beyond.pop(address, None)
        if not queue:
            del self._by_address[address]
        return found

    def close(self) -> None:
        """Close all newcomers, because the server stops."""
        for queue in self._by_address.values():
            for each in queue:
                each.sock.close()
        self._by_address.clear()
        self._beyond.clear()
        self._count = 0


class Resting:
    """The idle connections that may be closed, as they are now: the longest idle first.

    Strangers' are closed before others' once they have had their time (``crowded_seconds``). Of seated clients as
    many stay as are reserved for them.
    """

    def __init__(self, connections: Iterable[OpenConnection], limits: Limits, shares: Shares) -> None:
        now = time.time()
        late: list[tuple[float, OpenConnection]] = []
        idle: list[tuple[float, OpenConnection]] = []
        self._spare = -limits.connections_kept_back
        for each in connections:
            seated = shares.seated(each.address)
            self._spare += seated
            seconds = each.seconds_idle(now)
            if each.held:
                continue
            if not seated and (seconds > limits.crowded_seconds or each.overdue(now)):
                late.append((seconds, each))
            elif seconds > (limits.rest_seconds if each.served else limits.crowded_seconds):
                idle.append((seconds, each))
        self._shares = shares
        order = [each for group in (late, idle) for _, each in sorted(group, key=lambda pair: -pair[0])]
        self._all = deque(order)
        self._by_address: dict[str, deque[OpenConnection]] = {}
        for each in order:
            self._by_address.setdefault(each.address, deque()).append(each)

    def make_room(self) -> bool:
        """Close the next of all; return whether there was one."""
        while self._all:
            each = self._all.popleft()
            seated = self._shares.seated(each.address)
            if (self._spare > 0 or not seated) and each.close_if_idle():
                self._spare -= seated
                return True
        return False

    def make_room_at(self, address: str) -> bool:
        """Close the next of this address; return whether there was one."""
        resting = self._by_address.get(address, deque())
        while resting:
            if resting.popleft().close_if_idle():
                return True
        return False
