"""Which address may have another connection: when it is crowded, who sits at a table has more than who is not known."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict

from companion.web.server.limits import Limits

MOST_KNOWN = 1_000
"""addresses; those heard of longest ago are forgotten first"""


class Shares:
    """Counts connections by address, and remembers who has sent a whole request and who has shown a seat's token.

    Connections are counted by the loop alone; the rest may be called from any thread.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open: Counter[str] = Counter()
        self._total = 0
        self._heard: OrderedDict[str, None] = OrderedDict()
        self._seated: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def crowded(self) -> bool:
        """Whether more than half of all connections are taken."""
        return 2 * self._total > self.limits.connections

    def opens(self, address: str) -> None:
        """It has one connection more."""
        self.open[address] += 1
        self._total += 1

    def closes(self, address: str) -> None:
        """It has one connection less."""
        self._total -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def heard(self, address: str) -> None:
        """It has sent a whole request."""
        self._remember(self._heard, address)

    def sits(self, address: str) -> None:
        """It has shown the token of a seat."""
        self._remember(self._seated, address)

    def seated(self, address: str) -> bool:
        """Whether it has shown the token of a seat."""
        return address in self._seated

    def admits(self, address: str) -> bool:
        """Whether it may have another connection, if there is room."""
        limits = self.limits
        if address in limits.trusted:
            return True
        if self.seated(address) or not self.crowded:
            return self.open[address] < limits.connections_per_address
        known = address in self._heard
        return self.open[address] < (limits.crowded_per_known if known else limits.crowded_per_stranger)

    def room_for(self, address: str) -> bool:
        """Whether a connection is left for it: some are kept back for those who sit at a table."""
        limits = self.limits
        most = limits.connections - limits.connections_kept_back
        return self._total < most or address in limits.trusted or self.seated(address)

    def _remember(self, known: OrderedDict[str, None], address: str) -> None:
        with self._lock:
            known[address] = None
            known.move_to_end(address)
            if len(known) > MOST_KNOWN:
                known.popitem(last=False)
