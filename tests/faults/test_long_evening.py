"""``long_evening``: a day and a night at one table: 10,000 actions, phones that sleep and wake, memory that stays flat.

Time is simulated: the clocks of the box are turned on, so that what is kept for minutes or hours comes and goes.
"""

from __future__ import annotations

import gc
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import Log
from tests.faults.support import Phone as Line
from tests.faults.support import app_over, figure, no_limits, phones_of, playing, purse, sound
from tests.support.memory import resident_mb

SEED = 1993
HOURS = 24.0
PLAYERS = 4


class Clock:
    """The clock of the box."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Phone:
    """A phone that now and then lies in a pocket."""

    line: Line
    wakes: float = 0.0
    naps: int = 0

    def looks(self, expected: int, seq: int) -> bool:
        """Return whether its page is the current one, with the cash it should have."""
        view = self.line.view()
        return bool(view["cash"] == expected and view["seq"] == seq)


def evening(path: Path, actions: int) -> tuple[float, float, int]:
    """Return the memory a third of the way and at the end (MB), and how often a phone woke up; everything else must
    hold.
    """
    clock, chance = Clock(), random.Random(SEED)
    tables = Tables(Log(path), registry(), clock=clock, chance=random.Random(SEED))
    tables.presence.clock = clock
    code = playing(tables, PLAYERS)
    app = app_over(tables)
    no_limits(app)
    phones = {seat: Phone(line) for seat, line in phones_of(app, code).items()}
    cash = {seat: purse(tables, code)[seat] for seat in phones}
    early = 0.0
    for number in range(actions):
        clock.now += HOURS * 3600 / actions
        payer, payee = chance.sample(sorted(phones), 2)
        amount = chance.randint(1, 5)
        if cash[payer] < amount:
            payer, payee = payee, payer
        phone = phones[payer]
        answer = phone.line.act("pay", {"to": payee, "amount": amount}, id=f"e{number}")
        assert answer.status_code == 200, answer.text
        cash[payer], cash[payee] = cash[payer] - amount, cash[payee] + amount
        if number % 50 == 49:  # taken back at once: nothing has happened
            undo = {"to": tables.table(code).done[-1].before}
            assert phone.line.act("undo", undo).status_code == 200
            cash[payer], cash[payee] = cash[payer] + amount, cash[payee] - amount
        for seat, each in phones.items():
            if clock.now < each.wakes:
                continue
            if each.wakes:
                each.naps, each.wakes = each.naps + 1, 0.0
                assert each.looks(cash[seat], tables.table(code).seq), f"{seat} woke up to an old page"
            elif chance.random() < 0.02:
                each.wakes = clock.now + chance.uniform(60, 3_600)
            elif number % 10 == 0:
                assert each.looks(cash[seat], tables.table(code).seq)
        if number == actions // 3:
            gc.collect()
            early = resident_mb()
    gc.collect()
    late = resident_mb()
    assert {seat: purse(tables, code)[seat] for seat in phones} == cash
    assert sum(purse(tables, code).values()) == 0
    sound(tables)
    return early, late, sum(phone.naps for phone in phones.values())


def test_an_hour_of_it(tmp_path: Path) -> None:
    early, late, naps = evening(tmp_path / "box.sqlite", 60)
    assert naps
    assert early
    assert late


@pytest.mark.torture
def test_a_day_and_a_night_at_one_table(tmp_path: Path) -> None:
    early, late, naps = evening(tmp_path / "box.sqlite", 10_000)
    print(f"after 3,333 actions {early:.0f} MB, after 10,000 {late:.0f} MB; phones woke up {naps} times")
    assert late - early < 10
    assert naps > 100
    figure("long_evening", 10_000)
