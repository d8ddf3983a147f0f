"""``power_cut``: acknowledged actions are still there when the power goes.

A small ext4 file system in a file is mounted and then shut down by the kernel (``EXT4_IOC_SHUTDOWN`` without a
flush of its journal): whatever had not reached the disk is gone. This needs the right to mount, so it is asked for
by `make torture` only, and skipped where the machine does not allow it.
"""

from __future__ import annotations

import fcntl
import os
import random
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.store.log import Log
from companion.store.storage import StorageError
from tests.faults.payer import How, work
from tests.faults.support import figure, logged, new_tables, playing, purse, sound
from tests.support.forked import context, forked

SEED = 1993
EXT4_IOC_SHUTDOWN = 0x8004587D
WITHOUT_FLUSH = 2
MEGABYTES = 16

pytestmark = [
    pytest.mark.torture,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or os.geteuid() != 0 or not shutil.which("mkfs.ext4"),
        reason="mounting a file system of one's own needs Linux, root and mkfs.ext4",
    ),
]


class Disk:
    """An ext4 file system in a file."""

    def __init__(self, folder: Path) -> None:
        self.image, self.folder = folder / "disk.img", folder / "disk"
        self.folder.mkdir()
        with self.image.open("wb") as image:
            image.truncate(MEGABYTES * 1024 * 1024)
        subprocess.run(["mkfs.ext4", "-q", "-F", self.image], check=True)

    @contextmanager
    def mounted(self) -> Iterator[Path]:
        done = subprocess.run(
            ["mount", "-o", "loop", self.image, self.folder], capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"this machine does not mount: {done.stderr.strip()}")
        try:
            yield self.folder
        finally:
            subprocess.run(["umount", self.folder], check=True)

    def cut(self) -> None:
        """Cut the power: nothing reaches the disk from now on."""
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, EXT4_IOC_SHUTDOWN, struct.pack("I", WITHOUT_FLUSH))
        except OSError as error:
            pytest.skip(f"this kernel does not shut down a file system: {error}")
        finally:
            os.close(descriptor)


def one_evening(disk: Disk, code: str, start: int, seconds: float, how: How) -> list[int]:
    """Let a worker act until the power goes; return what it had acknowledged."""
    acked: list[int] = []
    with disk.mounted() as folder:
        receiver, sender = context().Pipe(duplex=False)
        worker = forked(work, folder / "box.sqlite", code, start, sender, how)
        sender.close()
        assert receiver.recv() == -1
        time.sleep(seconds)
        while receiver.poll():
            acked.append(receiver.recv())
        disk.cut()
        worker.kill()
        worker.join()
        receiver.close()
    return acked


def cuts(folder: Path, number: int, how: How = How.SOUND) -> int:
    """Return how many acknowledged actions were lost over so many power cuts."""
    chance = random.Random(SEED)
    disk = Disk(folder)
    with disk.mounted() as place:
        tables = new_tables(place / "box.sqlite")
        code = playing(tables)
        money = sum(purse(tables, code).values())
        tables.log.close()
    lost, start = 0, 0
    for _ in range(number):
        acked = one_evening(disk, code, start, chance.uniform(0, 0.05), how)
        start = max([start, *(number + 1 for number in acked)])
        with disk.mounted() as place, closing(Log(place / "box.sqlite")) as log:
            tables = new_tables(log=log)
            found = [action_id for action_id, _ in logged(tables, code) if action_id]
            lost += sum(found.count(f"k{number}") != 1 for number in acked)
            assert not lost, f"{lost} acknowledged actions are gone"
            assert len(found) == len(set(found))
            assert sum(purse(tables, code).values()) == money
            sound(tables)
    print(f"{start} actions acknowledged (seed {SEED})")
    return lost


def test_five_hundred_power_cuts_lose_nothing(tmp_path: Path) -> None:
    parts = 10
    for part in range(parts):
        (tmp_path / str(part)).mkdir()
        assert cuts(tmp_path / str(part), 500 // parts) == 0
    figure("power_cut", 500)


def test_a_box_that_does_not_wait_for_its_disk_loses_actions(tmp_path: Path) -> None:
    """Negative control."""
    with pytest.raises((AssertionError, StorageError)):  # actions are gone, or the whole file is malformed
        assert cuts(tmp_path, 5, How.UNSYNCED) == 0
