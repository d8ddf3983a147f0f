"""The machine on which figures are measured."""

from __future__ import annotations

import os
import platform
import sqlite3
from pathlib import Path


def machine() -> str:
    """Return what the figures were measured on, and how many other things wanted its cores when they began."""
    model = next((line.split(":")[1].strip() for line in _cpu() if line.startswith("model name")), platform.machine())
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()},"
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, load {os.getloadavg()[0]:.1f}"
    )


def _cpu() -> list[str]:
    info = Path("/proc/cpuinfo")
    return info.read_text().splitlines() if info.exists() else []
