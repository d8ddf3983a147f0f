"""The check of a database: every log is replayed, and the money of every table is summed up."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from companion.app.loaded_table import LoadedTable, initial_table
from companion.app.reading import Unreadable
from companion.app.tables import Tables
from companion.core.plugin import Registry
from companion.core.referee.replay import fold
from companion.store.codec import OtherFormat
from companion.store.log import Log
from companion.store.storage import StorageError

logger = logging.getLogger(__name__)


def problems(log: Log, games: Registry) -> list[str]:
    """Return a sentence for each problem of the database; empty if there is none."""
    found: list[str] = []
    try:
        found += [f"The database says: {words}" for words in log.storage.damage(thorough=True)]
        rows = log.tables(closed=True)
    except StorageError as error:
        logger.debug("the file cannot be read", exc_info=True)
        return [*found, f"The file cannot be read: {error.__cause__ or error}"]
    tables = Tables(log, games)
    for row in rows:
        if row.edition not in games.get(row.game, {}):
            found.append(f"Table {row.code} plays {row.game} {row.edition}, which is not on the shelf.")
            continue
        try:
            found.extend(_problems_of(tables, tables.live(row.code)))
        except Unreadable as error:
            logger.debug("table %s cannot be read", row.code, exc_info=True)
            found.append(f"Table {row.code} cannot be read: {error.detail}")
        except Exception as error:  # whatever damage makes of it
            logger.debug("table %s cannot be read", row.code, exc_info=True)
            found.append(f"Table {row.code} cannot be read: {type(error).__name__}: {error}")
    return found


def _problems_of(tables: Tables, live: LoadedTable) -> Iterator[str]:
    """Yield a sentence for each problem of a table. Raise KeyError, ValueError or RuleError if its replay fails."""
    code = live.table.code
    records = [stored.record for stored in tables.history(code)]
    if [record.seq for record in records] != list(range(1, len(records) + 1)):
        yield f"Table {code} has gaps in its log."
    snapshot = tables.log.snapshot_text(code)
    if snapshot is not None and not _sound(live, snapshot):
        yield f"Table {code} has a damaged snapshot; the box reads the log instead."
    replayed = fold(live.game, initial_table(live.row, live.game), records)
    if replayed != live.table:
        yield f"Table {code} replays to something else than its snapshot."
    if sum(replayed.accounts.values()) != 0:
        yield f"Table {code} has lost or found money."


def _sound(live: LoadedTable, snapshot: str) -> bool:
    """Return whether a snapshot can be read, or was written by another version."""
    try:
        live.codec.table_from_json(snapshot)
    except OtherFormat:
        logger.debug("table %s: a snapshot of another version", live.table.code, exc_info=True)
        return True
    except Exception:  # whatever damage makes of it
        logger.debug("table %s: a damaged snapshot", live.table.code, exc_info=True)
        return False
    return True
