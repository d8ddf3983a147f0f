"""``companion doctor``: faults of the box, in sentences, before the evening begins."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import sqlite3
import stat
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import click

from companion.cli.camera.process import check_installed, check_source
from companion.cli.camera.tools import SOURCES
from companion.cli.database import DEFAULT, Where, capital, database_option, opened, shown
from companion.cli.network import lan_address, other_addresses
from companion.cli.serve import DEFAULT_PORT

logger = logging.getLogger(__name__)

MIN_FREE_BYTES = 200 * 1024 * 1024
"""Bytes; a long evening takes one or two million."""
SLOWEST_DISK = 0.2
"""Seconds to store one action: phones wait for it."""
WRITES = 5
EARLIEST = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
"""before this program was written: an earlier clock is wrong"""
AHEAD_SECONDS = 24 * 3600.0
NAME_SECONDS = 2.0
UNPRIVILEGED = 1024


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; ``text`` is its state and, if it is not good, the remedy."""

    good: bool
    text: str


@dataclass(frozen=True, slots=True)
class Box:
    """The box to examine, with the options of ``companion serve``."""

    database: Path
    port: int
    name: str
    camera: str
    clock: Callable[[], float] = time.time
    address: str = ""
    """of a database in PostgreSQL, where the games are not in the file"""


@click.command()
@database_option
@click.option("--port", "-p", type=click.IntRange(1, 65535), default=DEFAULT_PORT, show_default=True)
@click.option("--name", default="companion", show_default=True, help="The box's name on the home network: NAME.local.")
@click.option("--camera", metavar="SOURCE", default="", help=f"The camera above the table, if there is one: {SOURCES}.")
def doctor(database: Where, port: int, name: str, camera: str) -> None:
    """Look the box over: file, permissions, disk, clock, port, network, camera. Ends with 1 if something is wrong."""
    file, address = (database, "") if isinstance(database, Path) else (Path(DEFAULT), database)
    found = list(findings(Box(file, port, name, camera, address=address)))
    for each in found:
        click.echo(f"{'good   ' if each.good else 'TROUBLE'}  {each.text}")
    if not all(each.good for each in found):
        raise SystemExit(1)


def findings(box: Box) -> Iterator[Finding]:
    """Yield all findings, in the order in which things have to be right."""
    kept = (server,) if box.address else (database, permissions, disk, clock)
    for examine in (*kept, port, network, camera):
        try:
            yield from examine(box)
        except Exception as error:  # a failed check is a finding, and the others go on
            logger.debug("%s could not be examined", examine.__name__, exc_info=True)
            yield Finding(False, f"The {examine.__name__} could not be examined: {error}.")


def server(box: Box) -> Iterator[Finding]:
    """Check that the database can be reached and is of this version: opening it upgrades it."""
    try:
        with opened(box.address):
            yield Finding(True, f"{capital(shown(box.address))} can be used.")
    except click.ClickException as error:
        logger.debug("the database cannot be used", exc_info=True)
        yield Finding(False, error.message)


def database(box: Box) -> Iterator[Finding]:
    """Check that the file exists, and is sound, of this version, and free."""
    from companion.store.database import VERSIONS
    from companion.store.lock import holder

    if not box.database.exists():
        yield Finding(True, f"There is no file {box.database} yet: the box makes it at its first start.")
        return
    found = quick_check(box.database)
    backup = "Put a backup in its place; `companion check` says which tables are lost."
    yield Finding(not found, f"The file {box.database} is {f'damaged: {found} {backup}' if found else 'sound'}.")
    if found:
        return
    if words := VERSIONS.unreadable(asked(box.database, "PRAGMA user_version")):
        yield Finding(False, f"The file {box.database} was written by {words}.")
    process = holder(box.database)
    if process is not None:
        yield Finding(True, f"A box serves it now{f' (process {process})' if process else ''}.")


def asked(path: Path, statement: str) -> Any:
    """Return the one value that the statement finds in the file, which is not changed. Raise sqlite3.Error."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
        (found,) = file.execute(statement).fetchone()
        return found


def quick_check(path: Path) -> str:
    """Return SQLite's complaint about the file; empty when there is none."""
    try:
        words = asked(path, "PRAGMA quick_check(1)")
    except sqlite3.Error as error:
        logger.debug("the file could not be tested", exc_info=True)
        return str(error)
    return "" if words == "ok" else str(words).splitlines()[-1]


def permissions(box: Box) -> Iterator[Finding]:
    """Check that this user may write the file, and nobody else may read it: it holds PINs and keys."""
    folder = box.database.absolute().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        yield Finding(False, f"This user cannot write to the folder {folder}: name a file elsewhere with --database.")
    if not box.database.exists():
        return
    if not os.access(box.database, os.R_OK | os.W_OK):
        yield Finding(False, f"This user cannot write the file {box.database}: give it to the user that runs the box.")
    mode = stat.S_IMODE(box.database.stat().st_mode)
    if mode & 0o077:
        yield Finding(False, f"Others can read PINs and keys in {box.database}: chmod 600 {box.database}")
    else:
        yield Finding(True, "The file is its owner's alone.")


def disk(box: Box) -> Iterator[Finding]:
    """Check that there is room, and that the disk stores an action fast enough."""
    folder = box.database.absolute().parent
    free = shutil.disk_usage(folder).free
    room = f"{free // 1024**2:,} MB are free on its disk"
    yield Finding(
        free >= MIN_FREE_BYTES,
        room + ("." if free >= MIN_FREE_BYTES else ": make room, or play goes on without saving."),
    )
    if not os.access(folder, os.W_OK | os.X_OK):
        return
    took = statistics.median(seconds_to_store(folder) for _ in range(WRITES))
    speed = f"The disk stores something in {took * 1000:.0f} ms"
    slow = ": phones will wait for every tap. A worn-out card does that; replace it."
    yield Finding(took <= SLOWEST_DISK, speed + ("." if took <= SLOWEST_DISK else slow))


def seconds_to_store(folder: Path) -> float:
    """Return the seconds until a page is on the disk. Raise OSError."""
    with tempfile.TemporaryFile(dir=folder) as file:
        begun = time.perf_counter()
        file.write(bytes(4096))
        file.flush()
        os.fsync(file.fileno())
        return time.perf_counter() - begun


def clock(box: Box) -> Iterator[Finding]:
    """Check that the time can be right: a machine without a battery may begin in 1970."""
    now = box.clock()
    shown = datetime.fromtimestamp(now, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    if now < EARLIEST:
        yield Finding(False, f"The clock says {shown}: set it, or connect the box to a network that knows the time.")
    elif newest_event(box.database) > now + AHEAD_SECONDS:
        yield Finding(False, f"The clock says {shown}, but games were played later than that: set it.")
    else:
        yield Finding(True, f"The clock says {shown}.")


def newest_event(path: Path) -> float:
    """Return the time of the last event, in seconds since 1970; 0 where nothing can be read."""
    try:
        return float(asked(path, "SELECT max(at) FROM events") or 0)
    except (sqlite3.Error, TypeError, ValueError):
        logger.debug("no event could be read", exc_info=True)
        return 0.0


def port(box: Box) -> Iterator[Finding]:
    """Check that the box can listen there, or does."""
    match answers(box.port):
        case "ok":
            yield Finding(True, f"A box answers on port {box.port}.")
        case "":
            yield listening(box.port)
        case health:
            trouble = f"The box on port {box.port} has trouble: {health.rstrip('.')}."
            yield Finding(False, trouble)


def listening(port: int) -> Finding:
    """Return whether a box that is started by this user could listen there, as a finding."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except PermissionError:
            logger.debug("no right to the port", exc_info=True)
            why = "only root may, or a service with CAP_NET_BIND_SERVICE" if port < UNPRIVILEGED else "it is forbidden"
            return Finding(False, f"This user may not listen on port {port}: {why}; name another with --port.")
        except OSError:
            logger.debug("the port is taken", exc_info=True)
            return Finding(False, f"Another program listens on port {port}: stop it, or name another port with --port.")
    return Finding(True, f"Port {port} is free.")


def answers(port: int) -> str:
    """Return the health that a box on this port reports; "" if there is none."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=NAME_SECONDS) as answer:
            return "ok" if answer.read(10).strip() == b"ok" else ""
    except HTTPError as error:
        logger.debug("the box is not well", exc_info=True)
        if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
            return ""
        return ", ".join(error.read(1_000).decode(errors="replace").splitlines())
    except (URLError, OSError, ValueError):
        logger.debug("no box answers", exc_info=True)
        return ""


def network(box: Box) -> Iterator[Finding]:
    """Check that phones can reach this machine, and that no other one has the box's name."""
    address = lan_address()
    if address.startswith("127."):
        yield Finding(False, "This machine is in no network: phones cannot reach it. A phone's hotspot will do.")
        return
    yield Finding(True, f"Phones reach this machine at {address}.")
    if alternatives := other_addresses(address):
        yield Finding(
            True, f"It is {alternatives}, too: if no phone gets there, `companion serve --address` names another."
        )
    owner = owner_of(box.name, address)
    if owner in ("", address):
        yield Finding(True, f"The name {box.name}.local is {'free' if not owner else 'this machine'}.")
    else:
        yield Finding(False, f"{box.name}.local is another machine ({owner}): give this box a name with --name.")


def owner_of(name: str, address: str) -> str:
    """Return the address that answers to NAME.local on the network of this address; "" when none does."""
    from zeroconf import AddressResolverIPv4, Zeroconf  # type: ignore[attr-defined]

    with closing(Zeroconf(interfaces=[address])) as network:
        found = AddressResolverIPv4(f"{name}.local.")
        found.request(network, NAME_SECONDS * 1000)
        known = found.parsed_addresses()
    return address if address in known else next(iter(known), "")


def camera(box: Box) -> Iterator[Finding]:
    """Check that the named camera is there; ``companion camera doctor`` checks how well it sees."""
    if not box.camera:
        yield Finding(True, "No camera was named; the box does not need one.")
        return
    try:
        check_installed()
        check_source(box.camera)
    except click.ClickException as error:
        logger.debug("the camera", exc_info=True)
        yield Finding(False, error.message)
        return
    device = Path(f"/dev/video{box.camera}") if box.camera.isdecimal() else Path(box.camera)
    if device.is_relative_to("/dev") and not device.exists():
        yield Finding(False, f"There is no camera {device}: plug it in, or name another with --camera.")
    elif device.is_relative_to("/dev") and not os.access(device, os.R_OK | os.W_OK):
        yield Finding(False, f"This user may not use {device}: add it to the group video.")
    else:
        yield Finding(True, f"The camera {box.camera} is there; `companion camera doctor` says how well it sees.")
