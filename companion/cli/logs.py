"""What the box writes about itself: one line a happening on its error output, never a vote, a key or a PIN.

Under systemd each line begins with its level as ``sd-daemon`` wants it, so that ``journalctl -p warning`` works and
the journal adds the time; elsewhere with time and level.
"""

from __future__ import annotations

import logging
import os

import click

LEVELS = ("debug", "info", "warning", "error")
PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}

log_level_option = click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    default="info",
    show_default=True,
    envvar="COMPANION_LOG_LEVEL",
    help="What is written to the error output; debug adds where every error came from.",
)


class JournalFormatter(logging.Formatter):
    """``<6>table ABCD opened``; a traceback becomes one line, as the journal takes each line for a message."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record).replace("\n", " | ")
        return f"<{PRIORITIES.get(record.levelno, 6)}>{text}"


def configure(level: str) -> None:
    """Writes what the program says from this level on, and what its libraries have to complain about."""
    handler = logging.StreamHandler()
    if "JOURNAL_STREAM" in os.environ:
        handler.setFormatter(JournalFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("companion").setLevel(level.upper())
