"""The numbered places of a house: the tables that were opened there, and the address on the card of each.

The number is kept by the table's code; its game knows nothing of it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.table.commands import SetRemembering
from companion.core.table.table import TablePhase
from companion.store.log import PLACE, Log
from companion.store.named import KEEP

AT = (
    "SELECT code FROM tables JOIN named ON named.kind = ? AND named.name = tables.code WHERE named.text = ?"
    " AND code NOT IN (SELECT code FROM closed)"
    " AND coalesce((SELECT at FROM events WHERE events.code = tables.code ORDER BY seq DESC LIMIT 1), tables.made) >= ?"
    " ORDER BY tables.made DESC"
)
EVENING_SECONDS = 12 * 3600.0
"""a game where nothing has happened for so long was left by its guests"""

logger = logging.getLogger(__name__)


def keep_place(tables: Tables, code: str, place: int) -> None:
    """Note that guests opened the table at this place: they are not remembered unasked. Raise StorageError."""
    with tables.log.writing() as database:
        database.execute(KEEP, (PLACE, code, str(place), tables.clock()))
    tables.act(code, None, SetRemembering(remembered=False))


def tables_at(log: Log, place: int, since: float) -> tuple[str, ...]:
    """Return the codes of the tables opened there at which something has happened ``since``, the newest first.

    Those that were closed are left out.
    """
    return tuple(str(code) for (code,) in log.rows(AT, (PLACE, str(place), since)))


def places(log: Log) -> Mapping[str, str]:
    """Return code -> number of the place, of all tables that were opened at one."""
    return {str(code): str(place) for code, place in log.rows("SELECT name, text FROM named WHERE kind = ?", (PLACE,))}


def open_table_at(tables: Tables, place: int) -> str | None:
    """Return the code of the newest table opened there whose game is not over; None where a new one may be opened."""
    for code in tables_at(tables.log, place, tables.clock() - EVENING_SECONDS):
        try:
            if tables.table(code).phase is not TablePhase.OVER:
                return code
        except RuleError:
            logger.warning("the table %s at a place cannot be read; it is passed over", code, exc_info=True)
    return None
