"""``clock_jump``: a box without a battery learns the time in the middle of the evening; nothing but times changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from companion.app.loaded_tables import KEPT_SECONDS
from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import Log
from tests.faults.support import app_over, figure, logged, opening_of, phones_of, playing, sealed, sound

DAY = 86_400.0
JUMPS = (-30 * 365 * DAY, DAY, -3_600.0, 40 * 365 * DAY, -DAY)
VOTES = {"s2": "OWN", "s3": "NONE"}


def box(path: Path, clock: Callable[[], float]) -> Tables:
    return Tables(Log(path), registry(), clock=clock, chance=random.Random(1993))


def test_an_evening_goes_on_whatever_the_clock_says(tmp_path: Path) -> None:
    """Payments, a sealed vote and a start anew, with the clock put forward and back between any two steps."""
    now, jumps = 1_700_000_000.0, iter(JUMPS * 4)

    def clock() -> float:
        return now

    def jump() -> None:
        nonlocal now
        now += next(jumps)

    tables = box(tmp_path / "box.sqlite", clock)
    code = playing(tables)
    phones = phones_of(app_over(tables), code)
    openings = {seat: opening_of(choice, seat) for seat, choice in VOTES.items()}
    for number in range(2):
        jump()
        assert phones["s1"].act("pay", {"to": "s2", "amount": 1}, id=f"tap {number}").status_code == 200
        assert phones["s1"].act("pay", {"to": "s2", "amount": 1}, id=f"tap {number}").status_code == 200, "sent twice"
    assert phones["s1"].act("record_town", {}).status_code == 200
    for seat, opening in openings.items():
        jump()
        ballot = phones[seat].view()["page"]["ballot"]["id"]
        assert phones[seat].act("seal_vote", sealed(code, ballot, seat, opening)).status_code == 200
    tables.log.close()
    tables = box(tmp_path / "box.sqlite", clock)
    phones = phones_of(app_over(tables), code)
    for seat, opening in openings.items():
        jump()
        ballot = phones[seat].view()["page"]["ballot"]
        assert ballot["votes"] == {}
        assert phones[seat].open(ballot["id"], opening).status_code == 200
    assert phones["s1"].view()["page"]["ballot"]["votes"] == VOTES
    assert [name for name, kind in logged(tables, code) if kind == "paid"] == ["tap 0", "tap 1"]
    sound(tables)
    tables.log.close()
    figure("clock_jump", len(JUMPS))


def test_what_phones_have_opened_outlasts_a_jump(tmp_path: Path) -> None:
    """Tables leave the memory after so much time, not after so late an hour."""
    now = [0.0]
    tables = box(tmp_path / "box.sqlite", lambda: now[0])
    code = playing(tables)
    live = tables.live(code)
    now[0] += 1_000 * KEPT_SECONDS
    playing(tables)
    assert tables.live(code) is live
    tables.log.close()
