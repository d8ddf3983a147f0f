"""A PostgreSQL for the tests: started once a session, in a folder of its own, as a user without any rights."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

START_SECONDS = 180.0
REACHED_AT = ("127.0.0.2", "127.0.0.3")
SETTINGS = {"listen_addresses": "", "max_connections": "200", "shared_buffers": "16MB", "log_min_messages": "fatal"}


def programs() -> Path | None:
    """Return the folder of PostgreSQL's own programs; None where there is none."""
    found = [Path(found).parent for found in [shutil.which("initdb")] if found]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name))
    return found[-1] if found else None


def unprivileged(command: list[str]) -> list[str]:
    """Return the command, run as a user who may start a database; it ends when the tests end, however they do."""
    user = [] if os.getuid() else ["--reuid=nobody", f"--regid={pwd.getpwnam('nobody').pw_gid}", "--clear-groups"]
    return ["setpriv", "--pdeathsig", "INT", *user, *command]


STARVED = pytest.mark.logs(
    "has stopped: its tables are taken from it",
    "the connection with the locks broke",
    "do not belong to this process any more",
    "the owner of a table at",
    "an action was not stored (stale)",
)
"""A process that gets no processor for seconds looks as if it had stopped: the others say so, and the process itself
when it goes on with its earlier requests."""


@dataclass
class Cluster:
    """A server with its data; ``durable``: what it has confirmed outlives a kill of the machine, too.

    ``port``: where it listens on the network as well, at all addresses of this machine that nobody else reaches.
    """

    folder: Path
    bin: Path
    durable: bool = False
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"postgresql://{self.user}@/postgres?host={self.folder}&port={self.port or 5432}"

    def at(self, host: str) -> str:
        """Return the same database by way of the network."""
        return f"postgresql://{self.user}@{host}:{self.port}/postgres"

    @property
    def user(self) -> str:
        return pwd.getpwuid(os.getuid()).pw_name if os.getuid() else "nobody"

    def make(self) -> None:
        """Make the empty cluster."""
        if not os.getuid():
            shutil.chown(self.folder, "nobody")
        made = [str(self.bin / "initdb"), "-D", str(self.folder / "data"), "-A", "trust", "--no-sync", "-E", "UTF8"]
        subprocess.run(unprivileged([*made, "--locale=C", "-U", self.user]), check=True, capture_output=True, cwd="/")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {**SETTINGS, "fsync": "on" if self.durable else "off", "unix_socket_directories": str(self.folder)}
        if self.port:
            settings |= {"listen_addresses": ",".join(REACHED_AT), "port": str(self.port)}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command = unprivileged([str(self.bin / "postgres"), "-D", str(self.folder / "data"), *options])
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            assert time.monotonic() < deadline, "PostgreSQL does not start"
            time.sleep(0.02)

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.address):
            return True
        return False

    def kill(self) -> None:
        """Kill it by SIGQUIT: an immediate shutdown, which recovers at the next start as after a crash."""
        assert self.process
        self.process.send_signal(3)
        self.process.wait(START_SECONDS)
        self.process = None

    @contextmanager
    def connected(self) -> Iterator[psycopg.Connection]:
        """Yield a connection of somebody who looks in."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            yield connection

    def new_database(self) -> str:
        """Return the address of an empty database."""
        name = f"box_{secrets.token_hex(4)}"
        with self.connected() as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address.replace("/postgres?", f"/{name}?")


@contextmanager
def cluster(durable: bool = False, port: int = 0) -> Iterator[Cluster]:
    """Yield a running server, gone with its folder afterwards; skip where PostgreSQL is not installed."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed: .ci/packages brings it, on Debian it is apt install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-", dir="/tmp"))  # its socket's path must be short
    cluster = Cluster(folder, found, durable, port)
    try:
        cluster.make()
        cluster.start()
        yield cluster
    finally:
        if cluster.process:
            cluster.kill()
        shutil.rmtree(folder, ignore_errors=True)
