"""The clean-up of finished games: each is exported to a file that replays, then removed from the database."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from companion.app.export import export_lines, replay_lines
from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.table.table import TablePhase
from companion.store.results import results
from companion.store.rows import TableRow

DAY = 24 * 3600.0

logger = logging.getLogger(__name__)


class NotTheSame(Exception):
    """An export that does not replay to its table, which therefore stays in the database."""


def tidy(tables: Tables, folder: Path, keep_days: float, now: float) -> Iterator[tuple[TableRow, str]]:
    """Export and remove finished tables. Yield each with the reason why it had to stay, "" if it was removed.

    A table is finished when its game is over and had no event for ``keep_days``; ``now`` is in seconds since the epoch.
    Its entry in the list of games played stays. Raise StorageError and OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ended = {result.code for result in results(tables.log) if result.ended <= now - keep_days * DAY}
    for row in (row for row in tables.log.tables(closed=True) if row.code in ended):
        try:
            table = tables.table(row.code)
            if table.phase is not TablePhase.OVER or tables.record(row.code, table.seq).at > now - keep_days * DAY:
                continue
            export(tables, row, folder / f"{row.code}-{int(row.made)}.jsonl")
            removed = tables.log.remove_table(row.code, table.seq)
            yield row, "" if removed else "somebody went on at it just now"
        except NotTheSame as error:
            logger.error("table %s stays: its export leads elsewhere", row.code, exc_info=True)
            yield row, str(error)
        except RuleError as error:
            logger.debug("table %s stays", row.code, exc_info=True)
            yield row, str(error.text)


def export(tables: Tables, row: TableRow, file: Path) -> None:
    """Write the game to a file and read it back. Raise NotTheSame if it replays to another table."""
    part = file.with_name(f"{file.name}.part")
    with part.open("w", encoding="utf-8") as written:
        written.writelines(export_lines(tables, row.code))
        written.flush()
        os.fsync(written.fileno())
    with part.open(encoding="utf-8") as lines:
        table, head = replay_lines(tables.games, lines)
    there = tables.table(row.code)
    if table != there or head.get("accounts") != json.loads(json.dumps(dict(there.accounts))):
        raise NotTheSame("its export does not replay to the same table")
    part.replace(file)
