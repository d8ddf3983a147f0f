"""Is the file sound? Every log is replayed and every table's money counted."""

from __future__ import annotations

import logging

from companion.app.loaded_table import fresh
from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.plugin import Registry
from companion.core.referee.replay import fold
from companion.store.log import Log

logger = logging.getLogger(__name__)


def problems(log: Log, games: Registry) -> list[str]:
    """One sentence for each thing that is not as it must be; empty when all is well."""
    found = [f"SQLite says: {row[0]}" for row in log.rows("PRAGMA integrity_check") if row[0] != "ok"]
    tables = Tables(log, games)
    for row in log.tables():
        if row.edition not in games.get(row.game, {}):
            found.append(f"Table {row.code} plays {row.game} {row.edition}, which is not on the shelf.")
            continue
        try:
            found.extend(_problems_of(tables, row.code))
        except (KeyError, ValueError, RuleError) as error:
            logger.debug("table %s cannot be read", row.code, exc_info=True)
            found.append(f"Table {row.code} cannot be read: {type(error).__name__}: {error}")
    return found


def _problems_of(tables: Tables, code: str) -> list[str]:
    """What is wrong with one table; raises KeyError, ValueError or RuleError where its log leads nowhere."""
    found = []
    live = tables.live(code)
    records = [stored.record for stored in tables.history(code)]
    if [record.seq for record in records] != list(range(1, len(records) + 1)):
        found.append(f"Table {code} has gaps in its log.")
    replayed = fold(live.game, fresh(live.row, live.game), records)
    if replayed != live.table:
        found.append(f"Table {code} replays to something else than its snapshot.")
    if sum(replayed.accounts.values()) != 0:
        found.append(f"Table {code} has lost or found money.")
    return found
