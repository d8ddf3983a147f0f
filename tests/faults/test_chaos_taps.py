"""``chaos_taps``: one tap, one payment, whatever happens between phone and box.

Phones tap twice, lose the answer on its way (the socket is closed before it is read), send the same again,
and all do so at the same time. So many payments intended, so many applied: neither more nor fewer.
"""

from __future__ import annotations

import json
import random
import socket
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.store.log import Log
from companion.web.server.server import TableServer
from tests.faults.support import app_over, box_of, figure, logged, new_tables, playing, purse, sound

SEED = 1993
SEATS = ("s1", "s2", "s3", "s4")
TRIES = 20


class NoIds(Tables):
    """Broken on purpose: an id is not looked up, so what is sent again is done again."""

    def _applied(self, live: LoadedTable, seat: str | None, command: Any, action_id: str | None) -> int | None:
        return None

    def _commit(
        self, live: LoadedTable, records: Any, table: Any, action_id: str | None, command: Any, besides: Any = None
    ) -> int:
        return super()._commit(live, records, table, None, command, besides)


@contextmanager
def listening(tables: Tables) -> Iterator[tuple[int, str, Mapping[str, str]]]:
    """Yield port, table and tokens of a box in this process, over real sockets."""
    code = playing(tables, players=4)
    app = app_over(tables)
    tokens = {seat: box_of(app).tokens.admit(code, seat, 0.0) for seat in SEATS}
    server = TableServer(app, tables.bell, "127.0.0.1", 0)
    server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield server.port, code, tokens
    finally:
        server.stop()
        thread.join()


class ChaoticPhone:
    """Pays its neighbour, again and again, over a bad network and with an impatient thumb."""

    def __init__(self, port: int, code: str, seat: str, token: str) -> None:
        self.port, self.path, self.seat, self.token = port, f"/api/tables/{code}/actions", seat, token
        self.neighbour = SEATS[(SEATS.index(seat) + 1) % len(SEATS)]
        self.chance = random.Random(f"{SEED}/{seat}")
        self.mishaps: Counter[str] = Counter()

    def play(self, payments: int) -> None:
        for number in range(payments):
            self.pay(f"{self.seat}-{number}", 1 + number % 3)

    def pay(self, action_id: str, amount: int) -> None:
        """Send one intended payment until an answer has been read."""
        data = {"to": self.neighbour, "amount": amount}
        body = json.dumps({"seat": self.seat, "kind": "pay", "data": data, "id": action_id})
        for _ in range(TRIES):
            mishap = self.chance.choice(("none", "doubled", "lost", "lost", "cut"))
            self.mishaps[mishap] += 1
            match mishap:
                case "doubled":
                    taps = [threading.Thread(target=self.send, args=(body,)) for _ in range(2)]
                    for tap in taps:
                        tap.start()
                    for tap in taps:
                        tap.join()
                case "lost":
                    self.send_and_hang_up(body, len(body))
                    continue
                case "cut":
                    self.send_and_hang_up(body, self.chance.randrange(len(body)))
                    continue
            assert self.send(body) == 200
            return
        assert self.send(body) == 200

    def send(self, body: str) -> int:
        """Send and read the answer; 0 when there was none."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        try:
            connection.request("POST", self.path, body, headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()

    def send_and_hang_up(self, body: str, upto: int) -> None:
        """Send the whole request (or only a part) from the phone; nobody waits for the answer."""
        head = (
            f"POST {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as line:
            line.sendall((head + body[:upto]).encode())


def chaos(tables: Tables, payments: int) -> tuple[int, int, Counter[str]]:
    """Return (payments applied, dollars that are in the wrong place, mishaps)."""
    with listening(tables) as (port, code, tokens):
        before = purse(tables, code)
        phones = [ChaoticPhone(port, code, seat, tokens[seat]) for seat in SEATS]
        threads = [threading.Thread(target=phone.play, args=(payments // len(SEATS),)) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    paid = sum(1 + number % 3 for number in range(payments // len(SEATS)))
    applied = sum(kind == "paid" for _, kind in logged(tables, code))
    moved = sum(abs(cash - before[seat]) for seat, cash in purse(tables, code).items())
    spent = tables.log.rows("SELECT sum(json_extract(data, '$.amount')) FROM events WHERE kind = 'paid'")[0][0]
    mishaps = sum((phone.mishaps for phone in phones), Counter[str]())
    return applied, moved + abs(spent - len(SEATS) * paid), mishaps


def check_chaos(path: Path, payments: int) -> None:
    tables = new_tables(path)
    applied, astray, mishaps = chaos(tables, payments)
    print(f"mishaps (seed {SEED}): {dict(mishaps)}")
    assert min(mishaps[kind] for kind in ("doubled", "lost", "cut")) > payments // 20
    assert applied == payments
    assert astray == 0
    sound(tables)
    figure("chaos_taps", payments)


def test_two_hundred_taps_on_a_bad_network_are_two_hundred_payments(tmp_path: Path) -> None:
    check_chaos(tmp_path / "box.sqlite", 200)


@pytest.mark.torture
def test_two_thousand_taps_on_a_bad_network_are_two_thousand_payments(tmp_path: Path) -> None:
    check_chaos(tmp_path / "box.sqlite", 2_000)


def test_without_ids_people_pay_twice(tmp_path: Path) -> None:
    """Negative control."""
    tables = NoIds(Log(tmp_path / "box.sqlite"), new_tables().games)
    applied, astray, _ = chaos(tables, 80)
    assert applied > 80
    assert astray > 0


def test_an_id_stands_for_one_action_of_one_seat(tmp_path: Path) -> None:
    """The same id for something else, or from somebody else, is a mistake and does nothing."""
    tables = new_tables(tmp_path / "box.sqlite")
    with listening(tables) as (port, code, tokens):
        one, two = (ChaoticPhone(port, code, seat, tokens[seat]) for seat in SEATS[:2])
        one.pay("the-same", 5)
        before = purse(tables, code)
        body = {"seat": "s2", "kind": "pay", "data": {"to": "s3", "amount": 5}, "id": "the-same"}
        assert two.send(json.dumps(body)) == 422
        other = {"seat": "s1", "kind": "borrow_from_bank", "data": {"amount": 100}, "id": "the-same"}
        assert one.send(json.dumps(other)) == 422
        assert purse(tables, code) == before
