"""The cost of a page at a table to try alone, at event 50 and at event 5,000, in turns in one process.

Each page is fetched after an action, so that it has to be made.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.visit.tokens import Tokens, cookie_name
from tests.bench.length import Length
from tests.bench.page import Page
from tests.bench.rows import Rows, row

EARLY, LATE = 50, 5_000


class Alone:
    """A player and two of the box's, who pay each other a dollar in turn; nobody plays them meanwhile."""

    def __init__(self, tables: Tables, phone: FlaskClient, events: int) -> None:
        self.tables, self.phone = tables, phone
        self.code = tables.open_table("abilene", "1993", Level.BOARD, demo=True)
        for name, ranch, box in (("You", "A", False), ("Alex", "C", True), ("Kim", "E", True)):
            tables.act(self.code, None, TakeSeat(name, {"ranch": ranch}, box))
        tables.act(self.code, "s1", StartGame("s1"))
        while tables.table(self.code).seq < events:
            self.pay()
        token = Tokens.of(tables.log).admit(self.code, "s1", 0.0)
        phone.set_cookie(cookie_name(self.code, "s1"), token, domain="localhost")
        self.page = Page(phone.get(f"/t/{self.code}/s/s1").text)

    def pay(self) -> None:
        """Make one more event."""
        payer, payee = ("s1", "s2") if self.tables.table(self.code).seq % 2 else ("s2", "s1")
        self.tables.act(self.code, payer, Pay(payee, 1))

    def seconds(self) -> float:
        """Return the seconds until the page after an action."""
        self.pay()
        start = perf_counter()
        answer = self.phone.get(self.page.wanted())
        taken = perf_counter() - start
        self.page.take(answer.text)
        return taken


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return the medians of both."""
    rounds, late_at = length.of((150, LATE), (30, LATE), (2, EARLY + 10))
    with tempfile.TemporaryDirectory(dir=folder) as directory:
        log = Log(Path(directory) / "alone.sqlite")
        log.rows("PRAGMA synchronous=OFF")  # nothing of the disk is measured
        tables = Tables(log, registry())
        phone = create_app(tables).test_client()
        early, late = (Alone(tables, phone, events) for events in (EARLY, late_at))
        times = [(early.seconds(), late.seconds()) for _ in range(rounds)]
        log.close()
    name = f"a page at a table to try alone at event {EARLY}"
    young, old = (median(each) for each in zip(*times, strict=True))
    return {
        name: row(young * 1000, "ms"),
        f"a page at a table to try alone at event {LATE}": row(old * 1000, "ms", name, old / young, "<= 1.2"),
    }
