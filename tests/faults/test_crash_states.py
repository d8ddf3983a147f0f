"""``crash_states``: whatever a crash leaves of the last writes, nothing acknowledged is lost and the file is sound.

Every write, sync and cut of some payments is recorded. After each of them the power may go: what was synced is there,
of the rest the disk may have kept everything, nothing, all but one write, a torn last write, or any part of it.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.app.check import problems
from companion.store.log import Log
from companion.store.storage import StorageError
from tests.faults.preload import built, needs_compiler
from tests.faults.support import figure, logged, new_tables, purse

pytestmark = needs_compiler

SEED = 1993
SECTOR = 512


@dataclass(frozen=True, slots=True)
class Step:
    """A call: W writes at an offset, T cuts to a length, S syncs, U removes, A acknowledges action ``at``."""

    kind: str
    path: str
    at: int
    data: bytes


Disk = dict[str, bytes]


def read_record(record: Path) -> list[Step]:
    found, raw, here = [], record.read_bytes(), 0
    while here < len(raw):
        kind = chr(raw[here])
        length, at, size = struct.unpack_from("=qqq", raw, here + 1)
        start = here + 25
        here = start + length + (size if kind == "W" else 0)
        found.append(Step(kind, raw[start : start + length].decode(), at, raw[start + length : here]))
    return found


def applied(disk: Disk, steps: Sequence[Step]) -> Disk:
    """Return the files after the steps."""
    after = dict(disk)
    for step in steps:
        old = after.get(step.path, b"")
        match step.kind:
            case "W":
                padded = old.ljust(step.at, b"\0")
                after[step.path] = padded[: step.at] + step.data + padded[step.at + len(step.data) :]
            case "T":
                after[step.path] = old[: step.at].ljust(step.at, b"\0")
            case "U":
                after.pop(step.path, None)
    return after


def left_over(disk: Disk, pending: Sequence[Step], chance: random.Random | None) -> Iterator[Disk]:
    """Yield what the disk may hold when these steps were not synced; without ``chance`` only in the order they came."""
    yield disk
    yield applied(disk, pending)
    if pending and len(pending[-1].data) > SECTOR:
        last = pending[-1]
        yield applied(disk, [*pending[:-1], Step("W", last.path, last.at, last.data[:SECTOR])])
    if chance:
        for missing in range(len(pending)):
            yield applied(disk, [*pending[:missing], *pending[missing + 1 :]])
        yield applied(disk, [step for step in pending if chance.random() < 0.5])


def crash_states(disk: Disk, steps: Sequence[Step], chance: random.Random | None) -> Iterator[tuple[int, Disk]]:
    """Yield each state with how many actions had been acknowledged when the power went."""
    pending: list[Step] = []
    acknowledged = 0
    for step in steps:
        match step.kind:
            case "A":
                acknowledged = step.at + 1
            case "S":
                synced = [each for each in pending if each.path == step.path]
                disk, pending = applied(disk, synced), [each for each in pending if each.path != step.path]
            case _:
                pending.append(step)
        for state in left_over(disk, pending, chance):
            yield acknowledged, state


def wrong(folder: Path, acknowledged: int, state: Disk) -> str:
    """Return what is wrong with the box that is started over this state, "" if nothing is."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in state.items():
        folder.joinpath(name).write_bytes(data)
    try:
        with closing(Log(folder / "box.sqlite")) as log:
            tables = new_tables(log=log)
            if found := problems(log, tables.games):
                return str(found)
            (code,) = (row.code for row in log.tables())
            stored = [action for action, _ in logged(tables, code) if action]
            if stored != [f"k{number}" for number in range(len(stored))] or len(stored) < acknowledged:
                return f"{acknowledged} were acknowledged, stored are {stored}"
            return "money was lost" if sum(purse(tables, code).values()) else ""
    except (StorageError, sqlite3.Error) as error:
        return str(error)


def lost(
    folder: Path, payments: int, how: str = "sound", chance: random.Random | None = None, most: int = 1_000_000
) -> tuple[int, list[str]]:
    """Return how many different states there are, and what is wrong with ``most`` of them at most."""
    library, record, place = built("recording_disk", folder), folder / "record", folder / "box"
    place.mkdir()
    command = [sys.executable, "-m", "tests.faults.crash_worker", str(place), str(record), str(payments), how]
    subprocess.run(command, env={**os.environ, "LD_PRELOAD": str(library)}, check=True, timeout=1_200)
    before = {path.name: path.read_bytes() for path in (folder / "before").iterdir()}
    seen: set[object] = set()
    found: list[str] = []
    for acknowledged, state in crash_states(before, read_record(record), chance):
        key = (acknowledged, *sorted(state.items()))
        if key not in seen and len(found) < most:
            seen.add(key)
            if trouble := wrong(folder / "after", acknowledged, state):
                found.append(trouble)
    return len(seen), found


def test_no_state_that_a_crash_can_leave_loses_anything(tmp_path: Path) -> None:
    states, found = lost(tmp_path, 1)
    assert states > 25
    assert found == []
    figure("crash_states", states)


@pytest.mark.torture
def test_no_state_of_thirty_payments_with_a_snapshot_loses_anything(tmp_path: Path) -> None:
    states, found = lost(tmp_path, 30, "snapshot", random.Random(SEED))
    assert found == []
    figure("crash_states", states)


def test_a_box_that_does_not_wait_for_its_disk_is_found_out(tmp_path: Path) -> None:
    """Negative control."""
    assert lost(tmp_path, 1, "unsynced", most=1)[1]
