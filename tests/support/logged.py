"""Warnings and errors in the logs of this process and of the processes that tests start."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from companion.logs import LOGGERS, LineFormatter

SERIOUS = re.compile(r"^\S+ \S+ (WARNING|ERROR|CRITICAL) |^Traceback ")
"""the lines of a log file that are collected"""

_lines: list[str] = []
_read: dict[Path, int] = {}
"""log file of a process -> number of bytes that have been read"""


class _Collector(logging.Handler):
    """A handler that collects formatted lines."""

    def emit(self, record: logging.LogRecord) -> None:
        _lines.append(self.format(record))


def listen() -> None:
    """Start to collect the log lines of this process; not at the root, whose handlers ``configure`` replaces."""
    collector = _Collector(logging.WARNING)
    collector.setFormatter(LineFormatter("debug"))
    for name in (*LOGGERS, "waitress"):
        logging.getLogger(name).addHandler(collector)


def follow(log_file: Path) -> None:
    """Start to collect the lines that are written to this file."""
    _read[log_file] = log_file.stat().st_size if log_file.exists() else 0


def leave(log_file: Path) -> None:
    """Stop to collect lines of this file."""
    if log_file in _read:
        _read_new_lines(log_file)
        del _read[log_file]


def _read_new_lines(log_file: Path) -> None:
    """Collect the lines that were added to the file since it was last read."""
    if log_file.exists():
        text = log_file.read_bytes()[_read[log_file] :]
        _read[log_file] += len(text)
        _lines.extend(line for line in text.decode(errors="replace").splitlines() if SERIOUS.search(line))


def news() -> list[str]:
    """Return all warnings and errors since the last call."""
    for log_file in _read:
        _read_new_lines(log_file)
    for name in LOGGERS:  # a command that ran in this process may have changed the level
        logging.getLogger(name).setLevel(logging.NOTSET)
    found = _lines.copy()
    _lines.clear()
    return found
