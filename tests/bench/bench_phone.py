"""The cost of a phone that watches the board for the other phones: box and reader on one core, as on a small machine.

The same payment from POST to the last of seven screens told, in turns while the phone is away and while it sends a
picture of 1280 x 720 over https each time a figure has been moved, and says every 1.5 s that it is there.
"""

from __future__ import annotations

import json
import os
import ssl
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.client import HTTPSConnection
from itertools import cycle
from pathlib import Path
from time import sleep

import cv2
import numpy as np

from companion.boards.observation import Observation
from companion.cli.camera.scene_board import board_of
from companion.cli.listening import AWAY
from companion.core.table.table import Level
from companion.store.log import Log
from companion.store.settings import setting
from tests.bench.bench_camera import MOVE_SECONDS, paid_after_a_pause, post, set_camera
from tests.bench.crowd import Crowd, Phone, Screen, Seated
from tests.bench.length import Length
from tests.bench.rows import Rows, beside, in_rows
from tests.bench.servers import prepared, running, serve_command
from tests.vision.drawing.renderer import Scene, draw, renderer_for
from tests.vision.drawing.view import View

SCREENS = 7
TELL_SECONDS = 1.5
AWAY_ROW, WORK = "action, one core, phone camera away", "action, one core, phone camera at work"
LAYOUT, START, _ = board_of("abilene-1993", tuple("ABCDEF"))
ASIDE = View((0.0, 400.0, 760.0), (0.0, 0.0), 900.0, (1280, 720))


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return p50 and p99 without it and with it, and the one beside the other."""
    rounds, laps = length.of((300, 4), (60, 2), (2, 1))
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        database = directory / "phone.sqlite"
        (table,) = prepared(database, 1, level=Level.BOARD)
        core = {max(os.sched_getaffinity(0))}
        port, _ = stack.enter_context(running(serve_command(database), core))
        post(f"http://127.0.0.1:{port}/t/{table.code}/camera", {"do": "phone"})
        log = Log(database)
        watcher = Watcher(port + AWAY, table, setting(log, "camera_phone"))
        log.close()
        with watcher.sending(1):  # only the start
            set_camera(port, table, "phone", "found")
            set_camera(port, table, "start", "watching")
        crowd = Crowd([Screen.opened(port, table.code, device) for device in range(SCREENS)])
        phone = Phone(port, SCREENS)
        crowd.wait(table.code, table.seq)
        times: dict[str, list[float]] = {AWAY_ROW: [], WORK: []}
        numbers = iter(range(10_000))
        for _ in range(laps):
            sleep(2 * TELL_SECONDS)
            times[AWAY_ROW] += [paid_after_a_pause(crowd, phone, table, next(numbers)) for _ in range(rounds)]
            with watcher.sending(2):
                sleep(2 * TELL_SECONDS)
                times[WORK] += [paid_after_a_pause(crowd, phone, table, next(numbers)) for _ in range(rounds)]
    rows = in_rows(times)
    for label, target in (("p50", "<= 1.3"), ("p99", "")):
        work_row, name = rows[f"{WORK}, {label}"], f"{AWAY_ROW}, {label}"
        rows[f"{WORK}, {label}, beside away"] = beside(work_row, name, rows[name], target)
    return rows


class Watcher:
    """Does what the page of the phone does, with two pictures."""

    def __init__(self, port: int, table: Seated, key: str) -> None:
        stranger = ssl.create_default_context()
        stranger.check_hostname, stranger.verify_mode = False, ssl.CERT_NONE
        self.connection = HTTPSConnection("127.0.0.1", port, context=stranger, timeout=60)
        self.path = f"/api/tables/{table.code}/watching"
        self.key = key
        cells = {cell: kind for cell, kind in START.cells.items() if cell != "A6-0"}
        self.pictures = [jpeg(START), jpeg(replace(START, cells={**cells, "A7-0": "cow"}))]

    @contextmanager
    def sending(self, pictures: int) -> Iterator[None]:
        """Send what a watching phone sees; with two pictures somebody moves a figure to and fro."""
        over = threading.Event()

        def work() -> None:
            for turn, picture in enumerate(cycle(self.pictures[:pictures])):
                says = {"who": "bench", "begins": not turn, "battery": 80}
                self._post("", json.dumps(says).encode(), "application/json")
                self._post("/bench", picture, "image/jpeg")
                if over.wait(MOVE_SECONDS):
                    self._post("/bench", self.pictures[0], "image/jpeg")
                    return

        watcher = threading.Thread(target=work)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()

    def _post(self, path: str, body: bytes, kind: str) -> None:
        self.connection.request("POST", self.path + path, body, {"Content-Type": kind, "X-Camera-Key": self.key})
        answer = self.connection.getresponse()
        reading = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {reading[:200]!r}")


def jpeg(figures: Observation) -> bytes:
    """Return what the phone sends of these figures."""
    seen = draw(Scene(LAYOUT, figures), renderer_for(LAYOUT, ASIDE))
    grain = np.random.default_rng(1993).normal(0, 2, seen.shape[:2])[:, :, None]
    picture = np.clip(seen + grain, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
