"""The server of ``companion serve``: its port, its https, its memory."""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.addresses import Reached, box_names
from companion.cli.database import Where
from companion.cli.network import HTTP, site
from companion.cli.photo_process import can_read_photos

if TYPE_CHECKING:
    from companion.app.background import BackgroundWork
    from companion.app.camera.session import CameraSession
    from companion.app.photos.desk import PhotoDesk
    from companion.app.tables import Tables
    from companion.web.hosting.desk import Desk
    from companion.web.server.server import TableServer

SHARED_THREADS = 64
"""of one process among several: some wait for others"""
AWAY = 443 - HTTP
"""of https from the port of http, where no port is named"""
M_ARENA_MAX = -8
"""the parameter of that name in glibc's malloc.h: how many heaps there may be"""
NEW_OBJECTS = 10_000
"""after which the garbage collector looks at them; Python's own number is 700"""

logger = logging.getLogger(__name__)


def listening(
    tables: Tables,
    link: CameraSession,
    host: str,
    port: int,
    reached: Reached,
    background: Sequence[BackgroundWork],
    desk: Desk | None = None,
    photos: PhotoDesk | None = None,
) -> TableServer:
    """Return a server on this port or, if it is taken, on one of the next. Raise ClickException."""
    from companion.store.settings import kept_secret
    from companion.store.storage import is_address
    from companion.web.app import create_app
    from companion.web.phone import photo
    from companion.web.server.limits import Limits
    from companion.web.server.server import TableServer

    use_one_arena()
    tables.tidy_up = give_back_memory
    names = box_names(socket.gethostname(), reached)
    limits = Limits(trusted=frozenset(reached.behind))
    secret = ""
    if is_address(tables.log.where):
        limits = replace(limits, threads=SHARED_THREADS, trusted=limits.trusted | {reached.address})
        secret = kept_secret(tables.log, "siblings")

    def server_on(candidate: int) -> TableServer:
        local_site = site(reached.address, candidate) if candidate else ""
        app = create_app(tables, reached.url or local_site, names, link, background, photos)
        if secret:
            from companion.web.hosting import passing_on

            passing_on.install(app, tables, secret)
        takes_photo = partial(photo.takes_photo, app.extensions["companion"])
        server = TableServer(app, tables.bell, host, candidate, limits, takes_photo)
        if desk:
            app.register_blueprint(desk.routes)
            desk.meter.install(app)
            desk.streams = partial(len, server.streams)
        return server

    return _on_a_free_port(port, server_on)


def _on_a_free_port(port: int, server_on: Callable[[int], TableServer]) -> TableServer:
    """Return the server on this port or, if it is taken, on one of the next nine. Raise ClickException."""
    for candidate in (port, *(range(port + 1, port + 10) if port else ())):
        server = server_on(candidate)
        try:
            server.prepare()
        except OSError as error:
            if candidate == port + 9 or not port:
                raise click.ClickException(f"Cannot listen on port {port}: {error.strerror or error}.") from error
            logger.debug("port %d is in use", candidate, exc_info=True)
            click.echo(f"Port {candidate} is in use; trying the next one.", err=True)
        else:
            return server
    raise AssertionError("the last candidate returns or raises")


@dataclass(frozen=True, slots=True)
class Https:
    """The options of https: a ``port`` (None: ``AWAY`` from that of http), a certificate and its key (None: ours)."""

    port: int | None = None
    certificate: Path | None = None
    key: Path | None = None


def answer_https(
    server: TableServer, wish: Https, database: Where, name: str, reached: Callable[[], str]
) -> tuple[BackgroundWork, ...]:
    """Answer https as well, if a phone can be the camera or a certificate is given; return the task that renews ours.

    Raise ClickException where a given option cannot be used.
    """
    if not wish.certificate and not (can_read_photos() and importlib.util.find_spec("cryptography")):
        logger.debug("no https: the extra `camera` is not installed")
        return ()
    from companion.web.server.secure import tls_context

    port = min(server.port + AWAY, 65_535) if wish.port is None else wish.port
    try:
        if wish.certificate:
            server.secure(port, tls_context(wish.certificate, wish.key))
            return ()
        from companion.web.server.certificate import OwnCertificate, certificate_file

        certificate = OwnCertificate(certificate_file(database), (f"{name}.local",), reached)
        server.secure(port, certificate.context)
    except OSError as error:
        if wish.certificate or wish.port is not None:
            raise click.ClickException(f"Cannot answer https on port {port}: {error.strerror or error}.") from error
        logger.info("no https on port %d (%s): name another one with --https-port", port, error, exc_info=True)
        return ()
    certificate.background.start()
    return (certificate.background,)


def use_one_arena() -> None:
    """Make all threads use one heap, where that can be chosen (glibc).

    Each of them would have its own, which only one thread at a time may use anyway: 18 MB more that were unused
    after an hour of six tables, and it grew from page to page.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def collect_rarely() -> None:
    """Keep the garbage collector from the program, which stays in memory, and let it wait for more new objects.

    An answer makes thousands of objects that go without it; to look at them after every 700 took 2 % of a move.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


def give_back_memory() -> None:
    """Give the free pages of the heap back to the system, where that can be asked for (glibc).

    Pages freed by a table, or once an answer is sent, lie between those of others: 10 of 37 MB after an hour of six
    tables. It takes a millisecond.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
