"""The time from the POST of an action until the last of seven screens shows it, and its cost in CPU and bytes.

Six phones and a table screen act like the script of their page. The floor is the same kind of server with nothing to
do: a bare durable append for a POST, the same kind of stream, and seven pages of 4 KiB. The neighbours push as much
over websockets. Everything is measured in turns in one run.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path

from companion.core.table.table import Level
from tests.bench.actions import RULES, SEED, Action, Actions, payments, turns
from tests.bench.audience import Audience
from tests.bench.crowd import Seated
from tests.bench.length import Length
from tests.bench.neighbours import MODES, neighbour
from tests.bench.rows import Row, Rows, beside, in_rows, row
from tests.bench.servers import ROOM, other_command, prepared, running, serve_command

SEATS = tuple(f"s{number}" for number in range(1, 7))
SCREENS = 7
FLOOR = "floor of shown"
PUSHED = "shown by"
SHOWN = {level: f"POST to last of {SCREENS} screens showing, {level.value}" for level in (Level.BOARD, Level.BANK)}
ACTIONS: dict[Level, Callable[[Path, Seated], Actions]] = {
    Level.BOARD: turns,
    Level.BANK: lambda _, table: payments(table),
}
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """A server whose actions are measured, and their cost: ``cpu`` in seconds, ``carried`` in bytes."""

    audience: Audience
    actions: Actions
    process: int
    seconds: list[float] = field(default_factory=list)
    cpu: float = 0.0
    carried: int = 0

    def act(self, counts: bool) -> None:
        """Send one action, and add its cost, taken when no request is running any more, if it ``counts``."""
        action, cpu, carried = next(self.actions), cpu_seconds(self.process), self.audience.carried
        seconds = self.audience.act(action)
        if counts:
            self.seconds.append(seconds)
            self.cpu += cpu_seconds(self.process) - cpu
            self.carried += self.audience.carried - carried


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return p50 and p99 of each server, and CPU and bytes of an action of the box."""
    rounds, warm_up = length.of((300, 20), (40, 5), (2, 1))
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        measured = {name: opened(stack, directory, level) for level, name in SHOWN.items()}
        measured[FLOOR] = _floor(stack, directory)
        reference = {}
        for name in MODES:
            found = neighbour(stack, directory, name, SCREENS, "show")
            reference.update({f"{PUSHED} {each}": measure for each, measure in found.items()})
        times: dict[str, list[float]] = {name: [] for name in reference}
        chance, order = random.Random(SEED), [*measured, *reference]
        for number in range(warm_up + rounds):
            chance.shuffle(order)  # so that none always writes right after the same other one
            for name in order:
                if name in measured:
                    measured[name].act(counts=number >= warm_up)
                elif (seconds := reference[name](number)) and number >= warm_up:
                    times[name].append(seconds)
    return _table(measured, times)


def opened(stack: ExitStack, directory: Path, level: Level) -> Measured:
    """Run a box with one game of six at this level."""
    database = directory / f"{level.value}.sqlite"
    (table,) = prepared(database, 1, level=level, rules=RULES)
    actions = ACTIONS[level](database, table)
    first = next(actions)  # makes the copy on which actions are found, before the box writes
    port, process = stack.enter_context(running(serve_command(database)))
    tab = "board" if level is Level.BOARD else "now"
    return Measured(Audience(port, table, tab), chain((first,), actions), process.pid)


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds of a process so far, user and system time."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def _floor(stack: ExitStack, directory: Path) -> Measured:
    port, process = stack.enter_context(running(other_command("floor-shown", directory / "floor.sqlite")))
    audience = Audience(port, Seated(ROOM, 0, dict.fromkeys(SEATS, "")))
    return Measured(audience, (Action(SEATS[0], number, "/act", b"") for number in count(1)), process.pid)


def _table(ours: dict[str, Measured], times: dict[str, list[float]]) -> Rows:
    rows = in_rows({**{name: each.seconds for name, each in ours.items()}, **times})
    for name in SHOWN.values():
        for other in (FLOOR, *times):
            for label, target in (("p50", "<= 2.1"), ("p99", "<= 3")):
                other_name = f"{other}, {label}"
                own_row: Row = rows[f"{name}, {label}"]
                goal = target if other == FLOOR else ""
                rows[f"{name}, {label}, beside {other}"] = beside(own_row, other_name, rows[other_name], goal)
    for name, each in ours.items():
        strict = name == SHOWN[Level.BOARD]
        cpu, carried = each.cpu / len(each.seconds), each.carried / len(each.seconds)
        rows[f"{name}: server CPU of an action"] = row(cpu * 1000, "ms", target="<= 12" if strict else "")
        rows[f"{name}: bytes of an action, all screens"] = row(carried / 1024, "KiB", target="<= 40" if strict else "")
    return rows
