"""The process that ``test_kill9`` kills: one that acts as fast as it can and says which actions were acknowledged."""

from __future__ import annotations

from enum import StrEnum
from multiprocessing.connection import Connection
from pathlib import Path

from companion.app.tables import Tables
from companion.core.messages import Command
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import Agree, CorrectBooks
from companion.store.storage import StorageError
from tests.faults.support import new_tables

Step = tuple[str, Command]


def next_step(tables: Tables, code: str, number: int) -> Step:
    """Return a payment to and fro, or a correction that the payer agrees to: an action of one event and one of two."""
    motions = tables.table(code).motions
    match number % 4:
        case 0:
            return "s1", Pay("s2", 7, "seven")
        case 1:
            return "s2", Pay("s1", 7, "seven back")
        case 2:
            return "s1", CorrectBooks("s2", "s1", 3, "miscounted")
        case _:
            return ("s2", Agree(motions[-1].id)) if motions else ("s2", Pay("s1", 1, "nobody asked"))


class How(StrEnum):
    """The way in which the worker works: as the box does, or broken in one of two ways."""

    SOUND = "sound"
    EARLY = "acknowledges before it is done"
    UNSYNCED = "does not wait for the disk"


def work(path: Path, code: str, start: int, out: Connection, how: How) -> None:
    """Act until it is killed. Send each number once the action is acknowledged.

    The first number may have been applied by a process that was killed: it is sent again with the same id.
    """
    tables = new_tables(path)
    tables.live(code)
    if how is How.UNSYNCED:
        tables.log.rows("PRAGMA synchronous=OFF")
    out.send(-1)
    number = start
    while True:
        if how is How.EARLY:
            out.send(number)
        try:
            act_once(tables, code, number)
        except StorageError:
            return  # the power is gone before the process is
        if how is not How.EARLY:
            out.send(number)
        number += 1


def act_once(tables: Tables, code: str, number: int) -> None:
    """Do action ``number`` of this table, with the id it has in every life of the process."""
    if tables.log.acted(code, f"k{number}"):
        return
    seat, command = next_step(tables, code, number)
    tables.act(code, seat, command, None, f"k{number}")
