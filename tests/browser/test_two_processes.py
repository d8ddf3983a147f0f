"""Phones behind a proxy of two processes: all screens show the same, whichever process dies."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.network import Wire
from tests.browser.support import PATIENCE_MS, PHONE, SCREEN, Box, Phone, open_phone, picture, seats_by_script, until
from tests.support.server_process import started

pytest.importorskip("psycopg", reason="psycopg is not installed: .ci/environment test brings it")

from tests.support.postgresql import STARVED, Cluster

NAMES = {"Ann": "A", "Ben": "B", "Cara": "D"}


class RoundRobin(Wire):
    """A proxy that knows nothing: each new connection goes to the next process that takes it."""

    def __init__(self, *boxes: Box) -> None:
        super().__init__(boxes[0].host, boxes[0].port)
        self.boxes, self._next = boxes, 0

    def connected(self) -> socket.socket:
        while True:
            self._next += 1
            box = self.boxes[self._next % len(self.boxes)]
            with contextlib.suppress(OSError):
                return socket.create_connection((box.host, box.port))


@pytest.fixture
def boxes(postgresql: Cluster, tmp_path: Path) -> Iterator[tuple[Box, Box]]:
    address = postgresql.new_database()
    with started(*(Box(tmp_path / f"{name}.none", server=address) for name in ("first", "second"))) as running:
        first, second = running
        yield first, second


@pytest.fixture
def way(boxes: tuple[Box, Box]) -> Iterator[RoundRobin]:
    found = RoundRobin(*boxes)
    threading.Thread(target=found.run, daemon=True).start()
    yield found
    found.close()


def paid(box: Box, code: str, token: str, name: str) -> int:
    """Pay Ben a dollar by way of this process; return the number of the table after it."""
    body = {"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 1}, "id": name}
    end = time.monotonic() + PATIENCE_MS / 1000
    while True:
        status, answer = box.request("POST", f"/api/tables/{code}/actions", body, token)
        if status == 200:
            return int(answer["seq"])
        assert status == 503, answer
        assert time.monotonic() < end
        time.sleep(0.05)


@STARVED
def test_a_game_goes_on_across_two_processes_while_one_after_the_other_is_killed_and_comes_back(
    browser: Browser, boxes: tuple[Box, Box], way: RoundRobin
) -> None:
    first, second = boxes
    code, tokens = seats_by_script(first, NAMES)
    with contextlib.ExitStack() as stack:
        phones: list[Phone] = []
        for seat in ("s1", "s2"):
            context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
            stack.callback(context.close)
            phones.append(open_phone(first, context, code, seat, tokens[seat], way.address))
        context = browser.new_context(viewport=SCREEN)
        stack.callback(context.close)
        screen = context.new_page()
        screen.goto(f"{second.address}/t/{code}/screen")

        def shown(seq: int) -> None:
            at_screen = "Number(document.getElementById('main').dataset.seq)"
            for phone in phones:
                until(partial(phone.stands_at, seq), PATIENCE_MS / 1000, f"{phone.seat} is behind")
            until(lambda: screen.evaluate(at_screen) >= seq, PATIENCE_MS / 1000, "the screen is behind")

        shown(paid(first, code, tokens["s1"], "by its owner"))
        shown(paid(second, code, tokens["s1"], "by the other"))
        first.kill()
        shown(paid(second, code, tokens["s1"], "while its owner is dead"))
        first.start()
        shown(paid(first, code, tokens["s1"], "by the one that came back"))
        second.kill()
        for phone in phones:
            phone.box = first
        seq = paid(first, code, tokens["s1"], "after the second one died")
        second.start()
        shown(seq)
        picture(screen, "two-processes-screen")
        for box in boxes:
            assert "Traceback" not in box.printed()
