"""The log lines of the box and its libraries from warnings on: of this process, and of those that tests started."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from companion.logs import LOGGERS, LineFormatter

SERIOUS = re.compile(r"^\S+ \S+ (WARNING|ERROR|CRITICAL) |^Traceback ")
"""a line of a log file that somebody has to look at"""

_lines: list[str] = []
_read: dict[Path, int] = {}
"""log files of processes -> how far they have been read"""


class _Collector(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        _lines.append(self.format(record))


def listen() -> None:
    """Collect the log lines of this process from now on; not at the root, whose handlers ``configure`` replaces."""
    ear = _Collector(logging.WARNING)
    ear.setFormatter(LineFormatter("debug"))
    for name in (*LOGGERS, "waitress"):
        logging.getLogger(name).addHandler(ear)


def follow(log_file: Path) -> None:
    """Collect what is written to this file from now on, too."""
    _read[log_file] = log_file.stat().st_size if log_file.exists() else 0


def leave(log_file: Path) -> None:
    """Collect no more of what is written to this file from now on."""
    if log_file in _read:
        _read_new_lines(log_file)
        del _read[log_file]


def _read_new_lines(log_file: Path) -> None:
    if log_file.exists():
        text = log_file.read_bytes()[_read[log_file] :]
        _read[log_file] += len(text)
        _lines.extend(line for line in text.decode(errors="replace").splitlines() if SERIOUS.search(line))


def news() -> list[str]:
    """Return all warnings and errors since the last call."""
    for log_file in _read:
        _read_new_lines(log_file)
    for name in LOGGERS:  # a command that was run in this process has set it
        logging.getLogger(name).setLevel(logging.NOTSET)
    found = _lines.copy()
    _lines.clear()
    return found
