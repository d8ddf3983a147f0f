"""A program for ``test_crash_states``: payments while the preloaded ``recording_disk.so`` records all writes.

Arguments: FOLDER RECORD PAYMENTS HOW. It creates a table in FOLDER, copies that to ``FOLDER/../before``, and makes so
many payments, whose writes are recorded in the file RECORD. HOW is ``snapshot`` (a snapshot falls into the payments),
``unsynced`` (writes are not synchronised) or anything else.
"""

from __future__ import annotations

import ctypes
import shutil
import sys
from pathlib import Path

from companion.core.money.bank_messages import Pay
from companion.store.log import SNAPSHOT_EVERY
from tests.faults.support import new_tables, playing


def main(folder: Path, record: str, payments: int, how: str) -> None:
    disk = ctypes.CDLL(None)
    tables = new_tables(folder / "box.sqlite")
    code = playing(tables)
    while how == "snapshot" and tables.table(code).seq % SNAPSHOT_EVERY < SNAPSHOT_EVERY - payments // 2:
        tables.act(code, "s2", Pay("s1", 1))
    if how == "unsynced":
        tables.log.rows("PRAGMA synchronous=OFF")
    shutil.copytree(folder, folder.parent / "before")
    disk.disk_records(str(folder).encode(), record.encode())
    for number in range(payments):
        tables.act(code, "s1", Pay("s2", 1, "a dollar " * (number % 4)), action_id=f"k{number}")
        disk.disk_acknowledged(number)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4])
