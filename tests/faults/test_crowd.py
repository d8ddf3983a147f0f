"""``crowd``: a room full of phones may have to wait, but no connection is refused or closed.

A browser keeps six connections open. 500 phones with an address each, half of them with a seat, and 100 phones behind
one address need more connections than the box has. All load their pages, and no phone waits longer than five seconds
(as on a quiet machine), nor does one that comes after them.
"""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.notifier import Notifier
from companion.web.server.door import SEATED
from companion.web.server.limits import Limits
from companion.web.server.server import TableServer
from companion.web.server.waiting import Waiting
from companion.web.visit.tokens import cookie_name
from tests.bench.crowd import Seated
from tests.bench.servers import prepared
from tests.faults.support import figure
from tests.support.memory import resident_mb
from tests.support.room_of_phones import CONNECTIONS, Phone, Room
from tests.support.server_process import ServerProcess

MANY, BEHIND_ONE, NEWCOMERS = 500, 100, 20
AT_ONCE = 24
"""phones that load at the same time"""
MAX_SECONDS = 5.0
ONE = "127.7.7.7"
SEED = 42


def addresses(count: int, network: int) -> Iterator[str]:
    return (f"127.{network}.{number // 250}.{number % 250 + 1}" for number in range(count))


def of_seats(tables: Iterable[Seated]) -> Iterator[tuple[str, str]]:
    """Yield the path of each seat's page, and its cookie."""
    for table in tables:
        for seat, token in table.tokens.items():
            yield f"/t/{table.code}/s/{seat}", f"{cookie_name(table.code, seat)}={token}"


def half_seated(where: Iterable[str], seats: Iterator[tuple[str, str]]) -> list[Phone]:
    """Return a phone at each address; every second one has a seat."""
    return [Phone(address, *next(seats)) if number % 2 else Phone(address) for number, address in enumerate(where)]


# --- a small room, with a box that has little room --------------------------------------------

SMALL = Limits(
    threads=2,
    connections=48,
    connections_kept_back=12,
    connections_per_address=24,
    rest_seconds=0.05,
    look_seconds=0.05,
)
FILES = tuple(f"/file/{number}" for number in range(CONNECTIONS))


def answering(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    if "HTTP_COOKIE" in environ:
        environ[SEATED]()
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "4")])
    return [b"here"]


@contextmanager
def small_box() -> Iterator[Room]:
    server = TableServer(answering, Notifier(), "127.0.0.1", 0, SMALL)
    server.prepare()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    room = Room(server.port)
    try:
        yield room
    finally:
        room.close()
        server.stop()
        thread.join()


def small_room() -> tuple[list[Phone], list[Phone]]:
    """Return phones that need five times as many connections as the small box has, and phones that come later."""
    seats = iter([("/", "seat")] * 1_000)
    room = [
        *half_seated(addresses(30, 5), seats),
        *half_seated([ONE] * 10, seats),
    ]
    random.Random(SEED).shuffle(room)
    newcomers = half_seated(addresses(4, 6), seats)
    for phone in (*room, *newcomers):
        phone.files = FILES
    return room, newcomers


@pytest.mark.parametrize("at_once", [4, 40])
def test_a_small_box_keeps_a_room_full_of_phones_waiting_and_hangs_up_on_nobody(at_once: int) -> None:
    phones, newcomers = small_room()
    with small_box() as room:
        room.load(phones, at_once)
        room.load(newcomers, at_once)
        room.load(phones, at_once)
        assert room.hung_up == []
        assert all(phone.loaded for phone in room.phones)


def test_the_test_above_fails_for_a_box_that_lets_nobody_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Waiting, "add", lambda self, newcomer: newcomer)
    phones, _ = small_room()
    with small_box() as room:
        room.load(phones, 4)
        assert len(room.hung_up) > 10


# --- the room that is promised ----------------------------------------------------------------


@pytest.fixture
def box(tmp_path: Path) -> Iterator[tuple[ServerProcess, list[Seated]]]:
    tables = prepared(tmp_path / "box.sqlite", (MANY + BEHIND_ONE + NEWCOMERS) // 12 + 1)
    with ServerProcess.serving(tmp_path / "box.sqlite") as server:
        yield server, tables


def check_figures(room: Room, server: ServerProcess, what: str) -> None:
    """Print the waits of this room, and check that no phone was hung up on or waited too long."""
    assert server.process
    assert server.process.pid
    memory = resident_mb(server.process.pid, "VmHWM")
    files = len([*Path(f"/proc/{server.process.pid}/fd").iterdir()])
    figure(f"crowd, {what}", len(room.waits), len(room.hung_up))
    waits = sorted(room.waits)
    print(
        f"waits p50 {waits[len(waits) // 2] * 1e3:.0f} ms, p99 {waits[int(len(waits) * 0.99)] * 1e3:.0f} ms, longest "
        f"{waits[-1]:.2f} s; {room.asked_again} asked again; highest {memory:.0f} MB, {files} files"
    )
    assert room.hung_up == []
    assert all(phone.loaded for phone in room.phones)
    assert waits[-1] <= MAX_SECONDS


@pytest.mark.torture
def test_a_room_full_of_phones_is_kept_waiting_and_nobody_is_hung_up_on(
    box: tuple[ServerProcess, list[Seated]],
) -> None:
    server, tables = box
    seats = of_seats(tables)
    phones = [*half_seated(addresses(MANY, 5), seats), *half_seated([ONE] * BEHIND_ONE, seats)]
    random.Random(SEED).shuffle(phones)
    room = Room(server.port)
    room.load(phones, AT_ONCE)
    room.load(half_seated(addresses(NEWCOMERS, 6), seats), NEWCOMERS)
    room.load(phones[: MANY // 2], AT_ONCE)
    check_figures(room, server, f"{MANY} phones and {BEHIND_ONE} behind one address")
    room.close()


@pytest.mark.torture
def test_a_hundred_phones_behind_one_address_load_at_the_same_moment(box: tuple[ServerProcess, list[Seated]]) -> None:
    server, tables = box
    room = Room(server.port)
    room.load(half_seated([ONE] * BEHIND_ONE, of_seats(tables)), BEHIND_ONE)
    check_figures(room, server, f"{BEHIND_ONE} phones behind one address at the same moment")
    room.close()


@pytest.mark.torture
def test_strangers_with_half_requests_from_200_addresses_stop_nobody_who_is_seated(
    box: tuple[ServerProcess, list[Seated]],
) -> None:
    server, tables = box
    seated = [Phone(address, *seat) for address, seat in zip(addresses(60, 5), of_seats(tables), strict=False)]
    room = Room(server.port)
    room.load(seated, AT_ONCE)
    command = [sys.executable, "-m", "tests.faults.attacks", "halves", str(server.port), tables[0].code, "200"]
    attacker = subprocess.Popen(command, cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL)
    try:
        time.sleep(3)
        for _ in range(5):
            room.load(seated, AT_ONCE)
            room.drop(seated, CONNECTIONS // 2)
        assert attacker.poll() is None, "the attack gave up"
    finally:
        attacker.kill()
        attacker.wait()
    check_figures(room, server, "60 seated phones beside half requests of 200 addresses")
    room.close()
