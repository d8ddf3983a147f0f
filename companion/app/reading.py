"""Tables read from their logs. One that cannot be read is refused by its name; the others are played on."""

from __future__ import annotations

import logging
from dataclasses import replace

from companion.app.history import KEPT_RECORDS, History
from companion.app.loaded_table import LoadedTable, initial_table
from companion.boards.lookups import board_of
from companion.core.errors import RuleError
from companion.core.plugin import Game, Registry
from companion.core.referee.event_text import Sentences
from companion.core.referee.referee import Referee
from companion.core.referee.replay import states_after
from companion.core.table.table import Table
from companion.core.text import Text, say
from companion.store.codec import Codec
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.store.storage import DamagedFile, StorageError

logger = logging.getLogger(__name__)


class Unreadable(RuleError):
    """Refusal of a table whose log cannot be replayed: it can be exported and closed, and nothing else.

    ``detail`` is for the administrator of the file.
    """

    code = "unreadable"

    def __init__(self, code: str, why: Text, detail: str) -> None:
        words = say("Table %(code)s cannot be read: %(why)s Its log is kept and can be exported.", code=code, why=why)
        super().__init__(words)
        self.why, self.detail = why, detail


def read_table(log: Log, games: Registry, row: TableRow) -> LoadedTable:
    """Return the table as its log has it. Raise Unreadable, or StorageError where the disk is in trouble."""
    game = games.get(row.game, {}).get(row.edition)
    if game is None:
        why = say("%(game)s %(edition)s is not installed here.", game=row.game[:40], edition=row.edition[:40])
        raise Unreadable(row.code, why, str(why))
    trouble: Exception | None = None
    for begun in (_snapshot, _beginning):
        try:
            if table := begun(log, game, row):
                return _read(log, game, row, table)
        except Exception as error:  # whatever a damaged log makes of the rules
            logger.warning("table %s cannot be read (%s)", row.code, type(error).__name__, exc_info=True)
            trouble = error
    if isinstance(trouble, StorageError) and not isinstance(trouble, DamagedFile):
        raise trouble  # the disk may be better the next time
    why = trouble.text if isinstance(trouble, RuleError) else say("its log is damaged.")
    cause = trouble.__cause__ or trouble if trouble else trouble
    raise Unreadable(row.code, why, f"{type(cause).__name__}: {cause}") from trouble


def _snapshot(log: Log, game: Game, row: TableRow) -> Table | None:
    return log.snapshot(Codec(game), row.code)


def _beginning(log: Log, game: Game, row: TableRow) -> Table:
    return initial_table(row, game)


def _read(log: Log, game: Game, row: TableRow, table: Table) -> LoadedTable:
    """Return the table after the events that follow ``table``. Raise any exception where the log is damaged."""
    codec = Codec(game)
    records = [each.record for each in log.read(codec, row.code, after=table.seq)]
    if [record.seq for record in records] != list(range(table.seq + 1, table.seq + 1 + len(records))):
        raise ValueError("there are gaps in the log")
    history = History(table)
    for state in states_after(game, table, records):
        history = history.followed_by(state)
    recent = log.read(codec, row.code, after=max(0, history.table.seq - KEPT_RECORDS))
    history = replace(history, records=tuple(each.record for each in recent))
    live = LoadedTable(row, game, codec, Referee(game, codec.read, codec.write), history)
    _try_out(live)
    return live


def _try_out(live: LoadedTable) -> None:
    """Compute every screen once, so that a table which none can show is found now, and not by a player."""
    game, table = live.game, live.table
    if sum(table.accounts.values()) != 0:
        raise ValueError("money was lost or found")
    board_of(game, table)
    for seat in (None, *table.ids):
        game.page(table, seat)
        game.players(table, seat)
    sentences = Sentences(game, lambda _: None)
    for record in live.records:
        sentences.event(record.event)
