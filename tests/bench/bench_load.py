"""(b) A thousand open streams on 140 tables, thirty actions a second: the box as a club evening would use it.

Actions start by the clock, not when the last one is done, so a slow box cannot hide behind its own queue.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from tests.bench.crowd import PATIENCE, Crowd, Failed, Phone, Screen, Seated, payment
from tests.bench.length import Length
from tests.bench.rows import Rows, percentiles, row
from tests.bench.servers import in_play
from tests.support.memory import resident_mb

TABLES, STREAMS, PER_SECOND = 140, 1_000, 30
PHONES = 12
"""connections that post, each with at most one action under way"""


@dataclass
class Evening:
    """The actions under way, and their results. Tables take turns, so each has at most one action under way."""

    crowd: Crowd
    tables: list[Seated]
    idle: list[Phone]
    seq: dict[str, int]
    waiting: dict[str, tuple[float, int]] = field(default_factory=dict)
    answers: list[Phone] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    errors: int = 0

    def start(self, number: int, when: float) -> None:
        """Start one payment, measured from the moment it was due."""
        table = self.tables[number % len(self.tables)]
        if not self.idle or table.code in self.waiting:
            self.errors += 1
            return
        phone = self.idle.pop()
        self.seq[table.code] += 1
        self.waiting[table.code] = when, self.seq[table.code]
        phone.send(*payment(table, number))
        self.answers.append(phone)
        self.crowd.selector.register(phone.sock, 1, phone)

    def listen(self, seconds: float) -> None:
        """Read answers and screens for that long at most."""
        for key, _ in self.crowd.selector.select(seconds):
            if isinstance(key.data, Phone):
                self._answered(key.data)
            else:
                key.data.read()
                self._shown(key.data.code)

    def _answered(self, phone: Phone) -> None:
        self.crowd.selector.unregister(phone.sock)
        self.answers.remove(phone)
        try:
            phone.receive()
        except Failed:
            self.errors += 1
        self.idle.append(phone)

    def _shown(self, code: str) -> None:
        when, seq = self.waiting.get(code, (0.0, 0))
        if when and self.crowd.has_shown(code, seq):
            self.seconds.append(perf_counter() - when)
            del self.waiting[code]


def run(folder: Path, length: Length, before: Rows) -> Rows:
    """Return errors, latency (beside seven screens alone, when that ran before), memory."""
    seconds, open_tables, streams = size(length)
    with in_play(folder, open_tables) as (tables, port, box):
        evening = _opened(port, tables, streams)
        _play(evening, seconds * PER_SECOND)
        memory = resident_mb(box, "VmHWM")
        evening.crowd.close()
    p50, p99 = percentiles(evening.seconds)
    alone = before.get("POST to last of 7 screens told, p99", {}).get("value")
    name = f"{streams} streams, {PER_SECOND} actions/s"
    ratio = p99 / float(alone) if alone else None
    return {
        f"{name}: errors": row(evening.errors + len(evening.waiting), "errors", target="<= 0"),
        f"{name}: actions": row(len(evening.seconds), "actions"),
        f"{name}: POST to last screen, p50": row(p50, "ms"),
        f"{name}: POST to last screen, p99": row(
            p99,
            "ms",
            "POST to last of 7 screens told, p99" if ratio else None,
            ratio,
            "<= 3" if ratio else "",
        ),
        f"{name}: resident memory, highest": row(memory, "MB", target="<= 150"),
    }


def size(length: Length) -> tuple[int, int, int]:
    """Return seconds, tables, screens."""
    return length.of((30, TABLES, STREAMS), (5, TABLES, STREAMS), (1, PER_SECOND, 2 * PER_SECOND))


def _opened(port: int, tables: list[Seated], streams: int) -> Evening:
    """Return the screens once all are open and know the number of their table."""
    codes = [tables[number % len(tables)].code for number in range(streams)]
    crowd = Crowd([Screen.opened(port, code, device) for device, code in enumerate(codes)])
    for table in tables:
        crowd.wait(table.code, table.seq)
    phones = [Phone(port, streams + number) for number in range(PHONES)]
    return Evening(crowd, tables, phones, {table.code: table.seq for table in tables})


def _play(evening: Evening, actions: int) -> None:
    start = perf_counter()
    for number in range(actions):
        due = start + number / PER_SECOND
        while (left := due - perf_counter()) > 0:
            evening.listen(left)
        evening.start(number, due)
    end = perf_counter() + PATIENCE
    while (evening.waiting or evening.answers) and perf_counter() < end:
        evening.listen(0.1)
