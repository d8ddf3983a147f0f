"""The export of a game as JSON lines, which scripts can read and which replays to the same table."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, starmap

from companion.app.loaded_table import initial_table
from companion.app.reading import Unreadable
from companion.app.tables import Tables
from companion.core.plugin import Game, Registry
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.replay import fold
from companion.core.table.table import Table
from companion.store.codec import Codec
from companion.store.rows import TableRow
from companion.store.storage import StorageError

logger = logging.getLogger(__name__)


def export_lines(tables: Tables, code: str, balances: bool = True) -> Iterator[str]:
    """Return the lines of an export: one for the table, then one for each event, with the command that caused it.

    The line of the table has ``decimals`` if amounts have digits behind the decimal mark. With ``balances`` it also has
    what every account holds, with which a replay is checked.

    Events are written as they are stored, so that a table that cannot be replayed is exported, too; its first line
    tells why. Raise NoSuchTable before the first line, and StorageError.
    """
    row = tables.row(code)
    head: dict[str, object] = {"table": row.code, "game": row.game, "edition": row.edition, "level": row.level}
    if row.defaults:
        head["defaults"] = row.defaults
    try:
        table = tables.table(code)
        head |= {"accounts": dict(table.accounts)} if balances else {}
        if decimals := tables.live(code).edition.currency.decimals:
            head["decimals"] = decimals
        head["phase"] = table.phase.value
    except Unreadable as error:
        logger.debug("table %s is exported as it is stored", row.code, exc_info=True)
        head["unreadable"] = error.detail
    return chain([json.dumps(head) + "\n"], _event_lines(tables, code))


def _event_lines(tables: Tables, code: str) -> Iterator[str]:
    try:
        yield from starmap(_line, tables.log.stored(code))
    except StorageError as error:  # the lines before the damage have been written
        logger.warning("table %s: the rest of its log cannot be exported", code, exc_info=True)
        yield json.dumps({"unreadable": str(error)}) + "\n"


def _line(seq: object, at: object, actor: object, action: object, kind: object, data: str, command: str | None) -> str:
    fields: dict[str, object] = {"seq": seq, "at": at, "actor": actor, "action": action, "kind": kind}
    try:
        head = json.dumps(fields)
    except TypeError:
        logger.debug("an event that is damaged", exc_info=True)
        head = json.dumps({name: str(value) for name, value in fields.items()})
    caused = f', "command": {command}' if command else ""
    return f'{head[:-1]}, "data": {data}{caused}}}'.replace("\n", " ") + "\n"


@dataclass(frozen=True)
class ExportedTable:
    """An export that has been read: the line of the table, and the events, from which any of its states is replayed."""

    head: Mapping[str, object]
    game: Game
    begun: Table
    records: Sequence[StoredEvent]

    def at(self, seq: int | None = None) -> Table:
        """Return the table after the event with this number; None: after the last one."""
        return fold(self.game, self.begun, (each for each in self.records if seq is None or each.seq <= seq))


def read_export(games: Registry, lines: Iterable[str]) -> ExportedTable:
    """Read an export. Raise KeyError, IndexError or ValueError for a file that is none."""
    rows = [json.loads(line) for line in lines if line.strip()]
    head = rows[0]
    game = games[head["game"]][head["edition"]]
    codec = Codec(game)
    defaults = head.get("defaults", 0)
    row = TableRow(head["table"], head["game"], head["edition"], head["level"], False, "", 0.0, defaults)
    return ExportedTable(head, game, initial_table(row, game), [record_of(codec, line) for line in rows[1:]])


def replay_lines(games: Registry, lines: Iterable[str]) -> tuple[Table, dict[str, object]]:
    """Return the last table of an export, and its first line. Raise KeyError or ValueError for a file that is none."""
    found = read_export(games, lines)
    return found.at(), dict(found.head)


def export_problems(found: ExportedTable, table: Table) -> Iterator[str]:
    """Yield a sentence for each problem of an export, which replays to ``table``."""
    numbers = [record.seq for record in found.records]
    for at, number in enumerate(numbers, 1):
        if number != at:
            yield f"Event {at} is missing, twice or in another place: its line has the number {number}."
            break
    stated = found.head.get("accounts")
    if isinstance(stated, Mapping):
        accounts = dict(table.accounts)
        for account in sorted({*stated, *accounts}):
            if stated.get(account, 0) != accounts.get(account, 0):
                here, there = accounts.get(account, 0), stated.get(account, 0)
                yield f"The first line says that {account} has {there}, the events lead to {here}."
    if sum(table.accounts.values()) != 0:
        yield "Money was lost or found."


def record_of(codec: Codec, line: dict[str, object]) -> StoredEvent:
    """Return the stored event of one line of an export."""
    event = codec.event_from_json(str(line["kind"]), json.dumps(line["data"]))
    actor = line["actor"]
    return StoredEvent(
        int(str(line["seq"])),
        float(str(line["at"])),
        None if actor is None else str(actor),
        int(str(line["action"])),
        event,
    )
