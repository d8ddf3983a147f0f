"""``vote_noninterference`` for cards that two lay together: no card is readable before both are open, on any channel.

As with votes (``test_vote_noninterference.py``): the same evening with other cards, the same clock, luck and nonces,
looked at wherever anybody can look; only the commitments may differ. Each of the two has cards of his own to choose
from, and saying that one can play none is a choice like any other.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.core.secrets.ballot import Ballot, Opening
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.games.western_town.guided_turn import NOTHING
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.town.by_hand import MarkBuilding
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.lay import PlayCard
from companion.games.western_town.turn.stars import DrawStars
from companion.store.log import Log
from tests.faults.onlooker import SEED
from tests.faults.sealing import evening, leaks
from tests.faults.support import figure

Cards = tuple[str, str]
"""what each of the two lays"""
EVENINGS: tuple[Cards, ...] = (
    ("civic pride 2", "gold mine"),
    ("civic pride 1", "saloon"),
    ("homestead 2", "gold mine"),
    (NOTHING, "civic pride 2"),
)


def start_pair(path: Path, kind: type[Tables]) -> tuple[Tables, str, Ballot]:
    """Return a guided table of three where the first two have to lay a card together; the clock stands still."""
    tables = kind(Log(path), registry(), clock=lambda: 1_000_000.0, chance=random.Random(SEED))
    code = tables.open_table("western_town", "2012", Level.BOARD)
    for name in ("Ann", "Ben", "Cara"):
        tables.act(code, None, TakeSeat(name, {}))
    tables.act(code, "s1", StartGame("s1"))
    tables.act(code, "s1", DrawStars())
    for seat, start in zip(("s1", "s2", "s3"), ("Marshal Bright", "Digger Jane", "Parson Reed"), strict=True):
        tables.act(code, seat, TakeStart(start, place="c1"))
    tables.act(code, "s1", TurnUpCard((Expectation.LURE,)))
    for ruin in ("marshal", "carpenter", "gold mine"):  # so that she may hold nothing that can be played
        tables.act(code, "s1", MarkBuilding(ruin, True))
    tables.act(code, "s1", PlayCard("homestead"))
    ballot = tables.table(code).ballot
    assert ballot
    return tables, code, ballot


def test_nothing_tells_one_card_from_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    assert list(leaks(tmp_path, evening(start_pair, bystanders=("s3",)), EVENINGS, monkeypatch, spoken)) == []
    figure("vote_noninterference (two cards of Western Town)", len(EVENINGS))


class Logs(Tables):
    """Broken on purpose: whether a card was laid at all, in the box's log."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        logging.getLogger("companion").debug("%s opened %s", seat, opening.choice == NOTHING)
        return super().open_vote(code, seat, ballot, opening)


class LooksAhead(Tables):
    """Broken on purpose: the box takes a card away from the hand before the other one is open."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        seq = super().open_vote(code, seat, ballot, opening)
        with self.log.writing() as database:
            database.execute("REPLACE INTO settings (name, value) VALUES (?, ?)", (f"laid {seat}", opening.choice))
        return seq


@pytest.mark.parametrize(("kind", "channel"), [(Logs, "printed and logged"), (LooksAhead, "file box.sqlite")])
def test_a_box_that_cannot_keep_a_card_is_caught(
    kind: type[Tables], channel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    """Negative control."""
    found = leaks(tmp_path, evening(start_pair, kind), (EVENINGS[0], EVENINGS[3]), monkeypatch, spoken)
    assert any(channel in leak for leak in found)
