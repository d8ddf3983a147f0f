"""The cost of an action of each game for the box: the rules and the log, without a page and without the disk.

The box's own players play every game in turns, so that a busy moment of the machine meets all of them.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

from companion.app.bots import play_once
from companion.app.tables import Tables
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level, TablePhase
from companion.games import registry
from companion.store.log import Log
from tests.bench.actions import SEED
from tests.bench.length import Length
from tests.bench.rows import Rows, row

PLAYERS = 4
PLAYED = {
    "Abilene, the bank only": ("abilene", "1993", Level.BANK),
    "Any game": ("any_game", "any", Level.BANK),
    "Unexploded Cow, the money only": ("unexploded_cow", "2011", Level.BANK),
    "Unexploded Cow, the whole table": ("unexploded_cow", "2011", Level.BOARD),
}
BESIDE = next(iter(PLAYED))


class Timed(Tables):
    """Tables whose actions are timed."""

    seconds = 0.0

    def act(self, *arguments: Any, **named: Any) -> int:
        """Add up what an action computes."""
        start = process_time()
        try:
            return super().act(*arguments, **named)
        finally:
            self.seconds += process_time() - start


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return the mean of each game, beside that of Abilene's bank."""
    warm_up, actions = length.of((100, 400), (100, 100), (1, 2))
    with tempfile.TemporaryDirectory(dir=folder) as directory:
        log = Log(Path(directory) / "games.sqlite")
        log.rows("PRAGMA synchronous=OFF")
        tables = Timed(log, registry(), chance=random.Random(SEED))
        games = {name: played(tables, *which) for name, which in PLAYED.items()}
        times: dict[str, list[float]] = {name: [] for name in games}
        for number in range(warm_up + actions):
            for name, game in games.items():
                seconds = next(game)
                if number >= warm_up:  # by then every kind of event has been written once
                    times[name].append(seconds)
        log.close()
    times_by_game = {name: mean(seconds) * 1000 for name, seconds in times.items()}
    return {
        f"an action of {name}": row(
            value,
            "ms CPU",
            *(() if name == BESIDE else (f"an action of {BESIDE}", value / times_by_game[BESIDE], "<= 1")),
        )
        for name, value in times_by_game.items()
    }


def played(tables: Timed, game: str, edition: str, level: Level) -> Iterator[float]:
    """Yield the seconds of one action after the other; where a game is over another begins."""
    while True:
        code = tables.open_table(game, edition, level, demo=True)
        for number in range(PLAYERS):
            tables.act(code, None, TakeSeat(f"Player {number + 1}", {}, box=True))
        tables.act(code, tables.table(code).ids[0], StartGame(tables.table(code).ids[0]))
        while tables.table(code).phase is TablePhase.PLAYING:
            tables.seconds = 0.0
            if not play_once(tables, code):
                raise RuntimeError(f"nobody plays on at a table of {game}")
            if tables.seconds:  # else a card was shown, which is no action
                yield tables.seconds
