"""An evening of any game for tests: players round a table in memory; every step goes through ``Tables.act``."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from companion.core.table.commands import SetRules, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games.any_game.state import State
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.testing import Evening
from companion.web.app import create_app
from tests.support.phones import whole

CODE = "ANYG"
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kay", "Leo")
ANN, BEN, CID, DOT, EVE, FAY = (f"s{number}" for number in range(1, 7))


class AnyEvening(Evening):
    """A game of *Any game*. Ann goes first; by default each player has 1,500, and the box does not follow turns."""

    code = CODE

    def __init__(
        self, players: int = 3, started: bool = True, seed: int = 7, path: Path | str = ":memory:", **rules: Any
    ) -> None:
        row = TableRow(CODE, "any_game", "any", Level.BANK.value, False, f"seed {seed}", 0.0)
        super().__init__(Log(path), row, random.Random(seed))
        for name in NAMES[:players]:
            self.act(None, TakeSeat(name, {}))
        if players:
            self.act(ANN, SetRules({"turns": False, **rules}))
        if started:
            self.act(ANN, StartGame(ANN))

    @property
    def state(self) -> State:
        state = self.table.play
        assert isinstance(state, State)
        return state

    has = Evening.money


def pages(evening: AnyEvening, *seats: str) -> dict[str, str]:
    """Return all fragments as one text, by seat ("" for the table screen); of all seats if none is named."""
    app = create_app(evening.tables)
    shown = {"": whole(app.test_client(), f"/t/{CODE}/screen")}
    box = app.extensions["companion"]
    for seat in seats or evening.table.ids:
        client = app.test_client()
        client.set_cookie(f"seat-{CODE}-{seat}", box.tokens.admit(CODE, seat, 0.0))
        shown[seat] = whole(client, f"/t/{CODE}/s/{seat}")
    return shown
