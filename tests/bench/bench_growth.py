"""(c) The time of an action at event 10 and at event 10,000, measured in turns in one process, and of an undo."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from companion.app.tables import Tables
from companion.core.messages import Command
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import Undo
from companion.games import registry
from companion.store.log import Log
from tests.bench.length import Length
from tests.bench.rows import Rows, row
from tests.bench.servers import prepared

EARLY, LATE, UNDO_AT = 10, 10_000, 1_200


class Game:
    """A table whose seats pay each other a dollar in turn."""

    def __init__(self, tables: Tables, code: str) -> None:
        self.tables, self.code = tables, code
        self.seats = tables.table(code).ids

    @property
    def seq(self) -> int:
        return self.tables.table(self.code).seq

    def act(self, command: Command | None = None) -> float:
        """Return the seconds of one action, a payment by default."""
        number = self.seq
        payer, payee = self.seats[number % len(self.seats)], self.seats[(number + 1) % len(self.seats)]
        start = perf_counter()
        self.tables.act(self.code, payer, command or Pay(payee, 1), None, f"bench-{number}")
        return perf_counter() - start


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return the median time of an action early and late in a game, and the time of the slowest undo."""
    with tempfile.TemporaryDirectory(dir=folder) as directory:
        return {**_growth(Path(directory) / "growth.sqlite", length), **_undo(Path(directory) / "undo.sqlite", length)}


def _growth(database: Path, length: Length) -> Rows:
    pairs, late_at = length.of((200, LATE), (50, LATE), (2, 50))
    seated = prepared(database, 1 + pairs)
    log = Log(database)
    tables = Tables(log, registry())
    old = Game(tables, seated[0].code)
    _grow(log, old, late_at)
    early, late = [], []
    for young in (Game(tables, each.code) for each in seated[1:]):
        while young.seq < EARLY - 1:
            young.act()
        late.append(old.act())
        early.append(young.act())
    log.close()
    name = f"an action at event {EARLY}"
    return {
        name: row(median(early) * 1000, "ms"),
        f"an action at event {LATE}": row(
            median(late) * 1000, "ms", name, median(late) / median(early), target="<= 1.2"
        ),
    }


def _undo(database: Path, length: Length) -> Rows:
    (seated,) = prepared(database, 1)
    log = Log(database)
    game = Game(Tables(log, registry()), seated.code)
    _grow(log, game, length.of(UNDO_AT, UNDO_AT, 20) + game.seq)
    in_memory = max(_seconds_to_undo(game, _pay(game, back)) for back in (1, 20, 39))
    before = _pay(game, 1)
    log.close()
    log = Log(database)
    start = perf_counter()
    restarted = Game(Tables(log, registry()), seated.code)
    after = perf_counter() - start + _seconds_to_undo(restarted, before)
    log.close()
    return {
        f"undo at {UNDO_AT} actions": row(in_memory * 1000, "ms", target="<= 100"),
        f"undo at {UNDO_AT} actions, right after a restart": row(after * 1000, "ms", target="<= 100"),
    }


def _pay(game: Game, times: int) -> int:
    """Make payments by one seat, which needs no consent to undo them. Return the number of the event before them."""
    before = game.seq
    payer, payee = game.seats[:2]
    for _ in range(times):
        game.tables.act(game.code, payer, Pay(payee, 1))
    return before


def _seconds_to_undo(game: Game, before: int) -> float:
    last = game.seq
    start = perf_counter()
    game.tables.act(game.code, game.seats[0], Undo(before))
    seconds = perf_counter() - start
    assert game.seq == last + 1
    return seconds


def _grow(log: Log, game: Game, upto: int) -> None:
    """Play on up to this event, without waiting for the disk: these actions are not measured."""
    log.rows("PRAGMA synchronous=OFF")
    while game.seq < upto - 1:
        game.act()
    log.rows("PRAGMA synchronous=FULL")
