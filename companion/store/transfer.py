"""Everything that one database keeps, brought to another one and compared there row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.store.log import EVERY, ROWS_AT_ONCE, Log
from companion.store.rows import EVENT, ROW
from companion.store.storage import Transaction


class NotEmpty(Exception):
    """Refusal of a target that has tables already."""


class Differs(Exception):
    """Failure of a transfer: the data read back differ from those written, and nothing was transferred."""


class Transferred(NamedTuple):
    """The amount of data that was brought."""

    tables: int
    events: int


class TransferredTable(NamedTuple):
    """A table of the database: its columns, by which of them it is ordered, and which of its rows are meant."""

    columns: str
    order: str
    where: str = ""


OF_THE_BOX: Mapping[str, TransferredTable] = {
    "settings": TransferredTable("name, value", "name", "name <> 'file'"),
    "named": TransferredTable("kind, name, text, made", "kind, name"),
    "results": TransferredTable(
        "code, seq, game, edition, ended, ending, standings, sign, decimals, feats, evening", "code, seq"
    ),
}
"""``file`` says which database this is: the other one keeps its own."""
OF_A_TABLE: Mapping[str, TransferredTable] = {
    "tables": TransferredTable(ROW, "code"),
    "closed": TransferredTable("code, at", "code"),
    "phones": TransferredTable("code, seat, key, serving, made, came", "code, seat, key"),
    "pins": TransferredTable("code, seat, pin, tries", "code, seat"),
    "used_claims": TransferredTable("code, claim", "code, claim"),
    "snapshots": TransferredTable("code, seq, data", "code"),
}


def move(source: Log, target: Log) -> Transferred:
    """Bring everything from one to the other, all or nothing; the source stays as it is.

    Raise NotEmpty, Differs, or StorageError: damaged rows of the source may be refused.
    """
    if target.rows("SELECT 1 FROM tables LIMIT 1"):
        raise NotEmpty
    codes = [str(code) for (code,) in source.rows("SELECT code FROM tables ORDER BY code")]
    events = 0
    with target.writing() as database:
        for name, kept in OF_THE_BOX.items():
            _bring(source, database, name, kept, ())
        for code in codes:
            for name, kept in OF_A_TABLE.items():
                _bring(source, database, name, kept._replace(where="code = ?"), (code,))
            events += _bring_events(source, database, code)
    return Transferred(len(codes), events)


def _bring(source: Log, database: Transaction, name: str, kept: TransferredTable, parameters: tuple[Any, ...]) -> None:
    where = f" WHERE {kept.where}" if kept.where else ""
    query = f"SELECT {kept.columns} FROM {name}{where} ORDER BY {kept.order}"
    rows = source.rows(query, parameters)
    if name == "settings":
        database.execute(f"DELETE FROM settings{where}")
    _insert(database, name, kept.columns, rows)
    if [tuple(row) for row in database.execute(query, parameters).fetchall()] != rows:
        raise Differs(name)


def _bring_events(source: Log, database: Transaction, code: str) -> int:
    """Bring a part of the log at a time, each compared as it is read back; return how many events."""
    query = f"SELECT {EVENT} FROM events WHERE code = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
    count = 0
    for rows in _parts(source, query, code):
        _insert(database, "events", EVENT, rows)
        first, last = rows[0][1], rows[-1][1]
        back = database.execute(query, (code, first - 1, last, EVERY)).fetchall()
        if [tuple(row) for row in back] != rows:
            raise Differs(code)
        count += len(rows)
    return count


def _parts(source: Log, query: str, code: str) -> Iterator[list[tuple[Any, ...]]]:
    after = -EVERY
    while rows := source.rows(query, (code, after, EVERY, ROWS_AT_ONCE)):
        yield rows
        if not isinstance(rows[-1][1], int):
            raise Differs(code)
        after = rows[-1][1]


def _insert(database: Transaction, name: str, columns: str, rows: list[tuple[Any, ...]]) -> None:
    places = ", ".join("?" for _ in columns.split(","))
    if rows:
        database.executemany(f"INSERT INTO {name} ({columns}) VALUES ({places})", rows)
