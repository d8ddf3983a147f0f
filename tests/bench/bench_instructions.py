"""``make bench-instructions``: instructions of a board move on seven screens; no machine is too noisy to count them.

The box without its server: an application in one process, asked by WSGI what six phones and a table screen ask, with
streams that push to them. What they ask is found out beforehand, by pages that do what their script does. Cachegrind
counts; a run of 50 actions less one of 10 leaves what 40 actions cost. Prints its row and writes
build/bench-instructions.json.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from companion.app.tables import Tables
from companion.cli.listening import collect_rarely
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.fragments import fragment
from companion.web.server.door import KEEP
from companion.web.server.streams import Stream, Streams
from companion.web.visit.tokens import cookie_name
from tests.bench.actions import RULES, Action, turns
from tests.bench.crowd import Seated
from tests.bench.page import Page
from tests.bench.rows import printed, row
from tests.bench.servers import prepared

BUILD = Path("build")
FEW, MANY = 10, 50
NAME = "a board move on 7 screens, without the server"
TARGET = "<= 22"
"""million instructions"""
REFERENCES = re.compile(r"I\s+refs:\s+([\d,]+)")


@dataclass(frozen=True)
class Asked:
    """A request; ``seat`` is whose phone asks ("": the table screen), ``action`` the number of actions before it."""

    seat: str
    path: str
    body: str
    action: int


@dataclass
class Box:
    """The application over a file, asked without a server."""

    database: Path
    table: Seated
    near: dict[str, socket.socket] = field(default_factory=dict)
    due: list[Callable[[], None]] = field(default_factory=list)
    """what the server's threads do once an answer is made"""

    def __post_init__(self) -> None:
        self.log = Log(self.database)
        self.tables = Tables(self.log, registry())
        self.app = create_app(self.tables)
        self.streams = Streams(self.tables.bell, most=10, most_of_one=10)
        self.streams.soon = lambda client, service: self.due.append(service)

    def ask(self, asked: Asked) -> str:
        """Return the answer to a request; a stream is kept."""
        path, _, query = asked.path.partition("?")
        body, seat = asked.body.encode(), asked.seat
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "POST" if body else "GET",
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": f"{cookie_name(self.table.code, seat)}={self.table.tokens[seat]}" if seat else "",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            KEEP: lambda code, seen, now, page: self._keep(asked, code, seen, now, page),
        }
        status: list[str] = []
        answer = b"".join(self.app.wsgi_app(environ, lambda code, headers, error=None: status.append(code)))  # type: ignore[arg-type]
        while self.due:
            self.due.pop()()
        assert status[0].startswith("200"), f"{status[0]} for {asked.path}"
        return answer.decode()

    def _keep(self, asked: Asked, code: str, seen: int, now: Any, page: Any) -> None:
        near, far = socket.socketpair()
        near.setblocking(False)
        self.near[asked.seat] = near
        self.streams.add(Stream(far, chunked=False, page=page), code, seen, now)

    def read_stream(self, seat: str) -> bytes:
        """Return what a stream has told since this was asked last."""
        received = b""
        with suppress(BlockingIOError):
            while more := self.near[seat].recv(262_144):
                received += more
        return received


@dataclass
class Screen:
    """A page as its script keeps it, while what it asks is found out."""

    box: Box
    seat: str
    requests: list[Asked]
    actions: int = 0

    def __post_init__(self) -> None:
        code = self.box.table.code
        self.page = Page(self.ask(f"/t/{code}/s/{self.seat}" if self.seat else f"/t/{code}/screen"), "board")
        self.ask(f"/t/{code}/stream?seat={self.seat}&page=p&after={self.page.seq}")
        self.fetch()

    def ask(self, path: str, body: str = "") -> str:
        """Send a request and keep it."""
        self.requests.append(Asked(self.seat, path, body, self.actions))
        return self.box.ask(self.requests[-1])

    def fetch(self) -> None:
        """Fetch all that is in sight."""
        self.page.take(self.ask(self.page.wanted()))

    def act(self, action: Action) -> None:
        """Send an action, and show what came of it."""
        answer = json.loads(self.ask(self.page.asks(action.path), action.body.decode()))
        if not ("news" in answer and self.page.take_news(answer["news"])):
            self.fetch()

    def hear(self) -> None:
        """Show what was pushed; fetch where something is missing."""
        stream = self.box.read_stream(self.seat)
        news = [json.loads(line[6:]) for line in stream.split(b"\n") if line.startswith(b"data: {")]
        if stream and not (news and all(self.page.take_news(each) for each in news)):
            self.fetch()


def rehearse(database: Path, table: Seated, actions: Sequence[Action]) -> list[Asked]:
    """Return what the screens ask while these actions are played; each has shown an action before the next one."""
    box, requests = Box(database, table), list[Asked]()
    with closing(box.log):
        screens = {seat: Screen(box, seat, requests) for seat in (*table.tokens, "")}
        for number, action in enumerate(actions):
            for screen in screens.values():
                screen.actions = number
            screens[action.seat].act(action)
            for screen in screens.values():
                screen.hear()
            assert all(screen.page.seq >= action.seq for screen in screens.values()), "a screen lags behind"
        box.streams.close()
    return requests


def play(database: Path, table: Seated, requests: Sequence[Asked]) -> int:
    """Ask all this of a box, let its screens read what they are told, and return the table's number at the end."""
    box = Box(database, table)
    collect_rarely()
    with closing(box.log):
        for asked in requests:
            box.ask(asked)
            for seat in box.near:
                box.read_stream(seat)
        box.streams.close()
        return box.tables.table(table.code).seq


def known_key() -> bytes:
    """Return the key of all versions: a rehearsal names the same ones in another process."""
    return b"no secret"


def count_instructions(folder: Path, table: Seated, requests: Sequence[Asked], actions: int) -> int:
    """Return the instructions of a process that plays so many actions over a copy of the file in the folder."""
    database, plan = folder / f"{actions}.sqlite", folder / f"{actions}.json"
    shutil.copy(folder / "box.sqlite", database)
    asked = [asdict(each) for each in requests if each.action < actions]
    plan.write_text(json.dumps({"database": str(database), "table": asdict(table), "asked": asked}))
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    command = [*valgrind, sys.executable, "-m", "tests.bench.bench_instructions", str(plan)]
    fixed = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=fixed, capture_output=True, text=True, check=False)
    found = REFERENCES.search(done.stderr)
    if done.returncode or found is None:
        raise RuntimeError(f"cachegrind counted nothing: {done.stderr[-2000:]}")
    return int(found[1].replace(",", ""))


def measure(folder: Path) -> float:
    """Return the millions of instructions of an action."""
    database = folder / "box.sqlite"
    (table,) = prepared(database, 1, level=Level.BOARD, rules=RULES)
    actions = [*islice(turns(database, table), MANY)]
    rehearsed = folder / "rehearsed.sqlite"
    shutil.copy(database, rehearsed)
    requests = rehearse(rehearsed, table, actions)
    with ThreadPoolExecutor(2) as pool:
        few, many = pool.map(lambda count: count_instructions(folder, table, requests, count), (FEW, MANY))
    return (many - few) / (MANY - FEW) / 1e6


def main() -> None:
    """Measure, print and write; with a plan, be the process that is measured."""
    fragment._key = known_key  # type: ignore[assignment]
    if len(sys.argv) > 1:
        setting = json.loads(Path(sys.argv[1]).read_text())
        play(Path(setting["database"]), Seated(**setting["table"]), [Asked(**each) for each in setting["asked"]])
        return
    if not shutil.which("valgrind"):
        sys.exit("Valgrind counts the instructions. On Debian: sudo apt install valgrind")
    with tempfile.TemporaryDirectory() as directory:
        rows = {NAME: row(measure(Path(directory)), "M", target=TARGET)}
    print(printed(NAME, rows[NAME]))
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-instructions.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
