"""A quarter of one core, as far as this machine lets a program be held to it: about a busy Raspberry Pi 4."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PERIOD_US = 10_000
"""short, so that the server is slow all the time instead of fast and then still"""
QUOTA_US = PERIOD_US // 4
UNIFIED, OLD = Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/cpu")


@contextmanager
def held(process: int) -> Iterator[bool]:
    """Hold the process to the quota until the block ends; False where that is not allowed."""
    for parent, limits in (
        (UNIFIED, {"cpu.max": f"{QUOTA_US} {PERIOD_US}"}),
        (OLD, {"cpu.cfs_period_us": str(PERIOD_US), "cpu.cfs_quota_us": str(QUOTA_US)}),
    ):
        group = parent / f"companion-bench-{os.getpid()}"
        try:
            group.mkdir()
            for name, limit in limits.items():
                _tell(group / name, limit)
            _tell(group / "cgroup.procs", str(process))
        except OSError:
            with suppress(OSError):
                group.rmdir()
            continue
        try:
            yield True
        finally:
            _tell(parent / "cgroup.procs", str(process))
            group.rmdir()
        return
    yield False


def _tell(file: Path, text: str) -> None:
    """Write into a file that is there already: in a folder that is no cgroup there is none."""
    with file.open("r+") as there:
        there.write(text)
