"""``companion serve`` in a process of its own, which may die and come back over the same file."""

from __future__ import annotations

import json
import os
import re
import secrets
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Self, TypeVar

from tests.support import logged
from tests.support.forked import command_line, context, forked

START_UP_SECONDS = 180.0
ANSWER_SECONDS = 60.0
"""what waits for a processor that others have waits long, and costs nothing where nobody else has it"""
S = TypeVar("S", bound="ServerProcess")


def kept_port() -> socket.socket:
    """Return a free port that nobody else is given until this is closed, while a box on it dies and comes back.

    It is bound and does not listen: who says that addresses are used again may take it, as a box does, and the system
    gives it to nobody who asks for any port. A box asked for port 0 could not come back to the one it got.
    """
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("", 0))
    return kept


def number_of(port: socket.socket) -> int:
    return int(port.getsockname()[1])


class ServerProcess:
    """The box at ``host``, where only this machine reaches it unless told otherwise, on a free port (0).

    ``server``: the address of a database in PostgreSQL, in place of the file.
    """

    games: Path | None = None
    """a folder of games beside those of the program"""
    command = staticmethod(command_line)
    """what its process does with its arguments"""

    def __init__(self, database: Path, *options: str, host: str = "127.0.0.1", port: int = 0, server: str = "") -> None:
        self.server = server
        self.database, self.options = database, options
        self.host, self.wanted, self.port = host, port, port
        self.log_file = database.with_suffix(".server-log")
        self.process: ForkServerProcess | None = None
        self._printed: Connection | None = None

    def start(self) -> None:
        """Start it and wait until it answers; raise AssertionError with what it printed."""
        arguments = ["serve", "-d", self.server or str(self.database), "-p", str(self.wanted), *self.options]
        everywhere = [] if self.host != "127.0.0.1" else ["--host", self.host]
        name = f"test-{os.getpid()}-{secrets.token_hex(3)}"
        logged.follow(self.log_file)
        self._printed, out = context().Pipe(duplex=False)
        self.process = forked(self.command, [*arguments, *everywhere, "--name", name], out, self.log_file, self.games)
        out.close()
        self.port = self._announced_port()
        assert self.wanted in (0, self.port), "somebody else took the port"
        deadline = time.monotonic() + START_UP_SECONDS
        while not self._answers():
            assert time.monotonic() < deadline, f"the server does not answer: {self.printed()}"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill it by SIGKILL: no goodbye, no flush. A camera's report of its end is not waited for."""
        logged.leave(self.log_file)
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it by SIGTERM, as systemd does."""
        self._end(signal.SIGTERM)
        logged.leave(self.log_file)

    def freeze(self) -> None:
        """Freeze it by SIGSTOP: it keeps all that it has, connections included, and does nothing."""
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on by SIGCONT: it does not know that time has passed."""
        self._send(signal.SIGCONT)

    def printed(self) -> str:
        """Return what it wrote to its standard error."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def request(
        self, method: str, path: str, body: object = None, token: str = "", seconds: float = ANSWER_SECONDS
    ) -> tuple[int, Any]:
        """Return status and answer of a request. Raise OSError or HTTPException when the server dies under it."""
        connection = HTTPConnection(self.host, self.port, timeout=seconds)
        try:
            headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            is_json = answer.headers.get_content_type() == "application/json"
            return answer.status, json.loads(text) if is_json else text
        finally:
            connection.close()

    def _announced_port(self) -> int:
        assert self._printed
        descriptor = self._printed.fileno()
        text, deadline = "", time.monotonic() + START_UP_SECONDS
        while time.monotonic() < deadline:
            if select.select([descriptor], [], [], 0.5)[0]:
                piece = os.read(descriptor, 65_536)
                if not piece:
                    break
                text += piece.decode(errors="replace")
            if found := re.search(r"http://[0-9.]+:(\d+)", text):
                return int(found[1])
        raise AssertionError(f"the server did not start: {self.printed()}")

    def _answers(self) -> bool:
        try:
            return self.request("GET", "/health", seconds=2)[0] == 200
        except (OSError, HTTPException):
            return False

    def _send(self, how: signal.Signals) -> None:
        if self.process and self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, how)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None or self._printed is None:
            return
        self._send(how)
        self.process.join(START_UP_SECONDS)
        assert not self.process.is_alive(), "the server does not end"
        self._printed.close()
        self.process.close()
        self.process = self._printed = None

    @classmethod
    @contextmanager
    def serving(cls, database: Path, *options: str) -> Iterator[Self]:
        """Yield a running server that is gone afterwards."""
        server = cls(database, *options)
        try:
            server.start()
            yield server
        finally:
            server.kill()


@contextmanager
def started(*servers: S) -> Iterator[tuple[S, ...]]:
    """Yield these servers, running, and gone afterwards."""
    try:
        for each in servers:
            each.start()
        yield servers
    finally:
        for each in servers:
            each.kill()
