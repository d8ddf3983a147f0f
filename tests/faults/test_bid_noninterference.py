"""``vote_noninterference`` for sealed bids: before all bids are open, no channel tells anybody an amount.

As with votes (``test_vote_noninterference.py``), the same evening is run with different bids and the same clock, chance
and nonces, and everything that anybody can look at is compared: only the commitments may differ. The bids have one to
eight digits, and include nothing and amounts that the bidder cannot pay.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.core.secrets.ballot import Ballot, Opening
from companion.core.table.commands import SetRules, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.games.any_game.messages.votes import AskBids, Price
from companion.store.log import Log
from tests.faults.onlooker import SEED
from tests.faults.sealing import evening, leaks
from tests.faults.support import figure

Bids = tuple[str, str, str]
"""the bids of three players"""
EVENINGS: tuple[Bids, ...] = (("120", "90", "0"), ("0", "10000000", "7"), ("7", "7", "90"), ("1501", "0", "10000000"))


def start_bids(path: Path, kind: type[Tables]) -> tuple[Tables, str, Ballot]:
    """Return a table with hidden money and a new ballot for bids; the clock stands still."""
    tables = kind(Log(path), registry(), clock=lambda: 1_000_000.0, chance=random.Random(SEED))
    code = tables.open_table("any_game", "any", Level.BANK)
    for name in ("Ann", "Ben", "Cara"):
        tables.act(code, None, TakeSeat(name, {}))
    tables.act(code, "s1", SetRules({"open_cash": False, "pots": "Bids"}))
    tables.act(code, "s1", StartGame("s1"))
    tables.act(code, "s1", AskBids("the station", Price.SECOND, "pot1"))
    ballot = tables.table(code).ballot
    assert ballot
    return tables, code, ballot


def test_nothing_tells_one_bid_from_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    assert list(leaks(tmp_path, evening(start_bids), EVENINGS, monkeypatch, spoken)) == []
    figure("vote_noninterference (bids of 3 players)", len(EVENINGS))


class Logs(Tables):
    """Tables that log the length of an amount: broken on purpose."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        logging.getLogger("companion").debug("%s opened %d digits", seat, len(opening.choice))
        return super().open_vote(code, seat, ballot, opening)


class Books(Tables):
    """Tables that store an opened bid at once: broken on purpose."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        seq = super().open_vote(code, seat, ballot, opening)
        with self.log.writing() as database:
            database.execute("REPLACE INTO settings (name, value) VALUES (?, ?)", (f"bid {seat}", opening.choice))
        return seq


@pytest.mark.parametrize(("kind", "channel"), [(Logs, "printed and logged"), (Books, "file box.sqlite")])
def test_a_box_that_cannot_keep_a_bid_is_caught(
    kind: type[Tables], channel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    """Negative control."""
    found = leaks(tmp_path, evening(start_bids, kind), EVENINGS[:2], monkeypatch, spoken)
    assert any(channel in leak for leak in found)
