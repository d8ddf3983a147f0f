"""The load of (b) with what the screens do then: a thousand pages open at 140 tables, each fetched after every action.

Actions start by the clock, not when the last one is shown, so a slow box cannot hide behind its own queue.
"""

from __future__ import annotations

import selectors
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from time import perf_counter

from tests.bench.actions import Action, Actions, payments
from tests.bench.audience import Poster, Viewer
from tests.bench.bench_load import PER_SECOND, PHONES, size
from tests.bench.crowd import PATIENCE, Failed, Seated
from tests.bench.length import Length
from tests.bench.rows import Rows, percentiles, row
from tests.bench.servers import in_play
from tests.support.memory import resident_mb


@dataclass
class Table:
    """A table with its screens, and the action that not all of them show yet: since when, and who gave it."""

    port: int
    viewers: list[Viewer]
    actions: Actions
    due: float = 0.0
    action: Action | None = None

    def shown(self) -> float | None:
        """Return when the last screen showed the action; None while one does not, or where there is none."""
        if self.action is None or any(viewer.page.seq < self.action.seq for viewer in self.viewers):
            return None
        return max(viewer.shown_at for viewer in self.viewers)


@dataclass
class Evening:
    """The actions under way at all tables, and their results. A table has at most one action under way."""

    selector: selectors.BaseSelector
    tables: list[Table]
    posters: dict[int, list[Poster]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    broken: int = 0
    """answers that were no answer"""
    unsent: int = 0
    """actions that could not begin because the one before at their table was not shown yet"""

    def start(self, number: int, due: float) -> None:
        """Start one payment, measured from the moment it was due."""
        table = self.tables[number % len(self.tables)]
        poster = next((each for each in self.posters[table.port] if not each.busy), None)
        if poster is None or table.action:
            self.unsent += 1
            return
        table.due, table.action = due, next(table.actions)
        poster.post(table.action, table.viewers)

    def listen(self, seconds: float) -> None:
        """Read answers and screens for that long at most."""
        for key, _ in self.selector.select(seconds):
            try:
                key.data()
            except Failed:
                self.broken += 1
        for table in self.waiting():
            if shown := table.shown():
                self.seconds.append(shown - table.due)
                table.action = None

    def play(self, actions: int, per_second: float) -> None:
        """Play so many actions by the clock, table by table; return when none is under way."""
        start = perf_counter()
        for number in range(actions):
            due = start + number / per_second
            while (left := due - perf_counter()) > 0:
                self.listen(left)
            self.start(number, due)
        end = perf_counter() + PATIENCE
        while self.waiting() and perf_counter() < end:
            self.listen(0.1)

    def close(self) -> None:
        """Close all screens."""
        for table in self.tables:
            for viewer in table.viewers:
                viewer.close()
        for poster in (each for there in self.posters.values() for each in there):
            poster.link.close()

    @property
    def errors(self) -> int:
        """Return what is not shown though it was due."""
        return self.broken + self.unsent + len(self.waiting())

    def waiting(self) -> list[Table]:
        """Return the tables where somebody does not show yet what was done."""
        return [table for table in self.tables if table.action]


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return errors, times until screens showed the actions, memory."""
    seconds, tables, screens = size(length)
    with in_play(folder, tables) as (seated, port, box):
        evening = opened(seated, (port,), screens)
        evening.play(seconds * PER_SECOND, PER_SECOND)
        memory = resident_mb(box, "VmHWM")
    name = f"{screens} screens, {PER_SECOND} actions/s, pages fetched"
    p50, p99 = shown_after(evening)
    return {
        f"{name}: errors": row(evening.errors, "errors", target="<= 0"),
        f"{name}: of these, actions that found the one before not shown yet": row(evening.unsent, "errors"),
        f"{name}: actions shown": row(len(evening.seconds), "actions"),
        f"{name}: POST to last screen showing, p50": row(p50, "ms"),
        f"{name}: POST to last screen showing, p99": row(p99, "ms", target="<= 150"),
        f"{name}: resident memory, highest": row(memory, "MB", target="<= 150"),
    }


def shown_after(evening: Evening) -> tuple[float, float]:
    """Return milliseconds, p50 and p99, from the moment an action was due to the last screen showing it."""
    return percentiles(evening.seconds) if len(evening.seconds) > 1 else (inf, inf)


def opened(seated: list[Seated], ports: Sequence[int], screens: int) -> Evening:
    """Return the screens, open and at rest: usually six phones a table, and table screens. Tables share the ports."""
    selector = selectors.DefaultSelector()
    tables = [Table(ports[at % len(ports)], [], payments(each)) for at, each in enumerate(seated)]
    evening = Evening(selector, tables)
    for device in range(screens):
        at, place = device % len(tables), device // len(tables)
        seat = dict(enumerate(seated[at].tokens)).get(place)
        tables[at].viewers.append(Viewer(tables[at].port, seated[at], seat, device, selector))
        evening.listen(0)
    devices = count(screens)
    evening.posters = {port: [Poster(port, next(devices), selector) for _ in range(PHONES)] for port in ports}
    end = perf_counter() + PATIENCE
    while any(viewer.fetching for table in tables for viewer in table.viewers):
        evening.listen(0.1)
        if perf_counter() > end:
            raise Failed("the pages do not come to rest")
    return evening
