"""No bank is in play: whatever is done, cash, pot and loans together stay what they were (rules §1.4, vector 38)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.money.bank import debts
from companion.core.table.table import Level, Phase, Table
from companion.core.table.table_messages import ChooseCatalogue, StartGame, TakeSeat
from tests.record_cows import SMALL_DECK, CowRecording, Recipe

STEPS = 40


def whole(table: Table) -> int:
    held = sum(table.accounts[seat] - debts(table.loans, seat) for seat in table.ids)
    return held + table.accounts["pot"]


@pytest.mark.parametrize("level", list(Level))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.integers(3, 6))
def test_nothing_is_lost_in_random_games(level: Level, seed: int, players: int) -> None:
    game = CowRecording(Recipe("random", "", players, level), seed)
    for number in range(players):
        game.act(None, TakeSeat(f"Player {number}", {}))
    game.act("s1", ChooseCatalogue("a small deck", SMALL_DECK))
    game.act("s1", StartGame(None))
    start = whole(game.table)
    assert start == 5_000 * players
    for number in range(STEPS):
        if game.table.phase is not Phase.PLAYING:
            break
        game.something_else() if number % 3 else game.step()
        assert whole(game.table) == start
        assert min(game.table.accounts[account] for account in (*game.table.ids, "pot")) >= 0
