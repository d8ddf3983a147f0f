"""``vote_noninterference`` for sealed bids: no amount is readable before all bids are open, by anybody, on any channel.

As with votes (``test_vote_noninterference.py``): the same evening with other bids, the same clock, luck and nonces,
looked at wherever anybody can look; only the commitments may differ. Bids of one digit and of eight are compared, none
at all, and such as the bidder could not pay.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.core.secrets.ballot import Ballot, Opening, commitment
from companion.core.table.table import Level
from companion.core.table.table_messages import SetRules, StartGame, TakeSeat
from companion.games import registry
from companion.games.any_game.messages import AskBids, Price
from companion.store.log import Log
from tests.faults.onlooker import SEED, Seen, files_of, listening, looked_at, masked
from tests.faults.support import app_over, figure, opening_of, phones_of, predictable_secrets, sealed

Bids = tuple[str, str, str]
"""what each of three players bids"""
EVENINGS: tuple[Bids, ...] = (("120", "90", "0"), ("0", "10000000", "7"), ("7", "7", "90"), ("1501", "0", "10000000"))


def start_bids(path: Path, kind: type[Tables]) -> tuple[Tables, str, Ballot]:
    """A table with hidden money where bids have just been asked for; the clock stands still."""
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


def run(folder: Path, bids: Bids, kind: type[Tables] = Tables) -> tuple[Seen, list[str]]:
    """One bidding up to just before the bids are opened: everything seen on the way, and its commitments."""
    folder.mkdir(parents=True)
    tables, code, ballot = start_bids(folder / "box.sqlite", kind)
    app = app_over(tables)
    phones = phones_of(app, code)
    openings = {seat: opening_of(bid, seat) for seat, bid in zip(ballot.voters, bids, strict=True)}
    seen: Seen = {}
    with listening(tables, code) as screen:
        for seat, opening in openings.items():
            answer = phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening), id=f"seal-{seat}")
            assert answer.status_code == 200
            seen[f"answer to the seal of {seat}"] = str(answer.headers).encode() + answer.data
            seen[f"stream at the seal of {seat}"] = screen.heard()
        seen |= files_of(folder, "sealed")
        for seat in ballot.voters[:-1]:
            answer = phones[seat].open(ballot.id, openings[seat])
            assert answer.status_code == 200
            seen[f"answer to the opening of {seat}"] = str(answer.headers).encode() + answer.data
            seen[f"stream at the opening of {seat}"] = screen.heard()
    seen |= looked_at(app, phones, "opening", ballot.voters[-1:]) | files_of(folder, "opening")
    assert tables.opened(code) == ballot.voters[:-1]
    tables.log.close()
    seen |= files_of(folder, "closed")
    return seen, [commitment(code, ballot.id, seat, opening) for seat, opening in openings.items()]


def leaks(
    folder: Path,
    evenings: Sequence[Bids],
    monkeypatch: pytest.MonkeyPatch,
    spoken: Callable[[], str],
    kind: type[Tables] = Tables,
) -> Iterator[str]:
    """Everything that differs between the first evening and another."""
    run(folder / "before", evenings[0], kind)  # rule documents are read once a process, whatever is bid
    first: Seen | None = None
    for number, bids in enumerate(evenings):
        predictable_secrets(monkeypatch, SEED)
        spoken()
        seen, commitments = run(folder / str(number), bids, kind)
        seen["printed and logged"] = spoken().encode()
        now = masked(seen, commitments)
        first = first or now
        assert now.keys() == first.keys()
        yield from (f"{name} tells {bids} from {evenings[0]}" for name in now if now[name] != first[name])


def test_nothing_tells_one_bid_from_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    assert list(leaks(tmp_path, EVENINGS, monkeypatch, spoken)) == []
    figure("vote_noninterference (bids of 3 players)", len(EVENINGS))


class Logs(Tables):
    """Broken on purpose: how long an amount is, for whoever looks after the box."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        logging.getLogger("companion").debug("%s opened %d digits", seat, len(opening.choice))
        return super().open_vote(code, seat, ballot, opening)


class Books(Tables):
    """Broken on purpose: keeps what was bid for after a restart."""

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
    assert any(channel in leak for leak in leaks(tmp_path, EVENINGS[:2], monkeypatch, spoken, kind))
