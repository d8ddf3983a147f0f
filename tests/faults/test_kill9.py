"""``kill9``: no acknowledged action is lost when the process is killed, and none is half applied."""

from __future__ import annotations

import random
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.app.tables import Tables
from tests.faults.payer import How, work
from tests.faults.support import (
    figure,
    logged,
    lost,
    new_tables,
    pay_until_killed,
    playing,
    purse,
    seated_over_http,
    sound,
)
from tests.support.forked import context, forked
from tests.support.server_process import ServerProcess
from tests.support.timing import soon

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills processes as Linux does")

SEED = 1993
CHECK_EVERY = 25
WHOLE = {("paid",), ("motion_made",), ("motion_dropped", "motion_made"), ("motion_agreed", "books_corrected")}


def acknowledged(out: Connection) -> list[int]:
    """Return all numbers that arrived, also after the death of the sender."""
    found = []
    with suppress(EOFError):  # it died in the midst of a number, which nobody was told
        while out.poll():
            found.append(out.recv())
    return [number for number in found if number >= 0]


def one_life(path: Path, code: str, start: int, seconds: float, how: How) -> list[int]:
    """Start the worker, kill it after ``seconds`` of work, return what it acknowledged."""
    receiver, sender = context().Pipe(duplex=False)
    worker = forked(work, path, code, start, sender, how)
    sender.close()
    assert receiver.recv() == -1  # it has read the log
    time.sleep(seconds)
    worker.kill()
    worker.join()
    found = acknowledged(receiver)
    receiver.close()
    return found


def half_applied(tables: Tables, code: str) -> list[tuple[str, ...]]:
    """Return the actions of which only a part is in the log."""
    rows = tables.log.rows("SELECT action, kind FROM events WHERE code = ? AND seq > ? ORDER BY seq", (code, 6))
    actions: dict[int, tuple[str, ...]] = {}
    for action, kind in rows:
        actions[action] = (*actions.get(action, ()), kind)
    return [kinds for kinds in actions.values() if kinds not in WHOLE]


def lives(path: Path, kills: int, how: How = How.SOUND) -> int:
    """Return how many acknowledged actions were lost over so many kills; everything else must hold at every check."""
    chance = random.Random(SEED)
    tables = new_tables(path)
    code = playing(tables)
    money = sum(purse(tables, code).values())
    tables.log.close()
    missing, start, acked_now = 0, 0, []
    for life in range(1, kills + 1):
        acked_now = one_life(path, code, start, chance.uniform(0, 0.05), how)
        tables = new_tables(path)
        missing += len(lost(tables, code, acked_now))
        start = acked_now[-1] + 1 if acked_now else start
        assert sum(purse(tables, code).values()) == money
        if life % CHECK_EVERY == 0 or life == kills:
            assert half_applied(tables, code) == []
            sound(tables)
            if how is How.SOUND:
                assert lost(tables, code, list(range(start))) == []  # over all lives
        tables.log.close()
    print(f"{start} actions acknowledged (seed {SEED})")
    return missing


def check_kills(path: Path, kills: int) -> None:
    assert lives(path, kills) == 0
    figure("kill9", kills)


def test_a_killed_process_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    check_kills(tmp_path / "box.sqlite", 12)


@pytest.mark.torture
def test_a_thousand_kills_lose_nothing(tmp_path: Path) -> None:
    for part in range(10):
        check_kills(tmp_path / f"{part}.sqlite", 100)
    figure("kill9, all together", 1_000)


def test_a_process_that_acknowledges_before_it_commits_loses_actions(tmp_path: Path) -> None:
    """Negative control. On a busy machine it may be killed many times before it has acknowledged anything."""
    assert any(lives(tmp_path / f"{number}.sqlite", 12, How.EARLY) for number in range(20))


# --- the whole server -------------------------------------------------------------------------


def check_server_kills(folder: Path, kills: int) -> None:
    """Pay over HTTP; the server dies at random moments and is started again over the same file."""
    chance = random.Random(SEED)
    with ServerProcess.serving(folder / "box.sqlite") as server:
        code, tokens = seated_over_http(server)
        before = new_tables(server.database).table(code).accounts["s1"]
        acked: list[int] = []
        for _ in range(kills):
            start = acked[-1] + 1 if acked else 0
            payer = threading.Thread(target=pay_until_killed, args=(server, code, tokens["s1"], start, acked))
            payer.start()
            assert acked or soon(lambda: acked), "no payment was ever acknowledged"
            time.sleep(chance.uniform(0.01, 0.2))
            server.kill()
            payer.join()
            server.start()
        assert "Traceback" not in server.printed()
    tables = new_tables(folder / "box.sqlite")
    assert lost(tables, code, acked) == []
    applied = sum(kind == "paid" for _, kind in logged(tables, code))
    assert len(acked) <= applied <= len(acked) + 1  # the last one may have been applied without an answer
    assert purse(tables, code)["s1"] == before - applied
    sound(tables)
    figure(f"kill9 (server, {len(acked)} payments)", kills)


def test_a_killed_server_has_lost_no_payment_and_its_tokens_still_fit(tmp_path: Path) -> None:
    check_server_kills(tmp_path, 2)


@pytest.mark.torture
def test_a_server_killed_forty_times_has_lost_no_payment(tmp_path: Path) -> None:
    check_server_kills(tmp_path, 40)
