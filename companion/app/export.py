"""A game as JSON lines: it can be taken home, read by a script, and replayed to the same table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from companion.app.loaded_table import LoadedTable, fresh
from companion.core.messages import kind_of
from companion.core.plugin import Registry
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.replay import fold
from companion.core.table.table import Table
from companion.store.codec import Codec
from companion.store.log import LogEntry, TableRow


def export_lines(live: LoadedTable, stored: Iterable[LogEntry]) -> Iterator[str]:
    """First what the table is, then one line an event; a command stands with the first event it caused."""
    row = live.row
    head = {"table": row.code, "game": row.game, "edition": row.edition, "level": row.level}
    yield json.dumps({**head, "accounts": dict(live.table.accounts), "phase": live.table.phase.value}) + "\n"
    for each in stored:
        record = each.record
        line = {
            "seq": record.seq,
            "at": record.at,
            "actor": record.actor,
            "action": record.action,
            "kind": kind_of(record.event),
            "data": json.loads(live.codec.event_to_json(record.event)),
        }
        yield json.dumps({**line, "command": json.loads(each.command)} if each.command else line) + "\n"


def replay_lines(games: Registry, lines: Iterable[str]) -> tuple[Table, dict[str, object]]:
    """The table that an export leads to, and its first line; raises KeyError or ValueError for a foreign file."""
    rows = [json.loads(line) for line in lines if line.strip()]
    head = rows[0]
    game = games[head["game"]][head["edition"]]
    codec = Codec(game)
    row = TableRow(head["table"], head["game"], head["edition"], head["level"], False, "", 0.0)
    records = [record_of(codec, line) for line in rows[1:]]
    return fold(game, fresh(row, game), records), head


def record_of(codec: Codec, line: dict[str, object]) -> StoredEvent:
    """One line of an export."""
    event = codec.event_from_json(str(line["kind"]), json.dumps(line["data"]))
    actor = line["actor"]
    return StoredEvent(
        int(str(line["seq"])),
        float(str(line["at"])),
        None if actor is None else str(actor),
        int(str(line["action"])),
        event,
    )
