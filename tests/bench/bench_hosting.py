"""``make bench-hosting``: the costs and gains of PostgreSQL and of a second process, beside one process over a file.

``python -m tests.bench.bench_hosting [--quick] [PART...]``; writes ``build/bench-hosting.json``. What is compared is
measured in turns in one run. The database, the servers and the clients share the cores of the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from subprocess import Popen
from time import perf_counter, sleep

from companion.app.tables import Tables
from companion.core.money.bank_messages import Pay
from companion.games import registry
from companion.store.log import Log
from tests.bench.bench_shown import cpu_seconds
from tests.bench.bench_shown_load import opened, shown_after
from tests.bench.crowd import Crowd, Failed, Phone, Screen, Seated, paid, payment
from tests.bench.machine import machine
from tests.bench.rows import Rows, beside, in_rows, printed, row
from tests.bench.servers import prepared, running, serve_command
from tests.support.memory import resident_mb
from tests.support.postgresql import Cluster, cluster

SEED = 15
SCREENS = 7
FILE, ONE, ACROSS = "told, a file", "told, PostgreSQL", "told, PostgreSQL, phone and half of the screens elsewhere"
BUSY_TABLES = 40
GROWTH = (10, 100, 1_000, 10_000)
OLD_EVENTS = 60
CLUB_TABLES, CLUB_RATES, CLUB_ASKED = 300, (20, 60), 60
"""tables, and actions a second at all of them together"""
ALONE_RATE = 5
"""actions a second at one table"""
BUILD = Path("build")


def main() -> None:
    """Measure the parts that the command line asks for; print each row, and write all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_hosting", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a first look")
    parser.add_argument("parts", nargs="*", help="; ".join(each.__name__ for each in PARTS))
    chosen = parser.parse_args()
    quick = chosen.quick
    BUILD.mkdir(exist_ok=True)
    print(f"# {machine()}")
    rows: Rows = {}
    with cluster(durable=True) as server:
        for part in PARTS:
            if chosen.parts and part.__name__ not in chosen.parts:
                continue
            found = part(server, quick)
            for name, line in found.items():
                print(printed(name, line), flush=True)
            rows.update(found)
    (BUILD / "bench-hosting.json").write_text(json.dumps(rows, indent=1) + "\n")


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder on the disk of the database."""
    with tempfile.TemporaryDirectory(dir="/tmp") as directory:
        yield Path(directory)


# --- from the POST to the last of seven screens told ------------------------------------------


def latency(server: Cluster, quick: bool) -> Rows:
    """Measure a table of six, its screens at one process, or at two of which the other owns the table."""
    rounds, warm_up = (100, 20) if quick else (800, 50)
    with ExitStack() as stack:
        folder, address = stack.enter_context(temporary_folder()), server.new_database()
        (on_file,), (near, far) = prepared(folder / "box.sqlite", 1), prepared(address, 2)
        alone, _ = stack.enter_context(running(serve_command(folder / "box.sqlite")))
        owner, _ = stack.enter_context(running(serve_command(address)))
        other, _ = stack.enter_context(running(serve_command(address)))
        open_screen(owner, near)
        open_screen(owner, far)
        measures: dict[str, Callable[[int], float]] = {
            FILE: payments_at(on_file, alone, alone),
            ONE: payments_at(near, owner, owner),
            ACROSS: payments_at(far, other, owner),
        }
        times: dict[str, list[float]] = {name: [] for name in measures}
        chance, order = random.Random(SEED), list(measures)
        for number in range(warm_up + rounds):
            chance.shuffle(order)
            for name in order:
                seconds = measures[name](number)
                if number >= warm_up:
                    times[name].append(seconds)
    rows = in_rows(times)
    for name, target in ((ONE, "<= 1.3"), (ACROSS, "")):
        for label, goal in (("p50", target), ("p99", "")):
            name_here, name_of_file = f"{name}, {label}", f"{FILE}, {label}"
            rows[name_here] = beside(rows[name_here], name_of_file, rows[name_of_file], goal)
    return rows


def open_screen(port: int, table: Seated) -> None:
    """Open the table screen at this process: the first one that is asked becomes the table's owner."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", f"/t/{table.code}/screen")
    assert connection.getresponse().status == 200
    connection.close()


def payments_at(table: Seated, first: int, second: int) -> Callable[[int], float]:
    """Connect a phone to the first port and screens to both. Return the function that makes and times a payment."""
    crowd = Crowd([Screen.opened((first, second)[number % 2], table.code, number) for number in range(SCREENS)])
    phone = Phone(first, SCREENS)
    crowd.wait(table.code, table.seq)
    return lambda number: paid(crowd, phone, table, number)


# --- throughput -------------------------------------------------------------------------------


@dataclass
class Load:
    """Phones that act as fast as they are answered, at tables with seven screens each."""

    tables: list[Seated]
    ports: tuple[int, ...]

    def actions(self, seconds: float) -> int:
        """Return how many actions all screens were told of in this time. Raise Failed for a refusal."""
        at = {table.code: self.ports[number % len(self.ports)] for number, table in enumerate(self.tables)}
        screens = [table.code for table in self.tables for _ in range(SCREENS)]
        crowd = Crowd([Screen.opened(at[code], code, device) for device, code in enumerate(screens)])
        phones = {code: Phone(at[code], len(screens) + number) for number, code in enumerate(at)}
        numbers = dict.fromkeys(phones, -1)
        by_code = {table.code: table for table in self.tables}
        for table in self.tables:
            crowd.wait(table.code, table.seq)
        for table in self.tables:
            self._send(table, phones, numbers, crowd)
        done, end = 0, perf_counter() + seconds
        while perf_counter() < end:
            for key, _ in crowd.selector.select(0.1):
                if isinstance(key.data, Phone):
                    key.data.receive()
                    continue
                key.data.read()
                table = by_code[key.data.code]
                if crowd.has_shown(table.code, table.seq + numbers[table.code] + 1):
                    done += 1
                    self._send(table, phones, numbers, crowd)
        crowd.close()
        return done

    def _send(self, table: Seated, phones: dict[str, Phone], numbers: dict[str, int], crowd: Crowd) -> None:
        phone = phones[table.code]
        if numbers[table.code] < 0:
            crowd.selector.register(phone.sock, 1, phone)
        numbers[table.code] += 1
        phone.send(*payment(table, numbers[table.code]))


def at_most(server: Cluster, quick: bool) -> Rows:
    """Measure actions a second, told to seven screens, over a file and over PostgreSQL with one or two processes."""
    seconds = 3.0 if quick else 12.0
    rows: Rows = {}
    with temporary_folder() as folder:
        for name, processes in (("a file", 0), ("PostgreSQL, one process", 1), ("PostgreSQL, two processes", 2)):
            database = server.new_database() if processes else folder / "busy.sqlite"
            tables = prepared(database, BUSY_TABLES)
            with ExitStack() as stack:
                found = [stack.enter_context(running(serve_command(database))) for _ in range(max(1, processes))]
                began, postgres = [cpu_seconds(process.pid) for _, process in found], cpu_of(server)
                done = Load(tables, tuple(port for port, _ in found)).actions(seconds)
                spent = sum(cpu_seconds(each.pid) for _, each in found) - sum(began)
                cpu_of_box = cpu_of(server) - postgres
            rows[f"actions told a second, {name}"] = row(done / seconds, "actions/s")
            rows[f"CPU of an action, {name}: the program"] = row(spent / done * 1000, "ms")
            if processes:
                rows[f"CPU of an action, {name}: the database"] = row(cpu_of_box / done * 1000, "ms")
    beside_file = "actions told a second, a file"
    for name in ("PostgreSQL, one process", "PostgreSQL, two processes"):
        row_name = f"actions told a second, {name}"
        rows[row_name] = beside(rows[row_name], beside_file, rows[beside_file], "")
    return rows


def cpu_of(server: Cluster) -> float:
    """Return the CPU seconds of the database's living processes so far."""
    assert server.process
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    alive = [int(child) for child in children if Path(f"/proc/{child}").exists()]
    return sum(cpu_seconds(each) for each in (server.process.pid, *alive))


# --- a club night -----------------------------------------------------------------------------


def club_night(server: Cluster, quick: bool) -> Rows:
    """Measure 300 tables with seven screens each at two processes; the screens fetch what they show."""
    seconds = 5 if quick else 30
    rows: Rows = {}
    screens, address = CLUB_TABLES * SCREENS, server.new_database()
    seated = prepared(address, CLUB_TABLES)
    with running(serve_command(address)) as (first, _), running(serve_command(address)) as (second, _):
        alone = opened(seated[:1], (first,), SCREENS)
        alone.play(seconds * ALONE_RATE, ALONE_RATE)
        _, alone_p99 = shown_after(alone)
        alone.close()
        for rate in CLUB_RATES:
            evening = opened(seated, (first, second), screens)
            evening.play(seconds * rate, rate)
            name = f"{CLUB_TABLES} tables, {screens} screens, {rate} actions/s, pages fetched"
            asked = rate == CLUB_ASKED
            p50, p99 = shown_after(evening)
            rows[f"{name}: errors"] = row(evening.errors, "errors", target="<= 0" if asked else "")
            rows[f"{name}: actions shown"] = row(len(evening.seconds), "actions")
            rows[f"{name}: POST to last screen showing, p50"] = row(p50, "ms")
            rows[f"{name}: POST to last screen showing, p99"] = row(
                p99, "ms", f"one table, {ALONE_RATE} actions/s", p99 / alone_p99, "<= 5" if asked else ""
            )
            evening.close()
    rows[f"one table, {SCREENS} screens, {ALONE_RATE} actions/s, pages fetched: p99"] = row(alone_p99, "ms")
    return rows


# --- the owner dies ---------------------------------------------------------------------------


def taken_over(server: Cluster, quick: bool) -> Rows:
    """Measure the time from the kill of a table's owner to the first payment that the other process confirms."""
    seconds = []
    for number in range(3 if quick else 10):
        address = server.new_database()
        (table,) = prepared(address, 1)
        with running(serve_command(address)) as (first, owner), running(serve_command(address)) as (second, _):
            open_screen(first, table)
            Phone(second, 0).post(*payment(table, number))  # passed on to the owner
            owner.kill()
            seconds.append(until_confirmed(second, table, owner))
    return {"take-over after a killed owner, slowest": row(max(seconds), "s", target="<= 5")}


def until_confirmed(port: int, table: Seated, owner: Popen[str]) -> float:
    start = perf_counter()
    while True:
        try:
            Phone(port, 0).post(*payment(table, 1_000))
            return perf_counter() - start
        except Failed:
            sleep(0.02)


# --- many tables ------------------------------------------------------------------------------


def many_tables(server: Cluster, quick: bool) -> Rows:
    """Measure the start, the home page and the first look at a table, by the number of tables (copies of one)."""
    rows: Rows = {}
    with temporary_folder() as folder:
        for kind in ("a file", "PostgreSQL"):
            database = folder / "grown.sqlite" if kind == "a file" else server.new_database()
            (table,) = prepared(database, 1)
            play_on(database, table)
            for count in GROWTH[:3] if quick else GROWTH:
                grow(database, table.code, count)
                start, home, first = seconds_to_open(database)
                for name, seconds in (("start", start), ("the first page", home), ("first look at a table", first)):
                    rows[f"{count} tables in {kind}: {name}"] = row(seconds * 1000, "ms")
    for kind in ("a file", "PostgreSQL"):
        for name in ("start", "the first page", "first look at a table"):
            few, most = (f"{count} tables in {kind}: {name}" for count in (GROWTH[0], GROWTH[2 if quick else 3]))
            rows[most] = beside(rows[most], few, rows[few], "")
    return rows


def play_on(database: Path | str, table: Seated) -> None:
    with closing(Log(database)) as log:
        tables = Tables(log, registry())
        while tables.table(table.code).seq < OLD_EVENTS:
            tables.act(table.code, "s1", Pay("s2", 1))


def grow(database: Path | str, code: str, count: int) -> None:
    """Copy the table to new codes until there are ``count`` tables."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    with closing(Log(database)) as log:
        there = log.rows("SELECT count(*) FROM tables")[0][0]
        with log.writing() as statements:
            for number in range(there, count):
                new = "".join(letters[number // 24**place % 24] for place in (3, 2, 1, 0))
                for name, columns in COPIED.items():
                    statements.execute(f"INSERT INTO {name} (code, {columns}) SELECT ?, {columns} FROM {name}"
                                       " WHERE code = ?", (new, code))  # fmt: skip
        log.rows("ANALYZE")


COPIED = {
    "tables": "game, edition, level, demo, seed, made, defaults",
    "events": "seq, at, actor, action, kind, data, action_id, command",
    "snapshots": "seq, data",
}


def seconds_to_open(database: Path | str) -> tuple[float, float, float]:
    """Return the seconds of the start, of the home page (warm), and of the screen of an unloaded table."""
    with closing(Log(database)) as log:
        codes = [str(code) for (code,) in log.rows("SELECT code FROM tables ORDER BY code")][:9]
    begun = perf_counter()
    with running(serve_command(database)) as (port, _):
        get(port, "/health")
        start = perf_counter() - begun
        get(port, "/")
        home = median(get(port, "/") for _ in range(5))
        first = median(get(port, f"/t/{code}/screen") for code in codes)
    return start, home, first


def get(port: int, path: str) -> float:
    begun = perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, path
    connection.close()
    return perf_counter() - begun


# --- memory -----------------------------------------------------------------------------------


def asleep(server: Cluster, quick: bool) -> Rows:
    """Measure the resident memory that a table takes once its screen has been opened."""
    count = 100 if quick else 190
    with temporary_folder() as folder:
        (table,) = prepared(folder / "memory.sqlite", 1)
        play_on(folder / "memory.sqlite", table)
        grow(folder / "memory.sqlite", table.code, count + 10)
        with closing(Log(folder / "memory.sqlite")) as log:
            codes = [str(code) for (code,) in log.rows("SELECT code FROM tables ORDER BY code")]
        with running(serve_command(folder / "memory.sqlite")) as (port, process):
            for code in codes[:10]:
                get(port, f"/t/{code}/screen")
            before = resident_mb(process.pid)
            for code in codes[10:]:
                get(port, f"/t/{code}/screen")
            grown = resident_mb(process.pid) - before
    return {
        "memory of a table that is looked at": row(grown / count * 1024, "KiB"),
        "memory of a box without a table": row(before, "MB"),
    }


PARTS: tuple[Callable[[Cluster, bool], Rows], ...] = (
    latency,
    at_most,
    club_night,
    taken_over,
    many_tables,
    asleep,
)


if __name__ == "__main__":
    os.environ.setdefault("COMPANION_LOG_LEVEL", "warning")
    main()
