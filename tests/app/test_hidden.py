"""The hidden sides of figures at a table to try alone: kept up to date, and the same as what the whole log says."""

from __future__ import annotations

import random

import pytest

from companion.app.bots import demo_secrets, play_once
from companion.app.tables import Tables
from companion.core.referee.replay import effective_records
from companion.core.table.commands import StartGame, TakeSeat, Undo
from companion.core.table.table import Level
from companion.games import registry
from companion.store.codec import Codec
from companion.store.log import Log
from companion.store.rows import LogEntry, TableRow

ACTIONS = 40


class CountingLog(Log):
    """Counts how often a table's log is read, and how many events come of it."""

    reads = 0
    events = 0

    def read(self, codec: Codec, code: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        found = super().read(codec, code, after, upto)
        self.reads, self.events = self.reads + 1, self.events + len(found)
        return found


def table_to_try_alone(edition: str) -> Tables:
    """Return a table of which the box plays all three seats."""
    log = CountingLog(":memory:")
    log.add_table(TableRow("DEMO", "abilene", edition, Level.BOARD.value, True, "seven", 0.0))
    tables = Tables(log, registry(), clock=lambda: 0.0, chance=random.Random(7))
    for name, ranch in zip(("Buck", "Cole", "Dusty"), "ACE", strict=True):
        tables.act("DEMO", None, TakeSeat(name, {"ranch": ranch} if edition == "1993" else {}, box=True))
    tables.act("DEMO", "s1", StartGame("s1"))
    return tables


def by_the_whole_log(tables: Tables) -> object:
    live = tables.live("DEMO")
    assert live.game.bots
    records = effective_records([stored.record for stored in tables.history("DEMO")])
    return live.game.bots.secrets([record.event for record in records], live.row.seed, None)


@pytest.mark.parametrize("edition", ["1993", "1983"])
def test_what_is_hidden_follows_every_action_and_an_undo(edition: str) -> None:
    tables = table_to_try_alone(edition)
    live = tables.live("DEMO")
    undone = 0
    for number in range(ACTIONS):
        assert play_once(tables, "DEMO")
        assert demo_secrets(tables, live) == by_the_whole_log(tables)
        last = live.table.done[-1] if live.table.done else None
        if number % 10 == 9 and last and last.by and not last.reveals:
            tables.act("DEMO", last.by, Undo(last.before))
            assert demo_secrets(tables, live) == by_the_whole_log(tables)
            undone += 1
    assert undone


def test_what_is_hidden_is_made_out_without_reading_the_log_again() -> None:
    tables = table_to_try_alone("1993")
    log = tables.log
    assert isinstance(log, CountingLog)
    demo_secrets(tables, tables.live("DEMO"))
    before = log.reads, log.events
    for _ in range(ACTIONS):
        play_once(tables, "DEMO")
        demo_secrets(tables, tables.live("DEMO"))
    assert (log.reads, log.events) == before, "an action reads nothing, however long the log is"
