"""``hostile_front``: one hostile machine stops nobody.

Seven screens and six phones of a table play from addresses of their own while everything in ``attacks.py`` comes from
one other address, and some of it from 24 and from 200. To reach: an action is shown to the last screen in at most five
times what it takes on a quiet box (p99), none fails, a phone that comes back is let in, the box stays below 150 MB, and
within ten seconds of the end all is as before.

The attacker works on the same machine. So the box that is not attacked shares it with somebody who computes as much.
"""

from __future__ import annotations

import http.client
import json
import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.attacks import KINDS
from tests.faults.support import seated_over_http
from tests.support.memory import resident_mb
from tests.support.server_process import ServerProcess

pytestmark = pytest.mark.torture

SCREENS, PLAYERS, ACTIONS = 7, 6, 400
PAUSE_SECONDS = 0.02
LONG_GAME = 2_000
"""events of the table, so that an export is worth something"""

MOST = 5.0
"""times as long as on a quiet box: what is promised"""

HEADER_SECONDS = 3.0
"""how long an attack runs before it is measured"""


class Evening:
    """A table in play over real connections: each phone and each screen at an address of its own."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.code, self.tokens = seated_over_http(server, PLAYERS)
        self.phones = [self._phone(f"127.0.1.{number + 1}") for number in range(PLAYERS)]
        self.waiting = selectors.DefaultSelector()
        self.seqs: dict[socket.socket, int] = {}
        self.sent = 0
        for number in range(SCREENS):
            sock = socket.create_connection(
                (server.host, server.port), timeout=20, source_address=(f"127.0.2.{number + 1}", 0)
            )
            sock.sendall(f"GET /t/{self.code}/stream HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
            self.seqs[sock] = 0
            self.waiting.register(sock, selectors.EVENT_READ)

    def _phone(self, address: str) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.server.host, self.server.port, 20, source_address=(address, 0))

    def act(self) -> float:
        """Return the seconds from a tap to the last screen told. Raise for anything that goes wrong."""
        number = self.sent % PLAYERS
        seat, other = f"s{number + 1}", f"s{(number + 1) % PLAYERS + 1}"
        self.sent += 1
        action = {"seat": seat, "kind": "pay", "data": {"to": other, "amount": 1}, "id": f"tap-{self.sent}"}
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.tokens[seat]}"}
        start = time.perf_counter()
        phone = self.phones[number]
        phone.request("POST", f"/api/tables/{self.code}/actions", json.dumps(action), headers)
        answer = phone.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        self._wait(json.loads(body)["seq"], start + 20)
        return time.perf_counter() - start

    def comes_back(self) -> None:
        """Hang up a phone and connect it anew: its next action fails unless it is let in."""
        self.phones[self.sent % PLAYERS].close()

    def _wait(self, seq: int, until: float) -> None:
        while min(self.seqs.values()) < seq:
            assert time.perf_counter() < until, "a screen was never told"
            for key, _ in self.waiting.select(1):
                sock = key.fileobj
                assert isinstance(sock, socket.socket)
                received = sock.recv(65_536)
                assert received, "a screen was hung up on"
                numbers = [int(line[6:]) for line in received.split(b"\n") if line.startswith(b"data: ")]
                self.seqs[sock] = max([self.seqs[sock], *numbers])

    def play(self, actions: int) -> list[float]:
        """Tap so many times at the pace of a lively table; each tenth tap uses a new connection."""
        found = []
        for number in range(actions):
            if number % 10 == 9:
                self.comes_back()
            found.append(self.act())
            time.sleep(PAUSE_SECONDS)
        return found

    def memory(self) -> float:
        """Return the most that the box has had in memory since it was last asked, in MB."""
        assert self.server.process
        pid = self.server.process.pid
        assert pid
        highest = resident_mb(pid, "VmHWM")
        Path(f"/proc/{pid}/clear_refs").write_text("5")
        return highest


def p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99)]


SPIN = """
import sys, time
share = float(sys.argv[1])
while True:
    until = time.perf_counter() + 0.01 * share
    while time.perf_counter() < until:
        pass
    time.sleep(0.01 * (1 - share))
"""


def seconds_of(process: subprocess.Popen[bytes]) -> float:
    """Return the time that a process has computed."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def neighbour(cores: float) -> Iterator[None]:
    """Let another process on this machine compute as much: no more than one core, as Python does."""
    other = subprocess.Popen([sys.executable, "-c", SPIN, str(min(cores, 0.99))])
    try:
        yield
    finally:
        other.kill()
        other.wait()


@contextmanager
def attacked(evening: Evening, kind: str, addresses: int) -> Iterator[subprocess.Popen[bytes]]:
    target = [str(evening.server.port), evening.code, str(addresses)]
    command = [sys.executable, "-m", "tests.faults.attacks", kind, *target]
    attacker = subprocess.Popen(command, cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL)
    try:
        time.sleep(HEADER_SECONDS)
        yield attacker
        assert attacker.poll() is None, "the attack gave up"
    finally:
        attacker.kill()
        attacker.wait()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with ServerProcess.serving(tmp_path_factory.mktemp("hostile") / "box.sqlite") as server:
        evening = Evening(server)
        while evening.sent < LONG_GAME:
            evening.act()
        yield evening


@pytest.mark.parametrize(
    ("kind", "addresses"),
    [
        *((kind, 1) for kind in KINDS),
        *((kind, many) for kind in ("halves", "streams", "pages") for many in (24, 200)),
    ],
)
def test_one_hostile_machine_stops_nobody(evening: Evening, kind: str, addresses: int) -> None:
    evening.memory()
    before = p99(evening.play(ACTIONS // 4))
    with attacked(evening, kind, addresses) as attacker:
        computed, start = seconds_of(attacker), time.perf_counter()
        under_attack = evening.play(ACTIONS)
        cores = (seconds_of(attacker) - computed) / (time.perf_counter() - start)
    end = time.perf_counter()
    while max(evening.play(20)) > MOST * before:
        assert time.perf_counter() - end < 10, "it does not come back"
    back, memory = time.perf_counter() - end, evening.memory()
    with neighbour(cores):
        quiet = p99(evening.play(ACTIONS))
    print(
        f"hostile_front {kind} from {addresses}: p99 {p99(under_attack) * 1e3:.1f} ms, quiet {quiet * 1e3:.1f} ms "
        f"beside {cores:.2f} cores ({p99(under_attack) / quiet:.1f}x), highest {memory:.0f} MB, "
        f"back after {back:.1f} s, 0 failures in {len(under_attack)} actions"
    )
    assert p99(under_attack) <= MOST * quiet
    assert memory <= 150
