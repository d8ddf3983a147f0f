"""``concurrent_spend``: one seat's money is spent exactly once, however many thumbs press at the same time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.core.errors import CannotAfford, RuleError, Stale
from companion.core.messages import Command
from companion.core.money.bank_messages import Pay
from companion.core.referee.reducer import StoredEvent, apply
from companion.core.table.table import Table
from companion.games import registry
from companion.store.log import Besides, Log
from tests.faults.support import app_over, figure, new_tables, phones_of, playing, purse, sound

THUMBS = 6
AFFORDABLE = 3


class Unlocked(Tables):
    """Broken on purpose: every request looks at its own copy and writes whatever it decided."""

    @contextmanager
    def _locked(self, code: str) -> Iterator[LoadedTable]:
        yield self.live(code)

    def _commit(
        self,
        live: LoadedTable,
        records: list[StoredEvent],
        table: Table,
        action_id: str | None,
        command: Command,
        besides: Besides | None = None,
    ) -> int:
        time.sleep(0.002)  # a decision takes longer on a Raspberry Pi
        with self._lock:
            now = live.table.seq
            moved = [StoredEvent(now + 1 + at, old.at, old.actor, now + 1, old.event) for at, old in enumerate(records)]
            for record in moved:
                live.history = live.history.followed_by(apply(live.game, live.table, record))
            self.log.append(live.codec, live.table, moved, action_id, command, besides)
        return live.table.seq


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return what each job returned or raised; all start together."""
    gate = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = jobs[number]()
        except RuleError as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def spending_round(tables: Tables, code: str, number: int) -> list[Any]:
    """Pay from six phones at the same time, where the money of the seat is enough for three payments."""
    cash = tables.table(code).accounts["s1"]
    price = cash // AFFORDABLE
    pay = Pay("s2", price)
    return at_once([partial(tables.act, code, "s1", pay, None, f"{number}-{thumb}") for thumb in range(THUMBS)])


def overspent(tables: Tables, rounds: int) -> int:
    """Round in which the seat paid more than it had, or less than it could."""
    code = playing(tables)
    wrong = 0
    for number in range(rounds):
        results = spending_round(tables, code, number)
        paid = sum(isinstance(result, int) for result in results)
        wrong += paid != AFFORDABLE or purse(tables, code)["s1"] < 0
        cash = purse(tables, code)["s2"]
        if cash > 0:
            tables.act(code, "s2", Pay("s1", cash))  # the money goes back for the next round
    return wrong


def check_spending(path: Path, rounds: int) -> None:
    tables = new_tables(path)
    assert overspent(tables, rounds) == 0
    sound(tables)
    figure("concurrent_spend", rounds)


def test_six_phones_spend_the_same_money_only_once(tmp_path: Path) -> None:
    check_spending(tmp_path / "box.sqlite", 40)


@pytest.mark.torture
def test_six_phones_spend_the_same_money_only_once_in_a_thousand_rounds(tmp_path: Path) -> None:
    check_spending(tmp_path / "box.sqlite", 1_000)


def test_without_the_lock_the_same_money_is_spent_twice(tmp_path: Path) -> None:
    """Negative control."""
    broken = Unlocked(Log(tmp_path / "box.sqlite"), registry())
    assert overspent(broken, 5) > 0


def test_a_player_who_cannot_pay_any_more_is_told_so(tmp_path: Path) -> None:
    tables = new_tables(tmp_path / "box.sqlite")
    code = playing(tables)
    refusals = [result for result in spending_round(tables, code, 0) if not isinstance(result, int)]
    assert len(refusals) == THUMBS - AFFORDABLE
    assert all(isinstance(refusal, CannotAfford) for refusal in refusals)


def test_two_phones_that_saw_the_same_purse_pay_once(tmp_path: Path) -> None:
    """The two pages have the same number: the second is asked to look again (spending is not idempotent)."""
    tables = new_tables(tmp_path / "box.sqlite")
    code = playing(tables)
    for number in range(10):
        seen = tables.table(code).seq
        pay = Pay("s2", 1)
        results = at_once([partial(tables.act, code, "s1", pay, seen, f"{number}-{thumb}") for thumb in range(2)])
        assert sum(isinstance(result, int) for result in results) == 1
        assert sum(isinstance(result, Stale) for result in results) == 1


def test_simultaneous_phones_over_http_spend_the_same_money_only_once(tmp_path: Path) -> None:
    tables = new_tables(tmp_path / "box.sqlite")
    code = playing(tables)
    phone = phones_of(app_over(tables), code)["s1"]
    price = purse(tables, code)["s1"] // AFFORDABLE
    jobs = [partial(phone.act, "pay", {"to": "s2", "amount": price}, id=str(thumb)) for thumb in range(THUMBS)]
    statuses = sorted(answer.status_code for answer in at_once(jobs))
    assert statuses == [200] * AFFORDABLE + [422] * (THUMBS - AFFORDABLE)


@pytest.mark.logs("an action was not stored (stale)")
def test_two_boxes_on_one_file_do_not_spend_the_same_money(tmp_path: Path) -> None:
    """Somebody starts the program twice: the second copy's picture of the table is old, and it says so."""
    path = tmp_path / "box.sqlite"
    one, two = new_tables(path), new_tables(path)
    code = playing(one)
    assert two.table(code).accounts["s1"] == purse(one, code)["s1"]  # both have it in memory now
    rounds = 10
    for number in range(rounds):
        cash = purse(new_tables(path), code)["s1"]
        pay = Pay("s2", cash)
        results = at_once([partial(box.act, code, "s1", pay, None, f"{number}-{id(box)}") for box in (one, two)])
        assert sum(isinstance(result, int) for result in results) <= 1, results
        reopened = new_tables(path)
        assert reopened.table(code).accounts["s1"] in (0, cash)
        if reopened.table(code).accounts["s2"]:
            reopened.act(code, "s2", Pay("s1", reopened.table(code).accounts["s2"]))
    sound(new_tables(path))
