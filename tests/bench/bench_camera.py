"""How much a working camera delays phones: box and camera share one core, as on a small busy machine.

The time from the POST of a payment until the last of seven screens is told is measured in turns, while the camera rests
and while it reads a board on which a figure moves to and fro. The camera films a drawn board, and drawing it takes time
as well.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from companion.core.table.table import Level
from tests.bench.crowd import Crowd, Phone, Screen, Seated, paid
from tests.bench.length import Length
from tests.bench.rows import Row, Rows, beside, in_rows
from tests.bench.servers import prepared, running, serve_command

SCREENS = 7
PATIENCE_SECONDS = 120.0
MOVE_SECONDS = 1.2
REST, WORK = "action, one core, camera at rest", "action, one core, camera at work"


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return p50 and p99 with the camera at rest and at work, and their ratio."""
    rounds, laps = length.of((300, 4), (60, 2), (2, 1))
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        database = directory / "camera.sqlite"
        (table,) = prepared(database, 1, level=Level.BOARD)
        core = {max(os.sched_getaffinity(0))}
        port, _ = stack.enter_context(running([*serve_command(database), "--camera", "demo"], core))
        crowd = Crowd([Screen.opened(port, table.code, device) for device in range(SCREENS)])
        phone = Phone(port, SCREENS)
        crowd.wait(table.code, table.seq)
        times: dict[str, list[float]] = {REST: [], WORK: []}
        numbers = iter(range(10_000))
        for _ in range(laps):
            set_camera(port, table, "leave", "idle")
            times[REST] += [paid_after_a_pause(crowd, phone, table, next(numbers)) for _ in range(rounds)]
            set_camera(port, table, "serve", "watching")
            with moving(port, table):
                times[WORK] += [paid_after_a_pause(crowd, phone, table, next(numbers)) for _ in range(rounds)]
    rows = in_rows(times)
    for label, target in (("p50", "<= 1.5"), ("p99", "")):
        row_at_work: Row = rows[f"{WORK}, {label}"]
        rows[f"{WORK}, {label}, beside rest"] = beside(
            row_at_work, f"{REST}, {label}", rows[f"{REST}, {label}"], target
        )
    return rows


def paid_after_a_pause(crowd: Crowd, phone: Phone, table: Seated, number: int) -> float:
    """Pay once after a pause, so that payments do not come as fast as the box can take them."""
    sleep(0.01)
    return paid(crowd, phone, table, number)


def set_camera(port: int, table: Seated, what: str, stage: str) -> None:
    """Press the button ``what`` on the camera's page, and wait for the stage."""
    address = f"http://127.0.0.1:{port}/t/{table.code}/camera"
    if what == "serve" or shown(address) != stage:
        post(address, {"do": what})
    if what == "leave":
        return
    deadline = monotonic() + PATIENCE_SECONDS
    while shown(address) != stage:
        if monotonic() > deadline:
            raise RuntimeError(f"the camera is not {stage}, but {shown(address)}")
        sleep(0.2)


def shown(address: str) -> str:
    """Return the stage on the camera's page, ``idle`` while the camera serves no table."""
    with urlopen(f"{address}/part", timeout=30) as answer:
        page = answer.read().decode()
    return "idle" if 'value="serve"' in page else str(page.split('data-stage="')[1].split('"')[0])


def post(address: str, data: dict[str, str]) -> None:
    """Post a form."""
    urlopen(Request(address, urlencode(data).encode()), timeout=30).close()


@contextmanager
def moving(port: int, table: Seated) -> Iterator[None]:
    """Move a figure to and fro on the drawn board, and put it back at the end."""
    over = threading.Event()
    address = f"http://127.0.0.1:{port}/t/{table.code}/drawn"

    def run() -> None:
        for frm, to in cycle((("A6-0", "A7-0"), ("A7-0", "A6-0"))):
            post(address, {"frm": frm, "to": to})
            if over.wait(MOVE_SECONDS):
                post(address, {"do": "put"})
                return

    mover = threading.Thread(target=run)
    mover.start()
    try:
        yield
    finally:
        over.set()
        mover.join()
