"""A program for ``test_disk``: one payment at every point where the disk can fail, the disk failing there.

Run with ``failing_disk.so`` preloaded and with faults as JSON; prints one JSON line a trial, with the number of its
fault. ``careless`` is the broken variant.
"""

from __future__ import annotations

import ctypes
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.app.check import problems
from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import SNAPSHOT_EVERY, Log
from companion.store.sqlite_file import SqliteFile
from companion.store.storage import Transaction
from tests.faults.support import Phone, app_over, new_tables, phones_of, playing, purse

MAX_POINTS = 200


class Careless(SqliteFile):
    """Broken on purpose: says yes whatever the disk said."""

    @contextmanager
    def writing(self, about: str = "") -> Iterator[Transaction]:
        with self.lock:
            try:
                database = self._ready().conn
                database.execute("BEGIN IMMEDIATE")
                yield database
                database.execute("COMMIT")
            except sqlite3.Error:
                self._distrust()


def trial(disk: ctypes.CDLL, folder: Path, phone: Phone, tables: Tables, fault: tuple[int, int, int, int]) -> Any:
    """Return a payment of one dollar while the disk fails; then again, with the same id, on a sound disk."""
    code, (point, error, kinds, lasting) = phone.code, fault
    action_id = f"p{error}-{kinds}-{lasting}-{point}-{tables.table(code).seq}"
    before = purse(new_tables(folder / "box.sqlite"), code)
    disk.disk_fails(str(folder).encode(), point, error, kinds, lasting)
    first = phone.act("pay", {"to": "s2", "amount": 1, "words": "a dollar " * 20}, id=action_id)
    meanwhile = [
        phone.client.get(f"/t/{code}/screen").status_code,
        phone.act("pay", {"to": "s2", "amount": 1}, id=action_id).status_code,
        phone.client.get("/").status_code,
    ]
    failures = disk.disk_failures()
    disk.disk_heals()
    between = purse(new_tables(folder / "box.sqlite"), code)  # what another look at the file finds
    seen = purse(tables, code)
    again = phone.act("pay", {"to": "s2", "amount": 1}, id=action_id)
    after = purse(new_tables(folder / "box.sqlite"), code)
    return {
        "point": point,
        "failures": failures,
        "first": first.status_code,
        "answer": first.json,
        "meanwhile": meanwhile,
        "before": before["s1"],
        "between": between["s1"],
        "seen": seen["s1"],
        "again": again.status_code,
        "after": after["s1"],
        "problems": problems(tables.log, tables.games),
    }


def trials(disk: ctypes.CDLL, folder: Path, error: int, kinds: int, lasting: int, how: str) -> Iterator[Any]:
    """Yield one fault at every point, over a file of its own."""
    folder.mkdir()
    log = Log(folder / "box.sqlite")
    if how == "careless":
        log.storage = Careless(folder / "box.sqlite")
    tables = Tables(log, registry())
    code = playing(tables)
    phones = phones_of(app_over(tables), code)
    for point in range(1, MAX_POINTS):
        while how == "snapshot" and tables.table(code).seq % SNAPSHOT_EVERY != SNAPSHOT_EVERY - 1:
            phones["s2"].act("pay", {"to": "s1", "amount": 1})
        found = trial(disk, folder, phones["s1"], tables, (point, error, kinds, lasting))
        if not found["failures"]:
            return
        yield found


if __name__ == "__main__":
    for number, fault in enumerate(json.loads(sys.argv[2])):
        for found in trials(ctypes.CDLL(None), Path(sys.argv[1]) / str(number), *fault):
            print(json.dumps({"fault": number, **found}), flush=True)
