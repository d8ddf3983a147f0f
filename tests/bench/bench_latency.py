"""(a) The time from the POST of an action until the last of seven screens is told, beside a floor and other servers.

The floor is one bare durable append plus one empty POST to the same kind of server; the neighbours are tables written
with Flask-SocketIO. All are measured in turns in one run on the same disk, whose variations then affect all alike.
"""

from __future__ import annotations

import random
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from tests.bench.crowd import Crowd, Phone, Screen, paid
from tests.bench.length import Length
from tests.bench.neighbours import MODES, Measure, neighbour
from tests.bench.rows import Row, Rows, beside, in_rows
from tests.bench.servers import Appender, other_command, prepared, running, serve_command

SCREENS = 7
SEED = 1993
ACTION = "POST to last of 7 screens told"
THREADS, GEVENT = MODES
APPEND, EMPTY = "bare durable append", "empty POST"


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return p50 and p99 of each, and the ratios of the box to the others."""
    rounds, warm_up = length.of((1500, 100), (150, 20), (2, 1))
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        measures = {ACTION: _measure_box(stack, directory), **_floor(stack, directory)}
        for name in MODES:
            measures.update(neighbour(stack, directory, name, SCREENS, "pay"))
        times: dict[str, list[float]] = {name: [] for name in measures}
        chance, order = random.Random(SEED), list(measures)
        for number in range(warm_up + rounds):
            chance.shuffle(order)  # so that none always writes right after the same other one
            for name in order:
                seconds = measures[name](number)
                if number >= warm_up:
                    times[name].append(seconds)
    times["floor"] = [append + post for append, post in zip(times[APPEND], times[EMPTY], strict=True)]
    return _table(times)


def _table(times: dict[str, list[float]]) -> Rows:
    rows = in_rows(times)
    box_rows: dict[str, Row] = {label: rows[f"{ACTION}, {label}"] for label in ("p50", "p99")}
    goals = {"floor": ("<= 2", ""), THREADS: ("<= 0.8", "<= 0.8"), GEVENT: ("<= 1", "<= 1")}
    goals |= {f"{name} by POST": goals[name] for name in (THREADS, GEVENT)}
    for other, targets in goals.items():
        for label, target in zip(box_rows, targets, strict=True):
            name = f"{other}, {label}"
            rows[f"{ACTION}, {label}, beside {other}"] = beside(box_rows[label], name, rows[name], target)
    return rows


def _measure_box(stack: ExitStack, directory: Path) -> Measure:
    database = directory / "ours.sqlite"
    (table,) = prepared(database, 1)
    port, _ = stack.enter_context(running(serve_command(database)))
    crowd = Crowd([Screen.opened(port, table.code, device) for device in range(SCREENS)])
    phone = Phone(port, SCREENS)
    crowd.wait(table.code, table.seq)
    return lambda number: paid(crowd, phone, table, number)


def _floor(stack: ExitStack, directory: Path) -> dict[str, Measure]:
    port, _ = stack.enter_context(running(other_command("floor", directory / "none")))
    phone, bare = Phone(port, 0), Appender(directory / "bare.sqlite")

    def append(number: int) -> float:
        start = perf_counter()
        bare.append('{"kind": "pay", "data": {"to": "s2", "amount": 1}}')
        return perf_counter() - start

    def empty(number: int) -> float:
        start = perf_counter()
        phone.post("/empty")
        return perf_counter() - start

    return {APPEND: append, EMPTY: empty}
