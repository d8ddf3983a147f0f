"""The program's own log: one line per event on its error output, never a vote, a key or a PIN.

Under systemd each line begins with its level as ``sd-daemon`` wants it, so that ``journalctl -p warning`` works and
the journal adds the time; elsewhere with time and level.

Every exception that is handled is logged with ``exc_info``. Where it came from is written with its line when debug is
asked for, and always for an error; what it said never is, because messages of exceptions repeat what was sent.
"""

from __future__ import annotations

import logging
import os
import traceback
from collections import deque
from pathlib import Path

LEVELS = ("debug", "info", "warning", "error")
PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
LOGGERS = ("companion", "vision")

ROOT = f"{Path(__file__).resolve().parents[1]}/"
"""Where the program lies; not written, because that says whose machine it is."""


class LineFormatter(logging.Formatter):
    """Formatter of one line a record: ``2026-11-22 20:15:00,000 INFO table ABCD opened``."""

    line = "%(asctime)s %(levelname)s %(message)s"

    def __init__(self, level: str) -> None:
        super().__init__(self.line)
        self.all_origins = level == "debug"

    def format(self, record: logging.LogRecord) -> str:
        record.message, record.asctime = record.getMessage(), self.formatTime(record)
        text = self.formatMessage(record)
        error = record.exc_info[1] if record.exc_info else None
        if error and (self.all_origins or record.levelno >= logging.ERROR):
            text = f"{text}: {origin(error)}"
        return text.replace("\n", " | ")


class JournalFormatter(LineFormatter):
    """Formatter for the journal, which takes each line for a message: ``<6>table ABCD opened``."""

    line = "%(message)s"

    def format(self, record: logging.LogRecord) -> str:
        return f"<{PRIORITIES.get(record.levelno, 6)}>{super().format(record)}"


class Newest(logging.Handler):
    """Handler that keeps the newest lines, for those who look after the box from elsewhere."""

    def __init__(self, level: str, most: int = 200) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=most)
        self.setFormatter(LineFormatter(level))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one more line."""
        self.lines.append(self.format(record))


def keep_newest(level: str) -> deque[str]:
    """From now on the newest lines are kept, too; ``configure`` comes before."""
    handler = Newest(level)
    logging.getLogger().addHandler(handler)
    return handler.lines


def configure(level: str) -> None:
    """Write what the program says from this level on, and what its libraries have to complain about."""
    handler = logging.StreamHandler()
    handler.setFormatter(JournalFormatter(level) if "JOURNAL_STREAM" in os.environ else LineFormatter(level))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in LOGGERS:
        logging.getLogger(name).setLevel(level.upper())


def origin(error: BaseException) -> str:
    """Return the types of the exception and its causes, each with its calls, the innermost last.

    No value and no message.
    """
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain:
        chain.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return " < ".join(f"{type(each).__name__} [{_calls(each)}]" for each in chain)


def _calls(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return ", ".join(f"{frame.filename.removeprefix(ROOT)}:{frame.lineno} {frame.name}" for frame in frames)
