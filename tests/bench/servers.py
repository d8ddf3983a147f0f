"""The servers that are measured: the box, the floors, the neighbours. As a program it runs one of the last two."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.core.table.table import Level
from tests.bench.crowd import Seated

ROOM = "table"
PAGE_BYTES = 4_096
"""the size of a page of the floor, and of what a neighbour pushes to each screen"""


def serve_command(database: Path | str) -> list[str]:
    """Return the command that starts the box on a free local port."""
    start = "from companion.cli.main import main; main()"
    return [sys.executable, "-c", start, "serve", "-d", str(database), "--host", "127.0.0.1", "--port", "0"]


def other_command(kind: str, database: Path) -> list[str]:
    """Return the command that starts another server: ``floor``, ``floor-shown``, ``threading`` or ``gevent``."""
    return [sys.executable, "-m", "tests.bench.servers", kind, str(database)]


@contextmanager
def running(command: list[str], cores: Collection[int] | None = None) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Run a server, bound to ``cores`` if given. Yield its port and process, and end it afterwards."""
    bound = ["taskset", "-c", ",".join(map(str, cores))] if cores else []
    process = subprocess.Popen([*bound, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        line = next((line for line in process.stdout if "http://127.0.0.1:" in line), None)
        if line is None:
            raise RuntimeError(f"{command} did not start: exit code {process.wait()}")
        yield int(line.split("http://127.0.0.1:")[1].split()[0]), process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        process.stdout.close()


def prepared(
    database: Path | str,
    tables: int,
    players: int = 6,
    level: Level = Level.BANK,
    rules: Mapping[str, bool] | None = None,
) -> list[Seated]:
    """Start so many games in a database, without requests, which would meet the rate limit. Return their tokens."""
    from companion.app.tables import Tables
    from companion.core.table.commands import SetRule, StartGame, TakeSeat
    from companion.games import registry
    from companion.store.log import Log
    from companion.web.visit.tokens import Tokens

    log = Log(database)
    box = Tables(log, registry())
    tokens = Tokens.of(log)
    seated = []
    for _ in range(tables):
        code = box.open_table("abilene", "1993", level)
        for number in range(players):
            box.act(code, None, TakeSeat(f"Player {number + 1}", {}))
        ids = box.table(code).ids
        for name, value in (rules or {}).items():
            box.act(code, ids[0], SetRule(name, value))
        box.act(code, ids[0], StartGame(ids[0]))
        seated.append(Seated(code, box.table(code).seq, {seat: tokens.admit(code, seat, 0.0) for seat in ids}))
    log.close()
    return seated


@contextmanager
def in_play(folder: Path, tables: int) -> Iterator[tuple[list[Seated], int, int]]:
    """Run the box with so many games in play. Yield their tokens, its port, and its process id."""
    with tempfile.TemporaryDirectory(dir=folder) as directory:
        database = Path(directory) / "load.sqlite"
        seated = prepared(database, tables)
        with running(serve_command(database)) as (port, process):
            yield seated, port, process.pid


class Appender:
    """A bare durable append of one row, with the box's own storage settings."""

    def __init__(self, path: Path) -> None:
        from companion.store.database import connect

        connect(path).conn.close()  # applies the settings that are kept in the file
        self.connection: sqlite3.Connection = connect(path).conn
        self.connection.execute("CREATE TABLE IF NOT EXISTS bare (seq INTEGER PRIMARY KEY, data TEXT)")
        self.lock = threading.Lock()

    def append(self, data: str) -> int:
        """Append a row. Return its number once it is on the disk."""
        with self.lock:
            number = self.connection.execute("INSERT INTO bare (data) VALUES (?)", (data,)).lastrowid
        assert number is not None
        return number


def floor(database: Path) -> None:
    """Run the same kind of server as the box, with a route that does nothing."""
    from flask import Flask
    from waitress.server import create_server

    app = Flask("floor")

    @app.post("/empty")
    def empty() -> str:
        return ""

    server = create_server(app, host="127.0.0.1", port=0, threads=16, channel_timeout=600, asyncore_use_poll=True)
    print(f"http://127.0.0.1:{server.effective_port} ", flush=True)
    server.run()


def shown_floor(database: Path) -> None:
    """Run the box's own server and streams; an action is a bare durable append, and pages are empty."""
    from flask import Flask, Response, request

    from companion.app.notifier import Notifier
    from companion.web.server.door import KEEP
    from companion.web.server.server import TableServer

    app, bell, log = Flask("floor"), Notifier(), Appender(database)
    newest = 0

    @app.post("/act")
    def act() -> str:
        nonlocal newest
        newest = log.append('{"kind": "pay", "data": {"to": "s2", "amount": 1}}')
        bell.notify(ROOM, newest)
        return f'{{"seq": {newest}}}'

    @app.get(f"/t/{ROOM}/screen")
    @app.get(f"/t/{ROOM}/s/<seat>")
    def page(seat: str = "") -> str:
        head = f'<main id="main" data-seq="{newest}" data-part="{request.path}" data-stream="/t/{ROOM}/stream">'
        return head.ljust(PAGE_BYTES)

    @app.get(f"/t/{ROOM}/stream")
    def stream() -> Response:
        request.environ[KEEP](ROOM, int(request.args["after"]), lambda: newest, None)
        return Response(iter(()), mimetype="text/event-stream")

    server = TableServer(app, bell, "127.0.0.1", 0)
    server.prepare()
    print(f"http://127.0.0.1:{server.port} ", flush=True)
    server.serve()


def socketio_table(mode: str, database: Path) -> None:
    """Run a minimal table written with Flask-SocketIO: an action is appended durably, then sent to all screens."""
    import socket

    from flask import Flask, request
    from flask_socketio import SocketIO, join_room

    app = Flask("neighbour")
    log, page = Appender(database), "x" * PAGE_BYTES
    hub = SocketIO(app, async_mode=mode)

    def connect() -> None:
        join_room(ROOM)

    def pay(data: object) -> None:
        hub.emit("at", log.append(str(data)), to=ROOM)

    @app.post("/pay")
    def posted() -> dict[str, int]:
        number = log.append(str(request.get_json()))
        hub.emit("at", number, to=ROOM)
        return {"seq": number}

    def show(data: object) -> None:
        """Append, and send what every screen then shows."""
        hub.emit("at", (log.append(str(data)), page), to=ROOM)

    @app.post("/show")
    def posted_and_shown() -> dict[str, int]:
        number = log.append(str(request.get_json()))
        hub.emit("at", (number, page), to=ROOM)
        return {"seq": number}

    hub.on_event("connect", connect)
    hub.on_event("pay", pay)
    hub.on_event("show", show)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    print(f"http://127.0.0.1:{port} ", flush=True)
    hub.run(app, host="127.0.0.1", port=port, **({"allow_unsafe_werkzeug": True} if mode == "threading" else {}))


if __name__ == "__main__":
    if sys.argv[1] == "gevent":
        from gevent import monkey

        monkey.patch_all()
    match sys.argv[1]:
        case "floor":
            floor(Path(sys.argv[2]))
        case "floor-shown":
            shown_floor(Path(sys.argv[2]))
        case _:
            socketio_table(sys.argv[1], Path(sys.argv[2]))
