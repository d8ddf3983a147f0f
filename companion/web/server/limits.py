"""The limits of the front, in all and for each address, and how connections are shared."""

from __future__ import annotations

import resource
import threading
from collections import Counter, OrderedDict
from dataclasses import dataclass, replace

KIB = 1_024
DESIRED_FILES = 10_000
"""every connection and every stream is an open file, and many systems allow 1,024 unless asked"""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in bytes, seconds and counts. A browser opens six connections to a host, and one stream a window."""

    threads: int = 16
    threads_per_address: int = 2
    """requests of one address that are answered at the same time; the others of that address wait their turn"""

    at_once: int = 1
    """requests that are answered at the same time, without those that have taken ``slow_seconds`` already or are marked
    as slow. One: with 1,000 screens open two took five times as long, sixteen twenty times"""

    slow_seconds: float = 0.25
    connections: int = 1_000
    connections_per_address: int = 200
    """a hundred phones may be behind one address"""

    connections_kept_back: int = 250
    """of them for addresses that have shown a seat's token"""

    waiting: int = 3_000
    """connections that are accepted and wait, unread, until there is room for them"""

    waiting_sure: int = 12
    """of these of one address, which are not closed even where all are taken: two browsers'"""

    rest_seconds: float = 0.5
    """how long a connection has been idle before it may be closed for one that waits: a browser that has loaded a page
    requests its parts sooner"""

    crowded_per_known: int = 8
    """connections of an address that has sent a whole request, while more than half of all are taken; an address with a
    seat's token keeps its share"""

    crowded_per_stranger: int = 2
    """the same for an address that has sent none yet"""

    streams: int = 2_000
    streams_per_address: int = 200
    streams_kept_back: int = 500
    """of them for the pages of seats"""

    streams_per_table: int = 100
    """of one table, besides the pages of its seats"""

    header_bytes: int = 16 * KIB
    body_bytes: int = 4_096 * KIB
    """a picture of the camera; smaller limits are set by the application"""

    photo_bytes: int = 16_384 * KIB
    """a photo that a phone sends as it is, of 15 megabytes at most"""

    upload_bytes: int = 65_536 * KIB
    """of all bodies that are being received or are queued, those of a page's size not counted; half of it for requests
    that are no photo of a seat"""

    request_seconds: float = 15.0
    """from a request's first byte to its last"""

    answer_seconds: float = 60.0
    """from the request to the answer's last byte, so that a slow reader holds nothing for long"""

    idle_seconds: float = 60.0
    """for a connection at rest; less and less the more are taken beyond a half, ``crowded_seconds`` at least"""

    crowded_seconds: float = 2.0
    """for a whole request, and at rest, while more than half of the connections are taken, of an address that has shown
    no seat's token"""

    look_seconds: float = 1.0
    """how often connections are looked through for one whose time is over"""

    trusted: frozenset[str] = frozenset()
    """Addresses of proxies, and of machines that serve the same database: their header ``X-Forwarded-For`` is believed,
    and they themselves have no share to keep to."""

    backlog: int = 1_024
    """connections that may wait to be accepted: a whole room of phones that come back at once"""

    def within(self, files: int) -> Limits:
        """Return the limits for a process that may open so many files: an eighth is left for everything else."""
        connections, streams = min(self.connections, files // 4), min(self.streams, files // 2)
        waiting = min(self.waiting, (files - connections - streams) // 2)
        return replace(
            self,
            connections=connections,
            connections_kept_back=min(self.connections_kept_back, connections // 4),
            waiting=waiting,
            waiting_sure=min(self.waiting_sure, waiting // 250),
            streams=streams,
            streams_kept_back=min(self.streams_kept_back, streams // 4),
        )


def allowed_files(desired: int = DESIRED_FILES) -> int:
    """Raise the process' limit of open files as far as the system allows; return how many it may open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return desired
    allowed = desired if hard == resource.RLIM_INFINITY else min(desired, hard)
    if soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(soft, allowed)


MAX_KNOWN = 1_000
"""addresses; those heard of longest ago are forgotten first"""


class Shares:
    """Counts of connections by address, and the addresses that have sent a whole request or a seat's token.

    Connections are counted by the loop alone; the rest may be called from any thread.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open: Counter[str] = Counter()
        self._total = 0
        self._known: OrderedDict[str, None] = OrderedDict()
        self._seated: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def crowded(self) -> bool:
        """Return whether more than half of all connections are taken."""
        return 2 * self._total > self.limits.connections

    def opens(self, address: str) -> None:
        """Count a new connection of the address."""
        self.open[address] += 1
        self._total += 1

    def closes(self, address: str) -> None:
        """Count a closed connection of the address."""
        self._total -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def mark_known(self, address: str) -> None:
        """Record that the address has sent a whole request."""
        self._remember(self._known, address)

    def mark_seated(self, address: str) -> None:
        """Record that the address has shown the token of a seat."""
        self._remember(self._seated, address)

    def seated(self, address: str) -> bool:
        """Return whether the address has shown the token of a seat."""
        return address in self._seated

    def admits(self, address: str) -> bool:
        """Return whether the address may have another connection, if there is room."""
        limits = self.limits
        if address in limits.trusted:
            return True
        if self.seated(address) or not self.crowded:
            return self.open[address] < limits.connections_per_address
        known = address in self._known
        return self.open[address] < (limits.crowded_per_known if known else limits.crowded_per_stranger)

    def room_for(self, address: str) -> bool:
        """Return whether a connection is left for the address: some are reserved for seated clients."""
        limits = self.limits
        kept_back = 0 if address in limits.trusted or self.seated(address) else limits.connections_kept_back
        return self._total < limits.connections - kept_back

    def idle_seconds(self, address: str) -> float:
        """Return how long a connection of this address may be idle."""
        limits = self.limits
        if not self.crowded:
            return limits.idle_seconds
        left = 2 * (1 - self._total / limits.connections) if self.seated(address) else 0.0
        return max(limits.crowded_seconds, left * limits.idle_seconds)

    def request_seconds(self, address: str) -> float:
        """Return how long a request of this address may take to be whole."""
        limits = self.limits
        return limits.crowded_seconds if self.crowded and not self.seated(address) else limits.request_seconds

    def _remember(self, known: OrderedDict[str, None], address: str) -> None:
        with self._lock:
            known[address] = None
            known.move_to_end(address)
            if len(known) > MAX_KNOWN:
                known.popitem(last=False)
